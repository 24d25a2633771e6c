// The fields of a record, as the rule set asks for them: slots filled by a keypad, choices, numbers.

import { button, check, el, labelled, newId, picture, radios, say, select, stepper, toggles } from "./dom.js";
import { codesOf, meldOf, meldsOf, rank, textOf } from "./pieces.js";

const PIECES = ["pieces", "piece", "melds"];
const HAND = 13;
const MOST_BACK = 200;
// Of tiles as large as they are in two rows, with the labels of indicators.
const MOST_SHOWN = 24;
const SHORT = ["win", "dora", "ura", "dealt", "field"];
// What a player has from hand to hand.
const STAYS = ["by", "seat", "round"];

export function put(record, path, value) {
  const parts = path.split(".");
  const last = parts.pop();
  let at = record;
  for (const part of parts) at = at[part] ??= {};
  at[last] = value;
}

export function take(record, path) {
  return path.split(".").reduce((at, part) => (at === undefined || at === null ? undefined : at[part]), record);
}

// How many players may sit at a table.
export const countsOf = (form) => [...new Set([...form.players, ...(form.at_table ?? [])])].sort((a, b) => a - b);

export class Entry {
  // form: of GET /api/rules/NAME. without: keys that somebody else asks for. names: fixed names of the players.
  constructor(form, { without = [], names = null, onchange = () => {} } = {}) {
    Object.assign(this, { form, without: new Set(without), fixed: names, onchange });
    this.isCards = form.record === "round";
    this.byPicture = new Map(form.pieces.map((piece) => [piece.picture, piece]));
    this.who = el("div");
    this.rest = el("div");
    this.element = el("div", { className: this.isCards ? "entry of-cards" : "entry of-tiles" }, this.rest, this.who);
    this.count = form.players[0];
    this.names = names ?? [];
    this.parts = {};
    this.group = newId("slots");
    this.before = [];
    this.clear();
  }

  // Keep what there is, for what is tapped next can be taken back.
  keep(active = this.active) {
    const { count } = this;
    const filled = Object.fromEntries(Object.entries(this.filled).map(([key, pieces]) => [key, [...pieces]]));
    const kept = { filled, values: structuredClone(this.values), pending: [...this.pending], parts: { ...this.parts }, count, active };
    this.before = [...this.before.slice(-MOST_BACK), kept];
  }

  clear() {
    this.filled = {};
    this.values = Object.fromEntries(Object.entries(this.values ?? {}).filter(([key]) => STAYS.includes(key)));
    this.pending = [];
    this.refused = null;
    this.active = null;
    this.build();
  }

  // Those who have cards, in order.
  get playing() {
    return this.isCards ? this.everyone.filter((name) => (this.parts[name] ?? "plays") === "plays") : [];
  }

  get everyone() {
    const letters = "ABCDEFGH";
    const count = this.fixed ? this.fixed.length : this.count;
    return Array.from({ length: count }, (_, at) => (this.names[at] ?? "").trim() || letters[at]);
  }

  get counts() {
    return countsOf(this.form);
  }

  get someDrop() {
    return this.isCards && (this.form.at_table ?? []).includes(this.everyone.length);
  }

