/*
 * Shows what is pushed to this device, and opens the product when it is pressed. It keeps nothing, answers no request of a page and
 * believes nothing it is sent: the words are shown as words, and open pages only hear that something may be worth reading again.
 * Source: PUSH-01 to PUSH-03, T-70.
 */
const home = "/main-dashboard#notices";
const icon = "/icons/icon-192.png";
const badge = "/icons/badge-96.png";

const openPages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

/** What was pushed; anything that is not ours becomes a notice without words of its own. */
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

/** A notice that comes once more bears the tag of the one that is shown, and takes its place without a sound. Source: R-13. */
async function show(data) {
  const { title, body, type, tag } = read(data);
  const pages = await openPages();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of ours: there is no other origin to name
  for (const page of pages) page.postMessage({ type: "idanimo:push", kind: type });
  // a page that is looked at sounds by itself
  const silent = pages.some((page) => page.visibilityState === "visible");
  await self.registration.showNotification(title || "You have a notice", { body, icon, badge, silent, tag });
}

/** Whether a page is the application and has opened its notices; a public page does not answer. */
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
