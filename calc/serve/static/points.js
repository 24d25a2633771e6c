// What han and fu pay, and what a player needs in the last hand.

import { ask, calm } from "./ask.js";
import { button, el, labelled, piece, radios, say, select, stepper, wrong } from "./dom.js";

const show = (holder, html) => holder.replaceChildren(piece(html));
const refuse = (holder, error) => holder.replaceChildren(wrong(error.message));

// What a win is worth: a number of han, with fu where they count, or a level. win: what it begins with, if anything.
export function worthFields(form, onchange, win = null) {
  let { han = null, fu = null, level = null } = win ?? {};
  const hans = [...new Set([...form.hans, ...(han === null ? [] : [han])])];
  const worths = [...hans.map((count) => [count, say("count_han", count)]), ...form.levels.map(({ value, label }) => [value, label])];
  const asksFu = () => han !== null && han < form.first_han;
  const fus = radios(say("fu"), form.fus.map((count) => [count, String(count)]), fu, (count) => ((fu = count), onchange()));
  const choose = (worth) => {
    [han, level] = Number.isInteger(worth) ? [worth, null] : [null, worth];
    fus.hidden = !asksFu();
    onchange();
  };
  fus.hidden = !asksFu();
  return {
    fields: el("div", {}, radios(say("worth"), worths, level ?? han, choose), fus),
    missing: () => (han === null && level === null ? say("worth") : asksFu() && fu === null ? say("fu") : ""),
    record: () => (han === null ? { level } : { han, ...(fu === null ? {} : { fu }) }),
  };
}

// Show the title of a view alone; tells whether the rule set has han and fu, without which there is no more to show.
function begin(view, name) {
  const hasWorth = view.house.form.has_worth;
  view.element.replaceChildren(el("h2", { id: `${name}-title` }, say(`${name}_title`)), hasWorth ? "" : el("p", {}, say("points_none")));
  return hasWorth;
}

// Every han and fu with what it pays: a cell that is tapped is told in the bar, and in full below.
export class PointsView {
  constructor(house) {
    this.house = house;
    this.element = el("section", { "aria-labelledby": "points-title" });
    this.now = { seat: "other", by: "ron", honba: 0, worth: "" };
  }

  async show() {
    if (!begin(this, "points")) return;
    const { now } = this;
    const result = el("div", { className: "result" });
    const grid = el("div");
    const brief = el("p", { role: "status" });
    const details = button(say("details"), () => result.scrollIntoView({ behavior: "smooth" }));
    const bar = el("div", { className: "bar", hidden: true }, brief, details);
    let rows = [];
    let told = null;
    const tell = () => told && brief.replaceChildren(...this.brief(told.result, piece(told.html).querySelector("h2").textContent));
    const settle = calm(async () => {
      if (!now.worth) return;
      try {
        told = await ask("api/points", { ...this.house.question(), worth: now.worth, honba: now.honba, html: true });
        bar.hidden = false;
        tell();
        show(result, told.html);
      } catch (error) {
        refuse(result, error);
      }
    });
    const draw = () => grid.replaceChildren(this.grid(rows, now, settle));
    const set = (key) => (value) => {
      now[key] = value;
      draw();
      tell();
    };
    const seats = ["other", "dealer"].map((seat) => [seat, say(`grid_${seat}`)]);
    const ways = ["ron", "tsumo"].map((by) => [by, say(`grid_${by}`)]);
    const asked = [radios(say("who_wins"), seats, now.seat, set("seat")), radios(say("won_by"), ways, now.by, set("by"))];
    const sheet = el("div", { className: "sheet" });
    const honba = stepper(say("honba"), now.honba, 99, (count) => ((now.honba = count), settle()));
    this.element.append(el("div", { className: "columns" }, el("div", {}, el("div", { className: "circumstances quiet" }, asked), grid, honba), el("div", {}, bar, result)), sheet);
    try {
      rows = (await ask("api/chart", this.house.question())).result;
      draw();
      // On paper stands all of it.
      const all = seats.flatMap(([seat, who]) => ways.map(([by, how]) => el("div", {}, el("h3", {}, [who, how].join(say("comma"))), this.grid(rows, { seat, by }, settle))));
      sheet.replaceChildren(el("p", {}, document.getElementById("chosen").textContent), ...all);
    } catch (error) {
      refuse(result, error);
    }
    settle();
  }

  // What a hand pays whoever is chosen: as it was won, and below it the other way.
  brief({ ron, tsumo }, title) {
    const { seat, by } = this.now;
    const { each, dealer } = tsumo?.[seat] ?? {};
    const number = (points) => points.toLocaleString("en");
    const paid = { ron: ron && number(ron[seat]), tsumo: each && (dealer ? `${number(each)}/${number(dealer)}` : say("all_pay", number(each))) };
    const other = by === "ron" ? "tsumo" : "ron";
    return [el("strong", {}, [paid[by], title].filter(Boolean).join(" · ")), paid[other] ? say("told", say(`grid_${other}`), paid[other]) : ""];
  }

