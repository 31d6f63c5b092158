import { createSigningKey, type SigningKey } from "../openid/signing-key.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { createSocialAccounts, type SocialAccount, type SocialAccounts } from "../social-accounts.ts";

/** What an organisation enters to connect this provider; `docs/sandbox.md` lists it. */
export const directoryClient = {
  id: "sandbox-directory-client-id",
  secret: "sandbox-directory-client-secret",
} as const;

/** What is wrong with the next ID token. */
export const tokenDefects = ["none", "other_client", "other_issuer", "other_nonce", "expired", "foreign_key"] as const;
export type TokenDefect = (typeof tokenDefects)[number];

const staff: readonly SocialAccount[] = [
  ["staff-1", "Hauwa", "Sani", "hauwa.sani@kano-traders.example", "Works at Kano Traders."],
  ["staff-2", "Emeka", "Obi", "emeka.obi@kano-traders.example", "Works at Kano Traders."],
  ["staff-3", "Grace", "Ade", "grace.ade@elsewhere.example", "Has an address of another domain."],
].map(([id = "", firstName = "", lastName = "", email, says = ""]) => ({
  id,
  firstName,
  lastName,
  email,
  emailVerified: true,
  says,
}));

/** The identity provider of an organisation, a second issuer besides Google. In memory. */
export type Directory = {
  readonly accounts: SocialAccounts;
  readonly issuer: () => string;
  readonly key: () => SigningKey;
  readonly foreignKey: () => SigningKey;
  /** Of the next ID token only. */
  nextDefect: TokenDefect;
};

export function createDirectory({ origin }: Pick<SandboxContext, "origin">): Directory {
  let own: SigningKey | undefined;
  let foreign: SigningKey | undefined;
  return {
    accounts: createSocialAccounts(staff),
    issuer: () => `${origin()}/directory`,
    key: () => (own ??= createSigningKey()),
    foreignKey: () => (foreign ??= createSigningKey()),
    nextDefect: "none",
  };
}
