import { type BankAccount, bankAccount } from "@idanimo/contract/account-rights";
import { sql } from "kysely";
import { type Database, productNow, type Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import { type Cursor, encodeCursor } from "../../kernel/cursor.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { seal, unseal } from "../../kernel/vault.ts";
import { closeCase, openCase } from "../audit/index.ts";

/**
 * Balances of closed accounts that an operator pays out to a bank. The bank details are sealed with the pay-out's
 * own key.
 */

const unclaimedAndUnpaid = { claimed_at: null, claimed_by: null, paid_at: null, paid_by: null };
const sealContextOf = (id: string) => ({ table: "pay_outs", id, field: "sealed" });

export async function insertPayOut(
  tx: Tx,
  ids: IdSource,
  made: {
    readonly id: string;
    readonly key: Buffer;
    readonly ownerId: string;
    readonly bank: BankAccount;
    readonly naira: bigint;
    readonly dollars: bigint;
  },
): Promise<void> {
  const { id, key, ownerId, bank, naira, dollars } = made;
  const sealed = seal(key, Buffer.from(JSON.stringify(bank)), sealContextOf(id));
  await tx
    .insertInto("pay_outs")
    .values({ id, owner_id: ownerId, naira_minor: naira, dollars_minor: dollars, sealed, ...unclaimedAndUnpaid })
    .execute();
  const amounts = [naira > 0n && `${naira} NGN`, dollars > 0n && `${dollars} USD`].filter(Boolean);
  await openCase(tx, ids, { id, kind: "pay_out", objectId: ownerId, detail: amounts.join(" and ") });
}

export type PayOut = {
  readonly id: string;
  readonly naira: bigint;
  readonly dollars: bigint;
  readonly madeAt: Date;
  /** The operator who reads the bank details and sends the money. */
  readonly claimedBy: string | null;
  readonly claimedAt: Date | null;
  readonly sealed: Buffer | null;
};

const selectUnpaidPayOuts = (tx: Tx) =>
  tx
    .selectFrom("pay_outs")
    .select(["id", "naira_minor as naira", "dollars_minor as dollars", "made_at as madeAt", "sealed"])
    .select(["claimed_by as claimedBy", "claimed_at as claimedAt"])
    .where("paid_at", "is", null);

/** Unpaid pay-outs, oldest first. */
export const findUnpaidPayOuts = (tx: Tx): Promise<readonly PayOut[]> =>
  selectUnpaidPayOuts(tx).orderBy("made_at").execute();

export const findUnpaidPayOut = (tx: Tx, id: string): Promise<PayOut | undefined> =>
  selectUnpaidPayOuts(tx).where("id", "=", id).executeTakeFirst();

export type ListedPayOut = Omit<PayOut, "sealed"> & {
  readonly ownerId: string;
  readonly paidBy: string | null;
  readonly paidAt: Date | null;
  readonly cursor: string;
};

/** A page of pay-outs: unpaid ones oldest first, paid ones newest first. */
export async function findPayOutPage(
  tx: Tx,
  { paid, after, limit }: { readonly paid: boolean; readonly after: Cursor | undefined; readonly limit: number },
): Promise<readonly ListedPayOut[]> {
  const [column, direction] = paid ? (["paid_at", "desc"] as const) : (["made_at", "asc"] as const);
  const rows = await tx
    .selectFrom("pay_outs")
    .select(["id", "owner_id as ownerId", "naira_minor as naira", "dollars_minor as dollars", "made_at as madeAt"])
    .select(["claimed_by as claimedBy", "claimed_at as claimedAt", "paid_by as paidBy", "paid_at as paidAt"])
    .select(sql<string>`${sql.ref(column)}::text`.as("at"))
    .where("paid_at", paid ? "is not" : "is", null)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${sql.ref(column)}, id) ${paid ? sql`<` : sql`>`} (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy(column, direction)
    .orderBy("id", direction)
    .limit(limit)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, cursor: encodeCursor(at, row.id) }));
}

/** How many pay-outs are not sent yet, and since when the oldest waits. */
export const countUnpaidPayOuts = (tx: Tx): Promise<{ readonly count: bigint; readonly oldest: Date | null }> =>
  tx
    .selectFrom("pay_outs")
    .select(({ fn }) => [fn.countAll<bigint>().as("count"), fn.min<Date | null>("made_at").as("oldest")])
    .where("paid_at", "is", null)
    .executeTakeFirstOrThrow();

/** Operators are compared without regard to capitals, as the database does. */
export const isSameOperator = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Unseals the bank details.
 * @throws if the key is destroyed, which happens only after payment
 */
export async function unsealBankAccount(keys: Pick<KeyStore, "find">, { id, sealed }: PayOut): Promise<BankAccount> {
  const key = await keys.find(id);
  if (!key || !sealed) throw new Error(`unsealBankAccount: no key or sealed data for pay-out ${id}`);
  return bankAccount.parse(JSON.parse(unseal(key, sealed, sealContextOf(id)).toString()));
}

/**
 * Claims a pay-out for one operator, so that no other one sends it at the same time. Idempotent.
 * @returns the operator who has it, possibly an earlier one; undefined if there is nothing to pay
 */
export async function claimPayOut(tx: Tx, id: string, by: string): Promise<string | undefined> {
  await tx
    .updateTable("pay_outs")
    .set({ claimed_at: productNow, claimed_by: by })
    .where("id", "=", id)
    .where("paid_at", "is", null)
    .where("claimed_by", "is", null)
    .execute();
  return (await findUnpaidPayOut(tx, id))?.claimedBy ?? undefined;
}

/** Releases a claimed pay-out that was not sent; false if it is not claimed. */
export async function releasePayOut(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable("pay_outs")
    .set({ claimed_at: null, claimed_by: null })
    .where("id", "=", id)
    .where("paid_at", "is", null)
    .where("claimed_by", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function isPaidOut(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("pay_outs")
    .select("id")
    .where("id", "=", id)
    .where("paid_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records the payment, deletes the bank details and closes the case; false if it was recorded before. The caller
 * destroys the key.
 */
export async function markPaidOut(tx: Tx, id: string, by: string): Promise<boolean> {
  const ended = await tx
    .updateTable("pay_outs")
    .set({ sealed: null, paid_at: productNow, paid_by: by })
    .where("id", "=", id)
    .where("paid_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!ended) return false;
  await closeCase(tx, id, by);
  return true;
}

/** Destroys the key of a pay-out that is marked as sent. Idempotent. */
export async function destroyPayOutKey(
  { db, keys }: { readonly db: Database; readonly keys: Pick<KeyStore, "destroy"> },
  id: string,
): Promise<void> {
  if (await db.transaction("system", (tx) => isPaidOut(tx, id))) await keys.destroy([id]);
}
