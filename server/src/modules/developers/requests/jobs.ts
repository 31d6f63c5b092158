import type { Database } from "../../../database/database.ts";
import { rotatePartitions } from "./store.ts";

/** The job that makes and drops the partitions of the log. Several processes may run it; one of them does the work. */
export const requestLogJobs = ({ db }: { readonly db: Pick<Database, "transaction"> }) => ({
  rotate_api_requests: () => db.transaction("system", rotatePartitions),
});
