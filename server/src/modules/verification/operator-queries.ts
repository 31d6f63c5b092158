import type { Tx } from "../../database/database.ts";

type OperatorLookup = {
  readonly source: string;
  readonly result: string;
  readonly startedAt: Date;
};

/** The calls of sources for a request, oldest first, without what they returned. */
export const findLookupsForOperator = (tx: Tx, requestId: string): Promise<readonly OperatorLookup[]> =>
  tx
    .selectFrom("lookup_attempts")
    .select(["provider as source", "result", "started_at as startedAt"])
    .where("request_id", "=", requestId)
    .orderBy("started_at")
    .limit(50)
    .execute();
