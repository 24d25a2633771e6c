// Keeps the page, its files and what was read last, so that it opens without a network. Nothing is kept of answers to
// questions; changes always go to the server.

const NAME = "yaku-@VERSION@";
const FILES = @FILES@;
// The engine of a page without a server is large, and its address changes with it.
const isEngine = (address) => /(^|\/)engine-/.test(address);

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: isEngine(file) ? "default" : "reload" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// The address under which something is kept: of the page, with its language alone.
function placeOf(request) {
  const url = new URL(request.url);
  if (request.mode !== "navigate") return request.url;
  const lang = url.searchParams.get("lang");
  return `${url.origin}${url.pathname}${lang ? `?lang=${lang}` : ""}`;
}

async function answer(request) {
  const cache = await caches.open(NAME);
  const place = placeOf(request);
  const engine = isEngine(place) && (await cache.match(place));
  if (engine) return engine;
  try {
    const found = await fetch(request);
    if (found.ok) await cache.put(place, found.clone());
    return found;
  } catch (error) {
    const isPage = request.mode === "navigate";
    const kept = (await cache.match(place)) ?? (isPage ? ((await cache.match(place.split("?")[0])) ?? (await cache.match("./"))) : undefined);
    if (kept === undefined) throw error;
    const headers = new Headers(kept.headers);
    headers.set("x-kept", "1");
    headers.delete("content-encoding");
    return new Response(await kept.blob(), { status: kept.status, headers });
  }
}

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === self.location.origin) {
    event.respondWith(answer(event.request));
  }
});
