import {
  deleteBreachRequests,
  findBreach,
  insertBreachRequests,
  recordBreachCounts,
  recordBreachNotice,
  writeAudit,
} from "../audit/index.ts";
import { breachMessage } from "../notifications/index.ts";
import { breachAuditEntry, formatListed, formatNotified } from "./breach-audit.ts";
import { affectedBatchSize, type BreachDeps, notifyAffectedExclusively } from "./breach-notices.ts";
import { addToTally, createTally } from "./breach-rules.ts";
import { readAffectedInBatches } from "./breach-store.ts";

/**
 * Counts who is affected by a breach and notifies them, as the commands do. The console's role may read neither
 * consents nor contacts, so the job process does it. [OC-16]
 */
export const breachJobs = (deps: BreachDeps & { readonly publicUrl: string }) => ({
  /** Lists the affected requests and counts them. Starts again if an earlier run died. */
  list_breach: async ({ breachId }: { readonly breachId: string }): Promise<void> => {
    const { db, keys, ids } = deps;
    const breach = await db.transaction("system", async (tx) => {
      const found = await findBreach(tx, breachId);
      if (found?.counts !== null) return undefined;
      await deleteBreachRequests(tx, breachId);
      return found;
    });
    if (!breach) return;
    const tally = createTally();
    let readable = 0;
    await readAffectedInBatches(db, breach, affectedBatchSize, async (batch) => {
      const alive = await keys.findAll(batch.map(({ requestId }) => requestId));
      readable += alive.size;
      for (const one of batch) addToTally(tally, one);
      const rows = batch.map((one) => ({ ...one, readable: alive.has(one.requestId) }));
      await db.transaction("system", (tx) => insertBreachRequests(tx, breachId, rows));
    });
    const { requests, people, unidentified, accounts, opened, openings } = tally;
    const counts = { requests, unidentified, opened, openings, readable };
    await db.transaction("system", async (tx) => {
      if (!(await recordBreachCounts(tx, breachId, { ...counts, people: people.size, accounts: accounts.size })))
        return;
      const actor = { operatorId: breach.startedBy, breachId };
      await writeAudit(tx, ids, breachAuditEntry(actor, "breach_listed", breach, formatListed(tally)));
    });
  },
  /** Notifies everyone whose contact is still stored, once. The queue repeats it if another run is in progress. */
  notify_breach: async (job: { readonly breachId: string; readonly operatorId: string }): Promise<void> => {
    const { breachId, operatorId } = job;
    const breach = await deps.db.transaction("system", (tx) => findBreach(tx, breachId));
    if (!breach) throw new Error("notify_breach: the breach is missing");
    const content = breachMessage(breach.description, `${deps.publicUrl}/my-data`);
    const notified = await notifyAffectedExclusively(deps, breach, content);
    if (!notified) throw new Error("notify_breach: another notification is in progress");
    const reached = notified.reached.size;
    const unreachable = notified.people.size - reached;
    await deps.db.transaction("system", async (tx) => {
      await recordBreachNotice(tx, breachId, { reached, unreachable });
      const what = formatNotified({ queued: notified.queued, reached, away: unreachable });
      await writeAudit(tx, deps.ids, breachAuditEntry({ operatorId, breachId }, "breach_told", breach, what));
    });
  },
});
