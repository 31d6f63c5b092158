import type { Database, Tx } from "../../database/database.ts";
import { Batcher } from "../../database/batcher.ts";
import { publishToUsers } from "../../database/live-events.ts";
import { detectUnknownCommit } from "../../database/commit-unknown.ts";
import { withRequestContext } from "../../kernel/request-context.ts";
import { failpoint } from "../../kernel/failpoints.ts";
import { Semaphore } from "../../kernel/semaphore.ts";
import { randomIds } from "../../kernel/ids.ts";
import { requestConsents, type ConsentRequest } from "../consent/index.ts";
import { type Notice, notifyAll } from "../notifications/index.ts";
import { markAwaitingConsent, deliverItems } from "../payments/index.ts";
import { insertResults, type NewResult } from "../results/index.ts";
import { type FinishedAttempt, finishLookups, type NewAttempt, openAttempts } from "./attempt-store.ts";
import type { VerificationDeps } from "./deps.ts";
import { prepareClosing, closeItemOrConflict } from "./finish-request.ts";
import { ConflictError, isConflict } from "./retry-later.ts";
import { purgeRequest } from "./purge-request.ts";
import {
  type DuplicateCheck,
  findDuplicates,
  type LookupProgress,
  findLookupProgress,
  setPurgeDueMany,
} from "./store.ts";

/** A record to hand over: nobody has to agree to it first. */
export type Delivery = {
  readonly result: NewResult;
  /** Questions answered just now. */
  readonly ends: readonly FinishedAttempt[];
  /** What its owner is told of it. */
  readonly notice: Notice | undefined;
  readonly httpRequestId: string | undefined;
  /** Work of this delivery alone, in the same transaction. */
  readonly alsoInTransaction?: ((tx: Tx) => Promise<void>) | undefined;
};

/** A record to keep until the person it is about has agreed. */
export type PendingDelivery = Omit<Delivery, "notice"> & Pick<ConsentRequest, "key" | "contact">;

/** A step to open, and for the first one about a person what may be asked once a day. */
export type NewLookupStep = {
  readonly attempts: readonly NewAttempt[];
  readonly duplicateCheck: DuplicateCheck | undefined;
};

const batchSize = 100;
/** Questions without an answer at one time: so many at most are given back when their source dies. */
const maxOpenRequests = 64;

/**
 * What look-ups that run at one moment do alike: each step of them is a few statements for all that have come to it meanwhile, and one
 * flush. Source: performance.md, limit 2, G-J1.
 */
export function createLookupBatches(deps: VerificationDeps) {
  const { db } = deps;
  const begin = new Batcher(readProgress(db), batchSize, (size) => db.batch("look_up_read", size));
  const attempts = new Batcher(openLookupSteps(db), batchSize, (size) => db.batch("look_up_attempt", size));
  const deliveries = new Batcher(deliverRecords(deps), batchSize, (size) => db.batch("look_up_end", size));
  const questions = new Batcher(requestConsentsInBatch(deps), batchSize, (size) => db.batch("look_up_question", size));
  return {
    /** `nobody's`: no such item was bought. */
    readProgress: (itemId: string): Promise<LookupProgress | "nobody's"> => begin.submit(itemId),
    /** Makes the attempts of one step durable. None was made when one stands already, or the person was asked about already. */
    openStep: (step: NewLookupStep): Promise<"opened" | "twice" | "open already"> =>
      attempts.submit(step).catch((error: unknown) => {
        if (isConflict(error)) return "open already";
        throw error;
      }),
    deliver: (one: Delivery): Promise<boolean> => deliveries.submit(one),
    requestConsent: (one: PendingDelivery): Promise<boolean> => questions.submit(one),
    semaphore: new Semaphore(maxOpenRequests),
  };
}
export type LookupBatches = ReturnType<typeof createLookupBatches>;

const readProgress = (db: Database) => async (itemIds: readonly string[]) => {
  const begun = await findLookupProgress(db, itemIds);
  return itemIds.map((id) => begun.get(id) ?? "nobody's");
};

/**
 * A step is opened whole or not at all. Two purchases about one person can both be paid when both were made before; the person is
 * asked once (T-45).
 */
const openLookupSteps = (db: Database) => async (steps: readonly NewLookupStep[]) => {
  const once = steps.flatMap((step) => step.duplicateCheck ?? []);
  if (once.length === 0) {
    const made = steps.flatMap(({ attempts }) => attempts);
    await detectUnknownCommit(openAttempts(db.single, made)); // it says itself whose rows it writes
    return steps.map(() => "opened" as const);
  }
  return db.transaction("system", async (tx) => {
    const twice = await findDuplicates(tx, once);
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
 * Writes the ends of look-ups down: attempts, records, notices and outcomes are one transaction. An answer that comes after its attempt
 * was taken for dead is dropped unseen (T-33). Closing comes last: what others wait for is held for one statement.
 * @returns of each whether it was handed over; one that had ended was not
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

/** Ends the attempts of a batch. Answers its members whose items are still looked up. */
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
  if (closed.size < open.length) throw new ConflictError("an item was ended meanwhile");
  return closed;
}

/**
 * Asks people, as one transaction: attempts, records, questions and their messages. The items move last, with their accounts' counters,
 * which each account's other look-ups wait for.
 * @returns of each whether its end was written; one that had ended was not
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
  const answers = open.map((one) => ({ one, answer: askResults.get(requestIdOf(one)) ?? "over" }));
  const over = answers.find(({ answer }) => answer === "over");
  if (over && open.length > 1) throw new ConflictError("a subject was asked before");
  if (over) throw new Error(`the subject of ${requestIdOf(over.one)} was asked before`);
  const blocked = answers.filter(({ answer }) => answer === "blocked");
  const asked = answers.flatMap(({ one: { result }, answer }) =>
    typeof answer === "object" ? [{ result, requestId: result.requestId, at: answer.until }] : [],
  );
  await insertResults(
    tx,
    asked.map(({ result }) => result),
  );
  await setPurgeDueMany(tx, asked); // the waiting ends then; what was fetched goes with it
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
  if ((await markAwaitingConsent(tx, ids)).size < ids.length) throw new ConflictError("an item was ended meanwhile");
  return new Set(open.map(requestIdOf));
}

/** The person may not be asked: the money goes back with the closing, nothing of the record was kept, and the rest goes at once. */
async function prepareBlockedRefund(
  deps: VerificationDeps,
  tx: Tx,
  request: { readonly id: string; readonly ownerId: string },
): Promise<void> {
  await purgeRequest(tx, request.id);
  await prepareClosing(deps, tx, request, "BLOCKED");
}
