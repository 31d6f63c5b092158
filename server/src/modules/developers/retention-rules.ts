import type { RowRetentionRule } from "../../database/row-retention.ts";

export const developerRetentionRules = [
  {
    what: "that an organisation had an API key, after it expired",
    table: "api_keys",
    since: "expires_at",
    lives: "30 days",
  },
] as const satisfies readonly RowRetentionRule[];
