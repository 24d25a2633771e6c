// A hand or a round: entered by taps, settled at once, explained, disputed, and shown by a link.

import { ask, calm, get, Offline, Refused, remember, remembered } from "./ask.js";
import { button, el, labelled, picture, piece, say, select, wrong } from "./dom.js";
import { Entry } from "./entry.js";
import { codesOf, textOf } from "./pieces.js";
import { sharing } from "./share.js";

// A record in which players have other names, wherever it names them.
function renamed(record, names) {
  if (Array.isArray(record)) return record.map((one) => renamed(one, names));
  if (record === null || typeof record !== "object") return names.get(record) ?? record;
  return Object.fromEntries(Object.entries(record).map(([key, one]) => [names.get(key) ?? key, renamed(one, names)]));
}

export class HandView {
  // house: what is chosen for all views, the rule set and its options. tables: where a round can be added.
  constructor(house, tables) {
    Object.assign(this, { house, tables });
    // A tap on what it says leads to more, as its button does.
    this.brief = el("p", { id: "brief", role: "status", onclick: () => this.jump.hidden || this.turn() }, say("start_hand"));
    this.jump = button("", () => this.turn(), { hidden: true });
    this.doubt = el("a", { className: "button", href: "#claims", hidden: true, }, say("judge"));
    this.bar = el("div", { className: "bar" }, this.brief, this.doubt, this.jump);
    this.result = el("section", { className: "result", "aria-label": say("result"), tabIndex: -1 });
    this.holder = el("div");
    this.line = el("input", { autocomplete: "off", spellcheck: false, autocapitalize: "off" });
    this.element = el(
      "section",
      { "aria-labelledby": "hand-title" },
      el("h2", { id: "hand-title", className: "unseen" }, say("hand")),
      el("div", { className: "columns" }, el("div", {}, this.holder), el("div", {}, this.bar, this.result, this.lineForm())),
    );
    // The bar leads down to the result, and back up to the hand once the result is in sight.
    new IntersectionObserver(([{ isIntersecting }]) => this.showJump(!isIntersecting), { rootMargin: "0px 0px -60% 0px" }).observe(this.result);
    this.settle = calm(() => this.ask());
    this.asked = 0;
  }

  lineForm() {
    const read = (event) => {
      event.preventDefault();
      if (this.line.value.trim()) this.read(this.line.value.trim());
    };
    return el("details", { className: "more" }, el("summary", {}, say("line")), el("form", { onsubmit: read }, labelled(say("line"), this.line), el("button", {}, say("read_line"))));
  }

  showJump(isAbove) {
    this.isAbove = isAbove;
    this.jump.textContent = say(isAbove ? "details" : "to_hand");
    this.jump.hidden = !this.result.hasChildNodes();
    this.brief.classList.toggle("told", !this.jump.hidden);
    this.doubt.hidden = this.jump.hidden || !this.isSettled || Boolean(this.entry?.isWaiting || this.entry?.isInPlay);
  }

  turn() {
    const there = this.isAbove ? this.result : this.element;
    there.scrollIntoView({ behavior: "smooth" });
    if (this.isAbove) this.result.focus({ preventScroll: true });
  }

  // The rule set has changed. At first there is the hand of the last visit.
  show() {
    const kept = remembered();
    const before = this.entry ?? (kept.rules === this.house.name ? { form: { record: kept.kind }, isBegun: Boolean(kept.record), isInPlay: kept.play, record: () => kept.record } : null);
    this.entry = new Entry(this.house.form, { onchange: () => this.settle() });
    if (before && before.form.record === this.entry.form.record && before.isBegun) this.entry.load(before.record(), before.isInPlay);
    this.holder.replaceChildren(this.entry.element);
    this.settle();
  }

  // Read a record in a line, as of a link, and show it.
  async read(line, isInPlay = false) {
    this.unread = null;
    try {
      const answer = await ask("api/score", { record: line, html: true, near: isInPlay });
      await this.house.choose(answer.record.rules ?? answer.result.rules.split("@")[0], answer.record.options ?? {});
      this.entry.load(answer.record, isInPlay);
      // Not at once: a rule set that was chosen just now asks too, and what is shown would be put there twice.
      this.settle();
    } catch (error) {
      this.line.value = line;
      this.tell(error);
      this.unread = this.brief.textContent;
    }
  }

  question() {
    return { record: { ...this.entry.record(), rules: this.house.name, ...(Object.keys(this.house.options).length ? { options: this.house.options } : {}) } };
  }

