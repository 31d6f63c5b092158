import * as z from "zod/mini";
import { userTypes } from "../accounts.ts";
import { cursor, publicId } from "../fields.ts";
import { requiredLine } from "../plain-text.ts";
import { amountOut } from "../money.ts";
import * as texts from "../texts.ts";
import { moneyField, operatorNote, viewReason } from "./fields.ts";
import type { ConsoleOperation } from "./operation.ts";
import { suspensionRow } from "./suspensions.ts";

const success = z.object({ result: z.literal("success") });
const reasonInput = { id: publicId, reason: operatorNote(texts.reasonRequired) };

/** Finds an exact value: an email, phone, EA number, session code, request id or company name. */
export const findAccount = {
  method: "POST",
  path: "/find",
  access: "signed_in",
  operatorRight: "view_accounts",
  acceptsIdempotencyKey: true,
  summary: "Finds the account, request or case of an exact value.",
  input: z.strictObject({
    value: requiredLine(texts.findValueRequired, 200),
    reason: viewReason,
    note: z.optional(operatorNote(texts.reasonRequired)),
  }),
  output: z.object({
    kind: z.enum(["account", "request", "case", "grievance"]),
    id: publicId,
    /** The account to open with the reason; null for a case. */
    accountId: z.nullable(publicId),
  }),
  problems: ["no_exact_match", "find_limit"],
} as const satisfies ConsoleOperation;

/** Opens an account for 24 hours with a reason, of which its owner is notified. */
export const openAccount = {
  method: "POST",
  path: "/accounts/{id}/open",
  access: "signed_in",
  operatorRight: "view_accounts",
  acceptsIdempotencyKey: true,
  summary: "Records why an operator looks at an account, and notifies its owner.",
  input: z.strictObject({ id: publicId, reason: viewReason }),
  output: success,
  problems: ["view_limit"],
} as const satisfies ConsoleOperation;

/** An organisation as operators see it; its members' contacts are not part of it. */
const organisationDetails = z.object({
  name: z.string(),
  rcNumber: z.nullable(z.string()),
  verified: z.boolean(),
  needsSecondFactor: z.boolean(),
  members: z.number(),
  suspendedMembers: z.number(),
  /** How many active members have a role; those that the organisation made count as `custom`. */
  roles: z.array(z.object({ role: z.string(), members: z.number() })),
  /** Their accounts; they get the notices about the organisation. */
  owners: z.array(z.object({ id: publicId, name: z.string() })),
});

const accountDetails = z.object({
  id: publicId,
  /** The person, or the organisation without an account of the same id. */
  name: z.string(),
  businessName: z.nullable(z.string()),
  userType: z.enum(userTypes),
  /** Null for an organisation without an account of the same id. */
  maskedEmail: z.nullable(z.string()),
  maskedPhone: z.nullable(z.string()),
  state: z.enum(["open", "closed"]),
  openedAt: z.string(),
  emailConfirmed: z.boolean(),
  phoneConfirmed: z.boolean(),
  verifiedBusiness: z.boolean(),
  hasAuthenticator: z.boolean(),
  organisation: z.nullable(organisationDetails),
  /** The running one and earlier ones, newest first. */
  suspensions: z.array(suspensionRow),
  /** Limits that are reached now, and until when. */
  limits: z.array(z.object({ label: z.string(), until: z.string() })),
  wallets: z.array(moneyField),
  signIns: z.array(
    z.object({ id: publicId, device: z.string(), kind: z.string(), startedAt: z.string(), activeAt: z.string() }),
  ),
  messages: z.array(
    z.object({
      id: publicId,
      kind: z.string(),
      channel: z.string(),
      state: z.string(),
      at: z.string(),
      /** A message whose link still works and is not used: support sends a fresh one. */
      canResend: z.boolean(),
    }),
  ),
});
export type AccountDetails = z.output<typeof accountDetails>;

export const viewAccount = {
  method: "GET",
  path: "/accounts/{id}",
  access: "signed_in",
  operatorRight: "view_accounts",
  summary: "Returns an account, without anything of a subject.",
  input: z.strictObject({ id: publicId }),
  output: accountDetails,
  problems: ["reason_needed"],
} as const satisfies ConsoleOperation;

