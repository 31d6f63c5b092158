/* The version without the offline page, for the operator's switch: caches nothing and handles no request. */
async function dropAll() {
  for (const name of await caches.keys()) await caches.delete(name);
}

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropAll(), self.registration.navigationPreload?.disable()]));
});
