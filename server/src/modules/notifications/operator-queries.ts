import type { Tx } from "../../database/database.ts";

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