  async ask() {
    const asked = ++this.asked;
    const { isBegun, lacking, isInPlay } = this.entry;
    if (isBegun) this.unread = null;
    remember({ kind: this.entry.form.record, record: isBegun ? this.entry.record() : null, play: isInPlay });
    if (!isBegun || lacking) {
      // Of a line that could not be read there is no hand: its refusal stays until something is tapped.
      this.brief.textContent = isBegun ? say("lacking", lacking) : (this.unread ?? say("start_hand"));
      this.result.replaceChildren();
      this.showJump(this.isAbove);
      this.keep(null);
      return;
    }
    try {
      const answer = this.entry.isWaiting ? await this.waits() : await ask("api/score", { ...this.question(), html: true, near: isInPlay });
      if (asked === this.asked) this.settled(answer);
    } catch (error) {
      if (asked === this.asked) this.tell(error);
      if (asked === this.asked && error.code === "not_complete") await this.discards(asked);
    }
  }

  // Of a whole hand that does not win: which tiles leave it waiting, and for what.
  async discards(asked) {
    const { win, by, from, hand, ...record } = this.question().record;
    const codes = [...codesOf(hand), ...codesOf(win)];
    const rows = [];
    for (const code of new Set(codes)) {
      const { result } = await ask("api/waits", { record: { ...record, hand: textOf(codes.toSpliced(codes.indexOf(code), 1)) } }).catch(() => ({ result: {} }));
      if (asked !== this.asked) return;
      if (result.tiles?.length) rows.push([code, result]);
    }
    if (!rows.length) return;
    rows.sort(([, one], [, other]) => other.left - one.left);
    const told = ([code, result]) => [say("discard"), " ", this.pictured(code), " ", ...this.waited(result)];
    this.brief.replaceChildren(el("strong", {}, ...told(rows[0])));
    this.result.replaceChildren(el("h3", {}, say("waits")), el("ul", { className: "plain" }, rows.map((row) => el("li", {}, ...told(row)))));
    this.showJump(this.isAbove);
  }

  async waits() {
    const { win, by, from, ...record } = this.question().record;
    return { ...(await ask("api/waits", { record, html: true })), areWaits: true };
  }

  settled(answer) {
    const shown = piece(answer.html);
    const { near } = answer.result;
    const sentence = near ? this.inPlay(answer.result) : answer.areWaits ? "" : ((shown.querySelector(".answer") ?? shown.querySelector("td, p"))?.textContent ?? "");
    const kept = answer.isKept ? ` ${say("offline_kept")}` : "";
    const figures = near ? [say("in_play")] : answer.areWaits ? this.waited(answer.result) : this.worth(answer.result);
    this.brief.replaceChildren(...(figures.length ? [el("strong", {}, ...figures), " "] : []), `${sentence}${kept}`);
    // The name of a yaku leads to what the rules say of it.
    const held = [answer.result, ...Object.values(answer.result.players ?? {})].flatMap(({ yaku }) => yaku ?? []);
    const names = new Set(held.map(({ name }) => name));
    for (const cell of shown.querySelectorAll("td")) if (names.has(cell.textContent)) cell.replaceChildren(button(cell.textContent, () => this.house.look(cell.textContent), { className: "term" }));
    const title = el("h3", {}, say(near ? "in_play" : answer.areWaits ? "waits" : "result"));
    this.result.replaceChildren(title, shown, ...(answer.areWaits ? [] : [near ? "" : this.toTable(answer.record), sharing(say("link"))]));
    this.line.value = answer.line ?? "";
    this.isSettled = true;
    this.showJump(this.isAbove);
    this.keep(answer.line, Boolean(near));
    this.onsettled();
  }

  // What the piles of a round in play have, and what each is nearest to.
  inPlay({ players, near }) {
    const told = ([name, { yaku }]) => {
      const [next] = near[name] ?? [];
      const has = yaku.map((one) => one.name).join(say("comma"));
      const lacks = next && say("lacks", next.name, next.lacks);
      return has && lacks ? say("has_and", has, lacks) : has || lacks || say("no_yaku");
    };
    return Object.entries(players).map((one) => say("told", one[0], told(one))).join(" · ");
  }

