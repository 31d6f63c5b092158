import { catalogueRowOf } from "@idanimo/contract/catalogue";
import type { ConsentEvent } from "@idanimo/contract/consent";
import { disclosureForAnyPurpose } from "@idanimo/contract/record-parts";
import { resultExpiresAt } from "@idanimo/contract/request-status";
import type { Outcome } from "@idanimo/contract/verification-states";
import type { Tx } from "../../database/database.ts";
import { isCommitUnknown } from "../../database/commit-unknown.ts";
import { retryTransient } from "../../database/retry-transient.ts";
import { currentRequestId } from "../../kernel/request-context.ts";
import { failpoint } from "../../kernel/failpoints.ts";
import type { LookupResult } from "../../providers/source.ts";
import { isSameContact, transitionConsent } from "../consent/index.ts";
import { findItem } from "../payments/index.ts";
import { destroyUnusedPieceKeys, type NewResult, sealPieces, sealRecord, sealResultFile } from "../results/index.ts";
import { finishLookups } from "./attempt-store.ts";
import type { VerificationDeps } from "./deps.ts";
import { finishRequest, outcomeNotice } from "./finish-request.ts";
import type { LookupOutcome } from "./lookup-plan.ts";
import type { LookupBatches } from "./lookup-batches.ts";
import { purgeRequest } from "./purge-request.ts";
import { outcomeOf, pictureFields } from "./rules.ts";
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
  const erasePicturesIn = (tx: Tx) => erasePictures(tx, request, key);
  const finishedAttempts = parts.map((one) => ({ id: one.attemptId, result: one.answer.kind }));
  const settlementOf = (result: NewResult) => ({
    result,
    ends: finishedAttempts,
    httpRequestId: currentRequestId(),
    alsoInTransaction: hasPictureInput(request) ? erasePicturesIn : undefined,
  });
  if (next === "deliver") {
    if (answer.kind !== "found" || !key) throw new Error("an answer to keep has a record and a key");
    const sealed = sealRecord(key, request.id, answer.record.record);
    const goneAt = resultExpiresAt(request.retention, request.createdAt, request.now);
    const notice = sale.isFileLine ? undefined : outcomeNotice(request.id, sale, "DELIVERED");
    const made = { ...settlementOf(resultOf(goneAt, { sealed, pieces: [] })), notice };
    await retryTransient(() => deps.batches.deliver(made));
    return;
  }
  if (next === "ask") {
    if (answer.kind !== "found" || !key) throw new Error("an answer to ask about has a record and a key");
    const contact = answer.record.subject?.contact ?? { phone: null, mail: null };
    const isSelf = isSameContact(request.ownContact, contact);
    const disclosure = isSelf ? disclosureForAnyPurpose(request.searchType) : request.disclosure;
    const shown = [...disclosure.required, ...disclosure.optional];
    const pieces = await sealPieces(deps, request.searchType, answer.record.record, shown);
    const made = {
      ...settlementOf(resultOf(null, { sealed: null, pieces })),
      key,
      contact,
      isSelf,
      disclosure,
    };
    const keyIds = pieces.map(({ keyId }) => keyId);
    const isStored = await retryTransient(() => deps.batches.requestConsent(made)).catch(async (error: unknown) => {
      if (!isCommitUnknown(error)) await destroyUnusedPieceKeys(deps, keyIds);
      throw error;
    });
    if (!isStored) await destroyUnusedPieceKeys(deps, keyIds);
    return;
  }
  const write = async (tx: Tx): Promise<void> => {
    if (!(await finishLookups(tx, [{ requestId: request.id, attempts: finishedAttempts }])).has(request.id)) return;
    await erasePicturesIn(tx);
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

const hasPictureInput = ({ searchType }: LookupRequest) =>
  pictureFields.some((name) => name in catalogueRowOf(searchType).fields);

/** Erases the picture used for the request [T-55]. */
async function erasePictures(tx: Tx, request: LookupRequest, key: Buffer | undefined): Promise<void> {
  if (!key || !request.searchSealed || !hasPictureInput(request)) return;
  const values = Object.entries(openSearchValues(key, request.id, request.searchSealed)).filter(
    ([name]) => !pictureFields.includes(name),
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
