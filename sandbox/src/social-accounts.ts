/** A fictitious person's account with Google or Facebook. */
export type SocialAccount = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | undefined;
  /** Whether the provider has confirmed the email. */
  readonly emailVerified: boolean;
  /** Description on the account picker, in plain words. */
  readonly says: string;
};

const ngozi = { firstName: "Ngozi", lastName: "Adeyemi", email: "ngozi.adeyemi@example.test", emailVerified: true };
const tunde = { firstName: "Tunde", lastName: "Bello", email: "tunde.bello@example.test", emailVerified: false };
const zainab = { firstName: "Zainab", lastName: "Musa", email: undefined, emailVerified: false };
const ada = { firstName: "Ada", lastName: "Obi", email: "ada@example.test", emailVerified: true };

const ordinary = "An ordinary account.";
const unverified = "The mail address was never confirmed.";
const withoutEmail = "Has no mail address.";
const exampleAccount = "Has the mail address of the product’s example account.";

export const googleAccounts: readonly SocialAccount[] = [
  { id: "100000000000000000011", ...ngozi, says: ordinary },
  { id: "100000000000000000044", ...ada, says: exampleAccount },
  { id: "100000000000000000022", ...tunde, says: unverified },
  { id: "100000000000000000033", ...zainab, says: withoutEmail },
];

/** Facebook returns confirmed addresses only. */
export const facebookAccounts: readonly SocialAccount[] = [
  { id: "10150000000000011", ...ngozi, says: ordinary },
  { id: "10150000000000044", ...ada, says: exampleAccount },
  { id: "10150000000000033", ...zainab, says: withoutEmail },
];

/** The accounts of one provider: those of its pages, and those that a test created. */
export type SocialAccounts = {
  readonly shown: readonly SocialAccount[];
  find(id: string): SocialAccount | undefined;
  add(account: SocialAccount): void;
};

export function createSocialAccounts(shown: readonly SocialAccount[]): SocialAccounts {
  const known = new Map(shown.map((account) => [account.id, account]));
  return { shown, find: (id) => known.get(id), add: (account) => void known.set(account.id, account) };
}

/** Claims about a person in an ID token and at the userinfo endpoint. */
export function claimsOf({ firstName, lastName, email, emailVerified }: SocialAccount) {
  return {
    name: `${firstName} ${lastName}`,
    given_name: firstName,
    family_name: lastName,
    ...(email !== undefined && { email, email_verified: emailVerified }),
  };
}
