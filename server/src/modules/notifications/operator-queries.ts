import { confirmLinkHours } from "@idanimo/contract/limits";
import { sql } from "kysely";
import { secondsFromNow, type Tx } from "../../database/database.ts";

type AccountMessage = {
  readonly id: string;
  readonly kind: string;
  readonly channel: "sms" | "mail";
  readonly state: string;
  readonly at: Date;
};

/** The newest messages to an account holder, without their texts and addressees. */
export const findMessagesOfAccount = (tx: Tx, accountId: string, limit: number): Promise<readonly AccountMessage[]> =>
  tx
    .selectFrom("outbox_messages")
    .select(["id", "kind", "channel", "state", "created_at as at"])
    .where("key_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** The newest email that confirms an account's address, while its link works. */
export async function findNewestConfirmation(tx: Tx, accountId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("outbox_messages")
    .select(["id", sql<boolean>`created_at > ${secondsFromNow(-confirmLinkHours * 3600)}`.as("works")])
    .where("key_id", "=", accountId)
    .where("kind", "=", "email_confirm")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.works ? row.id : undefined;
}

/** The oldest messages that wait to be sent, and how many there are. */
export async function findUnsentMessages(
  tx: Tx,
  limit: number,
): Promise<{
  readonly rows: readonly (Omit<AccountMessage, "state"> & { readonly attempts: number })[];
  readonly count: number;
}> {
  const waiting = tx.selectFrom("outbox_messages").where("state", "=", "waiting");
  const rows = await waiting
    .select(["id", "kind", "channel", "attempts", "created_at as at"])
    .orderBy("created_at")
    .limit(limit)
    .execute();
  const { count } = await waiting.select(({ fn }) => fn.countAll<bigint>().as("count")).executeTakeFirstOrThrow();
  return { rows, count: Number(count) };
}
