import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import type { ConsentEvent } from "@idanimo/contract/consent";
import { disclosureForAnyPurpose, partsOfRule } from "@idanimo/contract/record-parts";
import { resultExpiresAt } from "@idanimo/contract/request-status";
import type { Outcome } from "@idanimo/contract/verification-states";
import type { Tx } from "../../database/database.ts";
import { isCommitUnknown } from "../../database/commit-unknown.ts";
import { retryTransient } from "../../database/retry-transient.ts";
import { currentRequestId } from "../../kernel/request-context.ts";
import { failpoint } from "../../kernel/failpoints.ts";
import type { LookupResult } from "../../providers/source.ts";
import { deleteUnaskedConsent, isSameContact, transitionConsent } from "../consent/index.ts";
import { findItem } from "../purchases/index.ts";
import {
  destroyUnusedPieceKeys,
  type NewResult,
  sealPieces,
  sealRecord,
  sealResultFile,
  type SourceRecord,
} from "../results/index.ts";
import { finishLookups } from "./attempt-store.ts";
import type { VerificationDeps } from "./deps.ts";
import { finishRequest, outcomeNotice } from "./finish-request.ts";
import type { LookupOutcome } from "./lookup-plan.ts";
import type { LookupBatches } from "./lookup-batches.ts";
import { separateOwner } from "./plate-owner/owner-values.ts";
import { purgeRequest } from "./purge-request.ts";
import { lookupOnlyFields, outcomeOf, personFields, pictureFields } from "./rules.ts";
import { openSearchValues, sealSearchValues } from "./search-values.ts";
import { type LookupProgress, type LookupRequest, setSearchValues } from "./store.ts";

/** Dependencies of a lookup. */
export type LookupDeps = VerificationDeps & { readonly batches: LookupBatches };

/** The result of a part, not yet stored. */
export type PartOutcome = {
  readonly part: string;
  readonly attemptId: string;
  readonly answer: LookupResult<unknown>;
};

/**
 * Settles a lookup: attempts, record, consent, outcome and refund are one transaction. Discards a response whose
 * attempt was considered dead [T-33].
 */
export async function settleLookup(
  deps: LookupDeps,
  { request, sale }: Pick<LookupProgress, "request" | "sale">,
  key: Buffer | undefined,
  answer: LookupOutcome,
  parts: readonly PartOutcome[],
): Promise<void> {
  const next = outcomeOf(answer, catalogueRowOf(request.searchType).consent, request.now);
  const found = answer.kind === "found" && key ? (answer.record.files ?? []) : [];
  const files = key ? found.map((file) => sealResultFile(key, request.id, file)) : [];
  const source = deps.lookupPlans[request.searchType]?.sourceLabel ?? "";
  const resultOf = (goneAt: Date | null, content: Pick<NewResult, "sealed" | "pieces">): NewResult => ({
    requestId: request.id,
    ownerId: request.ownerId,
    ...content,
    source,
    goneAt,
    files,
  });
  const eraseLookupValuesIn = (tx: Tx) => eraseLookupValues(tx, request, key);
  const finishedAttempts = parts.map((one) => ({ id: one.attemptId, result: one.answer.kind }));
  const settlementOf = (result: NewResult) => ({
    result,
    ends: finishedAttempts,
    httpRequestId: currentRequestId(),
    alsoInTransaction: hasLookupValues(request) ? eraseLookupValuesIn : undefined,
  });
  if (next === "deliver") {
    if (answer.kind !== "found" || !key) throw new Error("an answer to keep has a record and a key");
    const { shown, pieces } = await withholdOwner(deps, request.searchType, answer.record.record);
    const sealed = sealRecord(key, request.id, shown);
    const goneAt = resultExpiresAt(request.retention, request.createdAt, request.now);
    const isUnasked = catalogueRowOf(request.searchType).consent;
    const notice = sale.isFileLine ? undefined : outcomeNotice(request.id, sale, "DELIVERED", isUnasked);
    const settlement = settlementOf(resultOf(goneAt, { sealed, pieces }));
    const made = {
      ...settlement,
      notice,
      ...(isUnasked && { alsoInTransaction: (tx: Tx) => deliverUnasked(tx, request, key) }),
    };
    return storeWithPieces(deps, pieces, () => deps.batches.deliver(made));
  }
  if (next === "ask") {
    if (answer.kind !== "found" || !key) throw new Error("an answer to ask about has a record and a key");
    const contact = answer.record.subject?.contact ?? { phone: null, mail: null };
    const isSelf = isSameContact(request.ownContact, contact);
    const disclosure = isSelf ? disclosureForAnyPurpose(request.searchType) : request.disclosure;
    const shown = partsOfRule(disclosure);
    // what the answer depends on is for the subject alone, before they decide [AO-05]
    const stored = answer.record.answer === undefined ? shown : [...shown, "answer_details" as const];
    const pieces = await sealPieces(deps, request.searchType, answer.record.record, stored);
    const made = {
      ...settlementOf(resultOf(null, { sealed: null, pieces })),
      key,
      contact,
      isSelf,
      disclosure,
    };
    return storeWithPieces(deps, pieces, () => deps.batches.requestConsent(made));
  }
  const write = async (tx: Tx): Promise<void> => {
    if (!(await finishLookups(tx, [{ requestId: request.id, attempts: finishedAttempts }])).has(request.id)) return;
    await eraseLookupValuesIn(tx);
    await finishUnaskedRequest(deps, tx, request, next);
  };
  await retryTransient(() =>
    deps.db.transaction("system", async (tx) => {
      await write(tx);
      failpoint("look_up_before_commit");
    }),
  );
  failpoint("look_up_committed");
}

