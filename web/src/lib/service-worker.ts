import { sharedComputer } from "./storage.ts";
import { whenIdle } from "./when-idle.ts";

/** The product's one worker, for notices and for the page that is shown without a connection. The same in `tools/build.mjs`. */
const address = "/service-worker.js";

/** Gives this browser the worker, or looks for a newer one. A shared computer has none: what came before somebody said so goes again. */
export async function registerWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  if (sharedComputer.get()) await forgetWorker();
  else await navigator.serviceWorker.register(address, { scope: "/", updateViaCache: "none" });
}

async function forgetWorker(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** The same once the page is there and has nothing better to do; without a worker everything works but the page for no connection. */
export function registerWorkerLater(): void {
  const register = () => whenIdle(() => void registerWorker().catch(() => undefined));
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
