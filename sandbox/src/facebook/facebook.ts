import { createHmac, randomBytes } from "node:crypto";
import { type Account, type Accounts, accountsOf, facebookAccounts } from "../accounts-elsewhere.ts";
import type { World } from "../world.ts";

/** Two months, as the real one gives a browser's token after its exchange. */
const tokenLifeSeconds = 5_184_000;
const codeLifeMs = 600_000;

export type UserToken = { readonly account: Account; readonly appId: string; readonly endsAt: number };
type Code = { readonly account: Account; readonly redirectUri: string; readonly endsAt: number };

/** What the Graph look-alike holds, in memory: a restart ends every token. */
export type Facebook = {
  readonly accounts: Accounts;
  newToken(account: Account, appId: string, endsIn?: number): { readonly token: string; readonly expiresIn: number };
  /** A token that was given out, alive or over. */
  readToken(token: string): UserToken | undefined;
  newCode(account: Account, redirectUri: string): string;
  /** A code counts once. */
  takeCode(code: string): Code | undefined;
  proofOf(token: string): string;
};

export function createFacebook({ clock, settings }: Pick<World, "clock" | "settings">): Facebook {
  const tokens = new Map<string, UserToken>();
  const codes = new Map<string, Code>();
  return {
    accounts: accountsOf(facebookAccounts),
    newToken(account, appId, endsIn = tokenLifeSeconds) {
      const token = `EAAB${randomBytes(60).toString("hex")}`;
      tokens.set(token, { account, appId, endsAt: clock.now() + endsIn * 1_000 });
      return { token, expiresIn: endsIn };
    },
    readToken: (token) => tokens.get(token),
    newCode(account, redirectUri) {
      const code = `AQD${randomBytes(60).toString("base64url")}`;
      codes.set(code, { account, redirectUri, endsAt: clock.now() + codeLifeMs });
      return code;
    },
    takeCode(code) {
      const found = codes.get(code);
      codes.delete(code);
      return found && found.endsAt > clock.now() ? found : undefined;
    },
    proofOf: (token) => createHmac("sha256", settings.keys.facebookAppSecret).update(token).digest("hex"),
  };
}
