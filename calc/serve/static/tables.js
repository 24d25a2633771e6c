// Games as they are played: begun, continued round by round, corrected, taken back.

import { ask, calm, change, get, isOffline, Offline, Refused } from "./ask.js";
import { button, el, labelled, piece, say, wrong } from "./dom.js";
import { countsOf } from "./entry.js";
import { isAlone } from "./reach.js";
import { roundForm } from "./rounds.js";
import { sharing } from "./share.js";

// Milliseconds after which a table is looked at again.
const FOLLOWED = 10_000;

const at = (name) => `api/tables/${encodeURIComponent(name)}`;

export class TablesView {
  constructor(house) {
    this.house = house;
    this.asked = 0;
    setInterval(() => this.follow(), FOLLOWED);
    this.status = el("p", { role: "status", className: "brief" });
    this.inside = el("div");
    this.title = el("h2", { id: "tables-title", tabIndex: -1 });
    this.element = el("section", { "aria-labelledby": "tables-title" }, this.title, isAlone ? el("p", { className: "faint" }, say("kept_here")) : null, this.status, this.inside);
  }

  // The list of tables, or the one that the address names.
  show(name) {
    if (name && name !== this.name) this.open(name);
    else if (!name) this.list();
  }

  tell(error) {
    if (error instanceof Offline) this.status.textContent = say("offline_save");
    else if (error instanceof Refused) this.status.textContent = error.message;
    else throw error;
    this.status.scrollIntoView({ block: "nearest" });
  }

  async list() {
    this.name = null;
    this.title.textContent = say("tables");
    this.status.textContent = "";
    const asked = ++this.asked;
    let tables = [];
    try {
      tables = await get("api/tables");
    } catch (error) {
      this.tell(error);
    }
    if (asked !== this.asked) return;
    const row = (table) =>
      el(
        "li",
        {},
        table.error ? wrong(`${table.name}: ${table.error}`) : button(say("told", table.name, table.players.join(say("comma"))), () => this.open(table.name), { className: "wide" }),
        table.error ? null : el("small", {}, `${table.rules ?? ""} · ${say("told", say("rounds"), table.rounds)}`),
      );
    const list = tables.length ? el("ul", { className: "plain" }, tables.map(row)) : el("p", {}, say("no_tables"));
    const usable = tables.filter((table) => !table.error).map((table) => table.name);
    const standings = el("div", { role: "status" });
    const add = async () => {
      try {
        standings.replaceChildren(piece((await ask("api/standings", { tables: usable, unfinished: true, html: true })).html));
      } catch (error) {
        this.tell(error);
      }
    };
    this.inside.replaceChildren(list, usable.length ? button(say("standings"), add) : "", standings, this.beginning());
  }

  beginning() {
    const { form } = this.house;
    const counts = countsOf(form);
    const most = Math.max(...counts);
    const inputs = Array.from({ length: most }, () => el("input", { maxLength: 40, autocomplete: "off" }));
    inputs.forEach((input, place) => (place < Math.min(...counts) ? (input.required = true) : (input.placeholder = say("left_out"))));
    const name = el("input", { maxLength: 64, pattern: "[A-Za-z0-9][A-Za-z0-9_\\-]*", autocomplete: "off" });
    const begin = async (event) => {
      event.preventDefault();
      const players = inputs.map((input) => input.value.trim()).filter(Boolean);
      try {
        const table = await change("POST", "api/tables", { rules: this.house.name, options: this.house.options, players, ...(name.value ? { name: name.value } : {}), html: true });
        this.showTable(table);
      } catch (error) {
        this.tell(error);
      }
    };
    return el(
      "form",
      { onsubmit: begin, className: "box" },
      el("h3", {}, say("new_table")),
      el("p", { className: "faint" }, say("rules_of", this.house.title)),
      el("div", { className: "names" }, inputs.map((input, place) => labelled(say("player", place + 1), input))),
      labelled(say("table_name"), name),
      el("button", { className: "main" }, say("begin")),
    );
  }

  async open(name) {
    this.status.textContent = say("loading");
    try {
      await this.showTable(await get(`${at(name)}?html=1`));
      this.status.textContent = isOffline() ? say("offline") : "";
      return true;
    } catch (error) {
      this.tell(error);
      return false;
    }
  }

  // Who sits where in the hand to come, and what each needs where it is the last one.
  state({ coming, needs }) {
    if (!coming) return "";
    const row = ({ player, seat, deals, score }) => el("tr", {}, el("td", {}, deals ? say("deals", seat) : seat), el("th", { scope: "row" }, player), el("td", { className: "number" }, score.toLocaleString("en")));
    return el("div", { className: "coming" }, el("h3", {}, coming.hand), el("table", {}, el("tbody", {}, coming.seats.map(row))), needs.length ? el("ul", {}, needs.map((one) => el("li", {}, one))) : "");
  }

