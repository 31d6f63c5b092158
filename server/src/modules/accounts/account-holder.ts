import type { Currency } from "@idanimo/contract/money";
import type { Tx } from "../../database/database.ts";

/** An account's owner, as later modules address and name them. */
export type AccountHolder = {
  /** First and last name. */
  readonly name: string;
  readonly businessName: string | null;
  readonly email: string;
  readonly phone: string | null;
  readonly activeCurrency: Currency;
};

/** Finds the owner of an account, open or closed. @throws if there is none */
export async function findAccountHolder(tx: Tx, userId: string): Promise<AccountHolder> {
  const row = await tx
    .selectFrom("users")
    .select(["first_name", "last_name", "business_name as businessName", "email", "phone"])
    .select("active_currency as activeCurrency")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const { first_name: first, last_name: last, ...holder } = row;
  return { ...holder, name: `${first} ${last}` };
}
