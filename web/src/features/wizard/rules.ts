import {
  catalogue,
  isAnswerType,
  isSearchType,
  catalogueRowOf,
  type SearchField,
  type SearchOption,
  type SearchType,
  searchTypes,
} from "@idanimo/contract/catalogue";
import { type ProfileName, profiles } from "@idanimo/contract/checks/check-row";
import type { UserType } from "@idanimo/contract/accounts";
import { type PurposeCode, purposeCodes } from "@idanimo/contract/consent";
import { type Currency, type Money, money } from "@idanimo/contract/money";
import type { OutputOf } from "@idanimo/contract/operation";
import { type PriceList, type PricedSearch, quoteFor } from "@idanimo/contract/pricing";
import { fillPlaceholders } from "@idanimo/contract/problems";
import { comparesName } from "@idanimo/contract/record-names";
import { disclosureFor } from "@idanimo/contract/record-parts";
import * as texts from "@idanimo/contract/texts";
import type { readSession, sources as sourcesCall } from "@idanimo/contract/verification";
import { type PaymentMethod, paymentMethods } from "../payment/rules.ts";

/** What the wizard shows and sends, derived from the catalogue and the input. Pure. */

export type FieldValues = { readonly [Name in SearchField]?: string };
/** A bulk file that the server has counted and found valid. */
export type BulkUpload = { readonly uploadId: string; readonly records: number };
export type Draft = {
  /** At most one search type per profile, in the catalogue's order [WIZARD-08 C-16]. */
  readonly types: readonly SearchType[];
  readonly values: FieldValues;
  readonly options: readonly SearchOption[];
  readonly upload: BulkUpload | undefined;
  readonly purposeCode: string;
  readonly purposeNote: string;
  /** The requester's private label of these requests. */
  readonly label: string;
  /** Whether the result compares a name, and the name as typed so far. */
  readonly hasExpectedName: boolean;
  readonly expectedName: Readonly<Record<ExpectedNamePart, string>>;
};
export const expectedNameParts = ["firstname", "middlename", "lastname"] as const;
export type ExpectedNamePart = (typeof expectedNameParts)[number];
export const emptyDraft: Draft = {
  types: [],
  values: {},
  options: [],
  upload: undefined,
  purposeCode: "",
  purposeNote: "",
  label: "",
  hasExpectedName: false,
  expectedName: { firstname: "", middlename: "", lastname: "" },
};

export type Source = OutputOf<typeof sourcesCall>["sources"][number];
export type LastPurchase = NonNullable<OutputOf<typeof sourcesCall>["lastPurchase"]>;
export type Offer = {
  readonly type: SearchType;
  readonly label: string;
  readonly source: Source | undefined;
  /** Only `open` can be chosen; the others are shown disabled. */
  readonly availability: "open" | "down" | "not_offered";
};
export type ProfileOffer = { readonly profile: ProfileName; readonly card: string; readonly offers: readonly Offer[] };

/**
 * The four cards with the search types for this user: the catalogue defines the audience of a type, the server
 * lists the types with a source. Internal types appear only if the server offers them [WIZARD-06 to WIZARD-17].
 * @param hasInput whether the wizard has an input for a field
 */
export function offersFor(
  sources: readonly Source[],
  userType: UserType,
  hasInput: (name: SearchField) => boolean,
): readonly ProfileOffer[] {
  const profileNames = Object.keys(profiles).filter((name): name is ProfileName => Object.hasOwn(profiles, name));
  return profileNames.map((profile) => ({
    profile,
    card: profiles[profile].card,
    offers: searchTypes.flatMap((type) => {
      const { audience, label, profile: own } = catalogueRowOf(type);
      const known = sources.find(({ searchType }) => searchType === type);
      const isShown =
        audience === "everyone" ||
        (audience === "business" ? userType === "business" : audience === "internal" && known);
      if (own !== profile || !isShown) return [];
      const source = fieldsOf(type).every(hasInput) ? known : undefined;
      return [
        { type, label, source, availability: !source ? "not_offered" : source.state === "down" ? "down" : "open" },
      ];
    }),
  }));
}

/** The search type that a link to the wizard names, if this user can choose it: `/dashboard?check=nin`. */
export function preselectedTypes(requested: string, profileOffers: readonly ProfileOffer[]): readonly SearchType[] {
  const offered = profileOffers.flatMap(({ offers }) => offers);
  return offered
    .filter(({ type, availability }) => type === requested && availability === "open")
    .map(({ type }) => type);
}

/** The payment method of the account's latest purchase; the user can change it, and still presses Pay and Confirm. */
export function rememberedMethod(last: LastPurchase | undefined): PaymentMethod | undefined {
  if (!last) return undefined;
  return last.paymentType === "WALLET" ? paymentMethods.wallet : paymentMethods.instant;
}

/** The fields of a search type in the catalogue's order. */
export function fieldsOf(type: SearchType): readonly SearchField[] {
  return Object.keys(catalogue[type].fields).filter((name): name is SearchField => name in catalogueRowOf(type).fields);
}

/** The options that the user can choose. A type's only and required option is implied. */
export function selectableOptions(type: SearchType): readonly SearchOption[] {
  const { options, needsOneOption } = catalogueRowOf(type);
  return needsOneOption && options.length === 1 ? [] : options;
}

/** The options that apply to a search type: the chosen ones, or the implied one. */
export function effectiveOptions(type: SearchType, chosen: readonly SearchOption[]): readonly SearchOption[] {
  const { options } = catalogueRowOf(type);
  return selectableOptions(type).length === 0 ? options : options.filter((option) => chosen.includes(option));
}

