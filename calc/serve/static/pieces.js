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

export const rank = (code) => (code[0] === "0" ? 5 : Number(code[0]));

// The run, the triplet or the quad that tiles are; nothing where they are neither.
export function meldOf(codes, isConcealed = false) {
  const [first, ...others] = codes.toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  const steps = others.map((code) => rank(code) - rank(first)).join();
  const isRun = steps === "1,2" && first[1] !== "z";
  if (codes.some((code) => code[1] !== first[1]) || !(isRun || /^0,0(,0)?$/.test(steps))) return null;
  const text = textOf([first, ...others]);
  return meldsOf(isConcealed ? `[${text}]` : `(${text})`)[0];
}

// Melds of a record, a list or one text.
export function meldsOf(given) {
  return [...(Array.isArray(given) ? given.join("") : String(given ?? "")).matchAll(MELD)].map(([text, bracket, inside]) => {
    const codes = codesOf(inside);
    const kind = bracket === "[" ? "ankan" : codes.length === 4 ? "kan" : codes.every((code) => rank(code) === rank(codes[0])) ? "pon" : "chi";
    return { kind, codes, text };
  });
}
