import { fail, ok, type Result } from "@idanimo/contract/problems";
import { toWait } from "../../../http/limits.ts";
import { type AccountDeps, limitKey } from "../deps.ts";
import { openDetails } from "../details.ts";
import { newCodes, sendSignUpWords, textable, textLimits } from "../messages.ts";
import * as store from "../store.ts";

/**
 * Sends a sign-up a new code, which ends the one before: at most one a minute, five an hour, ten a day for one mailbox. Its
 * five tries are new, so a guesser gets at most fifty tries a day at a million codes. Source: design 3, T-02, T-05.
 */
export async function sendNewCode(
  deps: AccountDeps,
  id: string,
): Promise<Result<void, "resend_too_soon" | "code_ended" | "too_many_requests">> {
  const standing = await store.findWaiting(deps.db.single, id);
  const key = standing && (await deps.keys.find(id));
  if (!standing || !key) return fail("code_ended", {});
  if (standing.wait_ms > 0) return fail("resend_too_soon", ...toWait(standing.wait_ms));
  // counted only now, so that asking too soon uses nobody's day up
  const mailboxDay = ["code_destination", limitKey(deps.vault, standing.email)] as const;
  const toMailbox = await deps.limits.takeAll([mailboxDay]);
  if (!toMailbox.ok) return toMailbox;
  const details = standing.details_sealed && openDetails(key, id, standing.details_sealed);
  const phone = await textable(deps, details?.phone ?? null);
  const codes = newCodes(deps, id, phone !== null);
  const renewed = await deps.db.transaction("system", async (tx) => {
    if (!(await store.renewCodes(tx, id, codes.hashes))) return false;
    await sendSignUpWords(tx, deps, { registrationId: id, key, ...standing, phone }, codes);
    return true;
  });
  if (renewed) return ok(undefined);
  // another call was quicker: what was not sent uses nobody's day up
  await deps.limits.giveBackAll([mailboxDay, ...(phone === null ? [] : textLimits(deps, phone))]);
  return fail("resend_too_soon", ...toWait(0));
}
