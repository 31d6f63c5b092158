import { requestLabelDays } from "@idanimo/contract/limits";
import type { RowRetentionRule } from "../../database/row-retention.ts";

export const purchaseRetentionRules = [
  {
    what: "the requester's private labels of requests",
    table: "request_labels",
    since: "created_at",
    lives: `${requestLabelDays} days`,
  },
] as const satisfies readonly RowRetentionRule[];
