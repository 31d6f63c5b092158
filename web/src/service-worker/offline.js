/*
 * Shows the offline page when a document cannot be fetched. It caches that page and its files, which are public, and
 * nothing else: no API response, no other document, no user data. Documents always come from the network, so that a
 * faulty worker cannot block its own update [T-51].
 */
/* global kept -- defined in a first line that the build adds: `{ version, page, files }` */
const shelf = `offline-${kept.version}`;
const everything = [kept.page, ...kept.files];

/** API calls, subjects' pages, pages with an emailed token, and framed pages: this worker does not handle them. */
const notOurs = /^\/((api|docs|health|my-data|payment|reset-password|sms|verify)(\/|$)|consent\/)/;
const skipped = ["/api/*", "/consent/*", "/docs*", "/my-data*", "/payment/*", "/reset-password/*", "/verify*"];

/** Ids of the windows that show the offline page. */
const shownIn = new Set();

/** Caches missing files; without credentials, so that no response depends on a user. */
async function fill() {
  const cache = await caches.open(shelf);
  const there = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const missing = everything.filter((address) => !there.includes(address));
  // the page's name has no hash: the HTTP cache may have one of another build
  const asked = missing.map(
    (address) => new Request(address, { credentials: "omit", cache: address === kept.page ? "reload" : "default" }),
  );
  await cache.addAll(asked);
}

/** Pending fill; a failed one is repeated with a later document. */
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
  // browsers with static routing do not start the worker for these requests; others use the fetch listener below
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
