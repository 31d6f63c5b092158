import { rowOf } from "@idanimo/contract/catalogue";
import type { ConsentEvent } from "@idanimo/contract/consent";
import { goneAt } from "@idanimo/contract/expiry";
import type { Outcome } from "@idanimo/contract/verification-states";
import type { Tx } from "../../database/database.ts";
import { whileBusy } from "../../database/while-busy.ts";
import { currentCall } from "../../kernel/calls.ts";
import { crashPoint } from "../../kernel/crash-points.ts";
import type { LookupAnswer } from "../../providers/source.ts";
import { moveConsent } from "../consent/index.ts";
import { findItem } from "../payments/index.ts";
import { type NewResult, sealFile, sealRecord, withoutParts } from "../results/index.ts";
import { endLookUps } from "./attempt-store.ts";
import type { VerificationDeps } from "./deps.ts";
import { endItem, endNotice } from "./end-item.ts";
import type { Ended } from "./look-up.ts";
import type { Together } from "./look-ups-together.ts";
import { purgeNow } from "./purge-now.ts";
import { outcomeOf, pictures } from "./rules.ts";
import { openValues, sealValues } from "./search-values.ts";
import { type Begun, type LookUpRequest, setSearch } from "./store.ts";

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
  { request, sale }: Pick<Begun, "request" | "sale">,
  key: Buffer | undefined,
  answer: Ended,
  parts: readonly PartEnd[],
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
  const ends = parts.map((one) => ({ id: one.attemptId, result: one.answer.kind }));
  const over = (goneAt: Date | null) => ({
    result: resultOf(goneAt),
    ends,
    call: currentCall(),
    alone: asksWithPicture(request) ? forget : undefined,
  });
  if (next === "deliver") {
    const notice = sale.isLine ? undefined : endNotice(request.id, sale, "DELIVERED");
    const made = { ...over(goneAt(request.retention, request.createdAt, request.now)), notice };
    await whileBusy(() => deps.together.deliver(made));
    return;
  }
  if (next === "ask") {
    if (answer.kind !== "found" || !key) throw new Error("an answer to ask about has a record and a key");
    const contact = answer.record.subject?.contact ?? { phone: null, mail: null };
    const made = { ...over(null), key, contact };
    await whileBusy(() => deps.together.ask(made));
    return;
  }
  const write = async (tx: Tx): Promise<void> => {
    if (!(await endLookUps(tx, [{ requestId: request.id, ends }])).has(request.id)) return;
    await forget(tx);
    await end(deps, tx, request, next);
  };
  await whileBusy(() =>
    deps.db.transaction("system", async (tx) => {
      await write(tx);
      crashPoint("look_up_before_commit");
    }),
  );
  crashPoint("look_up_committed");
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
