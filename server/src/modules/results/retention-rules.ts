import type { RowRetentionRule } from "../../database/row-retention.ts";

export const resultRetentionRules = [
  {
    what: "who opened a record",
    table: "record_views",
    since: "at",
    lives: "12 months",
  },
] as const satisfies readonly RowRetentionRule[];
