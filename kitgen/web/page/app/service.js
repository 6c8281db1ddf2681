// The service worker: the files of one version of the app are kept, so that it works without a network from the first
// visit on. A new version is taken when somebody says so, or when no page of the old one is open any more.

/* global FILES, VERSION */
const NAME = `kitgen ${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const kept = await caches.open(NAME);
    await Promise.all(FILES.map(async (file) => {
      // The folder of a file is named by its content, but for the page itself: what another version has is the same.
      const same = file.includes("/") && (await caches.match(file));
      if (same) return kept.put(file, same);
      return kept.add(new Request(file, { cache: file.includes("/") ? "default" : "no-cache" }));
    }));
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("kitgen ") && name !== NAME) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("message", ({ data }) => data === "renew" && self.skipWaiting());

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith((async () => {
    const kept = await caches.open(NAME);
    const wanted = request.mode === "navigate" ? "index.html" : request;
    const found = await kept.match(wanted);
    if (found) return found;
    const answer = await fetch(request);
    // What lies ready-made is kept once it was looked at.
    if (answer.ok && request.url.includes("/ready/")) await kept.put(request, answer.clone());
    return answer;
  })());
});