/**
 * Whether two types cannot be in one purchase: two of one profile, two questions, or two that need the same field
 * [WIZARD-08 C-16].
 */
function excludeEachOther(one: SearchType, other: SearchType): boolean {
  if (catalogueRowOf(one).profile === catalogueRowOf(other).profile) return true;
  if (isAnswerType(one) && isAnswerType(other)) return true;
  return fieldsOf(one).some((name) => fieldsOf(other).includes(name));
}

/** Selects or deselects a search type; it replaces those that it excludes. */
export function toggleType(types: readonly SearchType[], type: SearchType): readonly SearchType[] {
  const others = types.filter((known) => known !== type && !excludeEachOther(known, type));
  const wanted = types.includes(type) ? others : [...others, type];
  return searchTypes.filter((known) => wanted.includes(known));
}

/** Selects or deselects an option. */
export function toggleOption(options: readonly SearchOption[], option: SearchOption): readonly SearchOption[] {
  const others = options.filter((known) => known !== option);
  return options.includes(option) ? others : [...others, option];
}

/** Whether a field may stay empty. */
export const isOptionalField = (type: SearchType, name: SearchField): boolean =>
  catalogueRowOf(type).fields[name]?.isOptional === true;

/** The minimal searches that show the complete records instead of the answer of a type; none for other types. */
export function fullSearchesOf(type: SearchType): readonly PricedSearch[] {
  return (catalogueRowOf(type).question?.fullChecks ?? []).filter(isSearchType).map(minimalSearch);
}

/** Whether a subject must consent, so that a purpose is required. */
export function requiresConsent(types: readonly SearchType[]): boolean {
  return types.some((type) => catalogueRowOf(type).consent);
}

/** Whether a chosen check can compare a name that the requester was given. */
export function canCompareName(types: readonly SearchType[]): boolean {
  return types.some(comparesName);
}

/** The first chosen search type that the purpose cannot buy; undefined if it can buy all of them. */
export function findBlockingType(types: readonly SearchType[], purpose: PurposeCode): SearchType | undefined {
  return types.find((type) => catalogueRowOf(type).consent && disclosureFor(type, purpose) === undefined);
}

/** The chosen purpose; undefined if there is none, or if a chosen search type does not allow it. */
export function effectivePurpose({
  types,
  purposeCode,
}: Pick<Draft, "types" | "purposeCode">): PurposeCode | undefined {
  const purpose = purposeCodes.find((code) => code === purposeCode);
  return purpose && findBlockingType(types, purpose) === undefined ? purpose : undefined;
}

/** What a check can show of a record for its purpose. */
export type Disclosure = OutputOf<typeof readSession>["mayShow"][number];

/** What the purpose can show, by search type that needs consent; empty without a purpose [CL-08]. */
export function disclosuresOf(draft: Pick<Draft, "types" | "purposeCode">): readonly Disclosure[] {
  const purpose = effectivePurpose(draft);
  if (!purpose) return [];
  return draft.types.flatMap((searchType) => {
    const rule = disclosureFor(searchType, purpose);
    return rule ? [{ searchType, required: [...rule.required], optional: [...rule.optional] }] : [];
  });
}

/** The priced part of the searches; needs no field values. */
export function toPricedSearches({
  types,
  options,
  upload,
}: Pick<Draft, "types" | "options" | "upload">): PricedSearch[] {
  return types.map((type) => ({
    type,
    options: effectiveOptions(type, options),
    records: catalogueRowOf(type).multiplyPriceBy === "records" ? (upload?.records ?? 0) : 1,
  }));
}

/** The minimal search of a type, whose price is next to its name: one bureau, one line, no extras. */
export function minimalSearch(type: SearchType): PricedSearch {
  const { options, needsOneOption } = catalogueRowOf(type);
  return { type, options: needsOneOption ? options.slice(0, 1) : [], records: 1 };
}

/** The amount that an option adds to the price of its search, with tax and charges [PRICE-13]. */
export function optionPrice(type: SearchType, option: SearchOption, list: PriceList, currency: Currency): Money {
  const others = catalogueRowOf(type).options.filter((known) => known !== option);
  const total = (options: readonly SearchOption[]) =>
    quoteFor([{ type, options, records: 1 }], list, currency).total.minor;
  return money(currency, total([...others, option]) - total(others));
}

/**
 * Why the Payment button is disabled, one sentence each; empty if it is enabled. The specification's sentence is
 * used only without a payment method, because with one it would be wrong; unaccepted terms have a separate sentence
 * [PAY-04 ERR-45 C-15].
 */
export function paymentHints(facts: {
  readonly types: readonly SearchType[];
  readonly method: PaymentMethod | undefined;
  readonly accepted: boolean;
  /** Labels of chosen types whose source is down. */
  readonly down: readonly string[];
}): readonly string[] {
  const { types, method, accepted, down } = facts;
  const hints = down.map((searchType) => fillPlaceholders(texts.sourceDown, { searchType }));
  if (types.length === 0) hints.push("Choose what to check first.");
  if (!method) hints.push(texts.choosePaymentMethod);
  if (method && !accepted) hints.push("Tick the box above to accept the terms.");
  return hints;
}

export const paymentMethodLabels = { "1": "Wallet", "2": "Instant payment" } as const satisfies Record<
  PaymentMethod,
  string
>;
