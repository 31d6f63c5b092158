import * as z from "zod/mini";
import { catalogueRowOf, searchTypes } from "./catalogue.ts";
import { claimedPayment, paymentTypes } from "./claimed-payment.ts";
import { purpose, purposeCode } from "./consent.ts";
import { expectedName, nameMatch } from "./expected-name.ts";
import { clickId, publicId, sessionCode, transactionReference } from "./fields.ts";
import { currency } from "./money.ts";
import type { Operation } from "./operation.ts";
import { reminder } from "./pending-request.ts";
import { liveFacts } from "./organisations/organisations.ts";
import { remainingCap } from "./organisations/spending.ts";
import { approvalStates } from "./approvals.ts";
import { plateOwner } from "./plate-owner.ts";
import { quoteShape } from "./pricing.ts";
import { recordPartIds } from "./record-parts.ts";
import { requestLabel } from "./request-label.ts";
import { searchFields } from "./search-payload.ts";
import { sourceMessageCodes } from "./source-messages.ts";
import { topLevelCreditFields } from "./checks/bvn/record.ts";
import { outcomes, purchaseStates } from "./verification-states.ts";
import { paymentStatus } from "./wallet.ts";

/** The parts of a record that a check can show: those that it always shows, and those that the subject may add. */
const mayShow = z.object({
  searchType: z.enum(searchTypes),
  required: z.array(z.enum(recordPartIds)),
  optional: z.array(z.enum(recordPartIds)),
});

/**
 * The price of a search before the purchase. Only the presence of fields matters, so no personal data is needed.
 */
export const quote = {
  method: "POST",
  path: "/verification/quote",
  access: "signed_in",
  right: "requests:create",
  summary: "The price of a search, and what its purpose can show: lines, tax and charges, total, rate, parts.",
  input: z.strictObject({
    ...searchFields,
    currency,
    bulkUploadId: z.optional(publicId),
    /** Without it `mayShow` names what any purpose can show. */
    purpose: z.optional(z.strictObject({ code: purposeCode })),
  }),
  output: z.extend(quoteShape, {
    mayShow: z.array(mayShow),
    /** For a member of an organisation: what is left of the caps that concern this search [TM-06]. */
    caps: z.optional(z.array(remainingCap)),
    /** Whether a colleague must approve it before it is paid [TM-07]. */
    needsApproval: z.optional(z.boolean()),
  }),
  problems: [
    "nothing_to_verify",
    "bureau_required",
    "not_for_this_account",
    "purpose_not_allowed",
    "not_offered",
    "bulk_not_usable",
    "bulk_too_long",
  ],
  passive: true,
} as const satisfies Operation;

const searchOptions = [...new Set(searchTypes.flatMap((type) => catalogueRowOf(type).options))];

/**
 * What the rules of an organisation say about a purchase of a member, beside its price; nothing for a person's own
 * account. No typed value is needed [TM-06 TM-07].
 */