  // All of it; without the names while somebody types in one of them.
  build({ keepsNames = false } = {}) {
    if (!keepsNames) this.who.replaceChildren(...this.whoPlays());
    this.slots = [];
    this.controls = [];
    const rare = [];
    const plain = [];
    for (const field of this.form.fields) {
      if (this.without.has(field.key)) continue;
      if (PIECES.includes(field.kind)) this.addSlots(field);
      else {
        const control = this.control(field);
        control.dataset.key = field.key;
        this.controls.push({ field, control });
        (field.rare ? rare : plain).push(control);
      }
    }
    if (this.someDrop) {
      const forced = this.everyone.filter((name) => this.parts[name] === "forced_out");
      for (const name of forced) this.addSlot({ key: "forced", kind: "pieces", label: say("forced_out") }, `forced_out.${name}.dealt`, name);
    }
    if (this.isCards && !this.fixed && !this.stopping) plain.unshift(radios(say("the_round"), [[false, say("in_play")], [true, say("over")]], Boolean(this.values.over), (over) => this.end({ over })));
    this.active ??= this.slots[0]?.key;
    if (!this.slots.some((slot) => slot.key === this.active)) this.active = this.slots[0]?.key;
    const usual = this.slots.filter((slot) => !slot.field.rare).map((slot) => slot.row);
    const seldom = this.slots.filter((slot) => slot.field.rare).map((slot) => slot.row);
    this.hint = el("p", { className: "faint", role: "status" });
    this.concealed = check(say("concealed"), false, () => this.turnQuad());
    this.back = button("⌫", () => this.removeLast(), { className: "edit", "aria-label": say("back"), title: say("back") });
    this.empty = button("✕", () => (this.keep(), this.clear(), this.onchange()), { className: "edit", "aria-label": say("clear_all"), title: say("clear_all") });
    this.allOthers = button("", () => this.takeOthers());
    const isOpen = Boolean(this.rest.querySelector(".more")?.open);
    this.rest.replaceChildren(
      el("fieldset", { className: usual.length > 2 ? "slots many" : "slots" }, el("legend", {}, say("pick_for")), usual),
      el("div", { className: "aside" }, this.hint, this.concealed, this.allOthers, this.isCards ? [this.back, this.empty] : ""),
      this.keypad(),
      el("div", { className: "circumstances" }, plain.filter((one) => !one.matches(".stepper"))),
      el("div", { className: "pair" }, plain.filter((one) => one.matches(".stepper"))),
      seldom.length || rare.length ? el("details", { className: "more", open: isOpen }, el("summary", {}, say("more")), seldom, rare) : "",
    );
    this.refresh();
  }

  // Who sits here, in hanafuda: how many, their names, and who drops out.
  whoPlays() {
    if (!this.isCards) return [];
    const rows = [];
    if (!this.fixed) {
      if (this.counts.length > 1) {
        rows.push(labelled(say("how_many"), select(this.counts.map((count) => [count, String(count)]), this.count, (count) => (this.keep(), (this.count = count), this.build(), this.onchange()))));
      }
      const rename = (at) => (event) => this.rename(at, event.target.value.slice(0, 40));
      rows.push(el("div", { className: "names" }, this.everyone.map((name, at) => labelled(say("player", at + 1), el("input", { value: this.names[at] ?? "", placeholder: name, maxLength: 40, autocomplete: "off", oninput: rename(at) })))));
      rows.push(el("p", { className: "faint" }, this.form.first));
    }
    if (this.someDrop) {
      const choices = ["plays", "dropped", "forced_out"].map((part) => [part, say(part)]);
      rows.push(...this.everyone.map((name) => labelled(name, select(choices, this.parts[name] ?? "plays", (part) => (this.keep(), (this.parts[name] = part), this.build(), this.onchange())))));
    }
    return [el("fieldset", {}, el("legend", {}, say("players")), rows)];
  }

  // Another name for a player, whose cards and numbers stay.
  rename(at, name) {
    const before = this.everyone[at];
    this.names[at] = name;
    const after = this.everyone[at];
    const moved = (held) => Object.fromEntries(Object.entries(held).map(([key, one]) => [key === before ? after : key.replace(`.${before}.`, () => `.${after}.`), one]));
    for (const held of [this, ...this.before]) {
      held.filled = moved(held.filled);
      held.parts = moved(held.parts);
      for (const [key, value] of Object.entries(held.values)) {
        if (value === before) held.values[key] = after;
        else if (value?.by === before) value.by = after;
        else if (value && typeof value === "object") held.values[key] = moved(value);
      }
      held.active = held.active?.replace(`.${before}.`, () => `.${after}.`);
    }
    this.build({ keepsNames: true });
    this.onchange();
  }

  addSlots(field) {
    if (!field.key.includes("*")) this.addSlot(field, field.key, "");
    else for (const name of this.playing) this.addSlot(field, field.key.replace("*", name), name);
  }

  addSlot(field, key, name) {
    const label = name ? `${name}: ${field.label}` : field.label;
    const id = newId("slot");
    const input = el("input", { type: "radio", name: this.group, id, checked: key === this.active, onchange: () => this.choose(key), "aria-label": label });
    // A pile of captured cards is that of its player; of a hand all slots stand in one row.
    const part = key.split(".").at(-1);
    const shortly = part === "captured" ? name : SHORT.includes(part) ? [name, say(`slot_${part}`)].filter(Boolean).join(" ") : label;
    const shown = el("span", { className: "filled", "data-label": ["dora", "ura"].includes(key) ? shortly : null });
    const row = el("div", { className: field.rare ? "slot rare" : "slot" }, el("span", { className: "chip" }, input, el("label", { htmlFor: id }, shortly)), shown);
    this.slots.push({ field, key, name, shortly, input, shown, row });
    this.filled[key] ??= [];
  }