  // A row for each number of fu with a column for each number of han, then the levels.
  grid(rows, { seat, by }, settle) {
    const paid = (row) => {
      if (by === "ron") return row[`${seat}_ron`] ? row[`${seat}_ron`].toLocaleString("en") : "";
      if (seat === "dealer") return row.dealer_tsumo ? say("all_pay", row.dealer_tsumo.toLocaleString("en")) : "";
      return row.other_tsumo_each ? `${row.other_tsumo_each.toLocaleString("en")}/${row.other_tsumo_dealer.toLocaleString("en")}` : "";
    };
    const cell = (row, worth, label) => {
      if (!row || !paid(row)) return "";
      const made = button(paid(row), () => ((this.now.worth = worth), made.closest("table").querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", one === made)), settle()), { "aria-label": `${label}: ${paid(row)}` });
      made.setAttribute("aria-pressed", worth === this.now.worth);
      return made;
    };
    const counts = rows.filter((row) => !row.level && paid(row));
    const hans = [...new Set(counts.map((row) => row.han))];
    const fus = [...new Set(counts.map((row) => row.fu))].sort((one, other) => one - other);
    const word = (row) => (row.fu ? say("count", row.han, row.fu) : say("count_han", row.han));
    const worthOf = (row) => `${row.han} han${row.fu ? ` ${row.fu} fu` : ""}`;
    const find = (han, fu) => counts.find((row) => row.han === han && row.fu === fu);
    const titles = new Map(this.house.form.levels.map((level) => [level.value, level.label]));
    // How many han make a level; a yakuman has none.
    const counted = (han) => (han.includes("x") ? "" : el("span", { className: "faint" }, ` ${say(han.endsWith("+") ? "han_or_more" : "count_han", han.replace("+", ""))}`));
    const levels = rows.filter((row) => row.level && (row.level !== "yakuman" || row.han === "1 x"));
    return el(
      "table",
      { className: "grid" },
      el("thead", {}, el("tr", {}, el("th", {}, say("fu")), hans.map((han) => el("th", { scope: "col" }, say("count_han", han))))),
      el(
        "tbody",
        {},
        fus.map((fu) => el("tr", {}, el("th", { scope: "row" }, fu ?? ""), hans.map((han) => { const row = find(han, fu); return el("td", {}, row ? cell(row, worthOf(row), word(row)) : ""); }))),
        levels.map((row) => el("tr", {}, el("td"), el("td", { colSpan: hans.length }, cell({ ...row }, row.level, titles.get(row.level) ?? row.level), " ", titles.get(row.level) ?? "", counted(row.han)))),
      ),
    );
  }
}

export class NeedsView {
  constructor(house) {
    this.house = house;
    this.element = el("section", { "aria-labelledby": "needs-title" });
    this.names = [];
    this.scores = [];
  }

  show() {
    if (!begin(this, "needs")) return;
    const result = el("div", { role: "status", className: "result" });
    const count = this.house.form.players[0];
    const letters = "ABCD";
    const now = { player: null, place: 1, honba: 0, sticks: 0 };
    const nameOf = (at) => (this.names[at] ?? "").trim() || letters[at];
    const who = el("select");
    const fill = () => {
      const before = who.selectedIndex;
      who.replaceChildren(el("option", {}, say("everybody")), ...Array.from({ length: count }, (_, at) => el("option", {}, nameOf(at))));
      who.selectedIndex = Math.max(before, 0);
      rows.forEach((row, at) => (row.lastChild.firstChild.textContent = say("score_of", nameOf(at))));
    };
    const rows = Array.from({ length: count }, (_, at) => {
      const name = el("input", { value: this.names[at] ?? "", placeholder: letters[at], maxLength: 40, autocomplete: "off", oninput: () => ((this.names[at] = name.value), fill()) });
      const score = el("input", { type: "number", step: 100, inputMode: "numeric", required: true, value: this.scores[at] ?? "", oninput: () => (this.scores[at] = score.value) });
      return el("div", { className: "score" }, labelled(say("player", at + 1), name), labelled(say("score_of", nameOf(at)), score));
    });
    const settle = async (event) => {
      event.preventDefault();
      const scores = Object.fromEntries(Array.from({ length: count }, (_, at) => [nameOf(at), Math.trunc(Number(this.scores[at])) || 0]));
      const players = who.selectedIndex ? [nameOf(who.selectedIndex - 1)] : [];
      try {
        show(result, (await ask("api/needs", { ...this.house.question(), scores, players, place: now.place, honba: now.honba, sticks: now.sticks, html: true })).html);
        result.scrollIntoView({ block: "start" });
      } catch (error) {
        refuse(result, error);
      }
    };
    fill();
    const places = Array.from({ length: count - 1 }, (_, at) => [at + 1, String(at + 1)]);
    const form = el(
      "form",
      { onsubmit: settle },
      rows,
      labelled(say("who_asks"), who),
      radios(say("place"), places, 1, (place) => (now.place = place)),
      el("div", { className: "pair" }, stepper(say("honba"), 0, 99, (honba) => (now.honba = honba)), stepper(say("sticks"), 0, 99, (sticks) => (now.sticks = sticks))),
      el("button", { className: "main" }, say("ask")),
    );
    this.element.append(el("div", { className: "columns" }, form, result));
  }
}
