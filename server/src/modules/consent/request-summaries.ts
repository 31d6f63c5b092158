import { sql } from "kysely";

type RequestSummary = {
  readonly id: string;
  /** The chosen options: credit bureaus. */
  readonly options: readonly string[];
  readonly value_masked: string;
  readonly purged_at: Date | null;
};

/** The view of `verification_requests`, owned by `verification`, which this module may not import. */
export const requestSummaries = sql<RequestSummary>`request_summaries`;
