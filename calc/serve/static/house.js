// The rule set that counts for all parts of the page, and its house rules.

import { get, remember } from "./ask.js";
import { button, checks, el, labelled, lang, piece, radios, say, select, wrong } from "./dom.js";

// The options that most clubs decide, of whatever game they are.
const FIRST = ["tanyao_open", "red_fives", "kiriage_mangan", "uma", "oka", "multiple_ron", "ties", "rounds", "koikoi_multiplier", "families"];
// An option with so few answers shows all of them.
const FEW = 2;
const MANY = 12;
const LONG = { en: 33, ja: 18 };
const spelled = (value) => (typeof value === "string" ? value : JSON.stringify(value));
const same = (one, other) => spelled(one) === spelled(other);
const isOwn = (option) => !same(option.here, option.default);

export class House {
  constructor() {
    this.name = null;
    this.options = {};
    this.list = el("select", { id: "rule-set" });
    this.holder = el("div", { className: "options" });
    this.refusal = el("p", { className: "wrong", role: "status" });
    this.search = el("input", { type: "search", autocomplete: "off", oninput: () => this.find() });
    this.sheet = el("div");
    this.whole = el("details", { ontoggle: () => this.readSheet() }, el("summary", {}, say("sheet")), this.sheet);
    this.title_id = "rules-title";
    this.element = el("section", { "aria-labelledby": this.title_id }, el("h2", { id: this.title_id }, say("rules")), labelled(say("rule_set"), this.list), this.holder, this.whole);
    this.list.addEventListener("change", () => this.choose(this.all[this.list.selectedIndex].id, {}));
    this.groups = [];
    this.changed = () => {};
  }

  async load() {
    this.all = await get("api/rules");
    const games = new Map();
    for (const one of this.all) {
      if (!games.has(one.game)) games.set(one.game, []);
      games.get(one.game).push(one);
    }
    this.all = [...games.values()].flat();
    this.list.replaceChildren(
      ...[...games].map(([game, sets]) => el("optgroup", { label: game }, sets.map((one) => el("option", { value: one.id }, `${one.name[lang]} (${one.id})${one.is_own ? ` · ${say("own_rules")}` : ""}`)))),
    );
  }

  async choose(name, options) {
    const query = Object.entries(options).map(([key, value]) => `option.${encodeURIComponent(key)}=${encodeURIComponent(spelled(value))}`);
    this.path = `api/rules/${encodeURIComponent(name)}?${query.join("&")}`.replace(/\?$/, "");
    this.told = await get(this.path);
    Object.assign(this, { name, options, form: this.told.form, title: this.told.name[lang] });
    this.list.value = name;
    remember({ rules: name, options });
    this.showOptions();
    this.changed();
  }

  // All rules in words, once they are looked for.
  async readSheet() {
    if (!this.whole.open || this.sheet.hasChildNodes()) return;
    this.sheet.replaceChildren(el("p", { className: "faint" }, say("loading")));
    const { html } = await get(`${this.path}${this.path.includes("?") ? "&" : "?"}html=1`).catch((error) => ({ html: "", error }));
    this.sheet.replaceChildren(html ? piece(html) : wrong(say("offline")));
    this.find();
  }

  // What the rules say of a yaku.
  look(name) {
    location.hash = "rules";
    this.search.value = name;
    this.whole.open = true;
    this.find();
    this.search.scrollIntoView({ block: "start" });
  }

  question() {
    return { rules: this.name, options: this.options };
  }

  // Choose the answer to an option; what does not go together is refused, and nothing changes.
  async answer(option, value) {
    const { [option.id]: _, ...rest } = this.options;
    try {
      await this.choose(this.name, same(value, option.default) ? rest : { ...rest, [option.id]: value });
      this.refusal.textContent = "";
    } catch (error) {
      this.showOptions();
      this.refusal.textContent = error.message;
    }
    document.querySelector(`select#option-${option.id}, #option-${option.id} input:checked`)?.focus();
  }

