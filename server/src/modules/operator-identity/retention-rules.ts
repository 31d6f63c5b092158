import type { RowRetentionRule } from "../../database/row-retention.ts";

export const operatorIdentityRetentionRules = [
  { what: "what operators searched for, as a keyed hash", table: "finds", since: "at", lives: "12 months" },
  { what: "which accounts operators opened, and why", table: "account_views", since: "at", lives: "12 months" },
] as const satisfies readonly RowRetentionRule[];
