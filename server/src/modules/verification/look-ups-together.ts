import type { Database, Tx } from "../../database/database.ts";
import { Coalescer } from "../../database/coalesce.ts";
import { tellOwners } from "../../database/live.ts";
import { confirming } from "../../database/unconfirmed.ts";
import { workFor } from "../../kernel/calls.ts";
import { crashPoint } from "../../kernel/crash-points.ts";
import { Gate } from "../../kernel/gate.ts";
import { randomIds } from "../../kernel/ids.ts";
import { askSubjects, type ToAsk } from "../consent/index.ts";
import { type Notice, notifyAll } from "../notifications/index.ts";
import { askItems, deliverItems } from "../payments/index.ts";
import { insertResults, type NewResult } from "../results/index.ts";
import { type AttemptEnd, endLookUps, type NewAttempt, openAttempts } from "./attempt-store.ts";
import type { VerificationDeps } from "./deps.ts";
import { beforeClosing, close } from "./end-item.ts";
import { InTheWay, isInTheWay } from "./not-yet.ts";
import { purgeNow } from "./purge-now.ts";
import { type AskedOnce, askedTwice, type Begun, findBegun, setPurgesDue } from "./store.ts";

/** A record to hand over: nobody has to agree to it first. */
export type Delivery = {
  readonly result: NewResult;
  /** Questions answered just now. */
  readonly ends: readonly AttemptEnd[];
  /** What its owner is told of it. */
  readonly notice: Notice | undefined;
  readonly call: string | undefined;
  /** Work of this delivery alone, in the same transaction. */
  readonly alone?: ((tx: Tx) => Promise<void>) | undefined;
};

/** A record to keep until the person it is about has agreed. */
export type Question = Omit<Delivery, "notice"> & Pick<ToAsk, "key" | "contact">;

/** A step to open, and for the first one about a person what may be asked once a day. */
export type NewStep = { readonly attempts: readonly NewAttempt[]; readonly once: AskedOnce | undefined };

const most = 100;
/** Questions without an answer at one time: so many at most are given back when their source dies. */
const openAtOnce = 64;

/**
 * What look-ups that run at one moment do alike: each step of them is a few statements for all that have come to it meanwhile, and one
 * flush. Source: performance.md, limit 2, G-J1.
 */
export function openTogether(deps: VerificationDeps) {
  const { db } = deps;
  const begin = new Coalescer(beginnings(db), most, (size) => db.batch("look_up_read", size));
  const attempts = new Coalescer(openSteps(db), most, (size) => db.batch("look_up_attempt", size));
  const deliveries = new Coalescer(deliver(deps), most, (size) => db.batch("look_up_end", size));
  const questions = new Coalescer(ask(deps), most, (size) => db.batch("look_up_question", size));
  return {
    /** `nobody's`: no such item was bought. */
    read: (itemId: string): Promise<Begun | "nobody's"> => begin.ask(itemId),
    /** Makes the attempts of one step durable. None was made when one stands already, or the person was asked about already. */
    openStep: (step: NewStep): Promise<"opened" | "twice" | "open already"> =>
      attempts.ask(step).catch((error: unknown) => {
        if (isInTheWay(error)) return "open already";
        throw error;
      }),
    deliver: (one: Delivery): Promise<boolean> => deliveries.ask(one),
    ask: (one: Question): Promise<boolean> => questions.ask(one),
    gate: new Gate(openAtOnce),
  };
}
export type Together = ReturnType<typeof openTogether>;

const beginnings = (db: Database) => async (itemIds: readonly string[]) => {
  const begun = await findBegun(db, itemIds);
  return itemIds.map((id) => begun.get(id) ?? "nobody's");
};

/**
 * A step is opened whole or not at all. Two purchases about one person can both be paid when both were made before; the person is
 * asked once (T-45).
 */
