import { writeAudit } from "../../audit/index.ts";
import type { ConsentDeps } from "../deps.ts";
import { decide, forgetUnsent, newReceipt, withdraw } from "../use-cases/decide.ts";
import { lockSubjects } from "../subject-store.ts";
import { deleteBlocks, insertBlocks } from "./block-store.ts";
import { askerOfRequest, idsInState } from "./request-store.ts";
import { isId } from "./rules.ts";
import type { Visitor } from "./session.ts";
import { contactsOf, kindOf } from "./session-store.ts";

/** What a person does on the page of their own data. Each says whether it was done: somebody else's request is as if it were none. */

/** Takes one yes back; access ends everywhere with this very transaction. Source: T-48. */
export async function takeBack(deps: ConsentDeps, visitor: Visitor, requestId: string): Promise<boolean> {
  return deps.db.transaction("system", async (tx) => {
    const standing = await idsInState(tx, visitor, "granted", null);
    return standing.includes(requestId) && withdraw(deps, tx, requestId);
  });
}

/** Answers one open question with no. */
export async function sayNo(deps: ConsentDeps, visitor: Visitor, requestId: string): Promise<boolean> {
  const open = await deps.db.transaction("system", (tx) => idsInState(tx, visitor, "pending", null));
  return open.includes(requestId) && refuse(deps, visitor, requestId);
}

async function refuse(deps: ConsentDeps, visitor: Visitor, requestId: string): Promise<boolean> {
  const receipt = await newReceipt(deps, requestId, kindOf(visitor));
  try {
    return await deps.db.transaction("system", (tx) =>
      decide(deps, tx, requestId, { granted: false }, "page", receipt),
    );
  } finally {
    await forgetUnsent(deps, [receipt]);
  }
}

/** How many were done, and what hindered the others. */
type Done = { readonly count: number; readonly failures: readonly unknown[] };

/** Does one thing to many requests, each in a transaction of its own: one that fails leaves the others done. */
async function each(requestIds: readonly string[], act: (requestId: string) => Promise<boolean>): Promise<Done> {
  const failures: unknown[] = [];
  let count = 0;
  for (const requestId of requestIds)
    await act(requestId).then(
      (isDone) => (count += isDone ? 1 : 0),
      (error: unknown) => failures.push(error),
    );
  return { count, failures };
}

/** Refuses open questions of one asker, or of everybody. */
async function refuseAll(deps: ConsentDeps, visitor: Visitor, ownerId: string | null): Promise<Done> {
  const open = await deps.db.transaction("system", (tx) => idsInState(tx, visitor, "pending", ownerId));
  return each(open, (requestId) => refuse(deps, visitor, requestId));
}

/** Says that something failed, once all else is done: pressing again finishes it. */
export function throwIfAny(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} consents could not be ended`);
}

/**
 * Lets whoever asked a request ask no more, and answers their open questions with no. A yes that stands stays until it is taken
 * back: that is another button.
 */
export async function blockAsker(deps: ConsentDeps, visitor: Visitor, requestId: string): Promise<boolean> {
  if (!isId(requestId)) return false;
  const ownerId = await deps.db.transaction("system", async (tx) => {
    const found = await askerOfRequest(tx, visitor, requestId);
    if (found === undefined) return undefined;
    await lockSubjects(tx, contactsOf(visitor)); // a question on its way is here before, or meets the block
    if (await insertBlocks(tx, visitor, found, () => deps.ids.row()))
      await writeAudit(tx, deps.ids, { actorKind: "subject", action: "asker_blocked", objectId: found });
    return found;
  });
  if (ownerId === undefined) return false;
  throwIfAny((await refuseAll(deps, visitor, ownerId)).failures);
  return true;
}

/** Lets nobody ask any more, and answers every open question with no. */
export async function blockEverybody(deps: ConsentDeps, visitor: Visitor): Promise<void> {
  await deps.db.transaction("system", async (tx) => {
    await lockSubjects(tx, contactsOf(visitor));
    if (await insertBlocks(tx, visitor, null, () => deps.ids.row()))
      await writeAudit(tx, deps.ids, { actorKind: "subject", action: "everybody_blocked" });
  });
  throwIfAny((await refuseAll(deps, visitor, null)).failures);
}

/** Lifts a block. @param ownerId null: the one of everybody */
export async function unblock(deps: ConsentDeps, visitor: Visitor, ownerId: string | null): Promise<boolean> {
  if (ownerId !== null && !isId(ownerId)) return false;
  return deps.db.transaction("system", async (tx) => {
    if (!(await deleteBlocks(tx, visitor, ownerId))) return false;
    const done =
      ownerId === null ? { action: "everybody_unblocked" } : { action: "asker_unblocked", objectId: ownerId };
    await writeAudit(tx, deps.ids, { actorKind: "subject", ...done });
    return true;
  });
}

/**
 * Takes back every yes that stands and refuses every open question. Does not throw where some could not be ended: whoever asked
 * for it is answered for the rest first.
 */
export async function endEverything(
  deps: ConsentDeps,
  visitor: Visitor,
): Promise<{ readonly takenBack: number; readonly refused: number; readonly failures: readonly unknown[] }> {
  const standing = await deps.db.transaction("system", (tx) => idsInState(tx, visitor, "granted", null));
  const takenBack = await each(standing, (requestId) =>
    deps.db.transaction("system", (tx) => withdraw(deps, tx, requestId)),
  );
  const refused = await refuseAll(deps, visitor, null);
  return {
    takenBack: takenBack.count,
    refused: refused.count,
    failures: [...takenBack.failures, ...refused.failures],
  };
}
