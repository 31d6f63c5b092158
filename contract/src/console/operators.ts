import * as z from "zod/mini";
import { cursor, email, publicId } from "../fields.ts";
import { requiredLine } from "../plain-text.ts";
import * as texts from "../texts.ts";
import { lagosDay, operatorNote, operatorRole, rolesField } from "./fields.ts";
import type { ConsoleOperation } from "./operation.ts";

const operator = z.object({
  id: publicId,
  email: z.string(),
  name: z.string(),
  state: z.enum(["invited", "active", "disabled"]),
  roles: z.array(operatorRole),
  createdAt: z.string(),
  lastSeenAt: z.nullable(z.string()),
});
export type OperatorRow = z.output<typeof operator>;

export const listOperators = {
  method: "GET",
  path: "/operators",
  access: "signed_in",
  operatorRight: "read_operators",
  summary: "Returns all operators; there are at most 200.",
  input: z.strictObject({}),
  output: z.object({ operators: z.array(operator) }),
  problems: [],
} as const satisfies ConsoleOperation;

export const inviteOperator = {
  method: "POST",
  path: "/operators",
  access: "signed_in",
  operatorRight: "manage_operators",
  acceptsIdempotencyKey: true,
  summary: "Requests a new operator; another owner approves, and then a link is created.",
  input: z.strictObject({
    email,
    name: requiredLine(texts.operatorNameRequired, 60),
    roles: rolesField,
    reason: operatorNote(texts.reasonRequired),
  }),
  output: z.object({ approvalId: publicId }),
  statusOf: () => 202,
  problems: ["operator_known", "approval_pending", "second_operator_needed"],
} as const satisfies ConsoleOperation;

/** The link is shown once to the owner who requested the operator; a new one ends the old one. */
export const createInvitationLink = {
  method: "POST",
  path: "/operators/{id}/link",
  access: "signed_in",
  operatorRight: "manage_operators",
  acceptsIdempotencyKey: true,
  summary: "Returns a new one-time link for an invited operator.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ url: z.string() }),
  problems: ["operator_not_invited"],
} as const satisfies ConsoleOperation;

export const changeOperatorRoles = {
  method: "POST",
  path: "/operators/{id}/roles",
  access: "signed_in",
  operatorRight: "manage_operators",
  acceptsIdempotencyKey: true,
  summary: "Requests other roles for an operator; another owner approves.",
  input: z.strictObject({ id: publicId, roles: rolesField, reason: operatorNote(texts.reasonRequired) }),
  output: z.object({ approvalId: publicId }),
  statusOf: () => 202,
  problems: ["approval_pending", "second_operator_needed", "last_operator_owner"],
} as const satisfies ConsoleOperation;

export const disableOperator = {
  method: "POST",
  path: "/operators/{id}/disable",
  access: "signed_in",
  operatorRight: "manage_operators",
  acceptsIdempotencyKey: true,
  summary: "Ends an operator's access, sign-ins and pending requests at once.",
  input: z.strictObject({ id: publicId, reason: operatorNote(texts.reasonRequired) }),
  output: z.object({ result: z.literal("success") }),
  problems: ["last_operator_owner"],
} as const satisfies ConsoleOperation;

const auditRow = z.object({
  id: publicId,
  at: z.string(),
  actorKind: z.string(),
  actor: z.nullable(z.string()),
  action: z.string(),
  objectId: z.nullable(z.string()),
  reason: z.string(),
});
export type AuditRow = z.output<typeof auditRow>;

export const auditFilter = {
  actorId: z.optional(publicId),
  actorKind: z.optional(z.enum(["visitor", "user", "subject", "operator", "system"])),
  action: z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/))),
  objectId: z.optional(publicId),
  from: z.optional(lagosDay),
  to: z.optional(lagosDay),
};

export const searchAudit = {
  method: "GET",
  path: "/audit",
  access: "signed_in",
  operatorRight: "read_audit",
  summary: "Returns a page of the audit log, newest first, with the latest seal.",
  input: z.strictObject({ ...auditFilter, after: cursor }),
  output: z.object({
    rows: z.array(auditRow),
    next: z.nullable(z.string()),
    seal: z.nullable(z.object({ position: z.string(), hash: z.string() })),
  }),
  problems: [],
} as const satisfies ConsoleOperation;

/** The same rows as a CSV file, at most 100,000. */
export const auditCsvPath = "/audit.csv";

export const today = {
  method: "GET",
  path: "/today",
  access: "signed_in",
  operatorRight: null,
  summary: "Returns what waits for this operator, oldest first.",
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      z.object({
        kind: z.string(),
        label: z.string(),
        count: z.number(),
        oldestAt: z.nullable(z.string()),
        dueAt: z.nullable(z.string()),
        /** Due within two days, or overdue: first and red. */
        isUrgent: z.boolean(),
        link: z.nullable(z.string()),
      }),
    ),
  }),
  problems: [],
  passive: true,
} as const satisfies ConsoleOperation;
