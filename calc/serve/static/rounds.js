// A round of a table: how it ended, entered as results, as scores, or as a hand.

import { el, checks, radios, say, select, labelled } from "./dom.js";
import { Entry, put, take } from "./entry.js";
import { worthFields } from "./points.js";

const WORTH = ["han", "fu", "level"];

const named = (names, first) => [...(first ? [[null, first]] : []), ...names.map((name) => [name, name])];
const without = (record, keys) => Object.fromEntries(Object.entries(record ?? {}).filter(([key]) => !keys.includes(key)));
const first = (key) => key.split(".")[0];
const last = (key) => key.split(".").at(-1);

// The form of a round: its element, and record() for what is entered. round: what it begins with, if anything; seats:
// who sits where in it, by the letters of seats.
export function roundForm(form, players, { round = null, seats = {}, onchange = () => {} } = {}) {
  return form.endings?.length ? endedRound(form, players, round, seats, onchange) : cardRound(form, players, round, onchange);
}

// Whether a round has ended so.
function hasEnded(round, { key, wins }) {
  const given = round?.[key];
  if (!wins) return Boolean(given);
  return Boolean(given?.length) && Object.entries(wins.given).every(([name, value]) => given[0][name] === value);
}

// A round that ends in one of several ways, each with fields of its own, or with wins.
function endedRound(form, players, round, seats, onchange) {
  const who = (name) => seats[name] ?? name;
  const letters = Object.fromEntries(Object.entries(seats).map(([letter, name]) => [name, letter]));
  const began = form.endings.find((ending) => hasEnded(round, ending));
  let ending = began ?? null;
  const values = {};
  for (const field of form.endings.flatMap((one) => one.fields)) {
    const value = take(round, field.key);
    const otherwise = field.kind === "choice" ? field.choices[0].value : (field.default ?? null);
    values[field.key] = Array.isArray(value) && field.kind === "players" ? value.map(who) : (value ?? otherwise);
  }
  const { winner, paid_by: payer } = form.endings.find(({ wins }) => wins?.paid_by)?.wins ?? form.endings.find(({ wins }) => wins).wins;
  const begun = began?.wins ? round[began.key].map((win) => ({ ...win, [winner.value]: who(win[winner.value]), [payer.value]: who(win[payer.value]) })) : [];
  // All but the first winner and who pays may win too.
  const wins = players.slice(1).map((_, at) => ({ name: begun[at]?.[winner.value] ?? null, fields: winFields(form, begun[at], letters, onchange) }));
  let paidBy = begun[0]?.[payer.value] ?? null;
  const inside = el("div");

  // One more winner each, of which the next is asked for once there is one.
  const others = () => {
    const rows = wins.slice(1).map((win) => {
      const choose = (name) => {
        win.name = name;
        show();
        onchange();
      };
      return el("div", {}, labelled(say("another_winner"), select(named(players, say("nobody")), win.name, choose)), win.fields.element);
    });
    const show = () =>
      wins.slice(1).forEach(({ name, fields }, at) => {
        fields.element.hidden = name === null;
        rows[at].hidden = at > 0 && name === null && wins[at].name === null;
      });
    show();
    return rows;
  };
  const ofWins = ({ winner, paid_by: payer, several }) => {
    const paying = payer && radios(payer.label, named(players), paidBy, (name) => ((paidBy = name), onchange()));
    const win = (name) => {
      // Nobody pays for a win of their own.
      if (paying && paidBy === name) paying.show((paidBy = null));
      paying?.without(name);
      wins[0].name = name;
      onchange();
    };
    paying?.without(wins[0].name);
    return [radios(winner.label, named(players), wins[0].name, win), paying, wins[0].fields.element, ...(several ? others() : [])];
  };
  const isAsked = (field) => Object.entries(field.when ?? {}).every(([key, allowed]) => allowed.includes(values[key]));
  const control = (field) => {
    const set = (value) => ((values[field.key] = value), onchange());
    // What decides how the round ended is said, also where it is nobody; a round has ended by somebody, though.
    const none = field.default || field.key === ending.key ? null : say("nobody");
    if (field.kind === "players") return checks(field.label, players, values[field.key], set, none);
    return labelled(field.label, select(field.choices.map((one) => [one.value, one.label]), values[field.key], (value) => (set(value), build())));
  };
  const build = () => {
    if (!ending) return;
    wins.forEach(({ fields }) => fields.refresh(ending.wins?.given ?? {}));
    inside.replaceChildren(...(ending.wins ? ofWins(ending.wins).filter(Boolean) : []), ...ending.fields.filter(isAsked).map(control));
  };

  // What the round had that no field shows stays, as long as it ended in the same way.
  const shown = form.endings.flatMap(({ key, fields }) => [key, ...fields.map((field) => first(field.key))]);
  const keptPart = () => {
    const isSame = ending === began && ending.fields.every((field) => field.kind !== "choice" || take(round, field.key) === values[field.key]);
    const part = isSame ? round[ending.key] : null;
    return part && !Array.isArray(part) ? { [ending.key]: without(part, ending.fields.map((field) => last(field.key))) } : {};
  };
  const record = () => {
    const made = { ...without(round, shown), ...keptPart() };
    if (ending.wins) {
      const { given, winner, paid_by: payer, several } = ending.wins;
      const told = wins.filter(({ name }, at) => name !== null && (several || at === 0));
      made[ending.key] = told.map(({ name, fields }) => ({ [winner.value]: name, ...given, ...(payer ? { [payer.value]: paidBy } : {}), ...fields.record() }));
    }
    for (const field of ending.fields.filter(isAsked)) {
      let value = values[field.key];
      if (ending.wins && field.kind === "players") {
        // What a winner's hand says of its player is said of the round.
        const said = made[ending.key].filter((win) => win[field.key]).map((win) => win[ending.wins.winner.value]);
        value = players.filter((name) => value.includes(name) || said.includes(name));
      }
      if (JSON.stringify(value) !== JSON.stringify(field.default)) put(made, field.key, value);
    }
    return made;
  };

  const endings = form.endings.map((one) => [one, one.label]);
  const element = el("div", {}, radios(say("what_happened"), endings, ending, (one) => ((ending = one), build(), onchange())), inside);
  build();
  // What is still to be said, in words; nothing where a round can be settled.
  const missing = () => {
    if (!ending) return say("what_happened");
    if (ending.wins) {
      const told = wins.filter(({ name }, at) => at === 0 || (ending.wins.several && name !== null));
      if (wins[0].name === null) return ending.wins.winner.label;
      if (ending.wins.paid_by && paidBy === null) return ending.wins.paid_by.label;
      return told.map(({ fields }) => fields.missing()).find(Boolean) ?? "";
    }
    return ending.fields.filter(isAsked).find(({ key }) => values[key] === null || (key === ending.key && !values[key].length))?.label ?? "";
  };
  return { element, record, missing };
}

