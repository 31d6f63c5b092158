import { type Actor, scopeOf } from "../../../http/call.ts";
import { Readable } from "node:stream";
import { bulkRecordsDefault } from "@idanimo/contract/limits";
import { maskValue } from "@idanimo/contract/masking";
import type { Charge } from "@idanimo/contract/pricing";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { Purpose } from "@idanimo/contract/consent";
import { catalogueRowOf } from "@idanimo/contract/catalogue";
import type { Tx } from "../../../database/database.ts";
import { failpoint } from "../../../kernel/failpoints.ts";
import { insertConsents, sealNote } from "../../consent/index.ts";
import { abandonPurchase, insertFileItems, insertLabels, labelHashesOf, sealLabel } from "../../purchases/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { canonicalValue, requireDisclosure, unpaidRetentionSeconds, valueKind } from "../rules.ts";
import { sealSearchValues } from "../search-values.ts";
import { insertRequests } from "../store.ts";
import { checkFile, type FileFacts, type FileProblem } from "./check-file.ts";
import { type FileLine, openLines } from "./line-chunks.ts";

import { receiveFile } from "./receive-file.ts";
import { findPurchasableUpload, lockUpload, findChunk, setUploadPurchase } from "./store.ts";

/** The file in a payload: the id of an upload, or the file itself as base64. */
type FileInput = { readonly nin_csv?: string | undefined; readonly bulkUploadId?: string | undefined };
type BulkPurchaseProblem = FileProblem | "bulk_not_usable" | "too_many_requests";

/** Each line of a file is an ordinary NIN lookup with its own subject. */
const lineSearchType = "nin";
const fileField = "nin_csv";
/** Lines sealed and inserted together; limits how long each batch blocks others. */
const linesPerBatch = 500;

const bytesOf = (base64: string) => Readable.from([Buffer.from(base64, "base64")]);
const maxInlineRecords = (deps: VerificationDeps) => Math.min(bulkRecordsDefault, deps.maxBulkRecords);

/** A file inside a payload is bought at once, so its first bad line becomes the field's error. */
function rejectBadLines<Facts extends FileFacts>(facts: Facts): Result<Facts, "bad_input"> {
  const [first] = facts.bad;
  return first ? fail("bad_input", {}, { fields: { [fileField]: `Line ${first.line}: ${first.message}` } }) : ok(facts);
}

/** Counts the lines of a file on the server, if it can be bought; stores nothing [PRICE-15 T-58]. */
export async function countFileRecords(
  deps: VerificationDeps,
  actor: Actor,
  input: FileInput,
): Promise<Result<number, BulkPurchaseProblem>> {
  if (input.nin_csv !== undefined && input.bulkUploadId !== undefined)
    return fail("bad_input", {}, { fields: { [fileField]: texts.csvRequired } });
  if (input.nin_csv !== undefined) {
    const checked = await checkFile(bytesOf(input.nin_csv), maxInlineRecords(deps), fileField);
    const good = checked.ok ? rejectBadLines(checked.value) : checked;
    return good.ok ? ok(good.value.records) : good;
  }
  const { bulkUploadId = "" } = input;
  const upload = await deps.db.transaction(scopeOf(actor), (tx) =>
    findPurchasableUpload(tx, actor.ownerId, bulkUploadId),
  );
  return upload ? ok(upload.records) : fail("bulk_not_usable", {});
}

/** Prepares the file of a new purchase; one inside the payload is stored like an upload. */
export async function prepareFile(
  deps: VerificationDeps,
  actor: Actor,
  input: FileInput,
): Promise<Result<{ readonly uploadId: string; readonly records: number }, BulkPurchaseProblem>> {
  const counted = await countFileRecords(deps, actor, input);
  if (!counted.ok) return counted;
  const allowed = await deps.limits.consume("bulk_account", actor.ownerId);
  if (!allowed.ok) return allowed;
  if (input.nin_csv === undefined) return ok({ uploadId: input.bulkUploadId ?? "", records: counted.value });
  const received = await receiveFile(deps, actor, bytesOf(input.nin_csv), maxInlineRecords(deps), fileField);
  return received.ok ? rejectBadLines(received.value) : received;
}

