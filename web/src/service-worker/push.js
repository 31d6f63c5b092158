/*
 * Shows push notices, and opens the product when the user clicks one. It stores nothing, handles no request, and does
 * not trust the push: its text is shown as plain text, and open pages are only notified to load again
 * [PUSH-01 PUSH-02 PUSH-03 T-70].
 */
const home = "/main-dashboard#notices";
const icon = "/icons/icon-192.png";
const badge = "/icons/badge-96.png";

const openPages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

/** Parses a push; an invalid one becomes a notice without text of its own. */
function read(data) {
  const text = (value, longest) => (typeof value === "string" ? value.slice(0, longest) : "");
  try {
    const pushed = data ? data.json() : {};
    return {
      title: text(pushed.title, 120),
      body: text(pushed.body, 300),
      type: text(pushed.type, 40),
      tag: text(pushed.tag, 64),
    };
  } catch {
    return { title: "", body: "", type: "", tag: "" };
  }
}

/** Shows a notice. A repeated one has the tag of the shown one and silently replaces it. */
async function show(data) {
  const { title, body, type, tag } = read(data);
  const pages = await openPages();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- these are pages of the same origin
  for (const page of pages) page.postMessage({ type: "idanimo:push", kind: type });
  // a visible page plays its own sound
  const silent = pages.some((page) => page.visibilityState === "visible");
  await self.registration.showNotification(title || "You have a notice", { body, icon, badge, silent, tag });
}

/** Whether a page is the application and has opened its notices; a public page does not reply. */
function opensNotices(page) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), 500);
    page.postMessage({ type: "idanimo:push-pressed" }, [port2]);
  });
}

async function open() {
  for (const page of await openPages()) if (await opensNotices(page)) return page.focus();
  return self.clients.openWindow(home);
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open());
});
