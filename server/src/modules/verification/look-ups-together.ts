import type { Database, Tx } from "../../database/database.ts";
import { Coalescer } from "../../database/coalesce.ts";
import { tellOwners } from "../../database/live.ts";
import { crashPoint } from "../../kernel/crash-points.ts";
import { notifyAll } from "../notifications/index.ts";
import { callsThatPaid, deliverItems, findItems, findSales, type Item } from "../payments/index.ts";
import { insertResults, type NewResult } from "../results/index.ts";
import {
  type Attempt,
  attemptsOf,
  closeAttempts,
  endAttempts,
  type NewAttempt,
  openAttempts,
} from "./attempt-store.ts";
import type { VerificationDeps } from "./deps.ts";
import { endNotice } from "./end-item.ts";
import { InTheWay } from "./not-yet.ts";
import { findRequests, type LookUpRequest, setPurgesDue } from "./store.ts";

/** What a look-up goes on from. */
export type Begun = {
  readonly item: Item | undefined;
  readonly request: LookUpRequest | undefined;
  readonly attempts: readonly Attempt[];
  /** By which it was paid. */
  readonly call: string | undefined;
};

/** A record to hand over: nobody has to agree to it first. */
export type Delivery = {
  readonly result: NewResult;
  /** Questions answered just now. */
  readonly ends: readonly { readonly id: string; readonly result: "found" | "not_found" | "failed" | "not_taken" }[];
  readonly call: string | undefined;
  /** Work of this delivery alone, in the same transaction. */
  readonly alone?: ((tx: Tx) => Promise<void>) | undefined;
};

const most = 100;

/**
 * What look-ups that run at one moment do alike: each step of them is a few statements for all that have come to it meanwhile, and one
 * flush. Source: performance.md, limit 2, G-J1.
 */
export function openTogether(deps: VerificationDeps) {
  const { db } = deps;
  const begin = new Coalescer(beginnings(db), most, (size) => db.batch("look_up_read", size));
  const attempts = new Coalescer(openSteps(db), most, (size) => db.batch("look_up_attempt", size));
  const deliveries = new Coalescer(deliver(deps), most, (size) => db.batch("look_up_end", size));
  return {
    read: (itemId: string): Promise<Begun> => begin.ask(itemId),
    /** Makes the attempts of one step durable; false when one stands already, and then none was made. */
    openStep: (step: readonly NewAttempt[]): Promise<boolean> =>
      attempts.ask(step).then(
        () => true,
        (error: unknown) => {
          if (error instanceof InTheWay) return false;
          throw error;
        },
      ),
    deliver: (one: Delivery): Promise<boolean> => deliveries.ask(one),
  };
}
export type Together = ReturnType<typeof openTogether>;

const beginnings = (db: Database) => (itemIds: readonly string[]) =>
  db.transaction("system", async (tx): Promise<readonly Begun[]> => {
    const items = await findItems(tx, itemIds);
    const requests = await findRequests(tx, itemIds);
    const attempts = await attemptsOf(tx, itemIds);
    const calls = await callsThatPaid(tx, itemIds);
    return itemIds.map((id) => ({
      item: items.get(id),
      request: requests.get(id),
      attempts: attempts.get(id) ?? [],
      call: calls.get(id),
    }));
  });

/** A step is opened whole or not at all. */
const openSteps = (db: Database) => (steps: readonly (readonly NewAttempt[])[]) =>
  db.transaction("system", async (tx) => {
    const made = steps.flat();
    const opened = await openAttempts(tx, made);
    if (opened.size < made.length) throw new InTheWay("a part is being asked");
    return steps.map(() => true);
  });

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

async function write(deps: VerificationDeps, tx: Tx, batch: readonly Delivery[]): Promise<ReadonlySet<string>> {
  const idOf = ({ result }: Delivery) => result.requestId;
  const ends = batch.flatMap((one) => one.ends.map((end) => ({ ...end, answerSealed: null })));
  const ended = ends.length > 0 ? await endAttempts(tx, ends) : new Set<string>();
  const alive = batch.filter((one) => one.ends.every(({ id }) => ended.has(id)));
  const ids = alive.map(idOf);
  await closeAttempts(tx, ids);
  for (const { alone } of alive) await alone?.(tx);
  const items = await findItems(tx, ids);
  const open = alive.filter((one) => items.get(idOf(one))?.state === "looking_up");
  if (open.length === 0) return new Set();
  await insertResults(
    tx,
    open.map(({ result }) => result),
  );
  const sales = await findSales(tx, open.map(idOf));
  const told = open.flatMap(({ result: { requestId }, call }) => {
    const sale = sales.get(requestId);
    return sale && !sale.isLine ? [{ notice: endNotice(requestId, sale, "DELIVERED"), call }] : [];
  });
  await tellOwners(
    tx,
    open.map(({ result: { requestId, ownerId } }) => ({ ownerId, event: { type: "item_closed", requestId } })),
  );
  await notifyAll(tx, deps, told);
  const due = open.flatMap(({ result: { requestId, goneAt } }) => (goneAt ? [{ requestId, at: goneAt }] : []));
  await setPurgesDue(tx, due);
  for (const { result } of open)
    await deps.events.emit(tx, "item_closed", { itemId: result.requestId, ownerId: result.ownerId, refunded: false });
  const closed = await deliverItems(tx, deps.ids, open.map(idOf));
  if (closed.size < open.length) throw new InTheWay("an item was ended meanwhile");
  return closed;
}
