import type { Database, Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { RateLimiter } from "../../http/rate-limits.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Events } from "../../kernel/events.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Vault } from "../../kernel/vault.ts";
import type { IpLookup } from "../../providers/ip-lookup/port.ts";
import type { HostedCaptcha } from "../../providers/captcha/port.ts";
import type { SocialSignIn } from "../../providers/social-sign-in/port.ts";
import type { Sources } from "../../providers/sources.ts";
import type { Push } from "../../providers/push/port.ts";
import type { Alarms } from "../audit/index.ts";
import type { PasswordHasher } from "./password-hasher.ts";

/** What the accounts module is built from. */
export type AccountDeps = {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly vault: Vault;
  readonly ids: IdSource;
  readonly events: Events<Tx>;
  readonly limits: RateLimiter;
  readonly alarms: Pick<Alarms, "count">;
  /** Dates captcha challenges; everything else is timed by the database. */
  readonly clock: Clock;
  readonly ipLookup: IpLookup;
  /** One per process: it bounds how many hashes run at once. */
  readonly passwords: PasswordHasher;
  /** Rounds of key derivation in one guess at a captcha; a solver needs about 256 guesses. */
  readonly captchaCost: number;
  /** In place of the proof of work, where an operator chose one. */
  readonly hostedCaptcha: HostedCaptcha | undefined;
  /** Undefined where it is not offered here. */
  readonly social: { readonly google: SocialSignIn | undefined; readonly facebook: SocialSignIn | undefined };
  /** Registers that know businesses by their number, in the order in which they are asked. */
  readonly companies: Sources["company"];
  /** Says which devices a sign-in may name for its notices. */
  readonly push: Pick<Push, "accepts">;
  /** Whether a forgotten password is answered alike for every mailbox, known or not. Source: design 8. */
  readonly forgotPasswordNeutral: boolean;
  /** This product's own address without a trailing slash, for the links of a mail. */
  readonly publicUrl: string;
};

/** The key of a shared limit: it is kept in the database, so it must not say whose it is. */
export function limitKey(vault: Vault, destination: string): string {
  return vault.indexHash("limit", destination).toString("base64url");
}
