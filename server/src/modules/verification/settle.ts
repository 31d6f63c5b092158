import { rowOf } from "@idanimo/contract/catalogue";
import type { ConsentEvent } from "@idanimo/contract/consent";
import { goneAt } from "@idanimo/contract/expiry";
import type { Outcome } from "@idanimo/contract/verification-states";
import type { Tx } from "../../database/database.ts";
import { whileBusy } from "../../database/while-busy.ts";
import { currentCall } from "../../kernel/calls.ts";
import { crashPoint } from "../../kernel/crash-points.ts";
import type { LookupAnswer } from "../../providers/source.ts";
import { askSubject, findConsent, moveConsent } from "../consent/index.ts";
import { findItem } from "../payments/index.ts";
import { insertResults, type NewResult, sealFile, sealRecord, withoutParts } from "../results/index.ts";
import { closeAttempts, endAttempt } from "./attempt-store.ts";
import type { VerificationDeps } from "./deps.ts";
import { endItem } from "./end-item.ts";
import type { Ended } from "./look-up.ts";
import type { Delivery, Together } from "./look-ups-together.ts";
import { purgeNow } from "./purge-now.ts";
import { outcomeOf, pictures } from "./rules.ts";
import { openValues, sealValues } from "./search-values.ts";
import { type LookUpRequest, setPurgeDue, setSearch } from "./store.ts";

/** What a look-up works with. */
export type LookUpDeps = VerificationDeps & { readonly together: Together };

/** How one part ended, not written down yet. */
export type PartEnd = {
  readonly part: string;
  readonly attemptId: string;
  readonly answer: LookupAnswer<unknown>;
};

/**
 * Writes the end of a look-up down: attempts, record, consent, outcome and refund are one transaction. An answer that comes after
 * its attempt was taken for dead is dropped unseen (T-33).
 */
export async function settle(
  deps: LookUpDeps,
  request: LookUpRequest,
  key: Buffer | undefined,
  answer: Ended,
  ends: readonly PartEnd[],
): Promise<void> {
  const next = outcomeOf(answer, rowOf(request.searchType).consent, request.now);
  const found = answer.kind === "found" && key ? (answer.record.files ?? []) : [];
  const files = key ? found.map((file) => sealFile(key, request.id, file)) : [];
  const resultOf = (goneAt: Date | null): NewResult => {
    if (answer.kind !== "found" || !key) throw new Error("an answer to keep has a record and a key");
    const sealed = sealRecord(key, request.id, withoutParts(request.searchType, answer.record.record));
    const source = deps.lookUps[request.searchType]?.source ?? "";
    return { requestId: request.id, ownerId: request.ownerId, sealed, source, goneAt, files };
  };
  const forget = (tx: Tx) => forgetPictures(tx, request, key);
  if (next === "deliver") {
    const delivery: Delivery = {
      result: resultOf(goneAt(request.retention, request.createdAt, request.now)),
      ends: ends.map((one) => ({ id: one.attemptId, result: one.answer.kind })),
      call: currentCall(),
      alone: asksWithPicture(request) ? forget : undefined,
    };
    await whileBusy(() => deps.together.deliver(delivery));
    return;
  }
  const write = async (tx: Tx): Promise<void> => {
    for (const { attemptId: id, answer } of ends)
      if (!(await endAttempt(tx, { id, result: answer.kind, answerSealed: null }))) return;
    await closeAttempts(tx, [request.id]);
    await forget(tx);
    if (next !== "ask") return end(deps, tx, request, next);
    if (answer.kind !== "found" || !key) throw new Error("an answer to ask about has a record and a key");
    const item = await findItem(tx, request.id);
    if (item?.state !== "looking_up") return; // it was ended meanwhile
    const contact = answer.record.subject?.contact ?? { phone: null, mail: null };
    const asked = await askSubject(deps, tx, request.id, key, contact);
    if (asked === "over") throw new Error(`the subject of ${request.id} was asked before`);
    if (asked === "blocked") return refuse(deps, tx, request);
    await insertResults(tx, [resultOf(null)]);
    // the waiting ends in 24 h; what was fetched goes with it
    const deadline = (await findConsent(tx, request.id))?.deadline;
    if (deadline) await setPurgeDue(tx, request.id, deadline);
    // last, as it moves the item: the account's counters, which its other lines wait for, are held for one statement
    await deps.events.emit(tx, "consent_asked", { requestId: request.id });
  };
  await whileBusy(() =>
    deps.db.transaction("system", async (tx) => {
      await write(tx);
      crashPoint("look_up_before_commit");
    }),
  );
  crashPoint("look_up_committed");
}

/** The person may not be asked: the money goes back, nothing of the record was kept, and the rest goes at once. */
async function refuse(deps: VerificationDeps, tx: Tx, request: LookUpRequest): Promise<void> {
  await purgeNow(tx, request.id);
  await endItem(deps, tx, request, "BLOCKED");
}

const asksWithPicture = ({ searchType }: LookUpRequest) => pictures.some((name) => name in rowOf(searchType).fields);

/** A picture that was asked with is not kept (T-55). */
async function forgetPictures(tx: Tx, request: LookUpRequest, key: Buffer | undefined): Promise<void> {
  if (!key || !request.searchSealed || !asksWithPicture(request)) return;
  const values = Object.entries(openValues(key, request.id, request.searchSealed)).filter(
    ([name]) => !pictures.includes(name),
  );
  await setSearch(tx, request.id, sealValues(key, request.id, Object.fromEntries(values)));
}

/** Ends a request that nobody was asked about, or whose subject cannot be asked. */
export async function end(
  deps: VerificationDeps,
  tx: Tx,
  request: LookUpRequest,
  next: { readonly outcome: Outcome; readonly consent: ConsentEvent },
): Promise<void> {
  const item = await findItem(tx, request.id);
  if (item?.state !== "looking_up") return; // it was ended meanwhile
  if (rowOf(request.searchType).consent) await moveConsent(tx, request.id, "initiate", next.consent);
  // also what was typed is a child's number (T-49)
  if (next.outcome === "MINOR") await purgeNow(tx, request.id);
  await endItem(deps, tx, request, next.outcome);
}
