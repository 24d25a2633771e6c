// Elements, words, pictures of tiles and cards.

const words = JSON.parse(document.body.dataset.words);
export const lang = document.documentElement.lang;

// The words for a key; {} are filled in order.
export function say(key, ...given) {
  let text = words[key] ?? key;
  for (const one of given) text = text.replace("{}", () => one);
  return text;
}

let count = 0;
export const newId = (prefix) => `${prefix}-${++count}`;

// An element with properties and children; names beginning with "on" are listeners.
export function el(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made && !key.includes("-") && key !== "list") made[key] = value;
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

// The drawings of cards are many: they are fetched once something shows one.
let cards = null;

function fetchCards() {
  const add = (text) => document.querySelector(".parts defs").append(...new DOMParser().parseFromString(text, "image/svg+xml").documentElement.children);
  cards ??= fetch("cards.svg").then((answer) => (answer.ok ? answer.text().then(add) : Promise.reject())).catch(() => (cards = null));
}

// The picture of a tile or a card. What it shows is said by the words around it.
export function picture(id) {
  const isCard = id.startsWith("card");
  if (isCard) fetchCards();
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("viewBox", isCard ? "0 0 60 96" : "0 0 60 80");
  drawn.setAttribute("aria-hidden", "true");
  drawn.setAttribute("class", isCard ? "card" : "tile");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  drawn.append(use);
  return drawn;
}

// A field with its label before it.
export function labelled(label, control) {
  control.id ||= newId("field");
  return el("p", { className: "field" }, el("label", { htmlFor: control.id }, label), " ", control);
}

// A list to choose from: pairs of a value and its label.
export function select(choices, value, onchange) {
  const made = el("select", { onchange: () => onchange(choices[made.selectedIndex][0]) });
  made.append(...choices.map(([one, label]) => el("option", { selected: one === value }, label)));
  return made;
}

// Buttons of which one is chosen.
export function radios(legend, choices, value, onchange) {
  const name = newId("choice");
  const inputs = choices.map(([one, label]) => {
    const input = el("input", { type: "radio", name, id: newId("radio"), checked: one === value, onchange: () => onchange(one) });
    return [input, el("span", { className: "chip" }, input, el("label", { htmlFor: input.id }, label))];
  });
  const made = el("fieldset", { className: "chips" }, el("legend", {}, legend), inputs.map(([, chip]) => chip));
  made.show = (shown) => inputs.forEach(([input], at) => (input.checked = choices[at][0] === shown));
  made.without = (value) => inputs.forEach(([, chip], at) => (chip.hidden = choices[at][0] === value));
  return made;
}

// A button that is on or off.
export function check(label, value, onchange) {
  const input = el("input", { type: "checkbox", id: newId("check"), checked: value, onchange: () => onchange(input.checked) });
  const made = el("span", { className: "chip" }, input, el("label", { htmlFor: input.id }, label));
  made.show = (shown) => (input.checked = shown);
  return made;
}

// Buttons of which one is chosen, or none: a second tap takes it back. The first choice is what none means.
export function toggles(legend, [[none], ...choices], value, onchange) {
  const toggle = (one) => (on) => {
    chips.forEach((chip, at) => chip.show(on && choices[at][0] === one));
    onchange(on ? one : none);
  };
  const chips = choices.map(([one, label]) => check(label, one === value, toggle(one)));
  const made = el("fieldset", { className: "chips" }, el("legend", {}, legend), chips);
  // One that cannot be keeps its place, so that nothing moves.
  made.show = (value) => chips.forEach((chip, at) => chip.show(choices[at][0] === value));
  made.without = (value) => chips.forEach((chip, at) => (chip.querySelector("input").disabled = choices[at][0] === value));
  return made;
}

// Several names of which any may be on. none: what says that none of them is, where that has to be said.
export function checks(legend, names, values, onchange, none = null) {
  const chosen = new Set(values);
  const nobody = none && check(none, values?.length === 0, (on) => {
    chosen.clear();
    chips.forEach((chip) => chip.show(false));
    onchange(on ? [] : null);
  });
  const toggle = (name) => (on) => {
    if (on) chosen.add(name);
    else chosen.delete(name);
    nobody?.show(false);
    onchange(chosen.size || !none ? names.filter((one) => chosen.has(one)) : null);
  };
  const chips = names.map((name) => check(name, chosen.has(name), toggle(name)));
  return el("fieldset", { className: "chips" }, el("legend", {}, legend), chips, nobody);
}

// A whole number with buttons for one less and one more.
export function stepper(label, value, most, onchange, least = 0) {
  const input = el("input", { type: "number", inputMode: "numeric", min: least, max: most, value, id: newId("number"), oninput: () => onchange(read()) });
  const read = () => Math.min(Math.max(Math.trunc(Number(input.value)) || 0, least), most);
  const step = (by) => () => {
    input.value = Math.min(Math.max(read() + by, least), most);
    onchange(read());
  };
  const made = el(
    "p",
    { className: "field stepper" },
    el("label", { htmlFor: input.id }, label),
    el("span", {}, el("button", { type: "button", "aria-label": `${label}: −1`, onclick: step(-1) }, "−"), input, el("button", { type: "button", "aria-label": `${label}: +1`, onclick: step(1) }, "+")),
  );
  made.show = (shown) => (input.value = shown);
  return made;
}

export const button = (label, onclick, properties = {}) => el("button", { type: "button", onclick, ...properties }, label);

// What is wrong, in words.
export const wrong = (told) => el("p", { className: "wrong" }, told);

// What the server has written as a piece of a page; all words in it are text.
export function piece(html, className = "piece") {
  const made = el("div", { className });
  made.innerHTML = html;
  if (made.querySelector('use[href^="#card"]')) fetchCards();
  return made;
}
