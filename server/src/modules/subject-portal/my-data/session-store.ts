import { secondsFromNow, productNow, type Tx } from "../../../database/database.ts";
import type { VerifiedContact } from "../../consent/index.ts";

/** Queries and rows of sign-in codes and subject sessions. */

/** Inserts a code and deletes earlier codes of the same contact. */
export async function insertCode(
  tx: Tx,
  made: {
    readonly id: string;
    readonly contactHash: Buffer;
    readonly kind: "phone" | "mail";
    readonly codeHash: Buffer;
    readonly tries: number;
    readonly minutes: number;
  },
): Promise<void> {
  await tx.deleteFrom("subject_codes").where("contact_hash", "=", made.contactHash).execute();
  await tx
    .insertInto("subject_codes")
    .values({
      id: made.id,
      contact_hash: made.contactHash,
      kind: made.kind,
      code_hash: made.codeHash,
      attempts_left: made.tries,
      ends_at: secondsFromNow(made.minutes * 60),
    })
    .execute();
}

/** Counts one attempt on a valid code, in the statement that reads it; undefined if there is none. [T-02] */
export async function consumeAttempt(
  tx: Tx,
  id: string,
  contactHash: Buffer,
): Promise<{ readonly codeHash: Buffer; readonly triesLeft: number } | undefined> {
  const row = await tx
    .updateTable("subject_codes")
    .set((code) => ({ attempts_left: code("attempts_left", "-", 1) }))
    .where("id", "=", id)
    .where("contact_hash", "=", contactHash)
    .where("attempts_left", ">", 0)
    .where("ends_at", ">", productNow)
    .returning(["code_hash", "attempts_left"])
    .executeTakeFirst();
  return row && { codeHash: row.code_hash, triesLeft: row.attempts_left };
}

/** Deletes a code; each can be used once. */
export async function deleteCode(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("subject_codes").where("id", "=", id).execute();
}

export async function insertSession(
  tx: Tx,
  made: VerifiedContact & {
    readonly tokenHash: Buffer;
    readonly way: "link" | "code";
    readonly contactSealed: Buffer | null;
    readonly minutes: number;
  },
): Promise<void> {
  await tx
    .insertInto("subject_sessions")
    .values({
      token_hash: made.tokenHash,
      phone_hash: made.phoneHash,
      mail_hash: made.mailHash,
      way: made.way,
      contact_sealed: made.contactSealed,
      ends_at: secondsFromNow(made.minutes * 60),
    })
    .execute();
}

export async function findSession(
  tx: Tx,
  tokenHash: Buffer,
): Promise<(VerifiedContact & { readonly contactSealed: Buffer | null; readonly endsAt: Date }) | undefined> {
  const row = await tx
    .selectFrom("subject_sessions")
    .select(["phone_hash", "mail_hash", "contact_sealed", "ends_at"])
    .where("token_hash", "=", tokenHash)
    .where("ends_at", ">", productNow)
    .executeTakeFirst();
  return (
    row && {
      phoneHash: row.phone_hash,
      mailHash: row.mail_hash,
      contactSealed: row.contact_sealed,
      endsAt: row.ends_at,
    }
  );
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom("subject_sessions").where("token_hash", "=", tokenHash).execute();
}

/** Ends every visit to "my data" and revokes every code. */
export async function revokeSubjectSessions(tx: Tx): Promise<void> {
  await tx.deleteFrom("subject_sessions").execute();
  await tx.deleteFrom("subject_codes").execute();
}
