import type { UserType } from "@idanimo/contract/accounts";
import { productNow, type Tx } from "../../database/database.ts";

/** An account as another database refers to it: without its contact details and sign-in methods. */
export type AccountCopy = {
  readonly id: string;
  readonly userType: UserType;
  readonly firstName: string;
  readonly lastName: string;
  readonly businessName: string | null;
};

/** Finds open accounts by id. */
export async function findAccountCopies(tx: Tx, ids: readonly string[]): Promise<readonly AccountCopy[]> {
  return tx
    .selectFrom("users")
    .select([
      "id",
      "user_type as userType",
      "first_name as firstName",
      "last_name as lastName",
      "business_name as businessName",
    ])
    .where("id", "in", [...ids])
    .where("closed_at", "is", null)
    .execute();
}

/** Inserts copies, each with an address that receives nothing. @returns the ids that were new */
export async function insertAccountCopies(tx: Tx, copies: readonly AccountCopy[]): Promise<readonly string[]> {
  if (copies.length === 0) return [];
  const rows = await tx
    .insertInto("users")
    .values(
      copies.map(({ id, userType, firstName, lastName, businessName }) => ({
        id,
        email: `${id}@test-mode.test`,
        user_type: userType,
        first_name: firstName,
        last_name: lastName,
        business_name: businessName,
        accepted_terms: "test mode",
        email_verified_at: productNow,
      })),
    )
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