  // What a win is worth, in a few figures.
  worth({ points, han, fu, level, limits, transfers }) {
    if (points === undefined) return [];
    // From so many han on a hand is a limit whatever its fu.
    const isWhole = level && han >= this.house.form.first_han;
    const counted = isWhole || fu === null ? (han ? say("count_han", han) : "") : say("count", han, fu);
    const title = limits > 1 ? "" : this.house.form.levels.find((one) => one.value === level)?.label;
    const number = (paid) => paid.toLocaleString("en");
    // What each of the others pays for a tsumo, the dealer last; of a ron and where somebody is responsible, the points.
    const told = (whys) => {
      const by = new Map();
      for (const { from, amount, why } of transfers ?? []) if (whys.includes(why)) by.set(from, (by.get(from) ?? 0) + amount);
      const paid = [...new Set(by.values())].sort((one, other) => one - other);
      if (by.size === 1) return number(paid[0]);
      return by.size < this.house.form.seats.length - 1 || paid.length > 2 ? null : paid.length > 1 ? paid.map(number).join("/") : say("all_pay", number(paid[0]));
    };
    const [worth, paid] = [told(["win", "liable"]) ?? number(points), transfers?.some(({ why }) => why === "wareme") ? null : told(["win", "liable", "counters"])];
    return [[paid && paid !== worth ? say("with_honba", worth, paid) : worth, [counted, title].filter(Boolean).join(" ")].filter(Boolean).join(" · ")];
  }

  // The tiles that a hand waits for, as pictures, and what those pay by ron, or by tsumo where no ron does.
  waited({ tiles = [] }) {
    const paid = new Map();
    for (const { tile, ron, tsumo } of tiles) {
      const isRon = typeof ron.points === "number";
      const paying = (isRon ? ron.points : tsumo.points)?.toLocaleString("en") ?? "–";
      const points = isRon || paying === "–" ? paying : `${say("grid_tsumo")} ${paying}`;
      paid.set(points, [...(paid.get(points) ?? []), tile]);
    }
    const groups = [...paid].map(([points, codes], at) => [at ? say("comma") : " ", ...codes.map((code) => this.pictured(code)), ` ${points}`]);
    return tiles.length ? [say("waits_for"), ...groups.flat()] : [say("no_waits")];
  }

  pictured(code) {
    return el("span", { role: "img", "aria-label": code }, picture(this.entry.form.pieces.find((piece) => piece.code === code).picture));
  }

  tell(error) {
    // What is wrong with a pile is said by its name here.
    const slot = this.entry?.slots.find(({ key }) => key === error.key);
    const told = slot && error.message.startsWith(slot.key) ? slot.shortly + error.message.slice(slot.key.length) : error.message;
    const why = error instanceof Refused || error instanceof Offline ? told : say("failed");
    this.brief.textContent = this.entry?.isBegun && error instanceof Refused ? say("missing", why) : why;
    this.result.replaceChildren();
    this.isSettled = false;
    this.showJump(this.isAbove);
    if (!(error instanceof Offline)) this.keep(null);
    if (!(error instanceof Refused || error instanceof Offline)) throw error;
  }

  // The hand stands in the address, so that a link shows it.
  keep(line, isInPlay = false) {
    const url = new URL(location.href);
    const shown = { hand: line, play: isInPlay && line ? "1" : null };
    for (const [key, value] of Object.entries(shown)) value ? url.searchParams.set(key, value) : url.searchParams.delete(key);
    if (url.href !== location.href) history.replaceState(null, "", url);
    const other = new URL(document.getElementById("language").href);
    other.search = url.search;
    other.searchParams.set("lang", document.getElementById("language").lang);
    document.getElementById("language").href = other;
  }

  // The tables that are played under this rule set; one of them takes what was settled as its next round.
  toTable({ rules, options, ...record }) {
    const inside = el("div");
    const held = this.entry.isCards ? this.entry.everyone : [];
    const offer = (table) => {
      const seats = held.map((name, at) => (table.players.includes(name) ? name : table.players[at]));
      const who = held.map((name, at) => labelled(`${name} →`, select(table.players.map((player) => [player, player]), seats[at], (player) => (seats[at] = player))));
      const add = () => {
        if (new Set(seats).size < seats.length) told.textContent = say("same_player");
        else this.tables.take(table.name, held.length ? renamed(record, new Map(held.map((name, at) => [name, seats[at]]))) : { [this.house.form.endings[0].key]: [record] });
      };
      const told = el("p", { role: "status", className: "wrong" });
      return el("li", {}, ...(held.some((name) => !table.players.includes(name)) ? who : []), button(say("to_which", say("told", table.name, table.players.join(say("comma")))), add, { className: "wide" }), told);
    };
    const list = async () => {
      if (!made.open) return;
      try {
        const tables = (await get("api/tables")).filter((table) => !table.error && table.rules === this.house.name && table.players.length >= held.length);
        inside.replaceChildren(tables.length ? el("ul", { className: "plain" }, tables.map(offer)) : el("p", {}, say("no_such_table", this.house.title)));
      } catch (error) {
        inside.replaceChildren(wrong(error.message));
      }
    };
    const made = el("details", { ontoggle: list }, el("summary", {}, say("to_table")), inside);
    return made;
  }
}
