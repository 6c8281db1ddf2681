// The service worker: the files of one version of the app are kept, so that it works without a
// network from the first visit on. A new version is taken when somebody says so, or when no page of
// the old one is open any more.

// @ts-check
const host = /** @type {any} */ (globalThis);
/** The name of what this version keeps. Both are put in when the app is built. */
const NAME = `kitgen VERSION`;
const KEPT = /** @type {string[]} */ (/** @type {unknown} */ ("FILES"));
/** The pages to play on, which are kept over versions; main.js puts them there. */
const PLAYED = "kitgen-play";

host.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const kept = await caches.open(NAME);
    await Promise.all(KEPT.map((file) => keepFile(kept, file)));
  })());
});

/**
 * Keep a file of this version. The folder of a file is named by its content, but for the page
 * itself: what another version has in a folder is the same.
 * @param {Cache} kept
 * @param {string} file
 */
async function keepFile(kept, file) {
  const inFolder = file.includes("/");
  const same = inFolder && (await caches.match(file));
  if (same) return kept.put(file, same);
  return kept.add(new Request(file, { cache: inFolder ? "default" : "no-cache" }));
}

host.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("kitgen ") && name !== NAME);
    for (const name of old) await caches.delete(name);
    await host.clients.claim();
  })());
});

host.addEventListener("message", (/** @type {any} */ { data }) => {
  if (data === "renew") host.skipWaiting();
});

host.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(host.registration.scope)) return;
  event.respondWith(answerTo(request));
});

/**
 * What is kept, or else what the network has.
 * @param {Request} request
 */
async function answerTo(request) {
  const kept = await caches.open(NAME);
  const isPage = request.mode === "navigate";
  // Pages to play on were made here; any other page is the app.
  const where = { cacheName: PLAYED, ignoreSearch: true };
  let stored;
  if (isPage) stored = await caches.match(request, where);
  stored ??= await kept.match(isPage ? "index.html" : request);
  if (stored) return stored;
  if (!request.url.includes("/ready/")) return fetch(request);
  // What lies ready-made is kept once it was looked at, and can be done without.
  const answer = await fetch(request).catch(() => new Response(null, { status: 204 }));
  if (answer.status === 200) await kept.put(request, answer.clone());
  return answer;
}
