// The page: its parts, the rule set that counts for all of them, what stands in the address.

import { get, Refused } from "./ask.js";
import { el, lang, labelled, say, select } from "./dom.js";
import { HandView } from "./hand.js";
import { NeedsView, PointsView } from "./points.js";
import { TablesView } from "./tables.js";

// The rule set that is chosen, with answers to its options.
class House {
  constructor() {
    this.name = null;
    this.options = {};
    this.list = document.getElementById("rules");
    this.holder = el("details", { className: "more" });
    this.list.parentElement.after(this.holder);
    this.list.addEventListener("change", () => this.choose(this.all[this.list.selectedIndex].id, {}));
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

  // The rule set of a record that names none.
  default(record) {
    const game = record.players && !Array.isArray(record.players) ? "hanafuda" : "riichi";
    const first = { hanafuda: "koikoi", riichi: "riichi" }[game];
    return this.told?.game === game ? this.name : first;
  }

  async choose(name, options) {
    const query = Object.entries(options).map(([key, value]) => `option.${encodeURIComponent(key)}=${encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))}`);
    const path = `api/rules/${encodeURIComponent(name)}`;
    this.told = await get(query.length ? `${path}?${query.join("&")}` : path);
    Object.assign(this, { name, options, form: this.told.form, title: this.told.name[lang] });
    this.list.value = name;
    this.showOptions();
    this.changed();
  }

  question() {
    return { rules: this.name, options: this.options };
  }

  showOptions() {
    const { open } = this.holder;
    const rows = this.told.options
      .filter((option) => option.choices.length)
      .map((option) => {
        const usual = typeof option.default === "string" ? option.default : JSON.stringify(option.default);
        const others = option.choices.filter((choice) => choice !== usual);
        const chosen = this.options[option.id];
        const choices = [[null, say("here", usual)], ...others.map((choice) => [choice, choice])];
        const set = (choice) => {
          const { [option.id]: _, ...rest } = this.options;
          this.choose(this.name, choice === null ? rest : { ...rest, [option.id]: choice });
        };
        return labelled(option.question[lang], select(choices, chosen === undefined ? null : String(chosen), set));
      });
    this.holder.hidden = !rows.length;
    this.holder.replaceChildren(el("summary", {}, say("options")), ...rows);
    this.holder.open = open;
  }
}

const house = new House();
const tables = new TablesView(house);
const views = { hand: new HandView(house, tables), points: new PointsView(house), needs: new NeedsView(house), tables };
const shown = document.getElementById("views");
for (const view of Object.values(views)) shown.append(view.element);

function route() {
  const name = location.hash.slice(1);
  const chosen = name in views ? name : "hand";
  for (const [key, view] of Object.entries(views)) view.element.hidden = key !== chosen;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${chosen}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const language = document.getElementById("language");
  language.hash = chosen;
  if (chosen === "tables" && house.name) tables.show();
}

house.changed = () => {
  for (const view of Object.values(views)) view.show();
};

async function begin() {
  route();
  const line = new URLSearchParams(location.search).get("hand");
  await house.load();
  const first = house.all.find((one) => one.is_own) ?? house.all.find((one) => one.id === "riichi") ?? house.all[0];
  await house.choose(new URLSearchParams(location.search).get("rules") ?? first.id, {}).catch((error) => {
    if (error instanceof Refused) return house.choose(first.id, {});
    throw error;
  });
  if (line) await views.hand.read(line);
}

addEventListener("hashchange", route);
if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
begin().catch((error) => {
  const line = document.getElementById("network");
  line.hidden = false;
  line.textContent = error.message;
});
