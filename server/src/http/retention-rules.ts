import type { RowRetentionRule } from "../database/row-retention.ts";

export const httpRetentionRules = [
  {
    what: "first responses to requests with an idempotency key",
    table: "idempotency_keys",
    since: "started_at",
    lives: "48 hours",
  },
] as const satisfies readonly RowRetentionRule[];