  async showTable(table, { keepsForm = false } = {}) {
    // What was read before the worker was there, or just saved, is kept too: a reload without a network shows it.
    if (!isAlone) navigator.serviceWorker?.ready.then(() => get(`${at(table.name)}?html=1`)).catch(() => {});
    this.asked += 1;
    this.name = table.name;
    this.table = table;
    if (location.hash.startsWith("#tables")) history.replaceState(null, "", `#tables/${encodeURIComponent(table.name)}`);
    const { rules = this.house.name, options = {} } = table.record;
    if (rules !== this.house.name || JSON.stringify(options) !== JSON.stringify(this.house.options)) await this.house.choose(rules, options);
    this.title.textContent = say("table", table.name);
    const { rounds } = table;
    const correct = rounds.map((told, place) => el("li", {}, el("span", {}, told), " ", button(say("correct", place + 1), () => this.enter(place))));
    if (!keepsForm) this.form = el("div");
    this.inside.replaceChildren(
      el("p", { className: "row" }, button(say("add_round"), () => this.enter(null), { className: "main" }), button(say("undo"), () => this.undo(), { disabled: !table.can_undo }), button(say("all_tables"), () => (location.hash = "tables"))),
      this.state(table),
      this.form,
      piece(table.html),
      rounds.length ? el("details", {}, el("summary", {}, say("correct_rounds")), el("ol", { className: "rounds" }, correct)) : "",
      isAlone ? "" : sharing(say("join")),
    );
    if (!keepsForm) this.title.focus();
  }

  // What others have entered meanwhile, while nobody enters anything here.
  async follow() {
    if (!this.name || this.element.hidden || document.hidden || this.form?.hasChildNodes()) return;
    const table = await get(`${at(this.name)}?html=1`).catch(() => null);
    if (table && table.name === this.name && table.version !== this.table.version && !this.form.hasChildNodes()) await this.showTable(table, { keepsForm: true });
  }

  // Who sits where in the hand to come, by the letters of seats.
  get seats() {
    const { players, result } = this.table;
    const letters = (this.house.form.seats ?? []).map((seat) => seat.value);
    const next = result.rounds?.at(-1)?.next;
    const out = next?.sitting_out ?? players.slice(letters.length);
    const dealer = Math.max(players.indexOf(next?.dealer), 0);
    const seated = [...players.slice(dealer), ...players.slice(0, dealer)].filter((name) => !out.includes(name));
    return Object.fromEntries(letters.map((letter, at) => [letter, seated[at]]));
  }

  // Open a table with a round that was settled elsewhere, as its next one.
  async take(name, round) {
    if (!(await this.open(name))) return;
    location.hash = `tables/${encodeURIComponent(name)}`;
    this.enter(null, round);
  }

  // Ask for a round: a new one, which may begin with what is known (first), or one in the place of another.
  enter(place, first = null) {
    // What was said of the round before counts no more.
    this.status.textContent = "";
    const settled = this.table.result.rounds ?? [];
    const begun = place === null ? { round: first, seats: this.seats } : { round: this.table.inputs[place], seats: settled[place]?.players };
    // Of more players than seats some sit out.
    const seated = this.house.form.seats?.length ? Object.values(begun.seats) : this.table.players;
    const given = (more) => ({ round: round.record(), version: this.table.version, html: true, ...more });
    const send = (more) => (place === null ? change("POST", `${at(this.name)}/rounds`, given(more)) : change("PUT", `${at(this.name)}/rounds/${place}`, given(more)));
    const told = el("div", { role: "status" });
    const main = el("button", { className: "main", disabled: true }, say(place === null ? "save_round" : "save_correction"));
    // What it pays, or what a correction changes, is shown before it counts.
    const look = calm(async () => {
      const missing = round.missing();
      main.disabled = Boolean(missing);
      told.replaceChildren(missing ? el("p", { className: "faint" }, say("still_missing", missing)) : "");
      if (missing) return;
      try {
        const { changes } = await send({ preview: true });
        if (!round.missing()) told.replaceChildren(changes.length ? el("ul", { className: "plain" }, changes.map((one) => el("li", {}, one))) : el("p", {}, say("no_change")));
      } catch (error) {
        if (!(error instanceof Refused)) return;
        if (error.code !== "conflict") main.disabled = true;
        told.replaceChildren(wrong(error.code === "conflict" ? say("conflict") : error.message));
      }
    });
    const round = roundForm(this.house.form, this.table.players.filter((name) => seated.includes(name)), { ...begun, onchange: look });
    const title = place === null ? say("add_round") : say("correct", place + 1);
    const save = async (event) => {
      event.preventDefault();
      try {
        await this.showTable(await send({}));
        this.status.textContent = say(place === null ? "added" : "corrected");
      } catch (error) {
        await this.failed(error);
        look();
      }
    };
    const heading = el("h3", { tabIndex: -1 }, title);
    this.form.replaceChildren(
      el(
        "form",
        { onsubmit: save, className: "box" },
        heading,
        el("p", { className: "faint" }, say("from_table")),
        round.element,
        el("div", { className: "foot" }, told, el("p", { className: "row" }, main, button(say("cancel"), () => this.form.replaceChildren()))),
      ),
    );
    look();
    heading.scrollIntoView({ block: "start" });
    heading.focus({ preventScroll: true });
  }

  // Where somebody else was quicker, the table is shown anew, and what was entered here stays.
  async failed(error) {
    if (error instanceof Refused && error.code === "conflict") {
      await this.showTable(await get(`${at(this.name)}?html=1`), { keepsForm: true });
      this.status.textContent = say("conflict");
    } else this.tell(error);
  }

  async undo() {
    try {
      await this.showTable(await change("POST", `${at(this.name)}/undo`, { version: this.table.version, html: true }));
      this.status.textContent = say("undone");
    } catch (error) {
      await this.failed(error);
    }
  }
}
