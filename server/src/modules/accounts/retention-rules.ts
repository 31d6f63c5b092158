import type { RowRetentionRule } from "../../database/row-retention.ts";

export const accountRetentionRules = [
  {
    what: "when and why an account was suspended",
    table: "suspensions",
    since: "ended_at",
    lives: "24 months",
  },
] as const satisfies readonly RowRetentionRule[];
