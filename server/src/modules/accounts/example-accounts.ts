import type { UserType } from "@idanimo/contract/accounts";
import { naira } from "@idanimo/contract/money";
import type pg from "pg";
import { adjustWallet } from "../wallet/index.ts";
import type { AccountDeps } from "./deps.ts";
import type { RegistrationDetails } from "./rules.ts";
import { insertUser } from "./store.ts";
import { enqueueBusinessMatch } from "./business-verification/match-business.ts";

/** The password of every example account. Not a secret: such accounts exist in demonstrations only. */
const examplePassword = "Example-1-password";

const emptyDetails = {
  phone: null,
  nin: null,
  designation: null,
  businessName: null,
  rcNumber: null,
  officeAddress: null,
} as const;

type ExampleDefinition = {
  readonly email: string;
  readonly userType: UserType;
  readonly details: RegistrationDetails;
  readonly openingBalance: ReturnType<typeof naira>;
};

const examples: readonly ExampleDefinition[] = [
  {
    email: "ada@example.test",
    userType: "individual",
    details: { ...emptyDetails, firstName: "Ada", lastName: "Example", phone: "+2348030000010" },
    openingBalance: naira(50_000_00n),
  },
  {
    email: "bright@example.test",
    userType: "business",
    details: {
      ...emptyDetails,
      firstName: "Bright",
      lastName: "Example",
      phone: "+2348030000020",
      designation: "Director",
      businessName: "Bright Homes Ltd",
      rcNumber: "1234567",
      officeAddress: "1 Example Street, Lagos",
    },
    openingBalance: naira(50_000_00n),
  },
];

/** What a demonstration prints for signing in. */
export type ExampleAccount = { readonly email: string; readonly password: string; readonly userType: UserType };

/**
 * Adds the example accounts of a demonstration. Idempotent, also with concurrent processes.
 * @param owner a pool of the database owner: the application role may not credit wallets
 */
export async function addExampleAccounts(
  deps: Pick<AccountDeps, "db" | "keys" | "ids" | "passwords">,
  owner: pg.Pool,
): Promise<readonly ExampleAccount[]> {
  await Promise.all(
    examples.map(async (example) => {
      await addExampleAccount(deps, example);
      await fundWallet(deps, owner, example);
    }),
  );
  return examples.map(({ email, userType }) => ({ email, password: examplePassword, userType }));
}

async function addExampleAccount(
  deps: Parameters<typeof addExampleAccounts>[0],
  example: ExampleDefinition,
): Promise<void> {
  const { email, userType, details } = example;
  const known = await deps.db.single.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  if (known) return;
  const passwordHash = await deps.passwords.hash(examplePassword);
  if (!passwordHash.ok) throw new Error("addExampleAccounts: hashing failed");
  const id = deps.ids.publicId();
  await deps.keys.create(id);
  await deps.db.transaction("system", async (tx) => {
    const user = { id, email, userType, details, passwordHash: passwordHash.value };
    const rest = {
      ninSealed: null,
      ninMasked: null,
      acceptedTerms: "example",
      clickId: null,
      confirmed: "email",
    } as const;
    await insertUser(tx, { ...user, ...rest }, [deps.ids.rowId(), deps.ids.rowId()]);
    if (userType === "business") await enqueueBusinessMatch(tx, id);
  });
}

async function fundWallet(
  deps: Pick<AccountDeps, "db" | "ids">,
  owner: pg.Pool,
  { email, openingBalance: amount }: ExampleDefinition,
): Promise<void> {
  const user = await deps.db.single.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  if (!user) return;
  await adjustWallet(owner, { id: deps.ids.rowId(), key: `adjustment:example:${user.id}`, ownerId: user.id, amount });
}

/** Whether a database contains example accounts. Their password is public, so production must not run on it. */
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
