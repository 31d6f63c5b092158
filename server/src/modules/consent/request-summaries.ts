import { sql } from "kysely";

type RequestSummary = {
  readonly id: string;
  /** The credit bureaus that the request asks. */
  readonly options: readonly string[];
  readonly value_masked: string;
  readonly purged_at: Date | null;
};

/** SQL: the read view of requests, which a later module owns. */
export const requestSummaries = sql<RequestSummary>`request_summaries`;
