import type { readBulkReminders as readOperation, remindBulk as remindOperation } from "@idanimo/contract/bulk-lines";
import { fail, ok } from "@idanimo/contract/problems";
import { enqueue, type Tx } from "../../../database/database.ts";
import { type Handler, scopeOf } from "../../../http/call.ts";
import { reminderPossibleAt, sendReminder } from "../../consent/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { findWaitingLines, type WaitingLine } from "./reminder-store.ts";
import { findUpload } from "./store.ts";

/** Lines whose people are reminded by one run of the job. */
const linesPerRun = 20;

const isPossibleNow = (line: WaitingLine): boolean => {
  const at = reminderPossibleAt(line);
  return at !== null && at <= line.now;
};

/** Counts who can be reminded; undefined for another user's file. */
async function countReminders({ maxBulkRecords }: VerificationDeps, tx: Tx, ownerId: string, uploadId: string) {
  const upload = await findUpload(tx, ownerId, uploadId);
  if (!upload) return undefined;
  const purchaseId = upload.isPaid ? upload.purchaseId : null;
  const waiting = purchaseId === null ? [] : await findWaitingLines(tx, purchaseId, 0, maxBulkRecords);
  const times = waiting.flatMap((line) => reminderPossibleAt(line)?.getTime() ?? []);
  const possibleNow = waiting.filter(isPossibleNow).length;
  const earliest = times.length > 0 ? new Date(Math.min(...times)) : null;
  return {
    purchaseId,
    possibleNow,
    reminded: waiting.filter(({ remindedAt }) => remindedAt !== null).length,
    possibleAt: possibleNow > 0 ? null : earliest,
  };
}

/** Returns how many people on the caller's file can be reminded. */
export const readBulkReminders =
  (deps: VerificationDeps): Handler<typeof readOperation> =>
  async ({ uploadId }, caller) => {
    const counted = await deps.db.transaction(scopeOf(caller), (tx) =>
      countReminders(deps, tx, caller.ownerId, uploadId),
    );
    if (!counted) return fail("not_found", {});
    const { possibleNow, reminded, possibleAt } = counted;
    return ok({ possibleNow, reminded, possibleAt: possibleAt?.toISOString() ?? null });
  };

/** Queues the reminders of everyone on the caller's file who can be reminded now. */
export const remindBulk =
  (deps: VerificationDeps): Handler<typeof remindOperation> =>
  async ({ uploadId }, caller) => {
    const allowed = await deps.limits.consume("request_action_account", caller.ownerId);
    if (!allowed.ok) return allowed;
    return deps.db.transaction(scopeOf(caller), async (tx) => {
      const counted = await countReminders(deps, tx, caller.ownerId, uploadId);
      if (!counted) return fail("not_found", {});
      const { purchaseId, possibleNow } = counted;
      if (purchaseId === null || possibleNow === 0) return fail("reminder_not_possible", {});
      await queueReminders(tx, { purchaseId, ownerId: caller.ownerId, from: "0" });
      return ok({ reminding: possibleNow });
    });
  };

/** Payload of the job `remind_bulk`: the position of the first line, as text. */
export type ReminderRun = { readonly purchaseId: string; readonly ownerId: string; readonly from: string };

const queueReminders = (tx: Tx, run: ReminderRun) => enqueue(tx, "remind_bulk", run, `remind_bulk:${run.purchaseId}`);

/**
 * Reminds the people of some lines, each in a transaction of its own by the rule of the single reminder, and queues the
 * next run. A repetition reminds no one twice.
 */
export async function remindNextLines(
  deps: VerificationDeps,
  { purchaseId, ownerId, from }: ReminderRun,
): Promise<void> {
  const waiting = await deps.db.transaction("system", (tx) =>
    findWaitingLines(tx, purchaseId, Number(from), linesPerRun + 1),
  );
  const [lines, next] = [waiting.slice(0, linesPerRun).filter(isPossibleNow), waiting[linesPerRun]];
  const keys = await deps.keys.findAll(lines.map(({ id }) => id));
  for (const { id } of lines)
    await deps.db.transaction("system", (tx) => sendReminder(deps, tx, { ownerId, requestId: id, key: keys.get(id) }));
  if (next)
    await deps.db.transaction("system", (tx) => queueReminders(tx, { purchaseId, ownerId, from: String(next.place) }));
}
