import {
  catalogue,
  type ProfileName,
  profiles,
  rowOf,
  type SearchField,
  type SearchOption,
  type SearchType,
  searchTypes,
} from "@idanimo/contract/catalogue";
import type { UserType } from "@idanimo/contract/accounts";
import { formatMoney, type Money, money } from "@idanimo/contract/money";
import type { OutputOf } from "@idanimo/contract/operation";
import type { PricedSearch } from "@idanimo/contract/pricing";
import { retention } from "@idanimo/contract/expiry";
import * as texts from "@idanimo/contract/texts";
import type { sources as sourcesCall } from "@idanimo/contract/verification";

/** What the wizard shows and sends. Pure: all of it follows from the catalogue and what was typed. */

export type Values = { readonly [Name in SearchField]?: string };
export type Draft = {
  /** One search type per profile at most, in the catalogue's order. Source: WIZARD-08, C-16. */
  readonly types: readonly SearchType[];
  readonly values: Values;
  readonly options: readonly SearchOption[];
  readonly purposeCode: string;
  readonly purposeNote: string;
};
export const emptyDraft: Draft = { types: [], values: {}, options: [], purposeCode: "", purposeNote: "" };

export type Source = OutputOf<typeof sourcesCall>["sources"][number];
export type Offer = {
  readonly type: SearchType;
  readonly label: string;
  readonly source: Source | undefined;
  /** Shown, and not to be chosen. */
  readonly disabled: boolean;
};
export type ProfileOffer = { readonly profile: ProfileName; readonly card: string; readonly offers: readonly Offer[] };

/**
 * The four cards with what this user may ask for here: the server names the search types it has a source for, the catalogue
 * says whom a type is for. A type whose fields have no box yet is left out. Source: WIZARD-06 to WIZARD-15.
 */
export function offersFor(
  sources: readonly Source[],
  userType: UserType,
  /** Whether the wizard has a box for a field. */
  hasBox: (name: SearchField) => boolean,
): readonly ProfileOffer[] {
  const profileNames = Object.keys(profiles).filter((name): name is ProfileName => Object.hasOwn(profiles, name));
  return profileNames.map((profile) => ({
    profile,
    card: profiles[profile].card,
    offers: searchTypes.flatMap((type) => {
      const row = rowOf(type);
      const source = sources.find((known) => known.searchType === type);
      const forUser = row.audience === "everyone" || (row.audience === "business" && userType === "business");
      if (row.profile !== profile || !source || !forUser || !fieldsOf(type).every(hasBox)) return [];
      return [{ type, label: row.label, source, disabled: row.disabled === true || source.state === "down" }];
    }),
  }));
}

/** The fields of a search type in the catalogue's order. */
export function fieldsOf(type: SearchType): readonly SearchField[] {
  return Object.keys(catalogue[type].fields).filter((name): name is SearchField => name in rowOf(type).fields);
}

/** Chooses a search type, or lets go of it; another one of the same profile gives way. */
export function toggleType(types: readonly SearchType[], type: SearchType): readonly SearchType[] {
  const { profile } = rowOf(type);
  const others = types.filter((known) => rowOf(known).profile !== profile);
  const wanted = types.includes(type) ? others : [...others, type];
  return searchTypes.filter((known) => wanted.includes(known));
}

/** Whether somebody is asked first, so that a purpose is needed. */
export function asksSomebody(types: readonly SearchType[]): boolean {
  return types.some((type) => rowOf(type).consent);
}

/** What is asked for, as far as its price goes; nothing typed is needed for it. */
export function searchesOf({ types, options }: Pick<Draft, "types" | "options">): readonly PricedSearch[] {
  return types.map((type) => ({
    type,
    options: options.filter((option) => rowOf(type).options.includes(option)),
    records: 1,
  }));
}

/** The least that can be asked for of a type, whose price stands beside its name: one bureau, no extras. */
export function leastOf(type: SearchType): PricedSearch {
  const { options, needsOneOption } = rowOf(type);
  return { type, options: needsOneOption ? options.slice(0, 1) : [], records: 1 };
}

/** How a purchase is paid. Source: B§9: wallet 1, instant 2. */
export const payMethods = { wallet: "1", instant: "2" } as const;
export type PayMethod = (typeof payMethods)[keyof typeof payMethods];

/** Why the wallet cannot pay a total, from the profile as it is now. The server decides again. Source: B§5, PAY-08, PAY-09, O-22. */
export function walletFault(wallet: Money, due: Money): "currency_mismatch" | "wallet_balance_low" | undefined {
  if (wallet.currency !== due.currency) return "currency_mismatch";
  return wallet.minor < due.minor ? "wallet_balance_low" : undefined;
}

/** How much is missing in the wallet, in words. */
export function missingWords(wallet: Money, due: Money): string {
  return `${formatMoney(money(due.currency, due.minor - wallet.minor))} is missing`;
}

/** What keeps the Payment button from being pressed, in words; undefined when it can be. Source: PAY-04. */
export function payHint(facts: {
  readonly types: readonly SearchType[];
  readonly method: PayMethod | undefined;
  readonly accepted: boolean;
  readonly priced: boolean;
}): string | undefined {
  if (facts.types.length === 0) return "Choose what to check first.";
  if (!facts.priced) return "We are still fetching the price.";
  if (!facts.method) return texts.choosePaymentMethod;
  return facts.accepted ? undefined : "Tick the box above to go on.";
}

/** How quick a source is, in words. Source: look, wizard. */
export function sourceWords(source: Source | undefined): string {
  if (!source) return "";
  if (source.state === "down") return "The source is not answering now, so it cannot be bought.";
  const seconds = source.usualSeconds === null ? undefined : Math.max(1, Math.round(source.usualSeconds));
  const about = seconds === undefined ? "" : `, about ${seconds}\u00a0s`;
  return source.state === "slow" ? `Source: slow now${about}` : `Source: quick now${about}`;
}

/** What happens after paying, in order. Source: WIZARD-18, design 2 "Retention". */
export function howItGoes(types: readonly SearchType[]): readonly string[] {
  const asked = types.map(rowOf).filter((row) => row.consent);
  const [first] = asked;
  if (!first)
    return ["You pay once, before the look-up.", "We ask the source.", "The result opens here, in your history."];
  const { awaitingHours, afterGrantHours, afterCreationHours } = retention[first.retention];
  const kept = afterGrantHours ?? afterCreationHours;
  return [
    "You pay, and we ask the person by SMS and mail. They see your name and your reason.",
    `They have ${awaitingHours} hours to say yes or no.`,
    `If they say yes, you see the record for ${kept} hours. Then it is gone.`,
  ];
}
