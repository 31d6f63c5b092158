import * as contract from "@idanimo/contract/developers/requests";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../../database/database.ts";
import type { Mount } from "../../../http/mount.ts";
import { rotatePartitions } from "./store.ts";
import { listRequests, readRequest, type RequestsDeps } from "./use-cases.ts";

export function requestLogRoutes(app: FastifyInstance, mount: Mount, deps: RequestsDeps): void {
  mount(app, contract.apiRequests, listRequests(deps));
  mount(app, contract.apiRequest, readRequest(deps));
}

/** The job that makes and drops the partitions of the log. Several processes may run it; one of them does the work. */
export const requestLogJobs = ({ db }: { readonly db: Pick<Database, "transaction"> }) => ({
  rotate_api_requests: () => db.transaction("system", rotatePartitions),
});
