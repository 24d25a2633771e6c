// Who is right: what two people claim of a hand or a round, the verdict, and what would make each of them right.

import { ask } from "./ask.js";
import { button, el, labelled, piece, say, wrong } from "./dom.js";

export class ClaimsView {
  // hand: the view whose record is judged, if there is one.
  constructor(house, hand) {
    Object.assign(this, { house, hand });
    const field = (label, required) => el("input", { autocomplete: "off", spellcheck: false, required, "aria-label": label });
    this.record = el("input", { autocomplete: "off", spellcheck: false, autocapitalize: "off", required: true, "aria-label": say("record_line"), className: "wide", oninput: () => this.shown.replaceChildren() });
    // Where the hand is seen, nobody reads its line.
    this.typed = el("details", { open: true }, el("summary", {}, say("record_line")), this.record);
    this.claims = [field(say("one_says"), true), field(say("other_says"), false)];
    this.shown = el("div");
    this.told = el("div", { role: "status", tabIndex: -1 });
    const rows = this.claims.map((input) => labelled(input.ariaLabel, input));
    const judge = (event) => {
      event.preventDefault();
      this.judge();
    };
    this.element = el(
      "section",
      { "aria-labelledby": "claims-title" },
      el("h2", { id: "claims-title" }, say("claims_title")),
      this.shown,
      el("form", { onsubmit: judge, className: "even" }, this.typed, rows, el("p", { className: "faint" }, say("claim_help")), el("p", { className: "row" }, el("button", { className: "main" }, say("judge")), button(say("to_hand"), () => (location.hash = "hand")))),
      this.told,
    );
  }

  // Begin with the hand that is entered, if there is one.
  show() {
    const { entry, line } = this.hand;
    const isOwn = this.record.value && this.record.value !== this.taken;
    if (isOwn || !entry?.isBegun || entry.lacking || entry.isWaiting || entry.isInPlay || line.value === this.taken) return;
    this.record.value = this.taken = line.value;
    this.told.replaceChildren();
    const drawn = this.hand.result.querySelector("figure")?.cloneNode(true);
    this.shown.replaceChildren(...(drawn ? [drawn] : []));
    this.typed.open = !drawn;
  }

  async judge() {
    const own = this.record.value === this.taken ? this.hand.question() : { record: this.record.value.trim(), ...this.house.question() };
    const claim = this.claims.map((input) => input.value.trim()).filter(Boolean);
    this.told.replaceChildren(el("p", { className: "faint" }, say("loading")));
    try {
      const { html } = await ask("api/dispute", { ...own, claim: claim.length > 1 ? claim : claim[0], html: true });
      this.shown.replaceChildren();
      this.told.replaceChildren(piece(html));
      this.told.scrollIntoView({ block: "start" });
      this.told.focus({ preventScroll: true });
    } catch (error) {
      this.told.replaceChildren(wrong(error.message));
    }
  }
}
