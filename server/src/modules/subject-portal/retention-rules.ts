import type { RowRetentionRule } from "../../database/row-retention.ts";

export const subjectPortalRetentionRules = [
  { what: "visits to My data that have ended", table: "subject_sessions", since: "ends_at", lives: "0 hours" },
  { what: "codes that verify a phone or email address", table: "subject_codes", since: "ends_at", lives: "24 hours" },
] as const satisfies readonly RowRetentionRule[];