export const purchaseLimits = {
  method: "POST",
  path: "/verification/limits",
  access: "signed_in",
  right: "requests:create",
  summary: "What is left of the caller's spending caps for a purchase, and whether it needs an approval.",
  input: z.strictObject({
    searches: z
      .array(
        z.strictObject({
          type: z.enum(searchTypes),
          options: z.array(z.enum(searchOptions)).check(z.maxLength(searchOptions.length)),
          records: z.number().check(z.int(), z.minimum(0), z.maximum(100_000)),
        }),
      )
      .check(z.minLength(1), z.maxLength(searchTypes.length)),
    currency,
    purpose: z.optional(purposeCode),
  }),
  output: z.object({
    caps: z.array(remainingCap),
    needsApproval: z.boolean(),
    /** What the organisation gives before it can make checks; empty if it can. */
    missingFacts: z.array(z.enum(liveFacts)),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/**
 * Creates the purchase with its price and purpose frozen: no operation changes the purpose later [CL-11]. Charges
 * nothing. A repeated call creates another purchase, unless it repeats its Idempotency-Key.
 */
export const createSession = {
  method: "POST",
  path: "/verification/session",
  access: "signed_in",
  right: "requests:create",
  summary: "Creates a purchase from a search; the price is frozen for 15 minutes.",
  input: z.strictObject({
    ...searchFields,
    currency,
    purpose: z.optional(purpose),
    /** The name that the requester was given; the subject sees it, and the result compares it with the record. */
    expectedName: z.optional(expectedName),
    /** The requester's private label of every request of this purchase; the subject never sees it. */
    label: z.optional(requestLabel),
    CLICK_ID: z.optional(clickId),
    /** A checked file of this account, in place of a value; see `bulk.ts`. */
    bulkUploadId: z.optional(publicId),
    /** An existing purchase cannot be changed: a call that names one is rejected with `same_key_other_body`. */
    sessionCode: z.optional(sessionCode),
  }),
  output: z.object({
    sessionCode,
    sessionStatus: z.literal("INITIATED"),
    transactionID: transactionReference,
    quote: quoteShape,
  }),
  problems: [
    "organisation_incomplete",
    "nothing_to_verify",
    "bureau_required",
    "not_for_this_account",
    "purpose_not_allowed",
    "not_offered",
    "source_down",
    "asked_recently",
    "question_limit",
    "too_many_alike",
    "bulk_not_usable",
    "bulk_too_long",
  ],
  acceptsIdempotencyKey: true,
  requiresConfirmedEmail: true,
  refusedWhileSuspended: true,
} as const satisfies Operation;

/** Status of a purchase, in the specified words [PAY-07 PAY-16]. */
const sessionStatuses = ["INITIATED", "COMPLETED"] as const;

const itemShape = z.object({
  requestId: publicId,
  searchType: z.enum(searchTypes),
  /** `running` during the lookup, `awaiting_consent` while the subject decides, then the outcome. */
  state: z.enum(["priced", "running", "awaiting_consent", ...outcomes]),
  /** The typed value, while the purchase is not paid. */
  searchValue: z.optional(z.string()),
});

/** Status of a purchase, so that a reload resumes it. Only for its owner. */
export const readSession = {
  method: "GET",
  path: "/verification/session/{sessionCode}",
  access: "signed_in",
  right: ["requests:create", "requests:read_all"],
  summary: "Status of one purchase.",
  input: z.strictObject({ sessionCode }),
  output: z.object({
    sessionCode,
    sessionStatus: z.enum(sessionStatuses),
    state: z.enum(purchaseStates),
    transactionID: transactionReference,
    quote: quoteShape,
    quoteEndsAt: z.string(),
    items: z.array(itemShape),
    /** What the purpose can show, while the purchase is not paid; empty afterwards [CL-08]. */
    mayShow: z.array(mayShow),
    /** Whether a colleague must approve it before it is paid, and what became of that [TM-07]. */
    needsApproval: z.optional(z.boolean()),
    approval: z.optional(
      z.object({ id: publicId, state: z.enum(approvalStates), expiresAt: z.string(), reason: z.nullable(z.string()) }),
    ),
    /** Its newest payment at the card provider, as stored here. */
    payment: z.optional(
      z.object({
        reference: transactionReference,
        status: paymentStatus,
        processor_response: z.nullable(z.string()),
        differentAmount: z.boolean(),
      }),
    ),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** Status of a search type's source, from our own measurements. */
export const sources = {
  method: "GET",
  path: "/verification/sources",
  access: "signed_in",
  right: ["requests:create", "requests:read_all"],
  summary: "Lists the search types on offer, and the status of their sources.",
  input: z.strictObject({}),
  output: z.object({
    sources: z.array(
      z.object({
        searchType: z.enum(searchTypes),
        state: z.enum(["up", "slow", "down"]),
        /** Median of the latest response times of all processes; null if there are none. */
        usualSeconds: z.nullable(z.number()),
        /** Why operators closed the source, if they did. */
        message: z.optional(z.enum(sourceMessageCodes)),
      }),
    ),
    /** The user's latest paid purchase, whose choices the wizard starts with; absent before the first one. */
    lastPurchase: z.optional(
      z.object({
        paymentType: z.enum(paymentTypes),
        /** Whether it was paid under the terms that apply now. */
        acceptedCurrentTerms: z.boolean(),
      }),
    ),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** One section of the outcome [PAY-18]. `status` is the outcome, or `awaiting_consent`. */
const statusSection = z.object({ requestId: publicId, status: z.string(), detail: z.string() });
/** `success` is 1 for a good outcome and 0 otherwise; `message` is the sentence for it [PAY-18 PAY-21]. */
const successSection = z.object({ requestId: publicId, success: z.literal([0, 1]), message: z.string() });
const partSection = z.object({ status: z.string(), detail: z.string() });

/** Waits up to 20 s for the outcomes of a paid purchase; starts nothing. Idempotent [PAY-17 API-14]. */
export const submit = {
  method: "POST",
  path: "/verification/submit",
  access: "signed_in",
  right: "requests:create",
  summary: "Waits for a paid purchase's outcomes and returns them per section, or that it is still running.",
  input: z.strictObject({ sessionCode, sessionStatus: z.optional(z.enum(sessionStatuses)), ...claimedPayment }),
  output: z.union([
    z.object({ status: z.literal("processing"), requestIds: z.array(publicId) }),
    z.object({
      status: z.literal("done"),
      basic: z.optional(statusSection),
      "search-extension": z.optional(
        z.object({ requestId: publicId, phoneVerification: partSection, bvnVerification: partSection }),
      ),
      business: z.optional(successSection),
      vehicle: z.optional(successSection),
      financial: z.optional(successSection),
      /** `requestId` is the upload's id. */
      bulkNin: z.optional(statusSection),
    }),
  ]),
  problems: ["purchase_unpaid"],
  passive: true,
  statusOf: (output: { readonly status: string }) => (output.status === "processing" ? 202 : 200),
} as const satisfies Operation;

/** Consent states on the wire, where one is spelled with a capital and spaces [CONSENT-10]. */
export const wireConsents = ["initiate", "pending", "granted", "denied", "terminated", "No data found"] as const;

/**
 * One request, as its requester may see it. `data` is present only while consent is granted and the record has not
 * expired; the photo is base64 inside it [API-16].
 */
export const checkConsent = {
  method: "GET",
  path: "/verification/check-consent/{id}",
  access: "signed_in",
  right: ["records:read_own", "records:read_all"],
  summary: "The consent of one request, and its record while it may be seen.",
  input: z.strictObject({
    id: publicId,
    /** The state without the record: polling does not count as a view. */
    only: z.optional(z.literal("state")),
  }),
  output: z.object({
    consent: z.enum(wireConsents),
    searchType: z.enum(searchTypes),
    searchValue: z.string(),
    /** The status text. */
    message: z.string(),
    error: z.nullable(z.string()),
    outcome: z.nullable(z.enum(outcomes)),
    createdAt: z.string(),
    decidedAt: z.nullable(z.string()),
    /** How the subject decided. */
    decidedBy: z.nullable(z.enum(["sms", "page"])),
    deadline: z.nullable(z.string()),
    goneAt: z.nullable(z.string()),
    /** The server's time, for the page's countdown: a device's clock may be wrong. */
    now: z.string(),
    /** Each message to the subject, oldest first, and since when it has its state; never the contact itself. */
    asked: z.array(
      z.object({
        channel: z.enum(["sms", "mail"]),
        state: z.enum(["waiting", "sent", "delivered", "failed"]),
        at: z.string(),
      }),
    ),
    /** The reminder of a request that awaits consent; null in every other state. */
    reminder: z.nullable(reminder),
    /** After a guardian's consent was requested: the reference number, and by when an operator replies. */
    guardian: z.nullable(z.object({ reference: z.string(), answerBy: z.string() })),
    source: z.nullable(z.string()),
    /** Why the requester asked; null for a type without consent [CL-10]. */
    purpose: z.nullable(purposeCode),
    /** The name of the requester's account, as the subject sees it [CL-10]. */
    requester: z.string(),
    /** Parts of the record that were not granted: no response contains anything of them [CL-02]. */
    withheld: z.array(z.enum(recordPartIds)),
    /** The requester's private label. */
    label: z.nullable(z.string()),
    /** How the expected name compares with the record; null without a name, and while the record may not be seen. */
    nameMatch: z.nullable(nameMatch),
    /** For a vehicle registration number whose owner must consent, and for the request to that owner. */
    plateOwner: z.nullable(plateOwner),
    /** For a BVN: only the queried bureaus; its record is beside `consent` [RESULT-CREDIT-02]. */
    data: z.nullable(z.record(z.string(), z.unknown())),
    ...topLevelCreditFields,
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;

type CheckConsentOutput = z.output<(typeof checkConsent)["output"]>;

/** The record of a response as one object, including members beside `data`; null if none may be seen. */
export function recordFromResponse(seen: CheckConsentOutput): Readonly<Record<string, unknown>> | null {
  const beside = Object.entries(seen).filter(([name]) => Object.hasOwn(topLevelCreditFields, name));
  return seen.data && { ...seen.data, ...Object.fromEntries(beside) };
}
