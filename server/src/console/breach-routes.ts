import * as breaches from "@idanimo/contract/console/breaches";
import {
  createDecideCommission,
  createListBreaches,
  createListBreachRequests,
  createNotifyBreach,
  createStartBreach,
  createViewBreach,
} from "./breaches.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleMount } from "./mount.ts";

/** Mounts the operations of breaches. */
export function breachRoutes(mount: ConsoleMount, deps: ConsoleDeps): void {
  mount(breaches.listBreaches, createListBreaches(deps));
  mount(breaches.startBreach, createStartBreach(deps));
  mount(breaches.viewBreach, createViewBreach(deps));
  mount(breaches.listBreachRequests, createListBreachRequests(deps));
  mount(breaches.notifyBreach, createNotifyBreach(deps));
  mount(breaches.decideCommission, createDecideCommission(deps));
}
