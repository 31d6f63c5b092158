import * as z from "zod/mini";
import { cursor, publicId } from "../fields.ts";
import type { Operation } from "../operation.ts";
import { isDay } from "../statement-days.ts";
import { memberName } from "./member-name.ts";
import { dayInvalid } from "../texts.ts";

/** What members did for the organisation, and from where. No row contains data of a subject. [TM-17] */

/** Words for what was done; other acts read as their code. */
export const auditActionTexts = {
  organisation_created: "Created the organisation",
  organisation_changed: "Changed the settings",
  organisation_closed: "Closed the organisation",
  member_invited: "Invited a colleague",
  invitation_revoked: "Revoked an invitation",
  member_joined: "Joined",
  member_roles_changed: "Changed a member's roles",
  member_suspended: "Suspended a member",
  member_reactivated: "Reactivated a member",
  member_removed: "Removed a member",
  member_left: "Left",
  role_created: "Created a role",
  role_changed: "Changed a role",
  role_removed: "Removed a role",
  scim_token_created: "Created a SCIM token",
  scim_token_ended: "Ended a SCIM token",
  webhook_created: "Created a webhook endpoint",
  webhook_changed: "Changed a webhook endpoint",
  webhook_enabled: "Enabled a webhook endpoint",
  webhook_disabled: "Disabled a webhook endpoint",
  webhook_deleted: "Deleted a webhook endpoint",
  webhook_secret_changed: "Changed the secret of a webhook endpoint",
  webhook_replayed: "Sent webhooks again",
  scim_group_mapped: "Changed the role of a directory group",
  api_key_created: "Created an API key",
  api_key_rolled: "Rolled an API key",
  api_key_changed: "Changed the version of an API key",
  api_key_transferred: "Gave an API key to another member",
  api_key_ended: "Ended an API key",
  api_version_changed: "Changed the version of the API",
  cap_saved: "Set a spending cap",
  cap_removed: "Removed a spending cap",
  approval_rule_saved: "Saved an approval rule",
  approval_rule_removed: "Removed an approval rule",
  paid_from_wallet: "Paid from the wallet",
  paid_instantly: "Paid by card",
  topped_up: "Topped up the wallet",
  viewed_record: "Opened a result",
  downloaded_report: "Downloaded a report",
  downloaded_source_report: "Downloaded a source's report",
  downloaded_history: "Downloaded the history",
  downloaded_transactions: "Downloaded the transactions",
  downloaded_statement: "Downloaded a statement",
  downloaded_receipt: "Downloaded a receipt",
  downloaded_audit: "Downloaded the activity log",
  consent_cancelled: "Cancelled a request",
  subject_reminded: "Sent a reminder",
  guardian_asked: "Asked a guardian",
} as const satisfies Record<string, string>;
export type AuditAction = keyof typeof auditActionTexts;

/** The words of an act; `approval_requested` without words of its own reads "Approval requested". */
export function auditActionText(action: string): string {
  const texts: Readonly<Record<string, string>> = auditActionTexts;
  return texts[action] ?? (action.charAt(0).toUpperCase() + action.slice(1)).replaceAll("_", " ");
}

/** How long the log can be read. */
export const auditMonths = 12;
export const auditPageSize = 50;

const day = z.string(dayInvalid).check(z.refine(isDay, dayInvalid));

/** Which rows. Days are in Lagos, both included. */
export const auditFilterFields = {
  memberId: z.optional(publicId),
  action: z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/))),
  from: z.optional(day),
  to: z.optional(day),
};
export const auditCsvQuery = z.strictObject(auditFilterFields);

const row = z.object({
  id: publicId,
  at: z.string(),
  /** Who did it; null for the product itself and its operators. */
  member: z.nullable(memberName),
  /** The code, to filter by. */
  action: z.string(),
  what: z.string(),
  /** The name of the member that it was done to; null for other objects. */
  about: z.nullable(z.string()),
  /** The request, payment or rule that it was done to. */
  objectId: z.nullable(publicId),
  /** The block of addresses that it came from: `102.89.23.0/24`. */
  addressBlock: z.nullable(z.string()),
});
export type OrganisationAuditRow = z.output<typeof row>;

export const organisationAudit = {
  method: "GET",
  path: "/organisation/audit",
  access: "signed_in",
  right: "audit:read",
  summary: "What was done for the organisation in the last 12 months, newest first.",
  input: z.strictObject({ ...auditFilterFields, after: cursor }),
  output: z.object({ rows: z.array(row), next: z.nullable(z.string()) }),
  problems: [],
  passive: true,
} as const satisfies Operation;
