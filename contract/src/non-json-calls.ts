import * as z from "zod/mini";
import { bulkResultsPath, bulkUploadResponse, bulkUploadPath } from "./bulk.ts";
import { publicId, transactionReference } from "./fields.ts";
import { eventsPath, liveEvent } from "./live-events.ts";
import { currency } from "./money.ts";
import { auditCsvQuery } from "./organisations/audit.ts";
import { recordRights } from "./organisations/rights.ts";
import { type Access, apiBase, type RequiredRight } from "./operation.ts";
import type { ProblemCode } from "./problems.ts";
import { downloads } from "./downloads.ts";
import { ssoCallbackPath, ssoStartPath } from "./organisations/single-sign-on.ts";
import { type SocialProvider, socialCallbackPath, socialStartPath } from "./social.ts";
import { isDay } from "./statement-days.ts";
import * as texts from "./texts.ts";
import { historyFilterFields } from "./history.ts";

/**
 * One call of the API that is not a JSON operation: a file, a stream, a page load or a provider's webhook. The
 * server has a route of its own for each; the API description lists them beside the operations.
 */
export type NonJsonCall = {
  readonly method: "GET" | "POST";
  /** Relative to the API base; `{names}` are taken from the input. */
  readonly path: `/${string}`;
  /** Who may call, or the provider that signs the request. */
  readonly access: Access | keyof typeof signatureHeaders;
  /** Of a signed-in caller; absent for other calls. */
  readonly right?: RequiredRight;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Path and query parameters. */
  readonly input: z.ZodMiniType<Record<string, unknown>>;
  readonly body?: BodyContent;
  /** A response without content redirects. */
  readonly response?: BodyContent;
  readonly problems: readonly ProblemCode[];
};

/** `schema` describes the body, or each event of a stream; undefined: bytes. */
type BodyContent = { readonly type: string; readonly schema?: z.ZodMiniType };

/** Headers that authenticate the sender of a webhook. */
export const signatureHeaders = { flutterwave: "verif-hash", termii: "X-Termii-Signature" } as const;

const day = z.string(texts.dayInvalid).check(z.refine(isDay, texts.dayInvalid));
/** First and last day in Lagos, both included. */
export const statementQuery = z.strictObject({ currency: z._default(currency, "NGN"), from: day, to: day });
export const historyCsvQuery = z.strictObject(historyFilterFields);

const emptyInput = z.strictObject({});
const pdf = { type: "application/pdf" };
const csv = { type: "text/csv" };
const json = { type: "application/json" };
/** Problems of any call; the proxy in front limits the connections per address. */
const commonCallProblems = ["too_many_requests", "unexpected", "unavailable"] as const satisfies readonly ProblemCode[];
const fileProblems = [
  "not_signed_in",
  "right_missing",
  "second_factor_required",
  "cross_site",
  "not_found",
  ...commonCallProblems,
] as const satisfies readonly ProblemCode[];
const unsignedNoticeDescription = "A notice without a valid signature is counted and ignored.";

const requestRights: RequiredRight = ["requests:create", "requests:read_all"];

/** The path of a download as a template, relative to the API base. */
const template = (address: string): `/${string}` => `/${decodeURIComponent(address).slice(apiBase.length + 1)}`;

/** A file for its owner. */
const file = (tag: string, address: string, right: RequiredRight, response: BodyContent, summary: string) =>
  ({
    method: "GET",
    path: template(address),
    access: "signed_in",
    right,
    tag,
    summary,
    input: emptyInput,
    response: response,
    problems: fileProblems,
  }) as const satisfies NonJsonCall;

const ssoProvider = "the organisation's provider";
const signInPage = (provider: SocialProvider | typeof ssoProvider, path: string, summary: string) =>
  ({
    method: "GET",
    path: `/${path.slice(1)}`,
    access: "public",
    tag: "openauth",
    summary,
    description: `For browsers: redirects to ${provider}, to the dashboard or to the sign-in page. No call.`,
    input: emptyInput,
    problems: commonCallProblems,
  }) as const satisfies NonJsonCall;

const notice = (
  provider: keyof typeof signatureHeaders,
  path: `/${string}`,
  response: z.ZodMiniType,
  summary: string,
) =>
  ({
    method: "POST",
    path,
    access: provider,
    tag: "providers",
    summary,
    input: emptyInput,
    body: { ...json, schema: z.record(z.string(), z.unknown()) },
    response: { ...json, schema: response },
    problems: ["too_large", ...commonCallProblems],
  }) as const satisfies NonJsonCall;

const received = z.object({ result: z.enum(["received", "again"]) });

