import pLimit from "p-limit";
import type { Database, Tx } from "../../database/database.ts";
import { Batcher } from "../../database/batcher.ts";
import { publishToUsers } from "../../database/live-events.ts";
import { detectUnknownCommit } from "../../database/commit-unknown.ts";
import { withRequestContext } from "../../kernel/request-context.ts";
import { failpoint } from "../../kernel/failpoints.ts";
import { randomIds } from "../../kernel/ids.ts";
import { requestConsents, type ConsentRequest } from "../consent/index.ts";
import { type Notice, notifyAll } from "../notifications/index.ts";
import { markAwaitingConsent, deliverItems } from "../purchases/index.ts";
import { insertResults, type NewResult } from "../results/index.ts";
import { type FinishedAttempt, finishLookups, type NewAttempt, openAttempts } from "./attempt-store.ts";
import type { VerificationDeps } from "./deps.ts";
import { prepareClosing, closeItemOrConflict } from "./finish-request.ts";
import { ConflictError, isConflict } from "./retry-later.ts";
import { purgeRequest } from "./purge-request.ts";
import { type DuplicateCheck, type LookupProgress, findLookupProgress, setPurgeDueMany } from "./store.ts";

/** A record to deliver without consent. */
export type Delivery = {
  readonly result: NewResult;
  /** Attempts that finished in this step. */
  readonly ends: readonly FinishedAttempt[];
  /** Notice to the owner. */
  readonly notice: Notice | undefined;
  readonly httpRequestId: string | undefined;
  /** Extra work for this delivery in the same transaction. */
  readonly alsoInTransaction?: ((tx: Tx) => Promise<void>) | undefined;
};

/** A record to store until its subject grants consent. */
export type PendingDelivery = Omit<Delivery, "notice"> &
  Pick<ConsentRequest, "key" | "contact" | "isSelf" | "disclosure">;

/** A step to open; the first step about a person has a check for duplicates of the same day. */
export type NewLookupStep = {
  readonly attempts: readonly NewAttempt[];
  readonly duplicateCheck: DuplicateCheck | undefined;
};

const batchSize = 100;
/** Open requests to providers at one time: at most this many are refunded when a source or the process dies. */
const maxOpenRequests = 64;

/** Batches concurrent lookups: each step is a few statements and one flush for all that reached it [G-J1]. */
export function createLookupBatches(deps: VerificationDeps) {
  const { db } = deps;
  const begin = new Batcher(readProgress(db), batchSize, (size) => db.batch("look_up_read", size));
  const attempts = new Batcher(openLookupSteps(deps), batchSize, (size) => db.batch("look_up_attempt", size));
  const deliveries = new Batcher(deliverRecords(deps), batchSize, (size) => db.batch("look_up_end", size));
  const questions = new Batcher(requestConsentsInBatch(deps), batchSize, (size) => db.batch("look_up_question", size));
  return {
    /** `not_found`: no such item was bought. */
    readProgress: (itemId: string): Promise<LookupProgress | "not_found"> => begin.submit(itemId),
    /**
     * Makes the attempts of a step durable. Opens none if one is open already or the person was already asked
     * today.
     */
    openStep: (step: NewLookupStep): Promise<"opened" | "twice" | "open already"> =>
      attempts.submit(step).catch((error: unknown) => {
        if (isConflict(error)) return "open already";
        throw error;
      }),
    deliver: (one: Delivery): Promise<boolean> => deliveries.submit(one),
    requestConsent: (one: PendingDelivery): Promise<boolean> => questions.submit(one),
    /** Runs a call of the providers when fewer than `maxOpenRequests` are open. */
    limitOpenRequests: pLimit(maxOpenRequests),
  };
}
export type LookupBatches = ReturnType<typeof createLookupBatches>;

const readProgress = (db: Database) => async (itemIds: readonly string[]) => {
  const begun = await findLookupProgress(db, itemIds);
  return itemIds.map((id) => begun.get(id) ?? "not_found");
};

/**
 * Opens each step completely or not at all. Two purchases about one person, both created before either is paid, can
 * both be paid; the person is asked once [T-45].
 */
const openLookupSteps =
  ({ db, subjectLimits }: VerificationDeps) =>
  async (steps: readonly NewLookupStep[]) => {
    const once = steps.flatMap((step) => step.duplicateCheck ?? []);
    if (once.length === 0) {
      const made = steps.flatMap(({ attempts }) => attempts);
      await detectUnknownCommit(openAttempts(db.single, made)); // this function sets the owner of its rows itself
      return steps.map(() => "opened" as const);
    }
    return db.transaction("system", async (tx) => {
      const twice = await subjectLimits.findDuplicates(tx, once);
      const isTwice = (step: NewLookupStep) =>
        step.duplicateCheck !== undefined && twice.has(step.duplicateCheck.requestId);
      await openAttempts(
        tx,
        steps.flatMap((step) => (isTwice(step) ? [] : step.attempts)),
      );
      return steps.map((step) => (isTwice(step) ? "twice" : "opened"));
    });
  };

/**
 * Writes finished lookups: attempts, records, notices and outcomes in one transaction. Discards a response whose
 * attempt was considered dead [T-33]. Closes the items last, to lock the accounts' counters for one statement only.
 * @returns for each, whether it was delivered; false if it was closed before
 */
