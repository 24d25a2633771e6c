// Tiles and cards as text and back, in the notation of records.

const HONOURS = "ESWNPFC";
const TILE = /([0-9]+)([mpsz])|([ESWNPFC])/g;
const CARD = /(\d+)([BARC]+)|([JW]\d)/g;
const MELD = /([([])([^)\]]*)[)\]]\S*?(?=[([]|$)/g;

// "123m40p" as codes of single tiles; "1BRCC 3B" as codes of single cards.
export function codesOf(text, isCards) {
  const found = [];
  for (const [, first, second, alone] of String(text ?? "").matchAll(isCards ? CARD : TILE)) {
    if (alone) found.push(isCards ? alone : `${HONOURS.indexOf(alone) + 1}z`);
    else if (isCards) found.push(...[...second].map((letter) => first + letter));
    else found.push(...[...first].map((digit) => digit + second));
  }
  return found;
}

// Codes as text: tiles of a suit side by side, cards with blanks between.
export function textOf(codes, isCards) {
  if (isCards) return codes.join(" ");
  return codes.join("").replace(/(\d)([mpsz])(?=\d\2)/g, "$1");
}

const rank = (code) => (code[0] === "0" ? 5 : Number(code[0]));

// A meld as records spell it. Of a triplet or a quad one tile is given, which may be the red five.
export function meldOf(kind, codes) {
  const [first] = codes;
  const suit = first[1];
  const plain = String(rank(first));
  const same = kind === "pon" ? 3 : 4;
  const digits = kind === "chi" ? codes.toSorted((a, b) => rank(a) - rank(b)).map((code) => code[0]) : [first[0], ...Array(same - 1).fill(plain)];
  const text = digits.join("") + suit;
  return { kind, codes: codesOf(text), text: kind === "ankan" ? `[${text}]` : `(${text})` };
}

// Whether three tiles are a run.
export function isRun(codes) {
  const [a, b, c] = codes.map(rank).toSorted((x, y) => x - y);
  return codes[0][1] !== "z" && codes.every((code) => code[1] === codes[0][1]) && b === a + 1 && c === b + 1;
}

// Melds of a record, a list or one text.
export function meldsOf(given) {
  return [...(Array.isArray(given) ? given.join("") : String(given ?? "")).matchAll(MELD)].map(([text, bracket, inside]) => {
    const codes = codesOf(inside);
    const kind = bracket === "[" ? "ankan" : codes.length === 4 ? "kan" : codes.every((code) => rank(code) === rank(codes[0])) ? "pon" : "chi";
    return { kind, codes, text };
  });
}