  // First what most clubs decide, then the others by the sections of the rule set, those closed of which none is changed.
  showOptions() {
    const asked = this.told.options.filter((option) => option.answers.length > 1 || option.free);
    const usual = FIRST.map((id) => asked.find((option) => option.id === id)).filter(Boolean);
    const others = asked.filter((option) => !usual.includes(option));
    const count = Object.keys(this.options).length;
    document.getElementById("chosen").textContent = count ? `${this.title} · ${say("changed_rules", count)}` : this.title;
    const differs = count ? el("p", { className: "row" }, el("strong", {}, say("differs_from", this.title, count)), button(say("all_as_set"), () => this.choose(this.name, {}))) : "";
    this.rows = new Map([...usual, ...others].map((option) => [option, this.row(option)]));
    const shown = (options) => options.map((option) => this.rows.get(option));
    const isLong = asked.length > MANY;
    const titles = isLong ? [...new Set(asked.map((option) => option.section))] : [];
    const opened = new Set([...this.holder.querySelectorAll("details[open]")].map((group) => group.dataset.of));
    this.groups = titles.map((title) => {
      const inside = others.filter((option) => option.section === title);
      const isOpen = opened.has(title) || inside.some(isOwn);
      return el("details", { hidden: !inside.length, open: isOpen, "data-of": title }, el("summary", {}, `${title} (${inside.length})`), shown(inside));
    });
    this.sheet.replaceChildren();
    const all = asked.length ? [el("h3", {}, say("options")), this.refusal, differs, ...shown(usual)] : [];
    this.holder.replaceChildren(...all, ...(isLong ? [] : shown(others)), labelled(say("find_rule"), this.search), ...this.groups);
    this.readSheet();
    this.find();
  }

  // Show the options whose question or answer has what is looked for, wherever they stand.
  find() {
    const wanted = this.search.value.trim().toLowerCase();
    for (const [{ id, also, question }, row] of this.rows) row.hidden = Boolean(wanted) && !`${id} ${also} ${question[lang]} ${row.textContent}`.toLowerCase().includes(wanted);
    for (const row of this.sheet.querySelectorAll("tbody tr")) row.hidden = Boolean(wanted) && !row.textContent.toLowerCase().includes(wanted);
    for (const group of this.sheet.querySelectorAll("details")) {
      group.open = Boolean(wanted && group.querySelector("tbody tr:not([hidden])"));
      group.hidden = Boolean(wanted) && !group.open;
    }
    for (const group of this.groups) {
      group.hidden = !group.querySelector(".option:not([hidden])");
      if (wanted) group.open = true;
      else if (this.looked) group.open = Boolean(group.querySelector(".own"));
    }
    this.looked = wanted;
  }

  // An option: its question, its answers in words, and fields for an answer of one's own.
  row(option) {
    const className = isOwn(option) ? "option own" : "option";
    const told = option.answers.map((one) => [one.value, isOwn(option) && same(one.value, option.default) ? say("here", one.label) : one.label]);
    const own = el("div");
    const choose = (value) => {
      own.replaceChildren(...(value === null ? [this.ownAnswer(option)] : []));
      if (value !== null) this.answer(option, value);
      else own.querySelector("input").focus();
    };
    if (told.length <= FEW && !option.free) {
      const both = option.answers.map((one) => [one.value, one.label]);
      if (both[0][0] === false) both.reverse();
      const made = radios(option.question[lang], both, both.find(([value]) => same(value, option.here))[0], choose);
      made.id = `option-${option.id}`;
      return el("div", { className }, made);
    }
    const [here, label] = told.find(([value]) => same(value, option.here));
    const list = select([...told, ...(option.free ? [[null, say("other_answer")]] : [])], here, choose);
    list.id = `option-${option.id}`;
    // A list cuts off what is longer than itself.
    const whole = label.length > LONG[lang] ? el("small", {}, label) : null;
    return el("div", { className }, labelled(option.question[lang], list), whole, own);
  }

  ownAnswer(option) {
    const { free, here, parts } = option;
    let read;
    let fields;
    const number = (label, value) => {
      const input = el("input", { type: "number", step: "any", inputMode: "decimal", value, required: true });
      return [labelled(label, input), () => Number(input.value)];
    };
    if (free === "ids") {
      let chosen = here;
      fields = checks(option.question[lang], parts.map((one) => one.label), parts.filter((one) => here.includes(one.value)).map((one) => one.label), (labels) => (chosen = parts.filter((one) => labels.includes(one.label)).map((one) => one.value)));
      read = () => chosen;
    } else if (free === "number") {
      const [field, value] = number(say("own_answer"), here);
      [fields, read] = [field, value];
    } else {
      const numbers = parts.map((one, at) => number(one.label, Array.isArray(here) ? here[at] : here[one.value]));
      fields = el("div", { className: "numbers" }, numbers.map(([field]) => field));
      read = () => (Array.isArray(here) ? numbers.map(([, value]) => value()) : Object.fromEntries(numbers.map(([, value], at) => [parts[at].value, value()])));
    }
    const use = (event) => {
      event.preventDefault();
      this.answer(option, read());
    };
    return el("form", { onsubmit: use, className: "box" }, fields, el("button", {}, say("use_answer")));
  }
}
