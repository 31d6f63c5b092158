import type { SearchType } from "../catalogue.ts";
import type { Right } from "../organisations/rights.ts";

/** What an API key may do. A key has a list of scopes, and never more than its creator may do [DP-02]. */

type ScopeSpec = {
  readonly name: string;
  /** One sentence for the form. */
  readonly description: string;
  /** The creator needs one of these, when the key is created and at every call. */
  readonly needs: readonly Right[];
  /** The creator's rights with which the key works. */
  readonly rights: readonly Right[];
};

export const scopes = {
  quotes: {
    name: "Quotes",
    description: "Prices of checks, and the state of their sources.",
    needs: ["requests:create"],
    rights: ["requests:create"],
  },
  "checks:create": {
    name: "Create checks",
    description: "Makes checks and pays for them from the wallet. People are still asked for their consent.",
    needs: ["requests:create"],
    rights: ["requests:create"],
  },
  "checks:read": {
    name: "Read checks",
    description: "States and outcomes of checks, without the records.",
    needs: ["requests:create", "requests:read_all"],
    rights: ["requests:read_all"],
  },
  "results:company": {
    name: "Company results",
    description: "Records of companies and their stakeholders.",
    needs: ["records:read_own", "records:read_all"],
    rights: ["records:read_own", "records:read_all"],
  },
  "results:vehicle": {
    name: "Vehicle results",
    description: "Records of vehicles.",
    needs: ["records:read_own", "records:read_all"],
    rights: ["records:read_own", "records:read_all"],
  },
  "results:person": {
    name: "Person results",
    description: "Records of people who gave consent to a check that was made with a key, until they expire.",
    needs: ["records:read_all"],
    rights: ["records:read_all"],
  },
  bulk: {
    name: "Bulk files",
    description: "Bulk files, their lines and reminders.",
    needs: ["requests:create"],
    rights: ["requests:create", "requests:read_all"],
  },
  "wallet:read": {
    name: "Read the wallet",
    description: "Balance, transactions, receipts and statements.",
    needs: ["wallet:read"],
    rights: ["wallet:read"],
  },
  reports: {
    name: "Reports",
    description: "PDF reports of results, together with the scope of the result.",
    needs: ["records:read_own", "records:read_all"],
    rights: ["records:read_own", "records:read_all"],
  },
  webhooks: {
    name: "Webhooks",
    description: "Webhook endpoints and their deliveries.",
    needs: ["webhooks:manage"],
    rights: ["webhooks:manage"],
  },
} as const satisfies Record<string, ScopeSpec>;

/** A scope of an API key. */
export type KeyScope = keyof typeof scopes;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const keyScopes = Object.keys(scopes) as readonly KeyScope[];

export const isKeyScope = (text: string): text is KeyScope => Object.hasOwn(scopes, text);

/** Whether a member with these rights may give a key this scope. */
export const mayGiveScope = (rights: ReadonlySet<Right>, scope: KeyScope): boolean =>
  scopes[scope].needs.some((right) => rights.has(right));

/** The rights with which a key works: those of its creator that its scopes include. */
export function rightsOfKey(rights: ReadonlySet<Right>, given: Iterable<KeyScope>): ReadonlySet<Right> {
  const included = [...given].flatMap((scope): readonly Right[] => scopes[scope].rights);
  return new Set(included.filter((right) => rights.has(right)));
}

export type ResultsScope = Extract<KeyScope, `results:${string}`>;

/** The scope with which a key reads the record of each type [DP-02]. */
export const resultsScopes = {
  name_match: "results:person",
  over_age: "results:person",
  phone_is_theirs: "results:person",
  nin_and_bvn_one_person: "results:person",
  score_band: "results:person",
  plate_vin_agree: "results:vehicle",
  nin: "results:person",
  phone: "results:person",
  bulk_nin: "results:person",
  nin_face: "results:person",
  demographics: "results:person",
  fingerprint: "results:person",
  rc: "results:company",
  business_name: "results:company",
  bvn: "results:person",
  vin: "results:vehicle",
  license_number: "results:vehicle",
  legitcar: "results:vehicle",
  stakeholders: "results:company",
  plate_owner: "results:person",
  bank_account: "results:person",
} as const satisfies Record<SearchType, ResultsScope>;
