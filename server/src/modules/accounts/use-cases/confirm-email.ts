import { codeResendIntervalSeconds, confirmLinkHours } from "@idanimo/contract/limits";
import type { confirmEmail, sendEmailConfirm } from "@idanimo/contract/passwords";
import { fail, ok } from "@idanimo/contract/problems";
import { sql } from "kysely";
import * as z from "zod/mini";
import { productNow, type Tx } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import { type LimitKey, retryLaterArguments } from "../../../http/rate-limits.ts";
import { tokenHash, type Vault } from "../../../kernel/vault.ts";
import { writeAudit } from "../../audit/index.ts";
import { emailConfirmMessage, queueMessage } from "../../notifications/index.ts";
import { type AccountDeps, limitKey } from "../deps.ts";
import { replaceToken, consumeToken, findNewestTokenAgeMs } from "../mailed-token-store.ts";
import { findAccountOwner, type AccountOwner } from "../second-factor/account-owner.ts";

/**
 * Emails the link that confirms an address; the previous one ends. Its token follows `#`, so that no server and no
 * log sees it.
 */
export async function queueEmailConfirmation(
  tx: Tx,
  deps: Pick<AccountDeps, "ids" | "publicUrl">,
  { id, email, key }: AccountOwner,
): Promise<void> {
  const token = deps.ids.token();
  await replaceToken(tx, id, "confirm", tokenHash(token), confirmLinkHours * 3600);
  const links = {
    confirm: `${deps.publicUrl}/email-confirm#${token}`,
    newPassword: `${deps.publicUrl}/forgot-password`,
  };
  const sealedBy = { keyId: id, key, requestId: null };
  await queueMessage(
    tx,
    { ...sealedBy, channel: "mail", kind: "email_confirm", to: email, ...emailConfirmMessage(links) },
    deps.ids,
  );
}

/** Confirms an email address by the token that was sent to it, once. [T-15] */
export function verifyEmailOwnership(deps: AccountDeps): Handler<typeof confirmEmail> {
  return async (input, _caller, context) => {
    const fromAddress = await deps.limits.consume("code_address", context.ip);
    if (!fromAddress.ok) return fromAddress;
    return deps.db.transaction("system", async (tx) => {
      const userId = await consumeToken(tx, "confirm", tokenHash(input.token));
      if (userId === undefined) return fail("invalid_confirm_link", {});
      await tx
        .updateTable("users")
        .set({ email_verified_at: productNow })
        .where("id", "=", userId)
        .where("email_verified_at", "is", null)
        .execute();
      await writeAudit(tx, deps.ids, {
        actorKind: "user",
        actorId: userId,
        action: "email_confirmed",
        objectId: userId,
      });
      return ok({ result: "success" });
    });
  };
}

/** Confirmation links to one address on a day, requested by its owner or by support. */
export const confirmationDayLimit = (vault: Vault, email: string) =>
  ["code_destination", limitKey(vault, `confirm|${email}`)] as const satisfies LimitKey;

const resendPayload = z.object({ userId: z.string() });

/**
 * Sends the link again for support, which checked the limits: the console may not read the keys that seal messages.
 * Repeated, it sends a newer link.
 */
export function resendConfirmation(
  deps: Pick<AccountDeps, "db" | "keys" | "ids" | "publicUrl">,
): (job: unknown) => Promise<void> {
  return async (job) => {
    const { userId } = resendPayload.parse(job);
    const key = await deps.keys.find(userId);
    await deps.db.transaction("system", async (tx) => {
      const user = await tx
        .selectFrom("users")
        .select("email")
        .where("id", "=", userId)
        .where("email_verified_at", "is", null)
        .forUpdate()
        .executeTakeFirst();
      if (user && key) await queueEmailConfirmation(tx, deps, { id: userId, email: user.email, key });
    });
  };
}

/**
 * Sends the link again: once a minute, ten times a day. For a confirmed address it sends nothing and returns
 * success.
 */
export function resendEmailConfirmation(deps: AccountDeps): Handler<typeof sendEmailConfirm> {
  return async (_input, caller) => {
    if (caller.emailConfirmed) return ok({ result: "success" });
    const owner = await findAccountOwner(deps, caller.userId);
    const day = confirmationDayLimit(deps.vault, owner.email);
    const allowed = await deps.limits.consume(...day);
    if (!allowed.ok) return allowed;
    const waitMs = await deps.db.transaction("system", async (tx) => {
      await sql`select from users where id = ${owner.id} for update`.execute(tx); // only one of several concurrent calls sends
      const tooSoonMs =
        codeResendIntervalSeconds * 1000 - ((await findNewestTokenAgeMs(tx, owner.id, "confirm")) ?? Infinity);
      if (tooSoonMs <= 0) await queueEmailConfirmation(tx, deps, owner);
      return tooSoonMs;
    });
    if (waitMs <= 0) return ok({ result: "success" });
    // outside the transaction: calls that wait for the row hold connections, and this needs one more
    await deps.limits.refund(...day);
    return fail("resend_too_soon", ...retryLaterArguments(waitMs));
  };
}