const deliverRecords = (deps: VerificationDeps) => async (batch: readonly Delivery[]) => {
  const done = await deps.db.transaction("system", async (tx) => {
    const handedOver = await writeDeliveries(deps, tx, batch);
    failpoint("deliveries_before_commit");
    return handedOver;
  });
  failpoint("deliveries_committed");
  return batch.map(({ result }) => done.has(result.requestId));
};

const requestIdOf = ({ result }: Pick<Delivery, "result">) => result.requestId;

/** Finishes the attempts of a batch. Returns the members whose items are still being looked up. */
async function finishAll<One extends Omit<Delivery, "notice">>(tx: Tx, batch: readonly One[]): Promise<readonly One[]> {
  const over = await finishLookups(
    tx,
    batch.map((one) => ({ requestId: requestIdOf(one), attempts: one.ends })),
  );
  for (const one of batch) if (over.has(requestIdOf(one))) await one.alsoInTransaction?.(tx);
  return batch.filter((one) => over.get(requestIdOf(one)) === true);
}

async function writeDeliveries(
  deps: VerificationDeps,
  tx: Tx,
  batch: readonly Delivery[],
): Promise<ReadonlySet<string>> {
  const open = await finishAll(tx, batch);
  if (open.length === 0) return new Set();
  await insertResults(
    tx,
    open.map(({ result }) => result),
  );
  await publishToUsers(
    tx,
    open.map(({ result: { requestId, ownerId } }) => ({ ownerId, event: { type: "item_closed", requestId } })),
  );
  const notices = open.flatMap(({ notice, httpRequestId: call }) => (notice ? [{ notice, call }] : []));
  await notifyAll(tx, deps, notices);
  const due = open.flatMap(({ result: { requestId, goneAt } }) => (goneAt ? [{ requestId, at: goneAt }] : []));
  await setPurgeDueMany(tx, due);
  for (const { result } of open)
    await deps.events.emit(tx, "item_closed", { itemId: result.requestId, ownerId: result.ownerId, refunded: false });
  const closed = await deliverItems(tx, deps.ids, open.map(requestIdOf));
  if (closed.size < open.length) throw new ConflictError("an item was closed by another job");
  return closed;
}

/**
 * Requests consents: attempts, records, consent requests and messages in one transaction. Updates the items and the
 * accounts' counters last, because other lookups of the same accounts wait for them.
 * @returns for each, whether its record was stored; false if it was closed before or its subject blocks requests
 */
const requestConsentsInBatch = (deps: VerificationDeps) => async (batch: readonly PendingDelivery[]) => {
  const done = await deps.db.transaction("system", async (tx) => {
    const asked = await writeConsentRequests(deps, tx, batch);
    failpoint("questions_before_commit");
    return asked;
  });
  failpoint("questions_committed");
  return batch.map(({ result }) => done.has(result.requestId));
};

async function writeConsentRequests(
  deps: VerificationDeps,
  tx: Tx,
  batch: readonly PendingDelivery[],
): Promise<ReadonlySet<string>> {
  const open = await finishAll(tx, batch);
  if (open.length === 0) return new Set();
  const askResults = await requestConsents(
    deps,
    tx,
    open.map((one) => ({ ...one, requestId: requestIdOf(one) })),
  );
  const results = open.map((one) => ({ one, answer: askResults.get(requestIdOf(one)) ?? "over" }));
  const over = results.find(({ answer: outcome }) => outcome === "over");
  if (over && open.length > 1) throw new ConflictError("a subject was asked before");
  if (over) throw new Error(`the subject of ${requestIdOf(over.one)} was asked before`);
  const blocked = results.filter(({ answer: outcome }) => outcome === "blocked");
  const asked = results.flatMap(({ one: { result }, answer: outcome }) =>
    typeof outcome === "object" ? [{ result, requestId: result.requestId, at: outcome.until }] : [],
  );
  await insertResults(
    tx,
    asked.map(({ result }) => result),
  );
  await setPurgeDueMany(tx, asked); // the record is purged when the waiting period ends
  await publishToUsers(
    tx,
    asked.map(({ requestId, result: { ownerId } }) => ({ ownerId, event: { type: "consent_changed", requestId } })),
  );
  const returned = blocked.map(({ one: { result, httpRequestId: call } }) => ({
    id: result.requestId,
    ownerId: result.ownerId,
    call,
  }));
  for (const one of returned)
    await withRequestContext(one.call ?? randomIds.rowId(), () => prepareBlockedRefund(deps, tx, one));
  for (const one of returned) await closeItemOrConflict(deps, tx, one, "BLOCKED");
  const ids = asked.map(({ requestId }) => requestId);
  if ((await markAwaitingConsent(tx, ids)).size < ids.length)
    throw new ConflictError("an item was closed by another job");
  return new Set(ids);
}

/** The subject blocks requests: purges the request and prepares its refund, which closing the item posts. */
async function prepareBlockedRefund(
  deps: VerificationDeps,
  tx: Tx,
  request: { readonly id: string; readonly ownerId: string },
): Promise<void> {
  await purgeRequest(tx, request.id);
  await prepareClosing(deps, tx, request, "BLOCKED");
}
