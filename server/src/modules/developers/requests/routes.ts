import * as contract from "@idanimo/contract/developers/requests";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../../http/mount.ts";
import { listRequests, readRequest, type RequestsDeps } from "./use-cases.ts";

export function requestLogRoutes(app: FastifyInstance, mount: Mount, deps: RequestsDeps): void {
  mount(app, contract.apiRequests, listRequests(deps));
  mount(app, contract.apiRequest, readRequest(deps));
}
