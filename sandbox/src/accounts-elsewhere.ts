/** A made-up person's account with Google or Facebook. */
export type Account = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | undefined;
  /** Whether the provider has seen that the mailbox is theirs. */
  readonly emailVerified: boolean;
  /** For the page where one is picked, in plain words. */
  readonly says: string;
};

const ngozi = { firstName: "Ngozi", lastName: "Adeyemi", email: "ngozi.adeyemi@example.test", emailVerified: true };
const tunde = { firstName: "Tunde", lastName: "Bello", email: "tunde.bello@example.test", emailVerified: false };
const zainab = { firstName: "Zainab", lastName: "Musa", email: undefined, emailVerified: false };
const ada = { firstName: "Ada", lastName: "Obi", email: "ada@example.test", emailVerified: true };

const ordinary = "An ordinary account.";
const unverified = "The mail address was never confirmed.";
const withoutMail = "Has no mail address.";
const example = "Has the mail address of the product’s example account.";

export const googleAccounts: readonly Account[] = [
  { id: "100000000000000000011", ...ngozi, says: ordinary },
  { id: "100000000000000000044", ...ada, says: example },
  { id: "100000000000000000022", ...tunde, says: unverified },
  { id: "100000000000000000033", ...zainab, says: withoutMail },
];

/** Facebook hands out confirmed addresses only. */
export const facebookAccounts: readonly Account[] = [
  { id: "10150000000000011", ...ngozi, says: ordinary },
  { id: "10150000000000044", ...ada, says: example },
  { id: "10150000000000033", ...zainab, says: withoutMail },
];

/** The accounts of one provider: those of its pages, and those a test made up. */
export type Accounts = {
  readonly shown: readonly Account[];
  find(id: string): Account | undefined;
  add(account: Account): void;
};

export function accountsOf(shown: readonly Account[]): Accounts {
  const known = new Map(shown.map((account) => [account.id, account]));
  return { shown, find: (id) => known.get(id), add: (account) => void known.set(account.id, account) };
}
