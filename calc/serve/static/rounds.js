// A round of a table: how it ended, entered as results, as scores, or as a hand.

import { el, checks, radios, say, select, labelled } from "./dom.js";
import { Entry } from "./entry.js";
import { worthFields } from "./points.js";

// What the table knows itself, and what the round's form asks.
const OF_THE_TABLE = ["by", "seat", "round", "from", "honba", "sticks"];

const named = (names, first) => [...(first ? [[null, first]] : []), ...names.map((name) => [name, name])];

// The form of a round: its element, and record() for what is entered.
export function roundForm(form, players) {
  return form.record === "win" ? riichiRound(form, players) : cardRound(form, players);
}

function riichiRound(form, players) {
  const now = { what: "win", winner: players[0], from: players[1], riichi: [], waiting: [], chombo: [players[0]], draw: form.draws[0].value };
  const inside = el("div");
  const first = winFields(form, now);
  const second = winFields(form, now);
  now.other = null;

  const build = () => {
    const isWin = now.what === "win" || now.what === "tsumo";
    const riichi = checks(say("who_riichi"), players, now.riichi, (names) => (now.riichi = names));
    const parts = [];
    if (isWin) {
      parts.push(radios(say("winner"), named(players), now.winner, (name) => (now.winner = name)));
      if (now.what === "win") parts.push(radios(say("discarder"), named(players), now.from, (name) => (now.from = name)));
      parts.push(first.element);
      if (now.what === "win") {
        const others = named(players, say("no_more"));
        parts.push(labelled(say("another_winner"), select(others, now.other, (name) => ((now.other = name), (second.element.hidden = name === null)))), second.element);
        second.element.hidden = now.other === null;
      }
    } else if (now.what === "draw") {
      parts.push(labelled(say("kind_of_draw"), select(form.draws.map((draw) => [draw.value, draw.label]), now.draw, (kind) => ((now.draw = kind), build()))));
      if (now.draw === form.draws[0].value) parts.push(checks(say("who_waits"), players, now.waiting, (names) => (now.waiting = names)));
    } else parts.push(checks(say("who_chombo"), players, now.chombo, (names) => (now.chombo = names)));
    inside.replaceChildren(...parts, ...(now.what === "chombo" ? [] : [riichi]));
  };

  const record = () => {
    const round = now.riichi.length && now.what !== "chombo" ? { riichi: [...now.riichi] } : {};
    if (now.what === "draw") return { ...round, draw: { kind: now.draw, ...(now.draw === form.draws[0].value ? { waiting: now.waiting } : {}) } };
    if (now.what === "chombo") return { chombo: now.chombo };
    const win = (seat, fields) => ({ seat, by: now.what === "win" ? "ron" : "tsumo", ...(now.what === "win" ? { from: now.from } : {}), ...fields.record() });
    const wins = [win(now.winner, first)];
    if (now.what === "win" && now.other !== null) wins.push(win(now.other, second));
    const declared = new Set(now.riichi);
    for (const one of wins) if (one.riichi) declared.add(one.seat);
    return { ...(declared.size ? { riichi: players.filter((name) => declared.has(name)) } : {}), wins };
  };

  const ways = [["win", say("win")], ["tsumo", say("tsumo")], ["draw", say("draw")], ["chombo", say("chombo")]];
  const element = el("div", {}, radios(say("what_happened"), ways, now.what, (what) => ((now.what = what), first.refresh(), second.refresh(), build())), inside);
  build();
  return { element, record };
}

// What a win is worth: by han and fu, or by its tiles.
function winFields(form, now) {
  let byHand = false;
  const worth = worthFields(form, () => {});
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
  const choice = radios(say("how_given"), [[false, say("by_count")], [true, say("by_hand")]], false, show);
  const element = el("div", {}, choice, worth.fields, entry.element);
  show(false);
  return { element, refresh, record: () => (byHand ? entry.record() : worth.record()) };
}

function cardRound(form, players) {
  let byScores = false;
  const scores = Object.fromEntries(players.map((name) => [name, 0]));
  const entry = new Entry(form, { names: players });
  const rows = players.map((name) => {
    const input = el("input", { type: "number", inputMode: "numeric", value: 0, oninput: () => (scores[name] = Math.trunc(Number(input.value)) || 0) });
    return labelled(say("score_in_round", name), input);
  });
  const given = el("div", { hidden: true }, rows);
  const show = (isScores) => {
    byScores = isScores;
    given.hidden = !isScores;
    entry.element.hidden = isScores;
  };
  const choice = radios(say("how_given"), [[false, say("as_cards")], [true, say("as_scores")]], false, show);
  return { element: el("div", {}, choice, given, entry.element), record: () => (byScores ? { scores } : entry.record()), load: (round) => (round.scores ? null : entry.load(round)) };
}