/** Every call that is not an operation, by name. */
export const nonJsonCalls = {
  events: {
    method: "GET",
    path: eventsPath,
    access: "signed_in",
    right: "personal",
    tag: "events",
    summary: "Streams events of the signed-in user, for as long as the connection is open.",
    description:
      "Server-sent events: each `data` line is one JSON object. A comment line every 15 seconds keeps proxies from closing.",
    input: emptyInput,
    response: { type: "text/event-stream", schema: liveEvent },
    problems: ["not_signed_in", ...commonCallProblems],
  },
  uploadBulk: {
    method: "POST",
    path: bulkUploadPath,
    access: "signed_in",
    right: "requests:create",
    tag: "verification",
    summary: "Validates a bulk file and lists its invalid lines. Charges nothing.",
    input: emptyInput,
    body: csv,
    response: { ...json, schema: bulkUploadResponse },
    problems: [...fileProblems, "bad_input", "email_not_confirmed", "account_suspended", "too_large"],
  },
  bulkResults: {
    ...file(
      "verification",
      `${apiBase}${bulkResultsPath}`,
      recordRights,
      csv,
      "The results of a bulk file, a row for each line.",
    ),
    input: z.strictObject({ uploadId: publicId }),
  },
  picture: {
    ...file(
      "user",
      `${apiBase}/user/image/{id}`,
      "personal",
      { type: "image/webp" },
      "The picture of the signed-in user.",
    ),
    input: z.strictObject({ id: publicId }),
  },
  receipt: {
    ...file("user", downloads.receipt("{transactionID}"), "wallet:read", pdf, "The receipt of a purchase or a top-up."),
    input: z.strictObject({ transactionID: transactionReference }),
  },
  statement: {
    ...file(
      "user",
      `${apiBase}/user/statement.pdf`,
      "exports:money",
      pdf,
      "The statement of a wallet, both days included.",
    ),
    input: statementQuery,
    problems: [...fileProblems, "bad_input"],
  },
  historyCsv: {
    ...file("user", downloads.historyCsv(), requestRights, csv, "The verification history."),
    input: historyCsvQuery,
    problems: [...fileProblems, "bad_input"],
  },
  transactionsCsv: file("user", downloads.transactionsCsv(), "exports:money", csv, "All transactions."),
  organisationAuditCsv: {
    ...file(
      "organisation",
      downloads.organisationAuditCsv(),
      "audit:export",
      csv,
      "What was done for the organisation in the last 12 months.",
    ),
    input: auditCsvQuery,
    problems: [...fileProblems, "bad_input"],
  },
  accountJson: {
    ...file(
      "user",
      downloads.myDataJson(),
      "personal",
      json,
      "Everything that is stored about the account, after `beginExport`.",
    ),
    problems: [...fileProblems, "prove_first"],
  },
  accountPdf: {
    ...file("user", downloads.myDataPdf(), "personal", pdf, "The same as a document, after `beginExport`."),
    problems: [...fileProblems, "prove_first"],
  },
  report: {
    ...file(
      "results",
      downloads.report("{id}"),
      recordRights,
      pdf,
      "The report of a result, while the result may be seen.",
    ),
    input: z.strictObject({ id: publicId }),
  },
  sourceReport: {
    ...file(
      "results",
      downloads.sourceReport("{id}"),
      recordRights,
      pdf,
      "The source's own report of a VIN, while the result may be seen.",
    ),
    input: z.strictObject({ id: publicId }),
  },
  startGoogle: signInPage("google", socialStartPath("google"), "Starts signing in with Google."),
  finishGoogle: signInPage("google", socialCallbackPath("google"), "Where Google sends a browser back to."),
  startFacebook: signInPage("facebook", socialStartPath("facebook"), "Starts signing in with Facebook."),
  finishFacebook: signInPage("facebook", socialCallbackPath("facebook"), "Where Facebook sends a browser back to."),
  startSso: {
    ...signInPage(ssoProvider, ssoStartPath("{organisationId}"), "Starts signing in with an organisation's provider."),
    input: z.strictObject({ organisationId: publicId }),
  },
  finishSso: signInPage(ssoProvider, ssoCallbackPath, "Where an organisation's provider sends a browser back to."),
  paymentNotice: {
    ...notice(
      "flutterwave",
      "/payment/webhook/flutterwave",
      z.object({ status: z.literal("success") }),
      "The card provider's notice of a payment.",
    ),
    description: "The provider is then asked about the payment; the notice itself proves nothing.",
    problems: ["not_found", "too_large", ...commonCallProblems],
  },
  smsReply: {
    ...notice("termii", "/sms/receive", received, "The SMS gateway's notice of a reply."),
    description: unsignedNoticeDescription,
  },
  smsReplyByAddress: {
    method: "GET",
    path: "/sms/receive",
    access: "public",
    tag: "providers",
    summary: "The same without a body. It has no signature, so it decides nothing.",
    input: emptyInput,
    response: { ...json, schema: received },
    problems: commonCallProblems,
  },
  smsStatus: {
    ...notice("termii", "/sms/status/termii", received, "The SMS gateway's notice of a delivery."),
    description: `${unsignedNoticeDescription} 503 asks the gateway to send it again.`,
  },
} as const satisfies Record<string, NonJsonCall>;
