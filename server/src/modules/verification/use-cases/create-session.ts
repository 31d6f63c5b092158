import { catalogueRowOf, isFileCheck } from "@idanimo/contract/catalogue";
import { quoteLifetimeMinutes } from "@idanimo/contract/limits";
import { faceReference } from "@idanimo/contract/live-face";
import { maskValue } from "@idanimo/contract/masking";
import { toNaira } from "@idanimo/contract/money";
import { checkIsLive, isApprovalNeeded } from "../../organisations/index.ts";
import { chargeForSearch, type Quote, quoteFor, quoteToWire } from "@idanimo/contract/pricing";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import { expectedName, type ExpectedName } from "@idanimo/contract/expected-name";
import { comparesName } from "@idanimo/contract/record-names";
import { disclosureFor, partsOfRule } from "@idanimo/contract/record-parts";
import { questionValuesOf } from "@idanimo/contract/questions";
import * as texts from "@idanimo/contract/texts";
import type { createSession as operation } from "@idanimo/contract/verification";
import type { Tx } from "../../../database/database.ts";
import { isCommitUnknown } from "../../../database/commit-unknown.ts";
import { type Caller, type Handler, allRequestsScopeOf, scopeOf } from "../../../http/call.ts";
import { failpoint } from "../../../kernel/failpoints.ts";
import { insertConsent, sealExpectedName, sealNote, sealQuestion } from "../../consent/index.ts";
import { generateReference } from "../../payments/index.ts";
import { findPurchase, insertPurchase, labelHashesOf, sealLabel, storeLabel } from "../../purchases/index.ts";
import { findCurrentPrices } from "../../pricing/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { detectEnumeration } from "../enumeration-detection.ts";
import { insertSearchedNumbers } from "../history/number-hashes.ts";
import { captureHolder } from "../live-face/capture-holder.ts";
import { prepareFile, insertFileLines, claimFile } from "../bulk/purchase-file.ts";
import {
  type RequestedItem,
  canonicalValue,
  checkMayBuy,
  parseItems,
  disclosuresOf,
  displayValue,
  requireDisclosure,
  type SearchValues,
  unpaidRetentionSeconds,
  valueKind,
  withRecordCount,
} from "../rules.ts";
import { sealSearchValues } from "../search-values.ts";
import { searchHealthOf } from "../provider-health.ts";
import { insertRequest } from "../store.ts";

type Input = Parameters<Handler<typeof operation>>[0];
type SessionProblem =
  | "nothing_to_verify"
  | "bureau_required"
  | "not_for_this_account"
  | "organisation_incomplete"
  | "purpose_not_allowed"
  | "not_offered"
  | "source_down"
  | "asked_recently"
  | "bad_input";

/**
 * Checks that this account may buy the items and that their sources are available. Depends on no entered value
 * [T-44].
 */
async function checkItems(
  deps: VerificationDeps,
  input: Input,
  caller: Caller,
): Promise<Result<readonly RequestedItem[], SessionProblem>> {
  const read = parseItems(input);
  if (!read.ok) return read;
  const items = read.value;
  const standing = await deps.providerHealth.forPurchases();
  for (const item of items) {
    const allowed = checkMayBuy(item.type, caller.userType, Object.keys(deps.lookupPlans));
    if (!allowed.ok) return allowed;
    const plan = deps.lookupPlans[item.type];
    const rule = input.purpose && disclosureFor(item.type, input.purpose.code);
    const shown = rule && partsOfRule(rule);
    if (plan && searchHealthOf(plan, item.options, standing, shown).state === "down")
      return fail("source_down", { searchType: catalogueRowOf(item.type).label });
    // a face picture is never stored, only the reference of a capture that is fetched once [T-55]
    if (catalogueRowOf(item.type).capturesFace && !faceReference.safeParse(item.values["face"]).success)
      return fail("bad_input", {}, { fields: { face: texts.imageRequired } });
  }
  const needsPurpose = items.some((item) => catalogueRowOf(item.type).consent);
  if (needsPurpose && !input.purpose) return fail("bad_input", {}, { fields: { purpose: texts.purposeRequired } });
  if (input.expectedName && !items.some((item) => comparesName(item.type)))
    return fail("bad_input", {}, { fields: { expectedName: texts.expectedNameNotUsed } });
  const disclosures = disclosuresOf(items, input.purpose?.code);
  if (!disclosures.ok) return disclosures;
  return ok(
    items.map((item) =>
      catalogueRowOf(item.type).capturesFace
        ? { ...item, values: { ...item.values, holder: captureHolder(deps.vault, caller.userId) } }
        : item,
    ),
  );
}

