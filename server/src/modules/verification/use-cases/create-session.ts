import { rowOf } from "@idanimo/contract/catalogue";
import { quoteLifeMinutes } from "@idanimo/contract/limits";
import { faceReference } from "@idanimo/contract/live-face";
import { maskValue } from "@idanimo/contract/masking";
import { chargeFor, type Quote, quoteFor, quoteToWire } from "@idanimo/contract/pricing";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { createSession as operation } from "@idanimo/contract/verification";
import type { Tx } from "../../../database/database.ts";
import { leavesOpen } from "../../../database/unconfirmed.ts";
import type { Caller, Handler } from "../../../http/call.ts";
import { crashPoint } from "../../../kernel/crash-points.ts";
import { insertConsent, sealNote } from "../../consent/index.ts";
import { insertPurchase, newReference } from "../../payments/index.ts";
import { currentPrices } from "../../pricing/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { countAlike } from "../harvest.ts";
import { captureHolder } from "../live-face/holder.ts";
import { fileToSell, sellLines, takeFile } from "../bulk/sell-file.ts";
import {
  type AskedItem,
  equalValue,
  mayBuy,
  readItems,
  shownValue,
  unpaidLifeSeconds,
  valueKind,
  withRecords,
} from "../rules.ts";
import { sealValues } from "../search-values.ts";
import { standingOfSearch } from "../source-weather.ts";
import { insertRequest, secondsUntilNextAsk } from "../store.ts";

type Input = Parameters<Handler<typeof operation>>[0];
type Refused =
  | "nothing_to_verify"
  | "bureau_required"
  | "not_for_this_account"
  | "not_offered"
  | "source_down"
  | "asked_recently"
  | "bad_input";

/** What is asked for, when this account may have it and its source is there. Tells no value from another (T-44). */
async function checkItems(
  deps: VerificationDeps,
  input: Input,
  caller: Caller,
): Promise<Result<readonly AskedItem[], Refused>> {
  const read = readItems(input);
  if (!read.ok) return read;
  const items = read.value;
  const standing = await deps.weather.read();
  for (const item of items) {
    const allowed = mayBuy(item.type, caller.userType, Object.keys(deps.lookUps));
    if (!allowed.ok) return allowed;
    const plan = deps.lookUps[item.type];
    if (plan && standingOfSearch(plan, item.options, standing).state === "down")
      return fail("source_down", { searchType: rowOf(item.type).label });
    // a picture of a face is never kept, only the name of a capture that is fetched once (T-55)
    if (item.type === "nin_face" && !faceReference.safeParse(item.values["face"]).success)
      return fail("bad_input", {}, { fields: { face: texts.imageRequired } });
  }
  const needsPurpose = items.some((item) => rowOf(item.type).consent);
  if (needsPurpose && !input.purpose) return fail("bad_input", {}, { fields: { purpose: texts.purposeRequired } });
  return ok(
    items.map((item) =>
      item.type === "nin_face"
        ? { ...item, values: { ...item.values, holder: captureHolder(deps.vault, caller.userId) } }
        : item,
    ),
  );
}

/**
 * Creates the purchase with its price frozen, and one sealed request per look-up. Nothing is charged yet and no source hears
 * of it; repeating it makes another one. Keys are durable before what they seal.
 */
