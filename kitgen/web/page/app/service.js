// The service worker: the files of one version of the app are kept, so that it works without a
// network from the first visit on. A new version is taken when somebody says so, or when no page of
// the old one is open any more.

// @ts-check
const host = /** @type {any} */ (globalThis);
/** Both are put in when the app is built. */
const NAME = `kitgen VERSION`;
const KEPT = /** @type {string[]} */ (/** @type {unknown} */ ("FILES"));

host.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const kept = await caches.open(NAME);
    await Promise.all(KEPT.map(async (file) => {
      // The folder of a file is named by its content, but for the page itself: what another version
      // has is the same.
      const same = file.includes("/") && (await caches.match(file));
      if (same) return kept.put(file, same);
      return kept.add(new Request(file, { cache: file.includes("/") ? "default" : "no-cache" }));
    }));
  })());
});

host.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("kitgen ") && name !== NAME) await caches.delete(name);
    await host.clients.claim();
  })());
});

host.addEventListener("message", (/** @type {any} */ { data }) => data === "renew" && host.skipWaiting());

host.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(host.registration.scope)) return;
  event.respondWith((async () => {
    const kept = await caches.open(NAME);
    // Pages to play on were made here; any other page is the app.
    const play = request.mode === "navigate" && (await caches.match(request, { cacheName: "kitgen-play", ignoreSearch: true }));
    const found = play || (await kept.match(request.mode === "navigate" ? "index.html" : request));
    if (found) return found;
    if (!request.url.includes("/ready/")) return fetch(request);
    // What lies ready-made is kept once it was looked at, and can be done without.
    const answer = await fetch(request).catch(() => new Response(null, { status: 204 }));
    if (answer.status === 200) await kept.put(request, answer.clone());
    return answer;
  })());
});
