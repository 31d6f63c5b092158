import type { UserType } from "@idanimo/contract/accounts";
import { naira } from "@idanimo/contract/money";
import type pg from "pg";
import type { AccountDeps } from "./deps.ts";
import type { Details } from "./rules.ts";
import { insertUser } from "./store.ts";
import { queueMatch } from "./verified/match-business.ts";

/** The password of every example account: no secret, since such accounts exist in a demonstration only. */
const password = "Example-1-password";

const nobody = {
  phone: null,
  nin: null,
  designation: null,
  businessName: null,
  rcNumber: null,
  officeAddress: null,
} as const;

type Example = {
  readonly email: string;
  readonly userType: UserType;
  readonly details: Details;
  readonly startsWith: ReturnType<typeof naira>;
};

const examples: readonly Example[] = [
  {
    email: "ada@example.test",
    userType: "individual",
    details: { ...nobody, firstName: "Ada", lastName: "Example", phone: "+2348030000010" },
    startsWith: naira(50_000_00n),
  },
  {
    email: "bright@example.test",
    userType: "business",
    details: {
      ...nobody,
      firstName: "Bright",
      lastName: "Example",
      phone: "+2348030000020",
      designation: "Director",
      businessName: "Bright Homes Ltd",
      rcNumber: "1234567",
      officeAddress: "1 Example Street, Lagos",
    },
    startsWith: naira(50_000_00n),
  },
];

/** What a demonstration prints, so that a person can sign in at once. */
export type ExampleAccount = { readonly email: string; readonly password: string; readonly userType: UserType };

/**
 * Accounts to try a demonstration with. Repeating it changes nothing, also while another process does the same.
 * @param owner a pool of the database's owner: the program's own role may not give money to anybody
 */
export async function addExampleAccounts(
  deps: Pick<AccountDeps, "db" | "keys" | "ids" | "passwords">,
  owner: pg.Pool,
): Promise<readonly ExampleAccount[]> {
  await Promise.all(
    examples.map(async (example) => {
      await addExample(deps, example);
      await giveMoney(deps, owner, example);
    }),
  );
  return examples.map(({ email, userType }) => ({ email, password, userType }));
}

async function addExample(deps: Parameters<typeof addExampleAccounts>[0], example: Example): Promise<void> {
  const { email, userType, details } = example;
  const known = await deps.db.single.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  if (known) return;
  const passwordHash = await deps.passwords.hash(password);
  if (!passwordHash.ok) throw new Error("addExampleAccounts: no hash to be had");
  const id = deps.ids.open();
  await deps.keys.create(id);
  await deps.db.transaction("system", async (tx) => {
    const user = { id, email, userType, details, passwordHash: passwordHash.value };
    const rest = { ninSealed: null, ninMasked: null, acceptedTerms: "example", clickId: null, emailProved: true };
    await insertUser(tx, { ...user, ...rest }, [deps.ids.row(), deps.ids.row()]);
    if (userType === "business") await queueMatch(tx, id);
  });
}

async function giveMoney(deps: Pick<AccountDeps, "ids">, owner: pg.Pool, example: Example): Promise<void> {
  await owner.query(
    `insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
     select $1, 'adjustment:example:' || u.id, 1, house.id, wallet.id, house.currency, $4, 'ADJUSTMENT'
     from users u join ledger_accounts wallet on wallet.owner_id = u.id and wallet.currency = $3
     join ledger_accounts house on house.kind = 'adjustments' and house.currency = wallet.currency
     where u.email = $2 on conflict (key, leg) do nothing`,
    [deps.ids.row(), example.email, example.startsWith.currency, example.startsWith.minor],
  );
}

/** Whether example accounts live in a database: their password is public, so no production may serve on it. */
export async function hasExampleAccounts(deps: Pick<AccountDeps, "db">): Promise<boolean> {
  const emails = examples.map(({ email }) => email);
  const found = await deps.db.single
    .selectFrom("users")
    .select("id")
    .where("email", "in", emails)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