  choose(key) {
    this.active = key;
    this.pending = [];
    this.refused = null;
    this.refresh();
  }

  control(field) {
    const set = (value) => {
      this.keep();
      this.values[field.key] = value;
      if (field.key === "seat" && this.values.from === value) this.values.from = null;
      this.refresh();
      this.onchange();
    };
    const value = this.values[field.key] ?? field.default;
    if (field.kind === "choice") {
      const choices = field.choices.map((one) => [one.value, one.label]);
      return (choices[0][0] ? radios : toggles)(field.label, choices, value ?? choices[0][0], set);
    }
    if (field.kind === "flag") return check(field.label, Boolean(value), set);
    if (field.kind === "number") return stepper(field.label, value ?? 0, field.most, set);
    if (field.kind === "player") {
      const who = [[null, say("nobody")], ...this.playing.map((name) => [name, name])];
      return radios(field.label, this.fixed ? who : [[undefined, say("in_play")], ...who], value, (name) => this.end({ over: name !== undefined, [field.key]: name }));
    }
    if (field.kind === "counts") {
      const counts = this.values[field.key] ?? {};
      const one = (name) => stepper(name, counts[name] ?? 0, field.most, (count) => set({ ...this.values[field.key], [name]: count }));
      return el("fieldset", { className: "counts" }, el("legend", {}, field.label), this.playing.map(one));
    }
    return this.pair(field, set);
  }

  // Two lists: who, and which; of the wild card and of responsibility.
  pair(field, set) {
    const isWild = field.kind === "wild";
    const who = isWild ? this.playing.map((name) => [name, name]) : this.form.seats.map((seat) => [seat.value, seat.label]);
    const which = isWild ? this.form.pieces.map((piece) => [piece.code, piece.name]) : field.choices.map((one) => [one.value, one.label]);
    const keys = isWild ? ["by", "captured"] : ["seat", "for"];
    const now = { ...this.values[field.key] };
    const change = (key) => (value) => {
      now[key] = value;
      set(now[keys[0]] ? { [keys[0]]: now[keys[0]], [keys[1]]: now[keys[1]] ?? which[0][0] } : undefined);
    };
    const first = select([[null, say("nobody")], ...who], now[keys[0]] ?? null, change(keys[0]));
    const second = select(which, now[keys[1]] ?? which[0][0], change(keys[1]));
    second.setAttribute("aria-label", field.label);
    return el("div", { className: "pair" }, labelled(field.label, first), el("p", { className: "field" }, second));
  }

  // The field that says who stopped a round, in games in which somebody may.
  get stopping() {
    return this.form.fields.find((field) => field.kind === "player");
  }

  // The round is over, or in play again.
  end(how) {
    this.keep();
    Object.assign(this.values, how);
    this.refresh();
    this.onchange();
  }

  // Whether cards are still to be captured: nobody has said that the round is over, nor have all been taken. A table
  // is told of rounds that are over.
  get isInPlay() {
    return this.isCards && !this.fixed && !this.values.over && this.keys.some(([piece]) => !this.captured.includes(piece));
  }

  get captured() {
    return this.slots.filter((slot) => slot.key.endsWith(".captured")).flatMap((slot) => this.filled[slot.key]);
  }

  // Who stopped the round, where that is still to be said at a table.
  get unsaid() {
    return this.fixed && this.stopping && this.values[this.stopping.key] === undefined ? this.stopping.label : "";
  }

  keypad() {
    const groups = new Map();
    for (const piece of this.form.pieces) {
      if (!groups.has(piece.group)) groups.set(piece.group, []);
      groups.get(piece.group).push(piece);
    }
    this.keys = [];
    const key = (piece) => {
      const made = button(picture(piece.picture), () => this.tap(piece), { className: "key", "aria-label": say("add", piece.name), title: piece.name });
      this.keys.push([piece, made]);
      return made;
    };
    const rows = [...groups.values()].map((pieces) => el("div", { className: "suit" }, pieces.map(key)));
    if (!this.isCards) rows.at(-1).append(this.back, this.empty);
    return el("div", { className: this.isCards ? "keypad cards" : "keypad" }, rows);
  }