// What a win is worth: by han and fu, or by its tiles. win: what it begins with, if anything.
function winFields(form, win, letters, onchange) {
  const began = win?.hand !== undefined;
  let byHand = began;
  const worth = worthFields(form, onchange, win);
  const entry = new Entry(form, { without: form.of_table, onchange });
  const refresh = (given) => {
    entry.given = given;
    entry.refresh();
  };
  const show = (isHand) => {
    byHand = isHand;
    worth.fields.hidden = isHand;
    entry.element.hidden = !isHand;
  };
  if (began) {
    const seated = form.fields.filter((field) => field.kind === "liable" && win[field.key]);
    entry.load(Object.assign({ ...win }, ...seated.map(({ key }) => ({ [key]: { ...win[key], seat: letters[win[key].seat] ?? win[key].seat } }))));
  }
  const shown = [...form.of_table, ...WORTH, ...form.fields.map((field) => first(field.key))];
  const kept = without(win, shown);
  const choice = radios(say("how_given"), [[false, say("by_count")], [true, say("by_hand")]], byHand, (isHand) => {
    show(isHand);
    // Tiles are tapped where all keys are in view.
    if (isHand) choice.scrollIntoView({ block: "start" });
    onchange();
  });
  const element = el("div", {}, choice, worth.fields, entry.element);
  show(byHand);
  return { element, refresh, missing: () => (byHand ? (entry.isBegun && !entry.lacking ? "" : say("by_hand")) : worth.missing()), record: () => ({ ...(byHand === began ? kept : {}), ...(byHand ? entry.record() : worth.record()) }) };
}

function cardRound(form, players, round, onchange) {
  let byScores = Boolean(round?.scores);
  const scores = Object.fromEntries(players.map((name) => [name, round?.scores?.[name] ?? 0]));
  const entry = new Entry(form, { names: players, onchange });
  if (round && !byScores) entry.load(round);
  const rows = players.map((name) => {
    const input = el("input", { type: "number", inputMode: "numeric", value: scores[name], oninput: () => ((scores[name] = Math.trunc(Number(input.value)) || 0), onchange()) });
    return labelled(say("score_in_round", name), input);
  });
  const given = el("div", {}, rows);
  const show = (isScores) => {
    byScores = isScores;
    given.hidden = !isScores;
    entry.element.hidden = isScores;
  };
  show(byScores);
  const choice = radios(say("how_given"), [[false, say("as_cards")], [true, say("as_scores")]], byScores, (isScores) => (show(isScores), onchange()));
  const kept = without(round, ["scores", "players", "seats", "dropped", "forced_out", ...form.fields.map((field) => field.key.split(".")[0])]);
  return { element: el("div", {}, choice, given, entry.element), missing: () => (byScores ? "" : entry.isBegun ? entry.unsaid : say("as_cards")), record: () => ({ ...kept, ...(byScores ? { scores } : entry.record()) }) };
}
