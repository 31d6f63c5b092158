import * as z from "zod/mini";
import { searchTypes } from "./catalogue.ts";
import { claimedPayment } from "./claimed-payment.ts";
import { purpose } from "./consent.ts";
import {
  base64Csv,
  base64Image,
  clickId,
  cursor,
  publicId,
  searchBirthDate,
  searchBvn,
  searchCompany,
  searchGender,
  searchName,
  searchNin,
  searchPhone,
  searchPlate,
  searchRc,
  searchVin,
  sessionCode,
  transactionReference,
} from "./fields.ts";
import { historyPageMax, historyPageSizeMax, historySearchMaxLength } from "./limits.ts";
import { currency } from "./money.ts";
import type { Operation } from "./operation.ts";
import { singleLine } from "./plain-text.ts";
import { quoteShape } from "./pricing.ts";
import { recordPartIds } from "./record-parts.ts";
import * as texts from "./texts.ts";
import { topLevelCreditFields } from "./records.ts";
import { outcomes, purchaseStates } from "./verification-states.ts";
import { paymentStatus } from "./wallet.ts";

/** The source's flat search payload; which fields are present decides the look-ups. Source: B§3, design 3. */
const searchFields = {
  nin: z.optional(searchNin),
  phone: z.optional(searchPhone),
  nin_csv: z.optional(base64Csv),
  firstname: z.optional(searchName),
  lastname: z.optional(searchName),
  dateOfBirth: z.optional(searchBirthDate),
  gender: z.optional(searchGender),
  face: z.optional(base64Image),
  finger: z.optional(base64Image),
  rc: z.optional(searchRc),
  business_name: z.optional(searchCompany),
  bvn: z.optional(searchBvn),
  crc: z.optional(z.boolean()),
  firstCentral: z.optional(z.boolean()),
  creditRegistry: z.optional(z.boolean()),
  vin: z.optional(searchVin),
  stolencheck: z.optional(z.boolean()),
  legitcar: z.optional(z.boolean()),
  license_number: z.optional(searchPlate),
} as const;

/** A search payload without anything around it. */
export const searchPayload = z.strictObject(searchFields);
export type SearchPayload = z.output<typeof searchPayload>;

/** The price of a search before anything is bought. Only which fields are present matters, so nothing personal is needed. */
export const quote = {
  method: "POST",
  path: "/verification/quote",
  access: "signed_in",
  summary: "The price of a search: lines, tax and charges, total, rate.",
  input: z.strictObject({ ...searchFields, currency, bulkUploadId: z.optional(publicId) }),
  output: quoteShape,
  problems: [
    "nothing_to_verify",
    "bureau_required",
    "not_for_this_account",
    "not_offered",
    "bulk_not_usable",
    "bulk_too_long",
  ],
  passive: true,
} as const satisfies Operation;

/** Creates the purchase with its price frozen for 15 minutes. Nothing is charged yet; repeating it makes another one. */
export const createSession = {
  method: "POST",
  path: "/verification/session",
  access: "signed_in",
  summary: "Creates a purchase from a search; the price is frozen for 15 minutes.",
  input: z.strictObject({
    ...searchFields,
    currency,
    purpose: z.optional(purpose),
    CLICK_ID: z.optional(clickId),
    /** A checked file of this account, in place of a value; see `bulk.ts`. */
    bulkUploadId: z.optional(publicId),
  }),
  output: z.object({
    sessionCode,
    sessionStatus: z.literal("INITIATED"),
    transactionID: transactionReference,
    quote: quoteShape,
  }),
  problems: [
    "nothing_to_verify",
    "bureau_required",
    "not_for_this_account",
    "not_offered",
    "source_down",
    "asked_recently",
    "too_many_alike",
    "bulk_not_usable",
    "bulk_too_long",
  ],
  requiresConfirmedEmail: true,
} as const satisfies Operation;

/** Where a purchase stands, in the words of the source. */
const sessionStatuses = ["INITIATED", "COMPLETED"] as const;

const itemShape = z.object({
  requestId: publicId,
  searchType: z.enum(searchTypes),
  /** `running` while being looked up, `awaiting_consent` while the person decides, then how it ended. */
  state: z.enum(["priced", "running", "awaiting_consent", ...outcomes]),
  /** What was typed, while the purchase is not paid. */
  searchValue: z.optional(z.string()),
});