  get slot() {
    return this.slots.find((slot) => slot.key === this.active);
  }

  // Whether no tile more belongs into the slot that is chosen: it may be neither another's nor an indicator unasked.
  get isFull() {
    const { hand = [], win = [], melds = [] } = this.filled;
    if (this.isCards || !["hand", "win", "melds"].includes(this.active)) return false;
    const held = hand.length + win.length + 3 * melds.length;
    if (this.lacksWin) return false;
    if (this.active === "win") return win.length > 0;
    if (this.active === "melds") return held + 3 > HAND + 1;
    return held >= HAND + (win.length ? 1 : 0);
  }

  // Whether a hand has all but its winning tile, which comes next then.
  get lacksWin() {
    const { hand = [], win, melds = [] } = this.filled;
    return ["hand", "melds"].includes(this.active) && win?.length === 0 && hand.length + 3 * melds.length === HAND;
  }

  tap(piece) {
    const isQuad = this.isQuadOf(piece);
    const { active } = this;
    if (this.lacksWin && !isQuad) this.active = "win";
    const { slot } = this;
    const filled = this.filled[slot.key];
    if ((this.isFull && !isQuad) || (slot.field.kind === "pieces" && filled.length >= (slot.field.most ?? 99))) return;
    this.keep(active);
    this.refused = null;
    if (slot.field.kind === "melds") this.tapMeld(piece, filled);
    else if (slot.field.kind === "piece") filled.splice(0, 1, piece);
    else filled.push(piece);
    // The next tile is the winning one, unless it may make a quad of the last meld.
    if (this.lacksWin && (slot.key === "hand" || this.filled.melds.at(-1).kind !== "pon")) this.active = "win";
    this.refresh();
    this.onchange();
  }

  // Whether a tile makes a quad of the triplet that was tapped before it.
  isQuadOf(piece) {
    const last = this.slot?.field.kind === "melds" && !this.pending.length ? this.filled[this.active].at(-1) : null;
    return last?.kind === "pon" && last.codes[0][1] === piece.code[1] && rank(last.codes[0]) === rank(piece.code) && this.mayBe("kan");
  }

  mayBe(kind) {
    return this.form.fields.find((one) => one.kind === "melds").choices.some((one) => one.value === kind);
  }

  // Take a tile for a meld: three make a run or a triplet, and a fourth alike a quad of it.
  tapMeld(piece, melds) {
    if (this.isQuadOf(piece)) {
      melds.push(meldOf([...melds.pop().codes, piece.code]));
      return;
    }
    this.pending.push(piece.code);
    if (this.pending.length < 3) return;
    const made = meldOf(this.pending);
    if (made && this.mayBe(made.kind)) melds.push(made);
    else this.refused = say("no_meld");
    this.pending = [];
  }

  // Make the last quad a concealed one, or an open one again.
  turnQuad() {
    this.keep();
    const melds = this.filled[this.active];
    const { codes, kind } = melds.pop();
    melds.push(meldOf(codes, kind !== "ankan"));
    this.refresh();
    this.onchange();
  }

  // The cards that nobody has yet go to the pile that is chosen, in games in which all are taken.
  takeOthers() {
    const { slot } = this;
    this.keep();
    for (const [piece] of this.keys) if (this.left(piece) > 0 && this.filled[slot.key].length < (slot.field.most ?? 99)) this.filled[slot.key].push(piece);
    this.refresh();
    slot.input.focus();
    this.onchange();
  }

  remove(slot, at) {
    this.keep();
    this.refused = null;
    this.filled[slot.key].splice(at, 1);
    this.active = slot.key;
    this.refresh();
    slot.input.focus();
    this.onchange();
  }

  // Take back what was tapped last, whatever it was; of a hand that was loaded, the last tile.
  removeLast() {
    const kept = this.before.pop();
    const built = () => JSON.stringify([this.values, this.count, this.parts]);
    const was = built();
    if (kept) Object.assign(this, kept);
    else [this.filled.win, this.filled[this.active], this.filled.hand].find((filled) => filled?.length)?.pop();
    this.refused = null;
    if (built() === was) this.refresh();
    else {
      this.build();
      this.back.focus({ preventScroll: true });
    }
    this.onchange();
  }

