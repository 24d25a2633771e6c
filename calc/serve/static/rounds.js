// A round of a table: how it ended, entered as results, as scores, or as a hand.

import { el, checks, radios, say, select, labelled } from "./dom.js";
import { Entry } from "./entry.js";
import { worthFields } from "./points.js";

// What the table knows itself, and what the round's form asks.
const OF_THE_TABLE = ["by", "seat", "round", "from", "honba", "sticks"];
const WORTH = ["han", "fu", "level"];

const named = (names, first) => [...(first ? [[null, first]] : []), ...names.map((name) => [name, name])];
const without = (record, keys) => Object.fromEntries(Object.entries(record ?? {}).filter(([key]) => !keys.includes(key)));

// The form of a round: its element, and record() for what is entered. round: what it begins with, if anything; seats:
// who sits where in it, by the letters of seats.
export function roundForm(form, players, { round = null, seats = {} } = {}) {
  return form.record === "win" ? riichiRound(form, players, round, seats) : cardRound(form, players, round);
}

function riichiRound(form, players, round, seats) {
  const who = (name) => seats[name] ?? name;
  const all = (names) => (Array.isArray(names) ? names.map(who) : []);
  const wins = (round?.wins ?? []).map((win) => ({ ...win, seat: who(win.seat), from: who(win.from) }));
  const now = {
    what: round?.draw ? "draw" : round?.chombo ? "chombo" : wins[0]?.by === "tsumo" ? "tsumo" : "win",
    winner: wins[0]?.seat ?? players[0],
    from: wins[0]?.from ?? players.find((name) => name !== (wins[0]?.seat ?? players[0])),
    riichi: all(round?.riichi),
    waiting: all(round?.draw?.waiting),
    chombo: round?.chombo ? all(round.chombo) : [players[0]],
    draw: round?.draw?.kind ?? form.draws[0].value,
  };
  const isDrawn = () => now.draw === form.draws[0].value;
  const inside = el("div");
  const letters = Object.fromEntries(Object.entries(seats).map(([letter, name]) => [name, letter]));
  const first = winFields(form, now, wins[0], letters);
  // All but the first winner and the discarder may win too.
  const others = players.slice(2).map((_, at) => ({ name: wins[at + 1]?.seat ?? null, fields: winFields(form, now, wins[at + 1], letters) }));

  const another = (other) => {
    const choose = (name) => {
      other.name = name;
      other.fields.element.hidden = name === null;
    };
    choose(other.name);
    return [labelled(say("another_winner"), select(named(players, say("no_more")), other.name, choose)), other.fields.element];
  };
  const build = () => {
    const riichi = checks(say("who_riichi"), players, now.riichi, (names) => (now.riichi = names));
    const parts = [];
    if (now.what === "win" || now.what === "tsumo") {
      const discarder = radios(say("discarder"), named(players), now.from, (name) => (now.from = name));
      const win = (name) => {
        // Nobody wins on a discard of their own.
        if (now.from === name) discarder.show((now.from = players.find((other) => other !== name)));
        now.winner = name;
      };
      parts.push(radios(say("winner"), named(players), now.winner, win));
      if (now.what === "win") parts.push(discarder);
      parts.push(first.element);
      if (now.what === "win") parts.push(...others.flatMap(another));
    } else if (now.what === "draw") {
      parts.push(labelled(say("kind_of_draw"), select(form.draws.map((draw) => [draw.value, draw.label]), now.draw, (kind) => ((now.draw = kind), build()))));
      if (isDrawn()) parts.push(checks(say("who_waits"), players, now.waiting, (names) => (now.waiting = names)));
    } else parts.push(checks(say("who_chombo"), players, now.chombo, (names) => (now.chombo = names)));
    inside.replaceChildren(...parts, ...(now.what === "chombo" ? [] : [riichi]));
  };

  // What the round had that no field shows stays, as long as it is of the same kind.
  const kept = without(round, ["riichi", "wins", "draw", "chombo"]);
  const record = () => {
    const begun = { ...kept, ...(now.riichi.length && now.what !== "chombo" ? { riichi: [...now.riichi] } : {}) };
    if (now.what === "chombo") return { ...kept, chombo: now.chombo };
    if (now.what === "draw") {
      const same = round?.draw?.kind === now.draw ? without(round.draw, ["kind", "waiting"]) : {};
      return { ...begun, draw: { ...same, kind: now.draw, ...(isDrawn() ? { waiting: now.waiting } : {}) } };
    }
    const win = (seat, fields) => ({ seat, by: now.what === "win" ? "ron" : "tsumo", ...(now.what === "win" ? { from: now.from } : {}), ...fields.record() });
    const found = [win(now.winner, first)];
    if (now.what === "win") found.push(...others.filter((other) => other.name !== null).map((other) => win(other.name, other.fields)));
    const declared = new Set(now.riichi);
    for (const one of found) if (one.riichi) declared.add(one.seat);
    return { ...begun, ...(declared.size ? { riichi: players.filter((name) => declared.has(name)) } : {}), wins: found };
  };

  const ways = [["win", say("win")], ["tsumo", say("tsumo")], ["draw", say("draw")], ["chombo", say("chombo")]];
  const refresh = () => [first, ...others.map((other) => other.fields)].forEach((fields) => fields.refresh());
  const element = el("div", {}, radios(say("what_happened"), ways, now.what, (what) => ((now.what = what), refresh(), build())), inside);
  build();
  return { element, record };
}

