import * as z from "zod/mini";
import { searchTypes } from "./catalogue.ts";
import { cursor, publicId } from "./fields.ts";
import { historyPageMax, historyPageSizeMax, historySearchMaxLength } from "./limits.ts";
import type { Operation } from "./operation.ts";
import { memberName } from "./organisations/member-name.ts";
import { singleLine } from "./plain-text.ts";
import { historyStatuses } from "./request-status.ts";
import { isDay } from "./statement-days.ts";
import * as texts from "./texts.ts";
import { wireConsents } from "./verification.ts";
import { outcomes } from "./verification-states.ts";

/** The six filter entries [DASH-05]. */
export const historyFilters = ["NIN", "BVN", "Face+NIN", "COMPANY NAME", "Vehicle Registration Number", "VIN"] as const;

/**
 * One row of the history. `action` is the action text; `searchValue` is masked as soon as the request is over
 * [DASH-09 DASH-14].
 */
export const historyRow = z.object({
  id: publicId,
  insertionDate: z.string(),
  type: z.string(),
  searchType: z.enum(searchTypes),
  searchParameter: z.string(),
  searchValue: z.string(),
  /** Of an organisation: who made it. */
  member: z.optional(memberName),
  /** The requester's private label. */
  label: z.optional(z.string()),
  /** The name that the requester was given, while the request is open to them. */
  givenName: z.optional(z.string()),
  consent: z.enum(wireConsents),
  /** Delivered without asking the subject, who is a minor [AO-08]. */
  isUnasked: z.optional(z.literal(true)),
  status: z.string(),
  action: z.string(),
  outcome: z.nullable(z.enum(outcomes)),
  deadline: z.nullable(z.string()),
  goneAt: z.nullable(z.string()),
});

const historyDay = z.string(texts.dayInvalid).check(z.refine(isDay, texts.dayInvalid));
/** The filters of the history. A search narrows them further. */
export const historyFilterFields = {
  type: z.optional(z.enum(historyFilters)),
  status: z.optional(z.enum(historyStatuses)),
  /** Only what this member of the organisation made. */
  memberId: z.optional(publicId),
  /** First and last day in Lagos, as `2026-11-21`; both included. */
  from: z.optional(historyDay),
  to: z.optional(historyDay),
} as const;

const historyFields = z.strictObject({
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(historyPageMax))),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(historyPageSizeMax))),
  after: cursor,
  ...historyFilterFields,
  /** Matches type, state, date, the exact search value and the beginnings of words in a label. */
  q: z.optional(singleLine(historySearchMaxLength)),
});
/** A search accepts no page number: it reads several indexes, each up to the end of the page [T-72]. */
const historyInput = historyFields.check(
  z.refine(({ page = 0, q = "" }) => page === 0 || q === "", {
    path: ["page"],
    error: texts.searchPageInvalid,
  }),
);
export const historyOutput = z.object({
  requests: z.array(historyRow),
  totalCount: z.number(),
  totalSuccessfulCount: z.number(),
  totalUnsuccessfulCount: z.number(),
  next: z.nullable(z.string()),
});

/** The history, newest first, with the three totals. `next` goes into `after` [API-22]. */
export const history = {
  method: "GET",
  path: "/user/matching-requests",
  access: "signed_in",
  right: ["requests:create", "requests:read_all"],
  summary: "This user's requests, newest first, with the three counters.",
  input: historyInput,
  output: historyOutput,
  problems: [],
  passive: true,
} as const satisfies Operation;

/** The same with a search: the text may be a person's number, so it is in the body and not in the address. */
export const searchHistory = {
  method: "POST",
  path: "/user/matching-requests",
  access: "signed_in",
  right: ["requests:create", "requests:read_all"],
  summary: "Searches the history, with the search terms in the body instead of the URL.",
  input: historyInput,
  output: historyOutput,
  problems: [],
  passive: true,
} as const satisfies Operation;