/** Where a purchase stands, so that a reload goes on. Only for its owner. */
export const readSession = {
  method: "GET",
  path: "/verification/session/{sessionCode}",
  access: "signed_in",
  summary: "Where one purchase stands.",
  input: z.strictObject({ sessionCode }),
  output: z.object({
    sessionCode,
    sessionStatus: z.enum(sessionStatuses),
    state: z.enum(purchaseStates),
    transactionID: transactionReference,
    quote: quoteShape,
    quoteEndsAt: z.string(),
    items: z.array(itemShape),
    /** The newest payment of it at the card provider, as it is stored here. */
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

/** How one search type's source is doing, from our own measurements. */
export const sources = {
  method: "GET",
  path: "/verification/sources",
  access: "signed_in",
  summary: "Each search type that can be asked here, and how its source is doing.",
  input: z.strictObject({}),
  output: z.object({
    sources: z.array(
      z.object({
        searchType: z.enum(searchTypes),
        state: z.enum(["up", "slow", "down"]),
        /** Middle of the latest answers of all processes; null while there are none. */
        usualSeconds: z.nullable(z.number()),
      }),
    ),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** One section of the outcome, in the source's words for it. `status` is the outcome, or `awaiting_consent`. Source: B§3. */
const statusSection = z.object({ requestId: publicId, status: z.string(), detail: z.string() });
/** `success` is 1 when it is done well and 0 otherwise; `message` is the sentence of B§4. */
const successSection = z.object({ requestId: publicId, success: z.literal([0, 1]), message: z.string() });
const partSection = z.object({ status: z.string(), detail: z.string() });

/** Waits up to 20 s for the items' outcomes of a paid purchase; starts nothing, so repeating it is harmless [PAY-17 API-14]. */
export const submit = {
  method: "POST",
  path: "/verification/submit",
  access: "signed_in",
  summary: "Waits for a paid purchase's outcomes and answers them per section, or says that it is still running.",
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

/** The consent's words on the wire: the source spells one of them with a capital and spaces. Source: B§3. */
const wireConsents = ["initiate", "pending", "granted", "denied", "terminated", "No data found"] as const;

/**
 * One request as its asker may see it. `data` is there only while the consent stands and the record is not gone; the photo
 * travels as base64 inside it. Source: B§7, design 3.
 */
export const checkConsent = {
  method: "GET",
  path: "/verification/check-consent/{id}",
  access: "signed_in",
  summary: "The consent of one request, and its record while it may be seen.",
  input: z.strictObject({
    id: publicId,
    /** Where it stands, without the record: whoever waits has not looked at it. */
    only: z.optional(z.literal("state")),
  }),
  output: z.object({
    consent: z.enum(wireConsents),
    searchType: z.enum(searchTypes),
    searchValue: z.string(),
    /** What a person reads about where it stands. */
    message: z.string(),
    error: z.nullable(z.string()),
    outcome: z.nullable(z.enum(outcomes)),
    createdAt: z.string(),
    decidedAt: z.nullable(z.string()),
    /** How the person decided. */
    decidedBy: z.nullable(z.enum(["sms", "page"])),
    deadline: z.nullable(z.string()),
    goneAt: z.nullable(z.string()),
    /** The server's own time, by which the page counts down: a device's clock may be wrong. */
    now: z.string(),
    /** Each time the person was written to, oldest first, and since when that message stands so: never the contact itself. */
    asked: z.array(
      z.object({
        channel: z.enum(["sms", "mail"]),
        state: z.enum(["waiting", "sent", "delivered", "failed"]),
        at: z.string(),
      }),
    ),
    /** Once a guardian's yes was asked for: the number to name when writing about it, and by when a person of ours writes. */
    guardian: z.nullable(z.object({ reference: z.string(), answerBy: z.string() })),
    source: z.nullable(z.string()),
    /** Parts of the record that the person left out of their yes: nothing of them is in `data`, or anywhere. */
    withheld: z.array(z.enum(recordPartIds)),
    /** Of a BVN: only which bureaus were asked; its record is beside `consent`. */
    data: z.nullable(z.record(z.string(), z.unknown())),
    ...topLevelCreditFields,
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;

type CheckConsentOutput = z.output<(typeof checkConsent)["output"]>;

/** The record of an answer in one object, whichever of its members are beside `data`; null where none may be seen. */
export function recordFromResponse(seen: CheckConsentOutput): Readonly<Record<string, unknown>> | null {
  const beside = Object.entries(seen).filter(([name]) => Object.hasOwn(topLevelCreditFields, name));
  return seen.data && { ...seen.data, ...Object.fromEntries(beside) };
}

/** The source's six filter entries. Source: B§2. */
export const historyFilters = ["NIN", "BVN", "Face+NIN", "COMPANY NAME", "Vehicle Registration Number", "VIN"] as const;

/** One row of the history. `action` is the text of B§4; `searchValue` is masked as soon as the request is over. */
const historyRow = z.object({
  id: publicId,
  insertionDate: z.string(),
  type: z.string(),
  searchType: z.enum(searchTypes),
  searchParameter: z.string(),
  searchValue: z.string(),
  consent: z.enum(wireConsents),
  status: z.string(),
  action: z.string(),
  outcome: z.nullable(z.enum(outcomes)),
  deadline: z.nullable(z.string()),
  goneAt: z.nullable(z.string()),
});

const historyFields = z.strictObject({
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(historyPageMax))),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(historyPageSizeMax))),
  after: cursor,
  type: z.optional(z.enum(historyFilters)),
  /** Matches type, state, date and the exact value that was searched for. */
  q: z.optional(singleLine(historySearchMaxLength)),
});
/** What is searched for is found in many places at once, each of which would be read as far as a page's number says (T-72). */
const historyInput = historyFields.check(
  z.refine(({ page = 0, q = "" }) => page === 0 || q === "", {
    path: ["page"],
    error: texts.searchPageInvalid,
  }),
);
const historyOutput = z.object({
  requests: z.array(historyRow),
  totalCount: z.number(),
  totalSuccessfulCount: z.number(),
  totalUnsuccessfulCount: z.number(),
  next: z.nullable(z.string()),
});

/** The history, newest first, with the three totals. `next` goes into `after`. Source: B§7, design 3. */
export const history = {
  method: "GET",
  path: "/user/matching-requests",
  access: "signed_in",
  summary: "This user's requests, newest first, with the three counters.",
  input: historyInput,
  output: historyOutput,
  problems: [],
  passive: true,
} as const satisfies Operation;

/** The same where something is searched for: what is typed may be a person's number, so it stays out of the address. */
export const searchHistory = {
  method: "POST",
  path: "/user/matching-requests",
  access: "signed_in",
  summary: "The history searched, without what is searched for in the address.",
  input: historyInput,
  output: historyOutput,
  problems: [],
  passive: true,
} as const satisfies Operation;
