import type { Database, Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { RateLimiter } from "../../http/rate-limits.ts";
import type { Events } from "../../kernel/events.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Vault } from "../../kernel/vault.ts";
import type { IpLookup } from "../../providers/ip-lookup/port.ts";
import type { HostedCaptcha } from "../../providers/captcha/port.ts";
import type { EnterpriseSignIn } from "../../providers/enterprise-sign-in/port.ts";
import type { SocialSignIn } from "../../providers/social-sign-in/port.ts";
import type { Sources } from "../../providers/sources.ts";
import type { Push } from "../../providers/push/port.ts";
import type { Alarms } from "../audit/index.ts";
import type { PasswordHasher } from "./password-hasher.ts";

/** Dependencies of the accounts module. */
export type AccountDeps = {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly vault: Vault;
  readonly ids: IdSource;
  readonly events: Events<Tx>;
  readonly limits: RateLimiter;
  readonly alarms: Pick<Alarms, "count">;
  readonly ipLookup: IpLookup;
  /** One per process: it limits concurrent hashes. */
  readonly passwords: PasswordHasher;
  /** Key derivation rounds per guess; a solver needs about 256 guesses. */
  readonly captchaCost: number;
  /** Replaces the proof of work if an operator configured one. */
  readonly hostedCaptcha: HostedCaptcha | undefined;
  readonly enterpriseSignIn: EnterpriseSignIn;
  /** Undefined if not offered. */
  readonly social: { readonly google: SocialSignIn | undefined; readonly facebook: SocialSignIn | undefined };
  /** Company registers, in the order in which they are queried. */
  readonly companies: Sources["company"];
  /** Decides which devices a sign-in may register for notices. */
  readonly push: Pick<Push, "accepts">;
  /** Whether the response to a forgotten password is the same for known and unknown email addresses. [F-08] */
  readonly forgotPasswordNeutral: boolean;
  /** The product's own URL without a trailing slash, for links in emails. */
  readonly publicUrl: string;
};

/** Key of a shared limit. It is stored in the database, so it must not identify the destination. */
export function limitKey(vault: Vault, destination: string): string {
  return vault.indexHash("limit", destination).toString("base64url");
}
