import { randomBytes, randomUUID } from "node:crypto";
import {
  claimsOf,
  type SocialAccount,
  type SocialAccounts,
  createSocialAccounts,
  googleAccounts,
} from "../social-accounts.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { createSigningKey, type SigningKey } from "../openid/signing-key.ts";

const tokenLifeSeconds = 3_600;

/** The audience and person of a token, and its defects. */
export type TokenRequest = {
  readonly account: SocialAccount;
  readonly clientId: string;
  readonly nonce?: string | undefined;
  readonly issuer?: string | undefined;
  /** Seconds from now; negative for an expired token. */
  readonly endsIn?: number | undefined;
  readonly alg?: "RS256" | "none" | undefined;
  /** Signed by a key that is not in the key set. */
  readonly foreignKey?: boolean | undefined;
};

export type AccessToken = { readonly account: SocialAccount; readonly clientId: string; readonly endsAt: number };

/** State of the identity provider, in memory: a restart ends every token and session. */
export type Google = {
  readonly accounts: SocialAccounts;
  readonly key: () => SigningKey;
  readonly issuer: () => string;
  /**
   * Whether browsers here are signed in to Google, so that one-tap is offered. One flag for all: third-party
   * cookies are unreliable.
   */
  readonly session: { isOpen: boolean };
  idToken(order: TokenRequest): string;
  accessToken(order: Pick<TokenRequest, "account" | "clientId" | "endsIn">): string;
  /** A token that is valid now. */
  readAccessToken(token: string): AccessToken | undefined;
};

export function createGoogle({
  origin,
  clock,
  settings,
}: Pick<SandboxContext, "origin" | "clock" | "settings">): Google {
  let own: SigningKey | undefined;
  let foreign: SigningKey | undefined;
  const key = () => (own ??= createSigningKey());
  const issuer = () => `${origin()}/google`;
  const accessTokens = new Map<string, AccessToken>();
  const seconds = () => Math.floor(clock.now() / 1_000);

  return {
    accounts: createSocialAccounts(googleAccounts),
    key,
    issuer,
    session: { isOpen: settings.googleSession },
    idToken({ account, clientId, nonce, alg, endsIn = tokenLifeSeconds, foreignKey = false, issuer: by = issuer() }) {
      const now = seconds();
      const signer = foreignKey ? (foreign ??= createSigningKey()) : key();
      const claims = {
        iss: by,
        azp: clientId,
        aud: clientId,
        sub: account.id,
        ...claimsOf(account),
        ...(nonce !== undefined && { nonce }),
        nbf: now + Math.min(endsIn, 0) - 300,
        iat: now + Math.min(endsIn, 0) - (endsIn < 0 ? tokenLifeSeconds : 0),
        exp: now + endsIn,
        jti: randomUUID(),
      };
      return signer.signToken(claims, alg);
    },
    accessToken({ account, clientId, endsIn = tokenLifeSeconds }) {
      const token = `ya29.${randomBytes(40).toString("base64url")}`;
      accessTokens.set(token, { account, clientId, endsAt: clock.now() + endsIn * 1_000 });
      return token;
    },
    readAccessToken(token) {
      const found = accessTokens.get(token);
      return found && found.endsAt > clock.now() ? found : undefined;
    },
  };
}