  get isClosed() {
    return (this.filled.melds ?? []).every((meld) => meld.kind === "ankan");
  }

  isAsked(field) {
    return Object.entries(field.when ?? {}).every(([key, values]) => values.includes(key === "closed" ? this.isClosed : this.valueOf(key)));
  }

  valueOf(key) {
    const field = this.form.fields.find((one) => one.key === key);
    if (this.without.has(key)) return this.given?.[key] ?? field?.default;
    if (field && !this.isAsked(field)) return field.default;
    return this.values[key] ?? field?.default;
  }

  refresh() {
    for (const { field, control } of this.controls) {
      control.hidden = !this.isAsked(field);
      // Nobody discards the tile of an own win.
      if (field.key === "from") {
        control.without(this.valueOf("seat"));
        control.show(this.values.from);
      }
      if (field.kind === "flag") control.show?.(Boolean(this.values[field.key]));
    }
    for (const slot of this.slots) {
      slot.row.hidden = !this.isAsked(slot.field);
      slot.input.checked = slot.key === this.active;
      slot.row.classList.toggle("active", slot.key === this.active);
      this.showFilled(slot);
    }
    // Of many tiles with many indicators all are smaller, so that they have room.
    const { hand = [], win = [], melds = [], dora = [], ura = [] } = this.filled;
    const shown = hand.length + win.length + melds.reduce((sum, { codes }) => sum + codes.length, 0) + [dora, ura].reduce((sum, { length }) => sum + (length && length + 2), 0);
    this.element.classList.toggle("dense", shown > MOST_SHOWN);
    const isMelds = this.slot?.field.kind === "melds";
    const quad = isMelds && !this.pending.length ? this.filled[this.active].at(-1) : null;
    this.concealed.hidden = !(quad?.codes.length === 4 && this.mayBe("ankan"));
    this.concealed.show(quad?.kind === "ankan");
    this.hint.textContent = this.refused ?? (!this.concealed.hidden ? "" : this.isFull ? say("full") : isMelds ? say("meld_next") : "");
    this.allOthers.hidden = !(this.isCards && this.slot?.name && this.slot.key.endsWith(".captured"));
    this.allOthers.textContent = say("all_others", this.slot?.name ?? "");
    for (const [piece, key] of this.keys) {
      key.disabled = this.left(piece) <= 0;
      key.setAttribute("aria-disabled", String(key.disabled || (this.isFull && !this.isQuadOf(piece))));
    }
  }

  showFilled(slot) {
    const filled = this.filled[slot.key];
    const waiting = slot.key === this.active && slot.field.kind === "melds" ? this.pending : [];
    if (!filled.length && !waiting.length) {
      slot.shown.replaceChildren(this.isCards || slot.field.rare ? el("span", { className: "faint" }, say("empty")) : "");
      return;
    }
    const order = filled.map((one, at) => [one, at]);
    if (slot.key === "hand") order.sort(([a], [b]) => this.form.pieces.indexOf(a) - this.form.pieces.indexOf(b));
    slot.shown.replaceChildren(
      ...order.map(([one, at]) => {
        const codes = one.codes ?? [one.code];
        const pieces = one.codes ? codes.map((code) => this.form.pieces.find((piece) => piece.code === code)).filter(Boolean) : [one];
        const name = pieces.map((piece) => piece.name).join(" ");
        return button(pieces.map((piece) => picture(piece.picture)), () => this.remove(slot, at), { className: `drop ${slot.field.key}`, "aria-label": say("remove", name), title: say("remove", name) });
      }),
      ...waiting.map((code) => el("span", { className: "drop" }, picture(this.form.pieces.find((piece) => piece.code === code).picture))),
    );
  }

  // How many of a piece can still be tapped into the slot that is chosen.
  left(piece) {
    const slot = this.slot;
    const alike = this.slots.filter((one) => (this.isCards ? one.field.key === slot.field.key : !one.field.rare && !slot.field.rare) || one === slot);
    const held = alike.flatMap((one) => this.filled[one.key]);
    if (this.isCards) return slot.field.kind === "piece" || !held.includes(piece) ? 1 : 0;
    if (slot.field.rare) return 1;
    const codes = [...held.flatMap((one) => one.codes ?? [one.code]), ...this.pending];
    const used = codes.filter((code) => code === piece.code).length;
    return piece.copies - used;
  }

