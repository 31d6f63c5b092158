import type { RowRetentionRule } from "../../database/row-retention.ts";

export const auditRetentionRules = [
  {
    what: "ids of the requests that a breach affected",
    table: "breach_requests",
    since: "listed_at",
    lives: "12 months",
  },
] as const satisfies readonly RowRetentionRule[];