const openSteps = (db: Database) => async (steps: readonly NewStep[]) => {
  const once = steps.flatMap((step) => step.once ?? []);
  if (once.length === 0) {
    const made = steps.flatMap(({ attempts }) => attempts);
    await confirming(openAttempts(db.single, made)); // it says itself whose rows it writes
    return steps.map(() => "opened" as const);
  }
  return db.transaction("system", async (tx) => {
    const twice = await askedTwice(tx, once);
    const isTwice = (step: NewStep) => step.once !== undefined && twice.has(step.once.requestId);
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
const deliver = (deps: VerificationDeps) => async (batch: readonly Delivery[]) => {
  const done = await deps.db.transaction("system", async (tx) => {
    const handedOver = await write(deps, tx, batch);
    crashPoint("deliveries_before_commit");
    return handedOver;
  });
  crashPoint("deliveries_committed");
  return batch.map(({ result }) => done.has(result.requestId));
};

const idOf = ({ result }: Pick<Delivery, "result">) => result.requestId;

/** Ends the attempts of a batch. Answers its members whose items are still looked up. */
async function endAll<One extends Omit<Delivery, "notice">>(tx: Tx, batch: readonly One[]): Promise<readonly One[]> {
  const over = await endLookUps(
    tx,
    batch.map((one) => ({ requestId: idOf(one), ends: one.ends })),
  );
  for (const one of batch) if (over.has(idOf(one))) await one.alone?.(tx);
  return batch.filter((one) => over.get(idOf(one)) === true);
}

async function write(deps: VerificationDeps, tx: Tx, batch: readonly Delivery[]): Promise<ReadonlySet<string>> {
  const open = await endAll(tx, batch);
  if (open.length === 0) return new Set();
  await insertResults(
    tx,
    open.map(({ result }) => result),
  );
  await tellOwners(
    tx,
    open.map(({ result: { requestId, ownerId } }) => ({ ownerId, event: { type: "item_closed", requestId } })),
  );
  const told = open.flatMap(({ notice, call }) => (notice ? [{ notice, call }] : []));
  await notifyAll(tx, deps, told);
  const due = open.flatMap(({ result: { requestId, goneAt } }) => (goneAt ? [{ requestId, at: goneAt }] : []));
  await setPurgesDue(tx, due);
  for (const { result } of open)
    await deps.events.emit(tx, "item_closed", { itemId: result.requestId, ownerId: result.ownerId, refunded: false });
  const closed = await deliverItems(tx, deps.ids, open.map(idOf));
  if (closed.size < open.length) throw new InTheWay("an item was ended meanwhile");
  return closed;
}

/**
 * Asks people, as one transaction: attempts, records, questions and their messages. The items move last, with their accounts' counters,
 * which each account's other look-ups wait for.
 * @returns of each whether its end was written; one that had ended was not
 */
const ask = (deps: VerificationDeps) => async (batch: readonly Question[]) => {
  const done = await deps.db.transaction("system", async (tx) => {
    const asked = await writeQuestions(deps, tx, batch);
    crashPoint("questions_before_commit");
    return asked;
  });
  crashPoint("questions_committed");
  return batch.map(({ result }) => done.has(result.requestId));
};

async function writeQuestions(
  deps: VerificationDeps,
  tx: Tx,
  batch: readonly Question[],
): Promise<ReadonlySet<string>> {
  const open = await endAll(tx, batch);
  if (open.length === 0) return new Set();
  const said = await askSubjects(
    deps,
    tx,
    open.map((one) => ({ ...one, requestId: idOf(one) })),
  );
  const answers = open.map((one) => ({ one, answer: said.get(idOf(one)) ?? "over" }));
  const over = answers.find(({ answer }) => answer === "over");
  if (over && open.length > 1) throw new InTheWay("a subject was asked before");
  if (over) throw new Error(`the subject of ${idOf(over.one)} was asked before`);
  const refused = answers.filter(({ answer }) => answer === "blocked");
  const asked = answers.flatMap(({ one: { result }, answer }) =>
    typeof answer === "object" ? [{ result, requestId: result.requestId, at: answer.until }] : [],
  );
  await insertResults(
    tx,
    asked.map(({ result }) => result),
  );
  await setPurgesDue(tx, asked); // the waiting ends then; what was fetched goes with it
  await tellOwners(
    tx,
    asked.map(({ requestId, result: { ownerId } }) => ({ ownerId, event: { type: "consent_changed", requestId } })),
  );
  const returned = refused.map(({ one: { result, call } }) => ({
    id: result.requestId,
    ownerId: result.ownerId,
    call,
  }));
  for (const one of returned) await workFor(one.call ?? randomIds.row(), () => refuse(deps, tx, one));
  for (const one of returned) await close(deps, tx, one, "BLOCKED");
  const ids = asked.map(({ requestId }) => requestId);
  if ((await askItems(tx, ids)).size < ids.length) throw new InTheWay("an item was ended meanwhile");
  return new Set(open.map(idOf));
}

/** The person may not be asked: the money goes back with the closing, nothing of the record was kept, and the rest goes at once. */
async function refuse(
  deps: VerificationDeps,
  tx: Tx,
  request: { readonly id: string; readonly ownerId: string },
): Promise<void> {
  await purgeNow(tx, request.id);
  await beforeClosing(deps, tx, request, "BLOCKED");
}