// What a win is worth: by han and fu, or by its tiles. win: what it begins with, if anything.
function winFields(form, now, win, letters) {
  const began = win?.hand !== undefined;
  let byHand = began;
  const worth = worthFields(form, () => {}, win);
  const entry = new Entry(form, { without: OF_THE_TABLE });
  const refresh = () => {
    entry.given = { by: now.what === "win" ? "ron" : "tsumo" };
    entry.refresh();
  };
  const show = (isHand) => {
    byHand = isHand;
    worth.fields.hidden = isHand;
    entry.element.hidden = !isHand;
    refresh();
  };
  if (began) entry.load(win.liable ? { ...win, liable: { ...win.liable, seat: letters[win.liable.seat] ?? win.liable.seat } } : win);
  const shown = [...OF_THE_TABLE, ...WORTH, ...form.fields.map((field) => field.key.split(".")[0])];
  const kept = without(win, shown);
  const choice = radios(say("how_given"), [[false, say("by_count")], [true, say("by_hand")]], byHand, show);
  const element = el("div", {}, choice, worth.fields, entry.element);
  show(byHand);
  return { element, refresh, record: () => ({ ...(byHand === began ? kept : {}), ...(byHand ? entry.record() : worth.record()) }) };
}

function cardRound(form, players, round) {
  let byScores = Boolean(round?.scores);
  const scores = Object.fromEntries(players.map((name) => [name, round?.scores?.[name] ?? 0]));
  const entry = new Entry(form, { names: players });
  if (round && !byScores) entry.load(round);
  const rows = players.map((name) => {
    const input = el("input", { type: "number", inputMode: "numeric", value: scores[name], oninput: () => (scores[name] = Math.trunc(Number(input.value)) || 0) });
    return labelled(say("score_in_round", name), input);
  });
  const given = el("div", {}, rows);
  const show = (isScores) => {
    byScores = isScores;
    given.hidden = !isScores;
    entry.element.hidden = isScores;
  };
  show(byScores);
  const choice = radios(say("how_given"), [[false, say("as_cards")], [true, say("as_scores")]], byScores, show);
  const kept = without(round, ["scores", "players", "seats", "dropped", "forced_out", ...form.fields.map((field) => field.key.split(".")[0])]);
  return { element: el("div", {}, choice, given, entry.element), record: () => ({ ...kept, ...(byScores ? { scores } : entry.record()) }) };
}
