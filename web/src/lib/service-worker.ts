import { sharedComputer } from "./storage.ts";
import { runWhenIdle } from "./when-idle.ts";

/** The only service worker, for push notices and the offline page. The same path as in `tools/build.mjs`. */
const serviceWorkerUrl = "/service-worker.js";

/** Registers or updates the service worker. On a shared computer it is unregistered instead. */
export async function registerServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  if (sharedComputer.get()) await removeServiceWorkersAndCaches();
  else await navigator.serviceWorker.register(serviceWorkerUrl, { scope: "/", updateViaCache: "none" });
}

async function removeServiceWorkersAndCaches(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** Registers it when the page is idle; without it only push notices and the offline page are missing. */
export function registerServiceWorkerWhenIdle(): void {
  const register = () => runWhenIdle(() => void registerServiceWorker().catch(() => undefined));
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
