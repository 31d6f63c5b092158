import * as breaches from "@idanimo/contract/console/breaches";
import type { FastifyInstance } from "fastify";
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
export function breachRoutes(app: FastifyInstance, mount: ConsoleMount, deps: ConsoleDeps): void {
  mount(app, breaches.listBreaches, createListBreaches(deps));
  mount(app, breaches.startBreach, createStartBreach(deps));
  mount(app, breaches.viewBreach, createViewBreach(deps));
  mount(app, breaches.listBreachRequests, createListBreachRequests(deps));
  mount(app, breaches.notifyBreach, createNotifyBreach(deps));
  mount(app, breaches.decideCommission, createDecideCommission(deps));
}
