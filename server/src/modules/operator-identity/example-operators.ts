import { createHash } from "node:crypto";
import { operatorRoleNames, type OperatorRole } from "@idanimo/contract/console/rights";
import { TOTP } from "otpauth";
import type { Tx } from "../../database/database.ts";
import { formatTotpSecret, totpSecretBytes } from "../accounts/index.ts";
import type { OperatorIdentityDeps } from "./deps.ts";
import { sealOperatorTotp } from "./secrets.ts";
import { activateOperator, findOperatorByEmail, insertOperator, storeTotpSecret } from "./store.ts";

/** The password of every example operator. Not a secret: such operators exist in demonstrations only. */
const examplePassword = "Example-1-password";

const examples: readonly { readonly email: string; readonly name: string; readonly roles: readonly OperatorRole[] }[] =
  [
    { email: "olu@example.test", name: "Olu Example", roles: ["owner", "finance"] },
    { email: "zainab@example.test", name: "Zainab Example", roles: ["finance", "support", "privacy"] },
  ];

/** The authenticator secret of an example, the same in every demonstration. */
const exampleSecret = (email: string) =>
  createHash("sha256").update(`example operator ${email}`).digest().subarray(0, totpSecretBytes);

export type ExampleOperator = {
  readonly email: string;
  readonly password: string;
  readonly secret: string;
  readonly note: string;
};

/** Adds the example operators of a demonstration. Idempotent, also with concurrent processes. */
export async function addExampleOperators(
  deps: Pick<OperatorIdentityDeps, "db" | "ids" | "vault" | "passwords">,
): Promise<readonly ExampleOperator[]> {
  await Promise.all(
    examples.map(async (example) => {
      if (await findOperatorByEmail(deps.db.single, example.email)) return;
      const hashed = await deps.passwords.hash(examplePassword);
      if (!hashed.ok) throw new Error("addExampleOperators: hashing failed");
      await deps.db.transaction("system", (tx) => insertExample(tx, deps, example, hashed.value));
    }),
  );
  return examples.map(({ email, roles }) => ({
    email,
    password: examplePassword,
    secret: formatTotpSecret(exampleSecret(email), email).secret,
    note: roles.map((role) => operatorRoleNames[role].toLowerCase()).join(" and "),
  }));
}

async function insertExample(
  tx: Tx,
  { ids, vault }: Pick<OperatorIdentityDeps, "ids" | "vault">,
  { email, name, roles }: (typeof examples)[number],
  passwordHash: string,
): Promise<void> {
  const id = ids.publicId();
  if (!(await insertOperator(tx, { id, email, name, roles }, null))) return;
  await storeTotpSecret(tx, id, sealOperatorTotp(vault, id, exampleSecret(email)));
  await activateOperator(tx, id, { passwordHash, totpStep: 0n });
}

/** Whether an email is that of an example operator. */
export const isExampleOperator = (email: string): boolean => examples.some((example) => example.email === email);

/** The current authenticator code of an example operator; undefined for any other email. */
export function findExampleCode(email: string): string | undefined {
  if (!isExampleOperator(email)) return undefined;
  return new TOTP({ secret: formatTotpSecret(exampleSecret(email), email).secret }).generate();
}
