import { rowOf } from "@idanimo/contract/catalogue";
import { goneAt } from "@idanimo/contract/expiry";
import type { Outcome } from "@idanimo/contract/verification-states";
import type { ConsentEvent } from "@idanimo/contract/consent";
import { enqueue, type Tx } from "../../database/database.ts";
import type { LookupAnswer } from "../../providers/source.ts";
import { askSubject, findConsent, moveConsent } from "../consent/index.ts";
import { noticeIdOf, queueMessage, refundWords } from "../notifications/index.ts";
import { findItem, findSale, staleLookUps } from "../payments/index.ts";
import { insertResult, sealRecord } from "../results/index.ts";
import type { VerificationDeps } from "./deps.ts";
import { endItem, refundKey } from "./end-item.ts";
import type { Found } from "./look-up.ts";
import { isMinor } from "./rules.ts";
import { openValues } from "./search-values.ts";
import {
  endAttempt,
  findRequest,
  type LookUpRequest,
  openAttempt,
  runningAttemptAge,
  setPurgeDue,
  isAskedTwice,
} from "./store.ts";

/** A source that keeps saying "not taken" gets this long; then the money goes back. */
const giveUpAfterSeconds = 600;
/** Longer than any call may take: an attempt without an end is then the trace of a killed process. */
const deadAttemptSeconds = 45;
/** Wake-ups older than this may be lost. */
const staleAfterSeconds = 60;

/** Thrown to have the queue call again; not a fault. */
export class NotYet extends Error {}

/** The jobs of verification; each is safe to repeat. */
export function verificationJobs(deps: VerificationDeps) {
  return {
    look_up: (payload: { readonly itemId: string }) => lookUp(deps, payload.itemId),
    refund_notice: (payload: { readonly requestId: string }) => refundNotice(deps, payload.requestId),
    /** Re-reads the tables: work whose wake-up was lost is woken again. */
    reconcile_look_ups: async () => {
      await deps.db.transaction("system", async (tx) => {
        for (const itemId of await staleLookUps(tx, staleAfterSeconds))
          await enqueue(tx, "look_up", { itemId }, `look_up:${itemId}`);
      });
    },
  };
}

/**
 * Carries one paid item from `looking_up` to its next state. The paid source is asked at most once for a charge: the attempt
 * is durable before the call, and one that a killed process left open is never repeated, it is refunded.
 */
async function lookUp(deps: VerificationDeps, itemId: string): Promise<void> {
  const { item, request } = await deps.db.transaction("system", async (tx) => ({
    item: await findItem(tx, itemId),
    request: await findRequest(tx, itemId),
  }));
  if (item?.state !== "looking_up" || !request) return;
  const key = await deps.keys.find(itemId);
  const source = deps.lookUps[request.searchType];
  if (!key || !request.searchSealed || !source)
    return settle(deps, request, undefined, { kind: "failed", why: "nothing to ask with" });

  const attempt = await deps.db.transaction("system", async (tx) => {
    // two purchases about one person can both be paid when both were made before; the person is asked once (T-45)
    const isSecond = request.valueHash && (await isAskedTwice(tx, request.ownerId, request.valueHash, itemId));
    if (isSecond && rowOf(request.searchType).consent) {
      await end(deps, tx, request, { outcome: "BLOCKED", consent: "blocked" });
      return undefined;
    }
    const opened = await openAttempt(tx, deps.ids.row(), itemId, source.provider);
    return opened ?? { age: await runningAttemptAge(tx, itemId) };
  });
  if (attempt === undefined) return;
  if (typeof attempt !== "string") {
    // without a running attempt another process has just written the answer down
    if (attempt.age === undefined || attempt.age < deadAttemptSeconds)
      throw new NotYet(`item ${itemId} is being looked up`);
    return settle(deps, request, key, { kind: "failed", why: "an attempt ended without an answer" });
  }
  const answer = await source.ask(openValues(key, itemId, request.searchSealed), request.options, attempt); // outside any transaction
  if (answer.kind === "not_taken" && item.sinceSeconds < giveUpAfterSeconds) {
    await deps.db.transaction("system", (tx) => endAttempt(tx, itemId, "not_taken"));
    throw new NotYet(`item ${itemId} was not taken: ${answer.why}`);
  }
  return settle(deps, request, key, answer);
}

/** What an answer means for the item: an end with its outcome, or a question to the subject. Pure. */
export function outcomeOf(
  answer: LookupAnswer<Found>,
  needsConsent: boolean,
  now: Date,
): { readonly outcome: Outcome; readonly consent: ConsentEvent } | "ask" | "deliver" {
  if (answer.kind === "not_found") return { outcome: "NO_DATA", consent: "record_missing" };
  if (answer.kind !== "found") return { outcome: "PROVIDER_FAILED", consent: "source_failed" };
  if (!needsConsent) return "deliver";
  const { subject } = answer.record;
  // without a birth date nobody can say that this is an adult, so the record is not usable
  if (!subject?.birthDate) return { outcome: "PROVIDER_FAILED", consent: "source_failed" };
  if (isMinor(subject.birthDate, now)) return { outcome: "MINOR", consent: "minor" };
  if (subject.contact.phone === null && subject.contact.mail === null)
    return { outcome: "NO_CONTACT", consent: "no_contact" };
  return "ask";
}

/** Writes an answer down: attempt, record, consent, outcome and refund are one transaction. A late answer is dropped unseen. */
async function settle(
  deps: VerificationDeps,
  request: LookUpRequest,
  key: Buffer | undefined,
  answer: LookupAnswer<Found>,
): Promise<void> {
  const next = outcomeOf(answer, rowOf(request.searchType).consent, request.now);
  await deps.db.transaction("system", async (tx) => {
    await endAttempt(tx, request.id, answer.kind === "found" || answer.kind === "not_found" ? answer.kind : "failed");
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

async function end(
  deps: VerificationDeps,
  tx: Tx,
  request: LookUpRequest,
  next: { readonly outcome: Outcome; readonly consent: ConsentEvent },
): Promise<void> {
  if (!(await endItem(deps, tx, request, next.outcome))) return;
  if (rowOf(request.searchType).consent) await moveConsent(tx, request.id, "initiate", next.consent);
}

/** Tells the person who paid, by mail, that their money is back in the wallet. The mail bears the notice's id: it is one mail. */
async function refundNotice(deps: VerificationDeps, requestId: string): Promise<void> {
  const found = await deps.db.transaction("system", async (tx) => {
    const sale = await findSale(tx, requestId);
    const noticeId = await noticeIdOf(tx, refundKey(requestId));
    if (!sale || noticeId === undefined) return undefined;
    const user = await tx.selectFrom("users").select("email").where("id", "=", sale.ownerId).executeTakeFirst();
    return user && { sale, noticeId, email: user.email };
  });
  const key = found && (await deps.keys.find(found.sale.ownerId));
  if (!found || !key) return;
  const { sale, noticeId, email } = found;
  const words = refundWords({
    searchLabel: rowOf(sale.searchType).label,
    amount: sale.total,
    reference: sale.transactionId,
  });
  const mail = { id: noticeId, channel: "mail", kind: "refund_notice", requestId: null, to: email, ...words } as const;
  await deps.db.transaction("system", (tx) => queueMessage(tx, { ...mail, keyId: sale.ownerId, key }, deps.ids));
}