export const createSession =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async (input, caller) => {
    const checked = await checkItems(deps, input, caller);
    if (!checked.ok) return checked;
    const allowed = await deps.limits.take("lookup_account", caller.userId);
    if (!allowed.ok) return allowed;
    const isBulk = checked.value.some(({ type }) => type === "bulk_nin");
    const file = isBulk ? await fileToSell(deps, caller.userId, input) : ok(undefined);
    if (!file.ok) return file;
    const alike = await countAlike(deps, caller.userId, checked.value);
    if (!alike.ok) return alike;
    const items = withRecords(checked.value, file.value?.records ?? 1);
    const made = await Promise.all(
      items.flatMap((item, at) => (item.type === "bulk_nin" ? [] : [makeKey(deps, item, at)])),
    );
    crashPoint("request_keys_made");
    const lineIds: string[] = [];
    const forget = async () => {
      await deps.keys.destroy([...made.map(({ id }) => id), ...lineIds]);
      if (alike.value.length > 0) await deps.limits.giveBackAll(alike.value);
    };
    const work = deps.db.transaction({ owner: caller.userId }, async (tx) => {
      if (file.value && !(await takeFile(tx, caller.userId, file.value.uploadId))) return fail("bulk_not_usable", {});
      for (const { item } of made) {
        const hash = deps.vault.indexHash(valueKind(item.type), equalValue(item));
        const retryAfterSeconds = rowOf(item.type).consent
          ? await secondsUntilNextAsk(tx, caller.userId, hash)
          : undefined;
        if (retryAfterSeconds !== undefined) return fail("asked_recently", {}, { retryAfterSeconds });
      }
      const prices = await currentPrices(tx);
      const quote = quoteFor(items, prices, input.currency);
      const sessionCode = deps.ids.shortToken();
      const transactionID = await newReference(tx, deps.ids);
      const purchaseId = await insertAll(deps, tx, caller, input, made, quote, sessionCode, transactionID);
      if (file.value && input.purpose)
        await sellLines(deps, tx, {
          ...file.value,
          purchaseId,
          ownerId: caller.userId,
          charge: chargeFor(prices, { type: "nin", options: [], records: 1 }, input.currency),
          from: made.length,
          purpose: input.purpose,
          ids: lineIds,
        });
      crashPoint("session_before_commit");
      return ok({ sessionCode, sessionStatus: "INITIATED" as const, transactionID, quote: quoteToWire(quote) });
    });
    const result = await work.catch(async (error: unknown) => {
      if (!leavesOpen(error)) await forget(); // it may stand, and would be worth nothing without its keys
      throw error;
    });
    crashPoint("session_committed");
    if (!result.ok) await forget(); // the keys were made for rows that do not exist
    return result;
  };

type Made = { readonly item: AskedItem; readonly id: string; readonly key: Buffer; readonly at: number };

/** @param at which line of the quote it is */
async function makeKey(deps: VerificationDeps, item: AskedItem, at: number): Promise<Made> {
  const id = deps.ids.open();
  return { item, id, key: await deps.keys.create(id), at };
}

/** @returns the purchase's id; lines of a file are still to be added */
async function insertAll(
  deps: VerificationDeps,
  tx: Tx,
  caller: Caller,
  input: Input,
  made: readonly Made[],
  quote: Quote,
  sessionCode: string,
  transactionId: string,
): Promise<string> {
  const purchaseId = deps.ids.row();
  const file = quote.lines.find(({ type }) => type === "bulk_nin");
  await insertPurchase(tx, {
    id: purchaseId,
    sessionCode,
    transactionId,
    ownerId: caller.userId,
    currency: quote.currency,
    rate: quote.rate,
    lines: quote.lines.map((line) => ({ label: line.label, minor: line.charge.price.minor })),
    items: made.map(({ item, id, at }) => {
      const charge = quote.lines[at]?.charge;
      if (!charge) throw new Error("a quote has a line for each item");
      return { id, searchType: item.type, price: charge.price, tax: charge.tax };
    }),
    clickId: input.CLICK_ID ?? null,
    quoteLifeMinutes,
    ...(file && { file: file.charge }),
  });
  for (const { item, id, key } of made) {
    const row = rowOf(item.type);
    await insertRequest(tx, {
      id,
      ownerId: caller.userId,
      searchType: item.type,
      retention: row.retention,
      options: item.options,
      searchSealed: sealValues(key, id, item.values),
      valueMasked: maskValue(shownValue(item)),
      valueHash: deps.vault.indexHash(valueKind(item.type), equalValue(item)),
      purgeInSeconds: row.retention === "register" ? null : unpaidLifeSeconds,
    });
    if (!row.consent || !input.purpose) continue;
    const { code, note } = input.purpose;
    await insertConsent(tx, {
      requestId: id,
      ownerId: caller.userId,
      searchType: item.type,
      retention: row.retention,
      purpose: code,
      noteSealed: note ? sealNote(key, id, note) : null,
    });
  }
  return purchaseId;
}
