// How a page without a server reaches what answers it: an engine in a worker, and what was answered when it was built.

import { say } from "./dom.js";

export const isAlone = true;

const SECONDS = 20;
// A new engine loads its rules with the first answer, on a slow phone for long.
const FIRST = 6;
const PATIENCE = 400;
const known = fetch("known.json").then((answer) => answer.json());
known.catch(() => {});
// Questions that have no answer yet, by number.
const open = new Map();
let count = 0;
let timer;
let isReady = false;
let isWarm = false;
let engine = start();

// A page in the language of the browser, unless the address says which.
if (document.documentElement.lang === "en" && (new URLSearchParams(location.search).get("lang") ?? navigator.language).startsWith("ja")) {
  location.replace(`ja.html${location.search}${location.hash}`);
}

function start() {
  isReady = isWarm = false;
  const made = new Worker(new URL("@ENGINE@/worker.js", import.meta.url), { type: "module" });
  made.onmessage = ({ data }) => hear(data);
  made.onerror = () => fail();
  return made;
}

function stop() {
  clearTimeout(timer);
  engine?.terminate();
  engine = null;
}

// The engine cannot be had: whoever asks next tries again.
function fail() {
  stop();
  for (const { reject } of open.values()) reject(new TypeError("no engine"));
  open.clear();
}

// What takes too long is ended with its engine, and all others ask a new one.
function end(id, seconds) {
  stop();
  const error = { code: "too_slow", message: say("too_slow", seconds), key: null, column: null, hint: null };
  settle(id, 503, JSON.stringify({ error }));
  engine = start();
  for (const { question } of open.values()) engine.postMessage(question);
}

function settle(id, status, body) {
  open.get(id)?.resolve(new Response(body, { status }));
  open.delete(id);
}

function hear({ id, isBegun, isFailed, isLost, status, body }) {
  if (isFailed) return fail();
  if (isLost) body = JSON.stringify({ error: { code: "error", message: say("not_kept"), key: null, column: null, hint: null } });
  clearTimeout(timer);
  isReady = true;
  const seconds = isWarm ? SECONDS : SECONDS * FIRST;
  isWarm ||= !isBegun;
  if (isBegun) timer = setTimeout(end, 1000 * seconds, id, seconds);
  else settle(id, status, body);
}

// Said where the answer will stand; in the view of a hand no key moves by it.
function wait() {
  if (isReady || open.size === 0) return;
  const bar = document.getElementById("brief");
  const line = bar?.offsetParent ? bar : document.getElementById("network");
  line.hidden = false;
  line.textContent = say("engine");
}

export async function reach(path, { method, body }) {
  const answers = await known.catch(() => ({}));
  if (method === "GET" && answers[path]) return new Response(JSON.stringify(answers[path]));
  engine ??= start();
  const id = ++count;
  const question = { id, method, path, body };
  setTimeout(wait, PATIENCE);
  return new Promise((resolve, reject) => {
    open.set(id, { question, resolve, reject });
    engine.postMessage(question);
  });
}
