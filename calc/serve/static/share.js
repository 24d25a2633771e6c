// A link to what is shown, for another phone: copied, and as a code to scan; or why no other phone can open it.

import { ask, Offline, Refused } from "./ask.js";
import { button, el, piece, say, wrong } from "./dom.js";

export function sharing(label) {
  const told = el("div", { role: "status" });
  const share = async () => {
    try {
      const { address, html } = await ask("api/link", { address: location.href });
      const copied = await (navigator.clipboard?.writeText(address) ?? Promise.reject()).then(() => say("copied"), () => "");
      told.replaceChildren(el("p", {}, copied, " ", el("a", { href: address }, address)), piece(html, "code"));
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Offline)) throw error;
      told.replaceChildren(wrong(error.message));
    }
  };
  return el("div", { className: "share" }, el("p", { className: "row" }, button(label, share)), told);
}
