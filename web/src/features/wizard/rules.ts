import {
  catalogue,
  type ProfileName,
  profiles,
  catalogueRowOf,
  type SearchField,
  type SearchOption,
  type SearchType,
  searchTypes,
} from "@idanimo/contract/catalogue";
import type { UserType } from "@idanimo/contract/accounts";
import { type Currency, type Money, money } from "@idanimo/contract/money";
import type { OutputOf } from "@idanimo/contract/operation";
import { type PriceList, type PricedSearch, quoteFor } from "@idanimo/contract/pricing";
import { fillPlaceholders } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { sources as sourcesCall } from "@idanimo/contract/verification";
import type { PaymentMethod } from "../payment/rules.ts";

/** What the wizard shows and sends. Pure: all of it follows from the catalogue and what was typed. */

export type FieldValues = { readonly [Name in SearchField]?: string };
/** A bulk file that the server has counted and found without fault. */
export type BulkUpload = { readonly uploadId: string; readonly records: number };
export type Draft = {
  /** One search type per profile at most, in the catalogue's order. Source: WIZARD-08, C-16. */
  readonly types: readonly SearchType[];
  readonly values: FieldValues;
  readonly options: readonly SearchOption[];
  readonly upload: BulkUpload | undefined;
  readonly purposeCode: string;
  readonly purposeNote: string;
};
export const emptyDraft: Draft = {
  types: [],
  values: {},
  options: [],
  upload: undefined,
  purposeCode: "",
  purposeNote: "",
};

export type Source = OutputOf<typeof sourcesCall>["sources"][number];
export type Offer = {
  readonly type: SearchType;
  readonly label: string;
  readonly source: Source | undefined;
  /** Only what is open can be chosen; the rest is shown all the same. */
  readonly availability: "open" | "down" | "not_offered";
};
export type ProfileOffer = { readonly profile: ProfileName; readonly card: string; readonly offers: readonly Offer[] };

/**
 * The four cards with what this user may ask for: the catalogue says whom a type is for, the server names the types it has a source
 * for. Internal types appear only where the server offers them. Source: WIZARD-06 to WIZARD-17.
 * @param hasInput whether the wizard has a box for a field
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

/** The fields of a search type in the catalogue's order. */
export function fieldsOf(type: SearchType): readonly SearchField[] {
  return Object.keys(catalogue[type].fields).filter((name): name is SearchField => name in catalogueRowOf(type).fields);
}

/** The ticks a person decides about. One that alone makes the search what it is goes without asking. */
export function selectableOptions(type: SearchType): readonly SearchOption[] {
  const { options, needsOneOption } = catalogueRowOf(type);
  return needsOneOption && options.length === 1 ? [] : options;
}

/** The ticks that hold for a search type: those chosen, and the one that goes without asking. */
export function effectiveOptions(type: SearchType, chosen: readonly SearchOption[]): readonly SearchOption[] {
  const { options } = catalogueRowOf(type);
  return selectableOptions(type).length === 0 ? options : options.filter((option) => chosen.includes(option));
}

/** Chooses a search type, or lets go of it; another one of the same profile gives way. */
export function toggleType(types: readonly SearchType[], type: SearchType): readonly SearchType[] {
  const { profile } = catalogueRowOf(type);
  const others = types.filter((known) => catalogueRowOf(known).profile !== profile);
  const wanted = types.includes(type) ? others : [...others, type];
  return searchTypes.filter((known) => wanted.includes(known));
}

/** Whether somebody is asked first, so that a purpose is needed. */
export function requiresConsent(types: readonly SearchType[]): boolean {
  return types.some((type) => catalogueRowOf(type).consent);
}

/** What is asked for, as far as its price goes; nothing typed is needed for it. */
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

/** The least that can be asked for of a type, whose price stands beside its name: one bureau, one line, no extras. */
export function minimalSearch(type: SearchType): PricedSearch {
  const { options, needsOneOption } = catalogueRowOf(type);
  return { type, options: needsOneOption ? options.slice(0, 1) : [], records: 1 };
}

/** What a tick adds to the price of its search, tax and charges included. Source: PRICE-13. */
export function optionPrice(type: SearchType, option: SearchOption, list: PriceList, currency: Currency): Money {
  const others = catalogueRowOf(type).options.filter((known) => known !== option);
  const total = (options: readonly SearchOption[]) =>
    quoteFor([{ type, options, records: 1 }], list, currency).total.minor;
  return money(currency, total([...others, option]) - total(others));
}

/**
 * What keeps the Payment button from being pressed, a sentence each; none when it can be. The specification's sentence appears
 * where no method is chosen; beside a chosen one it would contradict it, so the box that is not ticked has its own.
 * Source: PAY-04, ERR-45, C-15.
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
