// Questions to what answers them, the server mostly, and what is known without it.

import { lang, say } from "./dom.js";
import { reach } from "./reach.js";

// Answers to questions of this visit, by question; they are kept in memory alone.
const known = new Map();
const MOST = 300;

export class Refused extends Error {
  constructor(status, error) {
    super(error.message);
    Object.assign(this, { status, code: error.code, key: error.key, column: error.column });
  }
}

// Nobody answers.
export class Offline extends Error {}

// It stands beside the name of the page, where it moves no key.
function tell(isThere) {
  document.getElementById("network").hidden = true;
  document.getElementById("offline").hidden = isThere;
}

// Whether what is shown may be old.
export const isOffline = () => !document.getElementById("offline").hidden;

async function send(method, path, body) {
  const separator = path.includes("?") ? "&" : "?";
  const options = { method, headers: body ? { "content-type": "application/json" } : {}, body: body && JSON.stringify(body) };
  let answer;
  try {
    answer = await reach(`${path}${separator}lang=${lang}`, options);
  } catch {
    tell(false);
    throw new Offline(say("offline"));
  }
  tell(answer.headers.get("x-kept") === null);
  let data;
  try {
    data = await answer.json();
  } catch {
    throw new Refused(answer.status, { code: "error", message: say("failed") });
  }
  if (!answer.ok) throw new Refused(answer.status, data.error);
  return data;
}

export const get = (path) => send("GET", path);

// Change something: without the server nothing is changed.
export const change = (method, path, body) => send(method, path, body);

// Ask something that has the same answer every time; without the server, what it was before.
export async function ask(path, body) {
  const question = `${path} ${JSON.stringify(body)}`;
  try {
    const answer = await send("POST", path, body);
    known.delete(question);
    known.set(question, answer);
    if (known.size > MOST) known.delete(known.keys().next().value);
    return answer;
  } catch (error) {
    if (error instanceof Offline && known.has(question)) return { ...known.get(question), isKept: true };
    throw error;
  }
}

// What this phone remembers from visit to visit: rules, the hand that is half entered. Nothing is lost where it may not.
export function remembered() {
  try {
    return JSON.parse(localStorage.getItem("yaku")) ?? {};
  } catch {
    return {};
  }
}

export function remember(part) {
  try {
    localStorage.setItem("yaku", JSON.stringify({ ...remembered(), ...part }));
  } catch {
    // It is full, or not allowed: the page goes on without.
  }
}

// A function that is called once it has been quiet for a while, with the last arguments alone.
export function calm(run, milliseconds = 150) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...given), milliseconds);
  };
}
