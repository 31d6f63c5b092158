/*
 * Shows our own page where a document cannot be fetched. It keeps that page and the files it is drawn with, all of them the same for
 * everybody, and nothing else: no answer of a call, no other document, nothing that a person did. Documents always come from the
 * network, so a worker that is wrong can keep nobody from the next one. Source: T-51.
 */
/* global kept -- written above by the build: `{ version, page, files }` */
const shelf = `offline-${kept.version}`;
const everything = [kept.page, ...kept.files];

/** Calls, other people's own pages, pages with a mailed token, and what is framed: never seen by this worker. */
const notOurs = /^\/((api|docs|health|my-data|payment|reset-password|sms|verify)(\/|$)|consent\/)/;
const skipped = ["/api/*", "/consent/*", "/docs*", "/my-data*", "/payment/*", "/reset-password/*", "/verify*"];

/** Windows that show the page, by id. */
const shownIn = new Set();

/** Fetches what is missing; without a sign-in, so that no answer can be anybody's. */
async function fill() {
  const cache = await caches.open(shelf);
  const there = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const missing = everything.filter((address) => !there.includes(address));
  // the page has no hash in its name: one that the browser remembers may be of another build
  const asked = missing.map(
    (address) => new Request(address, { credentials: "omit", cache: address === kept.page ? "reload" : "default" }),
  );
  await cache.addAll(asked);
}

/** The line may be too bad to fetch it now: then with a later document. */
let filling;
const fillOnce = () => (filling ??= fill().catch(() => (filling = undefined)));

async function dropOthers() {
  for (const name of await caches.keys()) if (name !== shelf) await caches.delete(name);
}

async function documentFor(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const page = await caches.match(kept.page, { cacheName: shelf });
    shownIn.add(event.resultingClientId);
    return page ?? Response.error();
  }
}

const fromShelf = async (request) => (await caches.match(request, { cacheName: shelf })) ?? fetch(request);

self.addEventListener("install", (event) => {
  event.waitUntil(fillOnce());
  // where a browser can be told beforehand what needs no worker, it starts none for that; others ask below
  const routes = [
    ...skipped.map((pathname) => ({ condition: { urlPattern: { pathname } }, source: "network" })),
    ...kept.files.map((pathname) => ({ condition: { urlPattern: { pathname } }, source: "fetch-event" })),
    { condition: { not: { requestMode: "navigate" } }, source: "network" },
  ];
  event.waitUntil(Promise.resolve(event.addRoutes?.(routes)).catch(() => undefined));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropOthers(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== "GET") return;
  if (request.mode === "navigate" && request.destination === "document" && !notOurs.test(pathname)) {
    event.respondWith(documentFor(event));
    event.waitUntil(fillOnce());
  } else if (shownIn.has(event.clientId) && kept.files.includes(pathname)) event.respondWith(fromShelf(request));
});