const requestRow = z.object({
  id: publicId,
  searchType: z.string(),
  reference: z.string(),
  at: z.string(),
  state: z.string(),
  outcome: z.nullable(z.string()),
  charge: moneyField,
});
export type AccountRequestRow = z.output<typeof requestRow>;

export const listAccountRequests = {
  method: "GET",
  path: "/accounts/{id}/requests",
  access: "signed_in",
  operatorRight: "view_accounts",
  summary: "Returns a page of an account's requests, newest first.",
  input: z.strictObject({ id: publicId, after: cursor }),
  output: z.object({ rows: z.array(requestRow), next: z.nullable(z.string()) }),
  problems: ["reason_needed"],
} as const satisfies ConsoleOperation;

const requestDetails = z.object({
  id: publicId,
  accountId: publicId,
  searchType: z.string(),
  reference: z.string(),
  state: z.string(),
  outcome: z.nullable(z.string()),
  charge: moneyField,
  paymentType: z.nullable(z.string()),
  steps: z.array(z.object({ what: z.string(), at: z.string() })),
  lookups: z.array(z.object({ source: z.string(), result: z.string(), at: z.string() })),
  /** The refund by operators, requested or paid. */
  refund: z.nullable(z.object({ amount: moneyField, state: z.enum(["requested", "paid"]), reason: z.string() })),
  /** Naira up to which one operator refunds alone; 0 if every refund needs two. */
  approvalAbove: amountOut,
  isRefundable: z.boolean(),
});
export type RequestDetails = z.output<typeof requestDetails>;

export const viewRequest = {
  method: "GET",
  path: "/requests/{id}",
  access: "signed_in",
  operatorRight: "view_accounts",
  summary: "Returns a request's steps, charge and sources, without anything of its subject.",
  input: z.strictObject({ id: publicId }),
  output: requestDetails,
  problems: ["reason_needed"],
} as const satisfies ConsoleOperation;

export const endAccountSignIns = {
  method: "POST",
  path: "/accounts/{id}/end-sign-ins",
  access: "signed_in",
  operatorRight: "help_accounts",
  acceptsIdempotencyKey: true,
  summary: "Signs an account out everywhere and notifies its owner.",
  input: z.strictObject(reasonInput),
  output: z.object({ ended: z.number() }),
  problems: ["reason_needed", "account_closed"],
} as const satisfies ConsoleOperation;

export const clearAccountLockout = {
  method: "POST",
  path: "/accounts/{id}/clear-lockout",
  access: "signed_in",
  operatorRight: "help_accounts",
  acceptsIdempotencyKey: true,
  summary: "Removes the wait after wrong passwords and notifies the owner.",
  input: z.strictObject(reasonInput),
  output: success,
  problems: ["reason_needed", "account_closed"],
} as const satisfies ConsoleOperation;

/** Sends a message with a link again. The link of the earlier one no longer works. */
export const resendMessage = {
  method: "POST",
  path: "/accounts/{id}/resend",
  access: "signed_in",
  operatorRight: "help_accounts",
  acceptsIdempotencyKey: true,
  summary: "Sends the confirmation email of an account again and notifies its owner.",
  input: z.strictObject({ ...reasonInput, messageId: publicId }),
  output: success,
  problems: ["reason_needed", "account_closed", "not_resendable", "resend_too_soon"],
} as const satisfies ConsoleOperation;

/** The owner who lost a phone adds a new number after this: no operator types or sees one. */
export const changePhone = {
  method: "POST",
  path: "/accounts/{id}/change-phone",
  access: "signed_in",
  operatorRight: "help_accounts",
  acceptsIdempotencyKey: true,
  summary: "Requests to remove an account's phone number; another operator approves, and the owner adds a new one.",
  input: z.strictObject(reasonInput),
  output: z.object({ approvalId: publicId }),
  statusOf: () => 202,
  problems: ["reason_needed", "account_closed", "no_phone", "approval_pending", "second_operator_needed"],
} as const satisfies ConsoleOperation;
