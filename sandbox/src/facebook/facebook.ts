import { createHmac, randomBytes } from "node:crypto";
import { type SocialAccount, type SocialAccounts, createSocialAccounts, facebookAccounts } from "../social-accounts.ts";
import type { SandboxContext } from "../sandbox-context.ts";

/** Two months, as for a browser's exchanged token at Facebook. */
const tokenLifeSeconds = 5_184_000;
const codeLifeMs = 600_000;

export type UserToken = { readonly account: SocialAccount; readonly appId: string; readonly endsAt: number };
type AuthorizationCode = { readonly account: SocialAccount; readonly redirectUri: string; readonly endsAt: number };

/** State of the Graph API stand-in, in memory: a restart invalidates every token. */
export type Facebook = {
  readonly accounts: SocialAccounts;
  createToken(
    account: SocialAccount,
    appId: string,
    endsIn?: number,
  ): { readonly token: string; readonly expiresIn: number };
  /** An issued token, valid or expired. */
  readToken(token: string): UserToken | undefined;
  createCode(account: SocialAccount, redirectUri: string): string;
  /** Valid once. */
  consumeCode(code: string): AuthorizationCode | undefined;
  appSecretProofOf(token: string): string;
};

export function createFacebook({ clock, settings }: Pick<SandboxContext, "clock" | "settings">): Facebook {
  const tokens = new Map<string, UserToken>();
  const codes = new Map<string, AuthorizationCode>();
  return {
    accounts: createSocialAccounts(facebookAccounts),
    createToken(account, appId, endsIn = tokenLifeSeconds) {
      const token = `EAAB${randomBytes(60).toString("hex")}`;
      tokens.set(token, { account, appId, endsAt: clock.now() + endsIn * 1_000 });
      return { token, expiresIn: endsIn };
    },
    readToken: (token) => tokens.get(token),
    createCode(account, redirectUri) {
      const code = `AQD${randomBytes(60).toString("base64url")}`;
      codes.set(code, { account, redirectUri, endsAt: clock.now() + codeLifeMs });
      return code;
    },
    consumeCode(code) {
      const found = codes.get(code);
      codes.delete(code);
      return found && found.endsAt > clock.now() ? found : undefined;
    },
    appSecretProofOf: (token) => createHmac("sha256", settings.keys.facebookAppSecret).update(token).digest("hex"),
  };
}
