// The page: its parts, the rule set that counts for all of them, what stands in the address.

import { Refused, remembered } from "./ask.js";
import { ClaimsView } from "./claims.js";
import { HandView } from "./hand.js";
import { House } from "./house.js";
import { NeedsView, PointsView } from "./points.js";
import { TablesView } from "./tables.js";

const house = new House();
const tables = new TablesView(house);
const hand = new HandView(house, tables);
const views = { hand, claims: new ClaimsView(house, hand), points: new PointsView(house), needs: new NeedsView(house), tables, rules: house };
const shown = document.getElementById("views");
for (const view of Object.values(views)) shown.append(view.element);

function route() {
  const [name, table] = location.hash.slice(1).split("/");
  const chosen = name in views ? name : "hand";
  for (const [key, view] of Object.entries(views)) view.element.hidden = key !== chosen;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${chosen}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const language = document.getElementById("language");
  language.hash = location.hash || chosen;
  if (chosen === "tables" && house.name) tables.show(table && decodeURIComponent(table));
}

hand.onsettled = () => views.claims.show();

house.changed = () => {
  // Games without han and fu have nothing to show there.
  for (const part of ["points", "needs"]) document.querySelector(`nav a[href="#${part}"]`).hidden = !house.form.has_worth;
  for (const view of [views.hand, views.points, views.needs]) view.show();
  if (!tables.element.hidden && !tables.name) tables.list();
};

async function begin() {
  route();
  const asked = new URLSearchParams(location.search);
  const line = asked.get("hand");
  const kept = asked.has("rules") || line ? {} : remembered();
  await house.load();
  const first = house.all.find((one) => one.is_own) ?? house.all.find((one) => one.id === "riichi") ?? house.all[0];
  await house.choose(asked.get("rules") ?? kept.rules ?? first.id, kept.options ?? {}).catch((error) => {
    if (error instanceof Refused) return house.choose(first.id, {});
    throw error;
  });
  route();
  if (line) await views.hand.read(line, asked.has("play"));
}

addEventListener("hashchange", route);
if ("serviceWorker" in navigator) {
  // What was read before the worker was there is read once more, so that it is kept from the first visit on.
  const again = () => performance.getEntriesByType("resource").filter(({ name }) => /\/api\/(rules|tables)/.test(name)).forEach(({ name }) => fetch(name).catch(() => {}));
  if (!navigator.serviceWorker.controller) navigator.serviceWorker.addEventListener("controllerchange", again, { once: true });
  navigator.serviceWorker.register("sw.js").catch(() => {});
}
begin().catch((error) => {
  const line = document.getElementById("network");
  line.hidden = false;
  line.textContent = error.message;
});
