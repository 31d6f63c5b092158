import type { Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { claimAccount } from "./claim-account.ts";
import { createExternalAccount } from "./social/find-or-create-account.ts";
import { findUserByEmail, setNames } from "./social/store.ts";
import { lockEmail } from "./store.ts";

type ProvisionedPerson = { readonly email: string; readonly firstName: string; readonly lastName: string };

/**
 * Finds or opens the account of an address for which its organisation vouches: one that no one confirmed becomes
 * that of the address's owner. A new one has the given id and no password. [TM-12]
 */
export async function provisionAccount(
  tx: Tx,
  ids: IdSource,
  newId: string,
  { email, firstName, lastName }: ProvisionedPerson,
): Promise<string> {
  await lockEmail(tx, email);
  const existing = (await findUserByEmail(tx, email))?.id;
  if (existing === undefined) return createExternalAccount(tx, { ids }, newId, { email, firstName, lastName });
  if (await claimAccount(tx, ids, existing)) await setNames(tx, existing, firstName, lastName);
  return existing;
}