/**
 * Creates the purchase with a frozen price, and one sealed request per lookup. Charges nothing and calls no source.
 * Idempotent only by its Idempotency-Key. Record keys are durable before the data they seal.
 */
export const createSession =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async (input, caller) => {
    const { sessionCode: existing } = input;
    if (existing !== undefined) return fail(await problemOfExisting(deps, caller, existing), {});
    const live = await checkIsLive(deps.db.single, caller);
    if (!live.ok) return live;
    const checked = await checkItems(deps, input, caller);
    if (!checked.ok) return checked;
    const allowed = await deps.limits.consume("lookup_account", caller.ownerId);
    if (!allowed.ok) return allowed;
    const isBulk = checked.value.some(({ type }) => isFileCheck(type));
    const file = isBulk ? await prepareFile(deps, caller, input) : ok(undefined);
    if (!file.ok) return file;
    const counted = await detectEnumeration(deps, caller, checked.value);
    if (!counted.ok) return counted;
    const items = withRecordCount(checked.value, file.value?.records ?? 1);
    const accountKey = input.label ? await deps.keys.find(caller.ownerId) : undefined;
    if (input.label && !accountKey) throw new Error("an account has no key");
    const newRequests = await Promise.all(
      items.flatMap((item, at) => (isFileCheck(item.type) ? [] : [createRequestKey(deps, item, at)])),
    );
    failpoint("request_keys_made");
    const lineIds: string[] = [];
    const undo = async () => {
      await deps.keys.destroy([...newRequests.map(({ id }) => id), ...lineIds]);
      if (counted.value.length > 0) await deps.limits.refundAll(counted.value);
    };
    const work = deps.db.transaction(allRequestsScopeOf(caller), async (tx) => {
      if (file.value && !(await claimFile(tx, caller.ownerId, file.value.uploadId))) return fail("bulk_not_usable", {});
      for (const { item, id } of newRequests) {
        const hash = deps.vault.indexHash(valueKind(item.type), canonicalValue(item));
        const retryAfterSeconds = catalogueRowOf(item.type).consent
          ? await deps.subjectLimits.secondsUntilNextRequest(tx, caller.ownerId, hash)
          : undefined;
        if (retryAfterSeconds !== undefined) return fail("asked_recently", {}, { retryAfterSeconds });
        const question = { type: item.type, values: item.values, requestId: id };
        const asked = await deps.subjectLimits.countQuestion(deps, tx, caller.ownerId, question);
        if (!asked.ok) return asked;
        const name = nameToCompare(item, input);
        if (!name) continue;
        const named = await deps.subjectLimits.countComparedName(tx, deps.vault, caller.ownerId, item, name);
        if (!named.ok) return named;
      }
      const prices = await findCurrentPrices(tx);
      const quote = quoteFor(items, prices, input.currency);
      const sessionCode = deps.ids.shortToken();
      const transactionID = await generateReference(tx, deps.ids);
      const needsApproval = await isApprovalNeeded(tx, caller, {
        searchTypes: items.map(({ type }) => type),
        purpose: input.purpose?.code,
        nairaMinor: toNaira(quote.total, quote.rate).minor,
      });
      const purchaseId = await insertPurchaseWithRequests(deps, tx, caller, input, newRequests, quote, {
        sessionCode,
        transactionID,
        needsApproval,
      });
      const { label } = input;
      if (label && accountKey)
        for (const { id } of newRequests)
          await storeLabel(tx, caller.ownerId, {
            requestId: id,
            sealed: sealLabel(accountKey, id, label),
            wordHashes: labelHashesOf(deps.vault, caller.ownerId, label),
          });
      if (file.value && input.purpose)
        await insertFileLines(deps, tx, {
          ...file.value,
          purchaseId,
          ownerId: caller.ownerId,
          charge: chargeForSearch(prices, { type: "nin", options: [], records: 1 }, input.currency),
          from: newRequests.length,
          purpose: input.purpose,
          label: input.label,
          ids: lineIds,
        });
      failpoint("session_before_commit");
      return ok({ sessionCode, sessionStatus: "INITIATED" as const, transactionID, quote: quoteToWire(quote) });
    });
    const result = await work.catch(async (error: unknown) => {
      if (!isCommitUnknown(error)) await undo(); // the commit may have succeeded, and its rows need the keys
      throw error;
    });
    failpoint("session_committed");
    if (!result.ok) await undo(); // no rows were created for the keys
    return result;
  };

