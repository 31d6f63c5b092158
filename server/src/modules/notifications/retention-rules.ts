import type { RowRetentionRule } from "../../database/row-retention.ts";

export const notificationRetentionRules = [
  {
    what: "that a message was sent, without its text and addressee",
    table: "outbox_messages",
    since: "state_changed_at",
    lives: "12 months",
    and: "state <> 'waiting'",
  },
] as const satisfies readonly RowRetentionRule[];