/**
 * Claims a file for a new purchase. An older unpaid purchase of it is abandoned: a late payment for it goes to the
 * wallet, as for any ended quote.
 * @returns false if the file cannot be bought any more, or another purchase of it is in progress
 */
export async function claimFile(tx: Tx, ownerId: string, uploadId: string): Promise<boolean> {
  if (!(await lockUpload(tx, uploadId))) return false;
  const upload = await findPurchasableUpload(tx, ownerId, uploadId);
  if (!upload) return false;
  if (upload.purchaseId === null) return true;
  await abandonPurchase(tx, upload.purchaseId);
  return (await findPurchasableUpload(tx, ownerId, uploadId)) !== undefined; // it may have been paid meanwhile
}

/**
 * Makes each line of a file an item of a purchase, with its own request, key and consent, in batches. Keys are
 * durable before the data they seal.
 * @param sale.from position of the first line among the items
 * @param sale.ids  receives the id of every created key, so that the caller can destroy them on failure
 */
export async function insertFileLines(
  deps: VerificationDeps,
  tx: Tx,
  sale: {
    readonly uploadId: string;
    readonly records: number;
    readonly purchaseId: string;
    readonly ownerId: string;
    readonly charge: Charge;
    readonly from: number;
    readonly purpose: Purpose;
    /** The label of lines that have none of their own. */
    readonly label: string | undefined;
    readonly ids: string[];
  },
): Promise<void> {
  const { uploadId, purchaseId, ownerId, charge, purpose } = sale;
  const { retention } = catalogueRowOf(lineSearchType);
  const fileKey = await deps.keys.find(uploadId);
  if (!fileKey) throw new Error(`the file ${uploadId} has no key`);
  const accountKey = await deps.keys.find(ownerId);
  await setUploadPurchase(tx, uploadId, purchaseId);
  let inserted = 0;
  for (let number = 0; ; number += 1) {
    const sealed = await findChunk(tx, uploadId, number);
    if (!sealed) break;
    const chunk = openLines(fileKey, uploadId, number, sealed);
    for (let at = 0; at < chunk.length; at += linesPerBatch) await insertBatch(chunk.slice(at, at + linesPerBatch));
  }
  if (inserted !== sale.records)
    throw new Error(`the file ${uploadId} has ${inserted} lines instead of ${sale.records}`);

  function toSealedLabel(requestId: string, label: string) {
    if (!accountKey) throw new Error("an account has no key");
    const wordHashes = labelHashesOf(deps.vault, ownerId, label);
    return { requestId, sealed: sealLabel(accountKey, requestId, label), wordHashes };
  }

  async function insertBatch(some: readonly FileLine[]): Promise<void> {
    const found = some.map((line) => ({ ...line, id: deps.ids.publicId() }));
    for (const { id } of found) sale.ids.push(id);
    const keys = await deps.keys.createMany(found.map(({ id }) => id));
    const lines = found.flatMap((line, at) => {
      const key = keys[at];
      return key ? [{ ...line, key }] : [];
    });
    await insertFileItems(tx, {
      purchaseId,
      ownerId,
      searchType: lineSearchType,
      ...charge,
      from: sale.from + inserted,
      lines,
    });
    await insertRequests(
      tx,
      { ownerId, searchType: lineSearchType, retention, purgeInSeconds: unpaidRetentionSeconds },
      lines.map(({ id, key, nin }) => ({
        id,
        searchSealed: sealSearchValues(key, id, { nin }),
        valueMasked: maskValue(nin),
        valueHash: deps.vault.indexHash(valueKind(lineSearchType), canonicalValue(ninItem(nin))),
      })),
    );
    const { code, note } = purpose;
    await insertConsents(
      tx,
      {
        ownerId,
        searchType: lineSearchType,
        retention,
        purpose: code,
        disclosure: requireDisclosure(lineSearchType, code),
      },
      lines.map(({ id, key }) => ({ requestId: id, noteSealed: note ? sealNote(key, id, note) : null })),
    );
    const labelled = lines.flatMap(({ id, label = sale.label }) => (label ? [toSealedLabel(id, label)] : []));
    await insertLabels(tx, ownerId, labelled);
    failpoint("bulk_lines_sold");
    inserted += lines.length;
  }
}

const ninItem = (nin: string) => ({ type: lineSearchType, values: { nin }, options: [], records: 1 }) as const;
