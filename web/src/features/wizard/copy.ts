import { formatCount } from "@idanimo/contract/date-format";
import { type CatalogueRow, catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import type { ProfileName } from "@idanimo/contract/checks/check-row";
import { type PurposeCode, purposeCodes, purposes } from "@idanimo/contract/consent";
import { retention } from "@idanimo/contract/request-status";
import { slowSourceSeconds } from "@idanimo/contract/limits";
import type { PricedSearch } from "@idanimo/contract/pricing";
import {
  disclosureForAnyPurpose,
  partDescriptionForRequester,
  selectRecordParts,
} from "@idanimo/contract/record-parts";
import { sourceMessages } from "@idanimo/contract/source-messages";
import { type Draft, findBlockingType, type Offer, type Source } from "./rules.ts";

/** Sentences of the wizard that depend on the choice. Pure. */

/**
 * The status of a search type's source, next to its name: always one line, because it changes while the user reads
 * (G-F4).
 */
export function sourceStatusLabel({ availability, source }: Pick<Offer, "availability" | "source">): string {
  if (availability === "not_offered" || !source) return "Not offered here";
  if (availability === "down") return source.message ? sourceMessages[source.message] : "Down now";
  const seconds = formatSeconds(source.usualSeconds);
  // a source that fails often is also slow, even if its usual response time is short
  if (source.state === "slow")
    return seconds && (source.usualSeconds ?? 0) > slowSourceSeconds ? `Slow now: ${seconds}` : "Slow now";
  return seconds ? `Usually ${seconds}` : "Available now";
}

function formatSeconds(seconds: Source["usualSeconds"]): string | undefined {
  if (seconds === null) return undefined;
  const whole = Math.max(1, Math.round(seconds));
  return `${whole} ${whole === 1 ? "second" : "seconds"}`;
}

/** The unit of a price that is multiplied by a count. */
export function priceUnitLabel(type: SearchType): string | undefined {
  const { multiplyPriceBy: priceTimes } = catalogueRowOf(type);
  return priceTimes === "options" ? "per bureau" : priceTimes === "records" ? "per NIN" : undefined;
}

/** The quantity in a line of the summary, after its name. */
export function quantityLabel({ type, options, records }: PricedSearch): string | undefined {
  const { multiplyPriceBy: priceTimes, addOn } = catalogueRowOf(type);
  if (priceTimes === "options") return options.length === 1 ? "1 bureau" : `${options.length} bureaus`;
  if (priceTimes === "records") return records === 1 ? "1 line" : `${formatCount(records)} lines`;
  return addOn && options.includes(addOn.option) ? "with the stolen check" : undefined;
}

export type InstructionStep = { readonly step: string; readonly more: string };

/** The four steps, with details for the chosen types [WIZARD-04 WIZARD-18]. */
export function instructionSteps(types: readonly SearchType[]): readonly InstructionStep[] {
  const rows = types.map(catalogueRowOf);
  const asked = rows.filter((row) => row.consent);
  const open = rows.filter((row) => !row.consent);
  return [
    { step: "Choose one or more profiles", more: "Prices are shown next to each check." },
    {
      step: "Input the search information",
      more:
        asked.length > 0
          ? "Give your reason too. The person sees your name and your reason."
          : "Exactly as on the document.",
    },
    {
      step: "Make a payment",
      more: [
        "You pay once, before the check starts.",
        asked.length > 0 &&
          `We ask the person by SMS, and by email if the SMS does not arrive. They have ${consentWaitHours(asked)} hours to reply. ${disclosureSummary(types)}`,
      ]
        .filter(Boolean)
        .join(" "),
    },
    {
      step: "View results",
      more:
        [...asked, ...open].map((row) => describeAvailability(row, rows.length > 1)).join(" ") ||
        "You find them in your history on the dashboard.",
    },
  ];
}

/** What a person's yes shows before a purpose is chosen; empty if no consent is needed [CL-02]. */
function disclosureSummary(types: readonly SearchType[]): string {
  const rules = types.map(disclosureForAnyPurpose);
  const required = selectRecordParts(rules.flatMap((rule) => rule.required));
  if (required.length === 0) return "";
  const listed = required.map(partDescriptionForRequester).join("; ");
  const others = rules.some(({ optional }) => optional.length > 0)
    ? " You see other parts of their record only if they add them."
    : "";
  return `If they say yes, you see ${listed}.${others}`;
}

/** Whole days from three days on. */
const formatHours = (hours: number) => (hours >= 72 ? `${hours / 24} days` : `${hours} hours`);

const checkNames = {
  person: "an identity check",
  business: "a company check",
  financial: "a credit check",
  vehicle: "a vehicle check",
} as const satisfies Record<ProfileName, string>;
const checkNameOf = (type: SearchType) => checkNames[catalogueRowOf(type).profile];

/** A purpose in the selector, with the reason if a chosen check does not allow it. */
export function purposeOption(
  types: readonly SearchType[],
  purpose: PurposeCode,
): { readonly label: string; readonly isAllowed: boolean } {
  const blocking = findBlockingType(types, purpose);
  if (!blocking) return { label: purposes[purpose], isAllowed: true };
  return { label: `${purposes[purpose]} (not available for ${checkNameOf(blocking)})`, isAllowed: false };
}

/** Why a purpose that was chosen before a check is no longer selected; undefined if it still is. */
export function clearedPurposeMessage({
  types,
  purposeCode,
}: Pick<Draft, "types" | "purposeCode">): string | undefined {
  const purpose = purposeCodes.find((code) => code === purposeCode);
  const blocking = purpose && findBlockingType(types, purpose);
  return blocking && `“${purposes[purpose]}” is not available for ${checkNameOf(blocking)}. Choose another reason.`;
}

const consentWaitHours = (rows: readonly CatalogueRow[]) =>
  Math.max(...rows.map((row) => retention[row.retention].awaitingHours ?? 0));

/** How long a result is available; with several types each sentence names its type. */
function describeAvailability(
  { label, profile, consent, retention: of, resultKind }: CatalogueRow,
  isOneOfSeveral: boolean,
): string {
  const what = resultKind === "answer" ? "the answer" : "the record";
  const { afterGrantHours, afterCreationHours } = retention[of];
  const words = (alone: string, named: string) => (isOneOfSeveral ? `${label}: ${named}` : alone);
  if (consent && afterGrantHours !== null)
    return words(
      `If they say yes, you see ${what} for ${formatHours(afterGrantHours)}. Then it is deleted.`,
      `for ${formatHours(afterGrantHours)} after they say yes.`,
    );
  if (consent && afterCreationHours !== null)
    return words(
      `If they say yes, you see ${what} until ${afterCreationHours} hours after you asked.`,
      `if they say yes, until ${afterCreationHours} hours after you asked.`,
    );
  if (!consent && afterGrantHours !== null)
    return words(
      `The answer opens at once and stays ${formatHours(afterGrantHours)}.`,
      `at once, for ${formatHours(afterGrantHours)}.`,
    );
  if (afterCreationHours !== null)
    return words(
      `${profile === "vehicle" ? "A vehicle's" : "The"} result opens at once in your history and stays ${afterCreationHours / 24} days.`,
      `at once, for ${afterCreationHours / 24} days.`,
    );
  return words("A company's result opens at once in your history.", "at once, and it stays.");
}
