import { reportVerifiableMonths } from "@idanimo/contract/downloads";
import type { RowRetentionRule } from "../../database/row-retention.ts";

export const verificationRetentionRules = [
  {
    what: "codes of issued reports",
    table: "reports",
    since: "made_at",
    lives: `${reportVerifiableMonths} months`,
  },
  {
    what: "that an account asked about a value whose request is erased",
    table: "recent_lookup_values",
    since: "asked_at",
    lives: "24 hours",
  },
  {
    what: "that an account asked one question about a number",
    table: "answer_counters",
    since: "ends_at",
    lives: "0 hours",
  },
  {
    what: "which names an account compared with a number",
    table: "compared_names",
    since: "asked_at",
    lives: "24 hours",
  },
] as const satisfies readonly RowRetentionRule[];
