import type { RowRetentionRule } from "../../database/row-retention.ts";

export const consentRetentionRules = [
  { what: "ids of inbound text messages", table: "inbound_notices", since: "received_at", lives: "7 days" },
  {
    what: "which requests concerned a phone or email address",
    table: "subject_index",
    since: "asked_at",
    lives: "12 months",
  },
] as const satisfies readonly RowRetentionRule[];

/** How long the link of a message opens its receipt: as long as the subject index has the request. */
export const messageLinkLifetime = "12 months";

/** How long the name is stored after closure: as long as a subject sees a request. */
export const closedRequesterNameMonths = 12;
