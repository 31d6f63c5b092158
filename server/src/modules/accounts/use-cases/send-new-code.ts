import { fail, ok, type Result } from "@idanimo/contract/problems";
import { retryLaterArguments } from "../../../http/rate-limits.ts";
import { type AccountDeps, limitKey } from "../deps.ts";
import { unsealDetails } from "../registration-details.ts";
import { createActivationCodes, queueSignUpMessages, reserveSms, smsLimits } from "../sign-up-messages.ts";
import * as store from "../store.ts";

/**
 * Sends a sign-up a new code, which ends the previous one: at most one a minute, five an hour and ten a day per
 * email address. Its five attempts are new, so a guesser gets at most fifty a day at a million codes. [T-02 T-05]
 */
export async function sendNewCode(
  deps: AccountDeps,
  id: string,
): Promise<Result<void, "resend_too_soon" | "code_ended" | "too_many_requests">> {
  const pending = await store.findPendingRegistration(deps.db.single, id);
  const key = pending && (await deps.keys.find(id));
  if (!pending || !key) return fail("code_ended", {});
  if (pending.wait_ms > 0) return fail("resend_too_soon", ...retryLaterArguments(pending.wait_ms));
  // count only now, so that an early request does not use up the day's limit
  const mailboxDay = ["code_destination", limitKey(deps.vault, pending.email)] as const;
  const toMailbox = await deps.limits.consumeAll([mailboxDay]);
  if (!toMailbox.ok) return toMailbox;
  const details = pending.details_sealed && unsealDetails(key, id, pending.details_sealed);
  const phone = await reserveSms(deps, details?.phone ?? null);
  const codes = createActivationCodes(deps, id, phone !== null);
  const renewed = await deps.db.transaction("system", async (tx) => {
    if (!(await store.replaceActivationCodes(tx, id, codes.hashes))) return false;
    await queueSignUpMessages(tx, deps, { registrationId: id, key, ...pending, phone }, codes);
    return true;
  });
  if (renewed) return ok(undefined);
  // a concurrent call was first: undo the count of what was not sent
  await deps.limits.refundAll([mailboxDay, ...(phone === null ? [] : smsLimits(deps, phone))]);
  return fail("resend_too_soon", ...retryLaterArguments(0));
}
