import type { Database, Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { RateLimiter } from "../../http/rate-limits.ts";
import type { Events } from "../../kernel/events.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { EnterpriseSignIn } from "../../providers/enterprise-sign-in/port.ts";
import type { DomainRecords } from "../../providers/domain-records/port.ts";

/** A user as their colleagues see them. */
export type Person = {
  readonly name: string;
  readonly email: string;
  /** Whether they sign in with a second step. */
  readonly secondFactor: boolean;
};

/** The details of an organisation that its business account stores, if it has one. */
export type BusinessDetails = {
  readonly name?: string | undefined;
  readonly rcNumber?: string | undefined;
  readonly officeAddress?: string | undefined;
};

/** What the module needs of accounts, a later module. */
export type People = {
  find(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Person>>;
  /** The account of an email address; undefined without one. */
  findIdByEmail(tx: Tx, email: string): Promise<string | undefined>;
  /**
   * Finds or opens the account of an address for which an organisation vouches.
   * @param newId of an account that is opened; its key is stored
   */
  provision(
    tx: Tx,
    ids: IdSource,
    newId: string,
    person: { readonly email: string; readonly firstName: string; readonly lastName: string },
  ): Promise<string>;
  /** Those of these users who have a passkey. */
  findPasskeyHolders(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Changes the details of a business account. @returns false if the id is not that of an account */
  changeBusiness(tx: Tx, accountId: string, details: BusinessDetails): Promise<boolean>;
  /** Removes the details of a business account whose organisation was closed; its person keeps the sign-in. */
  forgetBusiness(tx: Tx, accountId: string): Promise<void>;
};

/** Dependencies of the organisations module. */
export type OrganisationDeps = {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly ids: IdSource;
  readonly events: Events<Tx>;
  readonly limits: RateLimiter;
  readonly people: People;
  /** Opens the wallets of a new organisation. */
  readonly openWallets: (tx: Tx, ownerId: string, walletIds: readonly [string, string]) => Promise<void>;
  readonly domainRecords: DomainRecords;
  readonly enterpriseSignIn: Pick<EnterpriseSignIn, "check">;
  /** The product's own URL without a trailing slash, for links in emails. */
  readonly publicUrl: string;
};