/** A purchase and its purpose are frozen, so a call that names one is a second call with another body [CL-11]. */
async function problemOfExisting(
  { db }: VerificationDeps,
  caller: Caller,
  sessionCode: string,
): Promise<"same_key_other_body" | "not_found"> {
  const found = await db.transaction(scopeOf(caller), (tx) => findPurchase(tx, caller.ownerId, sessionCode));
  return found ? "same_key_other_body" : "not_found";
}

/** The name that an item compares with a record: typed beside it, or for its own question. */
function nameToCompare({ type, values }: RequestedItem, { expectedName: given }: Input): ExpectedName | undefined {
  if (comparesName(type)) return given;
  return catalogueRowOf(type).question?.limitsNames ? expectedName.parse(selectName(values)) : undefined;
}

const selectName = ({ firstname, middlename, lastname }: SearchValues) => ({
  firstname,
  lastname,
  ...(middlename !== undefined && { middlename }),
});

type NewRequest = { readonly item: RequestedItem; readonly id: string; readonly key: Buffer; readonly at: number };

/** @param at index of its line in the quote */
async function createRequestKey(deps: VerificationDeps, item: RequestedItem, at: number): Promise<NewRequest> {
  const id = deps.ids.publicId();
  return { item, id, key: await deps.keys.create(id), at };
}

/** @returns the purchase's id; the caller adds the lines of a file */
async function insertPurchaseWithRequests(
  deps: VerificationDeps,
  tx: Tx,
  caller: Caller,
  input: Input,
  made: readonly NewRequest[],
  quote: Quote,
  sale: { readonly sessionCode: string; readonly transactionID: string; readonly needsApproval: boolean },
): Promise<string> {
  const purchaseId = deps.ids.rowId();
  const file = quote.lines.find(({ type }) => isFileCheck(type));
  await insertPurchase(tx, {
    id: purchaseId,
    sessionCode: sale.sessionCode,
    transactionId: sale.transactionID,
    needsApproval: sale.needsApproval,
    ownerId: caller.ownerId,
    currency: quote.currency,
    rate: quote.rate,
    vat: quote.vat,
    lines: quote.lines.map((line) => ({ label: line.label, minor: line.charge.price.minor })),
    items: made.map(({ item, id, at }) => {
      const charge = quote.lines[at]?.charge;
      if (!charge) throw new Error("a quote has a line for each item");
      return { id, searchType: item.type, price: charge.price, tax: charge.tax };
    }),
    clickId: input.CLICK_ID ?? null,
    quoteLifeMinutes: quoteLifetimeMinutes,
    ...(file && { file: file.charge }),
  });
  for (const { item, id, key } of made) {
    const row = catalogueRowOf(item.type);
    await insertRequest(tx, {
      id,
      ownerId: caller.ownerId,
      searchType: item.type,
      retention: row.retention,
      options: item.options,
      searchSealed: sealSearchValues(key, id, item.values),
      valueMasked: maskValue(displayValue(item)),
      valueHash: deps.vault.indexHash(valueKind(item.type), canonicalValue(item)),
      purgeInSeconds: row.retention === "register" ? null : unpaidRetentionSeconds,
    });
    await insertSearchedNumbers(tx, deps.vault, { requestId: id, ownerId: caller.ownerId, item });
    if (!row.consent || !input.purpose) continue;
    const { code, note } = input.purpose;
    await insertConsent(tx, {
      requestId: id,
      ownerId: caller.ownerId,
      searchType: item.type,
      retention: row.retention,
      purpose: code,
      disclosure: requireDisclosure(item.type, code),
      noteSealed: note ? sealNote(key, id, note) : null,
      questionSealed: row.question ? sealQuestion(key, id, questionValuesOf(item.values, item.options)) : null,
      expectedNameSealed:
        input.expectedName && comparesName(item.type) ? sealExpectedName(key, id, input.expectedName) : null,
    });
  }
  return purchaseId;
}
