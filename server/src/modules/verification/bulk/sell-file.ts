import { Readable } from "node:stream";
import { bulkRecordsUsual } from "@idanimo/contract/limits";
import { maskValue } from "@idanimo/contract/masking";
import type { Charge } from "@idanimo/contract/pricing";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { Purpose } from "@idanimo/contract/consent";
import { rowOf } from "@idanimo/contract/catalogue";
import type { Tx } from "../../../database/database.ts";
import { crashPoint } from "../../../kernel/crash-points.ts";
import { insertConsents, sealNote } from "../../consent/index.ts";
import { abandonPurchase, insertLines } from "../../payments/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { equalValue, unpaidLifeSeconds, valueKind } from "../rules.ts";
import { sealValues } from "../search-values.ts";
import { insertRequests } from "../store.ts";
import { checkFile, type FileFacts, type FileRefusal } from "./check-file.ts";
import { type FileLine, openLines } from "./chunks.ts";

import { receiveFile } from "./receive-file.ts";
import { findForSale, lockUpload, readChunk, setPurchase } from "./store.ts";

/** What a payload says of a file: one that was uploaded, or the file itself as base64. */
type FileInput = { readonly nin_csv?: string | undefined; readonly bulkUploadId?: string | undefined };
type Refusal = FileRefusal | "bulk_not_usable" | "too_many_requests";

/** What each line of a file is: a NIN like any other, with a person of its own to ask. */
const lineType = "nin";
const field = "nin_csv";
/** Lines sealed and inserted together: short enough not to keep others waiting. */
const linesAtOnce = 500;

const bytesOf = (base64: string) => Readable.from([Buffer.from(base64, "base64")]);
const mostInline = (deps: VerificationDeps) => Math.min(bulkRecordsUsual, deps.bulkRecordsMost);

/** A file inside a payload is bought at once, so the first bad line is told as what is wrong with the field. */
function withoutBad<Facts extends FileFacts>(facts: Facts): Result<Facts, "bad_input"> {
  const [first] = facts.bad;
  return first ? fail("bad_input", {}, { fields: { [field]: `Line ${first.line}: ${first.message}` } }) : ok(facts);
}

/** How many lines a file has by our own count, when it can be bought; keeps nothing. Source: PRICE-15, T-58. */
export async function countFile(
  deps: VerificationDeps,
  ownerId: string,
  input: FileInput,
): Promise<Result<number, Refusal>> {
  if (input.nin_csv !== undefined && input.bulkUploadId !== undefined)
    return fail("bad_input", {}, { fields: { [field]: texts.csvRequired } });
  if (input.nin_csv !== undefined) {
    const checked = await checkFile(bytesOf(input.nin_csv), mostInline(deps), field);
    const good = checked.ok ? withoutBad(checked.value) : checked;
    return good.ok ? ok(good.value.records) : good;
  }
  const { bulkUploadId = "" } = input;
  const upload = await deps.db.transaction({ owner: ownerId }, (tx) => findForSale(tx, ownerId, bulkUploadId));
  return upload ? ok(upload.records) : fail("bulk_not_usable", {});
}

/** The file of a purchase that is about to be made; one inside the payload is taken in by the same way as an upload. */
export async function fileToSell(
  deps: VerificationDeps,
  ownerId: string,
  input: FileInput,
): Promise<Result<{ readonly uploadId: string; readonly records: number }, Refusal>> {
  const counted = await countFile(deps, ownerId, input);
  if (!counted.ok) return counted;
  const allowed = await deps.limits.take("bulk_account", ownerId);
  if (!allowed.ok) return allowed;
  if (input.nin_csv === undefined) return ok({ uploadId: input.bulkUploadId ?? "", records: counted.value });
  const received = await receiveFile(deps, ownerId, bytesOf(input.nin_csv), mostInline(deps), field);
  return received.ok ? withoutBad(received.value) : received;
}

/**
 * Takes a file for a new purchase. An older one of the same file that nobody has paid ends: money that still comes for it goes to
 * the wallet, as for any quote that has ended.
 * @returns false when it cannot be bought any more, or is being bought in this moment
 */
export async function takeFile(tx: Tx, ownerId: string, uploadId: string): Promise<boolean> {
  if (!(await lockUpload(tx, uploadId))) return false;
  const upload = await findForSale(tx, ownerId, uploadId);
  if (!upload) return false;
  if (upload.purchaseId === null) return true;
  await abandonPurchase(tx, upload.purchaseId);
  return (await findForSale(tx, ownerId, uploadId)) !== undefined; // it may have been paid meanwhile
}

/**
 * Makes each line of a file an item of a purchase, with a request, a key and a consent of its own, some hundred lines at a time.
 * Keys are durable before what they seal.
 * @param sale.from position of the first line among the items
 * @param sale.ids  takes the id of every key that was made, for whoever must forget them again
 */
export async function sellLines(
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
    readonly ids: string[];
  },
): Promise<void> {
  const { uploadId, purchaseId, ownerId, charge, purpose } = sale;
  const { retention } = rowOf(lineType);
  const fileKey = await deps.keys.find(uploadId);
  if (!fileKey) throw new Error(`the file ${uploadId} has no key`);
  await setPurchase(tx, uploadId, purchaseId);
  let sold = 0;
  for (let number = 0; ; number += 1) {
    const sealed = await readChunk(tx, uploadId, number);
    if (!sealed) break;
    const chunk = openLines(fileKey, uploadId, number, sealed);
    for (let at = 0; at < chunk.length; at += linesAtOnce) await sellSome(chunk.slice(at, at + linesAtOnce));
  }
  if (sold !== sale.records) throw new Error(`the file ${uploadId} has ${sold} lines instead of ${sale.records}`);

  async function sellSome(some: readonly FileLine[]): Promise<void> {
    const found = some.map((line) => ({ ...line, id: deps.ids.open() }));
    for (const { id } of found) sale.ids.push(id);
    const keys = await deps.keys.createMany(found.map(({ id }) => id));
    const lines = found.flatMap((line, at) => {
      const key = keys[at];
      return key ? [{ ...line, key }] : [];
    });
    await insertLines(tx, { purchaseId, ownerId, searchType: lineType, ...charge, from: sale.from + sold, lines });
    await insertRequests(
      tx,
      { ownerId, searchType: lineType, retention, purgeInSeconds: unpaidLifeSeconds },
      lines.map(({ id, key, nin }) => ({
        id,
        searchSealed: sealValues(key, id, { nin }),
        valueMasked: maskValue(nin),
        valueHash: deps.vault.indexHash(valueKind(lineType), equalValue(askedFor(nin))),
      })),
    );
    const { code, note } = purpose;
    await insertConsents(
      tx,
      { ownerId, searchType: lineType, retention, purpose: code },
      lines.map(({ id, key }) => ({ requestId: id, noteSealed: note ? sealNote(key, id, note) : null })),
    );
    crashPoint("bulk_lines_sold");
    sold += lines.length;
  }
}

const askedFor = (nin: string) => ({ type: lineType, values: { nin }, options: [], records: 1 }) as const;
