import { catalogueRowOf } from "@idanimo/contract/catalogue";
import type { Purpose } from "@idanimo/contract/consent";
import { maskValue } from "@idanimo/contract/masking";
import type { askPlateOwner as operation } from "@idanimo/contract/plate-owner";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import { isCommitUnknown } from "../../../database/commit-unknown.ts";
import { publishToUser } from "../../../database/live-events.ts";
import { type Actor, type Handler, allRequestsScopeOf, scopeOf } from "../../../http/call.ts";
import { insertConsent, sealNote } from "../../consent/index.ts";
import { findVisibleOwner, openPieces } from "../../results/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { canonicalValue, requireDisclosure, type SearchValues, unpaidRetentionSeconds, valueKind } from "../rules.ts";
import { openSearchValues, sealSearchValues } from "../search-values.ts";
import { insertRequest } from "../store.ts";
import { mayAskAgain } from "./owner-values.ts";
import { findOwnerRequest, findPlateRequest, lockOwnerRequests, type OwnerRequest, putOwnerRequest } from "./store.ts";
import { beginOwnerItem } from "../../purchases/index.ts";

const searchType = "plate_owner";
const { retention } = catalogueRowOf(searchType);
type AskResult = Result<{ readonly requestId: string }, (typeof operation)["problems"][number] | "not_found">;

/**
 * Asks the owner of a vehicle, once per result. The request is a free item of the result's purchase, so that no money
 * moves; from then on it is a request like any other. Idempotent for the same purpose.
 */
export const askPlateOwner =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async ({ requestId: resultId, purpose }, caller) => {
    const plate = await openPlate(deps, caller, resultId);
    if (!plate) return fail("not_found", {});
    if (plate.earlier && !mayAskAgain(plate.earlier.outcome)) return repeatedAnswer(plate.earlier, purpose);
    if (!plate.values) return fail("owner_not_askable", {});
    const allowed = await deps.limits.consume("lookup_account", caller.ownerId);
    return allowed.ok ? createOwnerRequest(deps, caller, resultId, plate.values, purpose) : allowed;
  };

/** The purpose of a request cannot change [CL-11]. */
const repeatedAnswer = (earlier: OwnerRequest, purpose: Purpose): AskResult =>
  earlier.purpose === purpose.code ? ok({ requestId: earlier.requestId }) : fail("owner_already_asked", {});

type OpenPlate = {
  readonly earlier: OwnerRequest | undefined;
  /** The registration number and the owner's values; undefined if nothing of the owner is stored. */
  readonly values: SearchValues | undefined;
};

/** Opens the owner's values of a visible result; undefined for any other request. */
async function openPlate(deps: VerificationDeps, actor: Actor, resultId: string): Promise<OpenPlate | undefined> {
  const found = await deps.db.transaction(scopeOf(actor), async (tx) => {
    const plate = await findPlateRequest(tx, actor.ownerId, resultId);
    const owner = plate && (await findVisibleOwner(tx, resultId));
    return owner && { plate, piece: owner.piece, earlier: await findOwnerRequest(tx, resultId) };
  });
  if (!found) return undefined;
  const { plate, piece, earlier } = found;
  if (!piece) return { earlier, values: undefined };
  const keys = await deps.keys.findAll([resultId, piece.keyId]);
  const key = keys.get(resultId);
  const owner = openPieces(keys, searchType, [piece]);
  if (!key || !owner) return { earlier, values: undefined };
  const texts = Object.entries(owner).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  const { license_number = "" } = openSearchValues(key, resultId, plate.searchSealed);
  return { earlier, values: { ...Object.fromEntries(texts), license_number } };
}

/** Creates the request under a lock. The key is durable before the data it seals. */
async function createOwnerRequest(
  deps: VerificationDeps,
  actor: Actor,
  resultId: string,
  values: SearchValues,
  purpose: Purpose,
): Promise<AskResult> {
  const { ownerId } = actor;
  const id = deps.ids.publicId();
  const key = await deps.keys.create(id);
  let isMade = false;
  try {
    return await deps.db.transaction(allRequestsScopeOf(actor), async (tx): Promise<AskResult> => {
      const item = { type: searchType, values, options: [], records: 1 } as const;
      const valueHash = deps.vault.indexHash(valueKind(searchType), canonicalValue(item));
      await lockOwnerRequests(tx, ownerId, valueHash);
      const earlier = await findOwnerRequest(tx, resultId);
      if (earlier && !mayAskAgain(earlier.outcome)) return repeatedAnswer(earlier, purpose);
      const retryAfterSeconds = await deps.subjectLimits.secondsUntilNextRequest(tx, ownerId, valueHash);
      if (retryAfterSeconds !== undefined) return fail("asked_recently", {}, { retryAfterSeconds });
      const visible = await findVisibleOwner(tx, resultId);
      if (!visible || !(await beginOwnerItem(tx, resultId, id))) return fail("not_found", {});
      await insertRequest(tx, {
        id,
        ownerId,
        searchType,
        retention,
        options: [],
        searchSealed: sealSearchValues(key, id, values),
        valueMasked: maskValue(values["license_number"] ?? ""),
        valueHash,
        purgeInSeconds: unpaidRetentionSeconds,
      });
      await insertConsent(tx, {
        requestId: id,
        ownerId,
        searchType,
        retention,
        purpose: purpose.code,
        disclosure: requireDisclosure(searchType, purpose.code),
        noteSealed: purpose.note ? sealNote(key, id, purpose.note) : null,
        questionSealed: null,
        expectedNameSealed: null,
        endsBy: visible.goneAt,
      });
      await putOwnerRequest(tx, { resultId, requestId: id, ownerId });
      await publishToUser(tx, ownerId, { type: "consent_changed", requestId: resultId });
      isMade = true;
      return ok({ requestId: id });
    });
  } catch (error) {
    isMade = isCommitUnknown(error); // the commit may have succeeded, and its rows need the key
    throw error;
  } finally {
    if (!isMade) await deps.keys.destroy([id]); // no row was created for the key
  }
}
