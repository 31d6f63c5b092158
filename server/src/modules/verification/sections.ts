import { type CatalogueRow, catalogueRowOf, type SearchType, isFileCheck } from "@idanimo/contract/catalogue";
import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import type { submit } from "@idanimo/contract/verification";
import { isRefunded, type Outcome } from "@idanimo/contract/verification-states";

/** Summarises the finished or waiting items of a purchase by section. Pure. */

export type SectionItem = {
  readonly id: string;
  readonly searchType: SearchType;
  readonly state: string;
  readonly outcome: Outcome | null;
  /** Parts without a record at the source. */
  readonly missingParts: readonly string[];
};
type SubmitSections = Omit<Extract<OutputOf<typeof submit>, { readonly status: "done" }>, "status">;

const withMoneyBack = (why: string) => `${why} ${texts.moneyReturned}`;
/** What the requester reads about how a check ended. */
export const outcomeDetails: Readonly<Record<Outcome, string>> = {
  DELIVERED: texts.rowViewResult,
  NO_DATA: texts.noRecordFound,
  DENIED: texts.consentDenied,
  UNANSWERED: texts.consentExpired,
  CANCELLED: texts.endedByCancellation,
  PROVIDER_FAILED: texts.unexpectedServerErrorRefund,
  NO_CONTACT: withMoneyBack(texts.refundedNoContact),
  MINOR: withMoneyBack(texts.refundedMinor),
  BLOCKED: withMoneyBack(texts.refundedBlocked),
  NO_ANSWER: withMoneyBack(texts.refundedNoAnswer),
};

function statusOf({ state, outcome }: SectionItem): { readonly status: string; readonly detail: string } {
  if (state === "awaiting_consent") return { status: "awaiting_consent", detail: texts.awaitingConsent };
  return { status: outcome ?? "", detail: outcome === null ? "" : outcomeDetails[outcome] };
}

/** One half of a search extension; a missing half says so whatever the outcome, unless it is refunded. */
function extensionHalfOf(item: SectionItem, part: string) {
  const isKept = item.outcome === null || !isRefunded(item.outcome);
  return isKept && item.missingParts.includes(part)
    ? { status: "NO_DATA", detail: texts.noRecordFound }
    : statusOf(item);
}

function successEntryOf(item: SectionItem, words: string): { requestId: string; success: 0 | 1; message: string } {
  const { status, detail } = statusOf(item);
  if (status === "DELIVERED") return { requestId: item.id, success: 1, message: words };
  return { requestId: item.id, success: status === "awaiting_consent" ? 1 : 0, message: detail };
}

const isSuccessful = ({ state, outcome }: SectionItem) => state === "awaiting_consent" || outcome === "DELIVERED";

/** Of several items in one section, a failed one is reported. A bulk file has a section of its own. */
export function sectionsOf(items: readonly SectionItem[]): SubmitSections {
  const of = (belongs: (row: CatalogueRow) => boolean) => {
    const some = items.filter(({ searchType }) => !isFileCheck(searchType) && belongs(catalogueRowOf(searchType)));
    return some.find((item) => !isSuccessful(item)) ?? some[0];
  };
  const basic = of((row) => row.historyType === "Basic Profile");
  const extension = of((row) => row.historyType === "Search-Extension");
  const business = of((row) => row.profile === "business");
  const vehicle = of((row) => row.profile === "vehicle");
  const financial = of((row) => row.profile === "financial");
  return {
    ...(basic && { basic: { requestId: basic.id, ...statusOf(basic) } }),
    ...(extension && {
      "search-extension": {
        requestId: extension.id,
        phoneVerification: extensionHalfOf(extension, "phone"),
        bvnVerification: extensionHalfOf(extension, "bvn"),
      },
    }),
    ...(business && { business: successEntryOf(business, texts.businessSuccessful) }),
    ...(vehicle && { vehicle: successEntryOf(vehicle, texts.vehicleSuccessful) }),
    ...(financial && { financial: successEntryOf(financial, texts.rowViewResult) }),
  };
}