  // Whether enough is entered to ask what it pays.
  get isBegun() {
    return Object.values(this.filled).some((filled) => filled.length) || Boolean(this.filled.melds?.length);
  }

  // How many tiles a hand lacks before it can wait or win.
  get lacking() {
    if (this.isCards) return 0;
    return Math.max(HAND - this.filled.hand.length - (this.filled.win?.length ?? 0) - 3 * (this.filled.melds?.length ?? 0), 0);
  }

  // Whether a hand lacks its last tile.
  get isWaiting() {
    return !this.isCards && !this.filled.win?.length && this.filled.hand.length % 3 === 1;
  }

  record() {
    const record = {};
    if (this.isCards) {
      // Where somebody has captured cards, who has none has an empty pile.
      const isPlayed = this.playing.some((name) => this.filled[`players.${name}.captured`]?.length);
      record.players = Object.fromEntries(this.playing.map((name) => [name, isPlayed ? { captured: "" } : {}]));
      if (this.someDrop) {
        record.seats = this.everyone;
        record.dropped = this.everyone.filter((name) => this.parts[name] === "dropped");
      }
    }
    for (const slot of this.slots) {
      const filled = this.filled[slot.key];
      if (!filled.length || !this.isAsked(slot.field)) continue;
      if (slot.field.kind === "melds") record.melds = filled.map((meld) => meld.text);
      else {
        const codes = filled.map((piece) => piece.code);
        if (slot.name) ((slot.key.startsWith("forced_out.") ? (record.forced_out ??= {}) : record.players)[slot.name] ??= {})[slot.key.split(".").at(-1)] = textOf(codes, true);
        else put(record, slot.key, textOf(codes, this.isCards));
      }
    }
    for (const { field } of this.controls) {
      if (!this.isAsked(field)) continue;
      const value = this.values[field.key] ?? field.default;
      const isEmpty = value === undefined || value === null || value === false || value === 0;
      if (field.kind === "counts") {
        const counts = Object.fromEntries(Object.entries(value ?? {}).filter(([name, count]) => count && this.playing.includes(name)));
        if (Object.keys(counts).length) put(record, field.key, counts);
      } else if (field.kind === "player" && !this.playing.includes(value)) continue;
      else if (!isEmpty) put(record, field.key, value);
    }
    return record;
  }

  // Show a record; what a page has no field for is left out. isInPlay: whether it is one of a round that goes on.
  load(record, isInPlay = false) {
    if (this.isCards) {
      const seated = record.seats?.length ? record.seats : Object.keys(record.players ?? {});
      if (!this.fixed) {
        this.count = this.counts.includes(seated.length) ? seated.length : this.form.players[0];
        this.names = [...seated];
      }
      const absent = this.fixed ? this.fixed.filter((name) => !seated.includes(name)) : [];
      this.parts = Object.fromEntries([...[...absent, ...(record.dropped ?? [])].map((name) => [name, "dropped"]), ...Object.keys(record.forced_out ?? {}).map((name) => [name, "forced_out"])]);
    }
    this.before = [];
    this.pending = [];
    this.filled = {};
    this.values = {};
    for (const field of this.form.fields) {
      if (PIECES.includes(field.kind)) continue;
      const value = take(record, field.key);
      if (value !== undefined) this.values[field.key] = value;
    }
    if (this.isCards && !isInPlay) Object.assign(this.values, { over: true }, this.stopping && { [this.stopping.key]: this.values[this.stopping.key] ?? null });
    this.build();
    for (const slot of this.slots) {
      if (slot.field.kind === "melds") {
        this.filled.melds = meldsOf(record.melds);
        continue;
      }
      const holder = slot.key.startsWith("forced_out.") ? record.forced_out : record.players;
      const text = slot.name ? holder?.[slot.name]?.[slot.key.split(".").at(-1)] : take(record, slot.key);
      const taken = new Set();
      const codes = codesOf(Array.isArray(text) ? text.join(" ") : text, this.isCards);
      this.filled[slot.key] = codes
        .map((code) => {
          const found = this.form.pieces.find((piece) => piece.code === code && !(this.isCards && taken.has(piece)));
          taken.add(found);
          return found;
        })
        .filter(Boolean);
    }
    this.refresh();
  }
}
