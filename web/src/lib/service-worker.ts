import { sharedComputer } from "./storage.ts";
import { runWhenIdle } from "./when-idle.ts";

/** The product's one worker, for notices and for the page that is shown without a connection. The same in `tools/build.mjs`. */
const serviceWorkerUrl = "/service-worker.js";

/** Gives this browser the worker, or looks for a newer one. A shared computer has none: what came before somebody said so goes again. */
export async function registerServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  if (sharedComputer.get()) await removeServiceWorkersAndCaches();
  else await navigator.serviceWorker.register(serviceWorkerUrl, { scope: "/", updateViaCache: "none" });
}

async function removeServiceWorkersAndCaches(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** The same once the page is there and has nothing better to do; without a worker everything works but the page for no connection. */
export function registerServiceWorkerWhenIdle(): void {
  const register = () => runWhenIdle(() => void registerServiceWorker().catch(() => undefined));
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
