import type { resendMessage } from "@idanimo/contract/console/accounts";
import { codeResendIntervalSeconds } from "@idanimo/contract/limits";
import { fail, ok } from "@idanimo/contract/problems";
import { sql } from "kysely";
import { enqueue, type Tx } from "../database/database.ts";
import { retryLaterArguments } from "../http/rate-limits.ts";
import { confirmationDayLimit, findConfirmationAgeMs, type OperatorAccount } from "../modules/accounts/index.ts";
import { hasRecentEntryOf } from "../modules/audit/index.ts";
import { findNewestConfirmation } from "../modules/notifications/index.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";
import { auditAct, findOpenedAccount, tellOwner } from "./opened-owner.ts";

const action = "account_message_resent";

/** The message that support may send again: the newest confirmation whose link works, of an unconfirmed address. */
export const findResendable = async (
  tx: Tx,
  { id, emailConfirmed }: Pick<OperatorAccount, "id" | "emailConfirmed">,
): Promise<string | undefined> => (emailConfirmed ? undefined : findNewestConfirmation(tx, id));

/**
 * Sends a fresh confirmation link, which ends the earlier one, within the limits of the owner's own button. The job
 * process writes the email: the console may not read the keys that seal messages. [OC-08]
 */
export function createResendMessage({ db, ids, vault, limits }: ConsoleDeps): ConsoleHandler<typeof resendMessage> {
  return async ({ id, messageId, reason }, operator) => {
    const opened = await db.transaction("system", (tx) => findOpenedAccount(tx, operator, id));
    if (!opened.ok) return opened;
    const day = confirmationDayLimit(vault, opened.value.account.email);
    const allowed = await limits.consume(...day);
    if (!allowed.ok) return allowed;
    const sent = await db.transaction("system", async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${action}:${id}`}, 0))`.execute(tx); // of two calls one sends
      if ((await findResendable(tx, opened.value.account)) !== messageId) return fail("not_resendable", {});
      const waitMs = codeResendIntervalSeconds * 1000 - ((await findConfirmationAgeMs(tx, id)) ?? Infinity);
      const minute = codeResendIntervalSeconds / 3600;
      // the job of an earlier call may not have run yet
      if (waitMs > 0 || (await hasRecentEntryOf(tx, { objectId: id, action }, minute)))
        return fail("resend_too_soon", ...retryLaterArguments(Math.max(waitMs, 1_000)));
      await auditAct(tx, ids, opened.value, { operatorId: operator.id, action, reason });
      await enqueue(tx, "resend_confirmation", { userId: id }, `resend_confirmation:${id}`);
      await tellOwner(tx, ids, opened.value, { kind: "support_resent", facts: { reason } });
      return ok({ result: "success" as const });
    });
    if (!sent.ok) await limits.refund(...day);
    return sent;
  };
}
