/* What an operator switches to when the page for the missing connection must go: keeps nothing and answers nothing. */
async function dropAll() {
  for (const name of await caches.keys()) await caches.delete(name);
}

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropAll(), self.registration.navigationPreload?.disable()]));
});
