import { rowOf } from "@idanimo/contract/catalogue";
import type { ConsentEvent } from "@idanimo/contract/consent";
import { goneAt } from "@idanimo/contract/expiry";
import type { Outcome } from "@idanimo/contract/verification-states";
import type { Tx } from "../../database/database.ts";
import type { LookupAnswer } from "../../providers/source.ts";
import { askSubject, findConsent, moveConsent } from "../consent/index.ts";
import { findItem } from "../payments/index.ts";
import { insertResult, sealFile, sealRecord } from "../results/index.ts";
import { closeAttempts, endAttempt } from "./attempt-store.ts";
import type { VerificationDeps } from "./deps.ts";
import { endItem } from "./end-item.ts";
import type { Ended } from "./look-up.ts";
import { outcomeOf, pictures } from "./rules.ts";
import { openValues, sealValues } from "./search-values.ts";
import { type LookUpRequest, setPurgeDue, setSearch } from "./store.ts";

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
  deps: VerificationDeps,
  request: LookUpRequest,
  key: Buffer | undefined,
  answer: Ended,
  ends: readonly PartEnd[],
): Promise<void> {
  const next = outcomeOf(answer, rowOf(request.searchType).consent, request.now);
  const found = answer.kind === "found" && key ? (answer.record.files ?? []) : [];
  const files = key ? found.map((file) => sealFile(key, request.id, file)) : [];
  await deps.db.transaction("system", async (tx) => {
    for (const one of ends) if (!(await endAttempt(tx, one.attemptId, one.answer.kind, null))) return;
    await closeAttempts(tx, request.id);
    if (key && request.searchSealed) await forgetPictures(tx, request, key, request.searchSealed);
    if (typeof next === "object") return end(deps, tx, request, next);
    if (answer.kind !== "found" || !key) throw new Error("an answer to keep has a record and a key");
    const gone = next === "deliver" ? goneAt(request.retention, request.createdAt, request.now) : null;
    const item = await findItem(tx, request.id);
    if (item?.state !== "looking_up") return; // it was ended meanwhile
    await insertResult(tx, {
      requestId: request.id,
      ownerId: request.ownerId,
      sealed: sealRecord(key, request.id, answer.record.record),
      source: deps.lookUps[request.searchType]?.source ?? "",
      goneAt: gone,
      files,
    });
    if (next === "deliver") {
      await endItem(deps, tx, request, "DELIVERED");
      if (gone) await setPurgeDue(tx, request.id, gone);
      return;
    }
    const contact = answer.record.subject?.contact ?? { phone: null, mail: null };
    if (!(await askSubject(deps, tx, request.id, key, contact)))
      throw new Error(`the subject of ${request.id} was asked before`);
    // the waiting ends in 24 h; what was fetched goes with it
    const deadline = (await findConsent(tx, request.id))?.deadline;
    if (deadline) await setPurgeDue(tx, request.id, deadline);
  });
}

/** A picture that was asked with is not kept (T-55). */
async function forgetPictures(tx: Tx, request: LookUpRequest, key: Buffer, sealed: Buffer): Promise<void> {
  if (!pictures.some((name) => name in rowOf(request.searchType).fields)) return;
  const values = Object.entries(openValues(key, request.id, sealed)).filter(([name]) => !pictures.includes(name));
  await setSearch(tx, request.id, sealValues(key, request.id, Object.fromEntries(values)));
}

/** Ends a request that nobody was asked about, or whose subject cannot be asked. */
export async function end(
  deps: VerificationDeps,
  tx: Tx,
  request: LookUpRequest,
  next: { readonly outcome: Outcome; readonly consent: ConsentEvent },
): Promise<void> {
  if (!(await endItem(deps, tx, request, next.outcome))) return;
  if (rowOf(request.searchType).consent) await moveConsent(tx, request.id, "initiate", next.consent);
}