/**
 * Prepares a request that is delivered without asking its subject, who is a minor: there is no consent, and nothing
 * that was typed about the child is stored beside the question [AO-08 T-49].
 */
async function deliverUnasked(tx: Tx, request: LookupRequest, key: Buffer): Promise<void> {
  await deleteUnaskedConsent(tx, request.id);
  if (!request.searchSealed) return;
  const values = openSearchValues(key, request.id, request.searchSealed);
  const kept = Object.entries(values).filter(([name]) => !personFields.includes(name));
  await setSearchValues(tx, request.id, sealSearchValues(key, request.id, Object.fromEntries(kept)));
}

/**
 * Separates the values of a vehicle's owner, who is a person and must consent, and seals them on their own. They are
 * shown at once only if the operator chose so [CL-15 RESULT-PLATE-02].
 */
async function withholdOwner(deps: LookupDeps, searchType: SearchType, record: SourceRecord) {
  if (catalogueRowOf(searchType).ownerCheck === undefined || deps.isPlateOwnerShown)
    return { shown: record, pieces: [] };
  const { vehicle, owner } = separateOwner(record);
  return { shown: vehicle, pieces: owner ? await sealPieces(deps, searchType, owner, ["owner"]) : [] };
}

/** Stores a result, and destroys the keys of its pieces if it was not stored. */
async function storeWithPieces(
  deps: LookupDeps,
  pieces: NewResult["pieces"],
  store: () => Promise<boolean>,
): Promise<void> {
  const keyIds = pieces.map(({ keyId }) => keyId);
  const isStored = await retryTransient(store).catch(async (error: unknown) => {
    if (!isCommitUnknown(error)) await destroyUnusedPieceKeys(deps, keyIds);
    throw error;
  });
  if (!isStored) await destroyUnusedPieceKeys(deps, keyIds);
}

function hasLookupValues({ searchType }: LookupRequest): boolean {
  const { boughtFrom, fields } = catalogueRowOf(searchType);
  return boughtFrom !== undefined || pictureFields.some((name) => name in fields);
}

/** Erases what was needed for the lookup only, such as a picture [T-55]. */
async function eraseLookupValues(tx: Tx, request: LookupRequest, key: Buffer | undefined): Promise<void> {
  if (!key || !request.searchSealed || !hasLookupValues(request)) return;
  const values = Object.entries(openSearchValues(key, request.id, request.searchSealed)).filter(
    ([name]) => !lookupOnlyFields.includes(name),
  );
  await setSearchValues(tx, request.id, sealSearchValues(key, request.id, Object.fromEntries(values)));
}

/** Closes a request without consent, for example because its subject cannot be asked. */
export async function finishUnaskedRequest(
  deps: VerificationDeps,
  tx: Tx,
  request: LookupRequest,
  next: { readonly outcome: Outcome; readonly consent: ConsentEvent },
): Promise<void> {
  const item = await findItem(tx, request.id);
  if (item?.state !== "looking_up") return; // it was closed meanwhile
  if (catalogueRowOf(request.searchType).consent) await transitionConsent(tx, request.id, "initiate", next.consent);
  // the entered value identifies a child too [T-49]
  if (next.outcome === "MINOR") await purgeRequest(tx, request.id);
  await finishRequest(deps, tx, request, next.outcome);
}
