import { type Actor, recordsScopeOf } from "../../../http/call.ts";
import { requestStatusText, isExpired } from "@idanimo/contract/request-status";
import { partDescriptionForRequester, withheldParts } from "@idanimo/contract/record-parts";
import * as texts from "@idanimo/contract/texts";
import { csvRow, csvByteOrderMark } from "../../../kernel/csv.ts";
import { writeAudits } from "../../audit/index.ts";
import { findVisibleResults, keyIdsOf, openRecord, recordViews } from "../../results/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { openSearchValues } from "../search-values.ts";
import { openLabel } from "../../purchases/index.ts";
import { requestStatusOf } from "../request-status.ts";
import { everyLine } from "./line-statuses.ts";
import { findResultLines, type ResultLine, wasMadeByKey } from "./results-store.ts";
import { findUpload } from "./store.ts";

/** Lines read, decrypted and audited together; few, because a record may contain pictures. */
const linesPerBatch = 100;
/** Record fields in the CSV: all but the pictures. */
const recordColumns = [
  "title",
  "firstName",
  "middleName",
  "lastName",
  "gender",
  "dob",
  "phone",
  "email",
  "residenceAddress",
  "residenceTown",
  "residenceLGA",
  "residenceState",
  "residenceStatus",
  "maritalStatus",
  "religion",
  "height",
  "profession",
  "employmentSatus",
  "educationLevel",
  "nationality",
  "originPlace",
  "originLGA",
  "originState",
  "birthCountry",
  "birthState",
  "birthLGA",
  "maidenName",
  "nokFirstname",
  "nokMiddlename",
  "nokSurname",
  "nokAddress1",
  "nokAddress2",
  "nokTown",
  "nokLga",
  "nokState",
];
const headerCells = ["Line", "NIN", "Label", "State", "Outcome", texts.withheldByPerson, ...recordColumns];

/**
 * Streams the result of each line of a file as CSV. A record's fields are included only while it is visible,
 * checked by the statement that every other view uses; each view leaves an audit row [T-42 T-59 R-10].
 * @returns undefined for another user's file, or one that is not bought
 */
export async function streamResultsCsv(
  deps: VerificationDeps,
  actor: Actor,
  uploadId: string,
): Promise<AsyncIterable<string> | undefined> {
  const upload = await deps.db.transaction(recordsScopeOf(actor), (tx) => findUpload(tx, actor.ownerId, uploadId));
  if (!upload?.isPaid || upload.purchaseId === null) return undefined;
  const { purchaseId } = upload;
  // records of people: only of what a key bought [DP-02]
  if (actor.key && !(await deps.db.transaction(recordsScopeOf(actor), (tx) => wasMadeByKey(tx, purchaseId))))
    return undefined;
  return streamRows(deps, actor, purchaseId, upload.records);
}

async function* streamRows(
  deps: VerificationDeps,
  actor: Actor,
  purchaseId: string,
  records: number,
): AsyncGenerator<string> {
  yield csvByteOrderMark + csvRow(headerCells);
  for (let after = 0; after < records; after += linesPerBatch) {
    const { lines, keys, records } = await deps.db.transaction(recordsScopeOf(actor), async (tx) => {
      const found = await findResultLines(tx, purchaseId, { from: after, most: linesPerBatch, ...everyLine });
      const keys = await deps.keys.findAll([actor.ownerId, ...found.map(({ id }) => id)]);
      const open = await findVisibleResults(
        tx,
        found.filter(({ id, outcome }) => outcome === "DELIVERED" && keys.has(id)).map(({ id }) => id),
      );
      await writeAudits(
        tx,
        deps.ids,
        [...open.keys()].map((objectId) => ({
          actorKind: "user",
          actorId: actor.userId,
          action: "viewed_record",
          objectId,
        })),
      );
      await recordViews(tx, deps.ids, actor, [...open.keys()]);
      return { lines: found, keys, records: open };
    });
    const recordKeys = await deps.keys.findAll([...records].flatMap(([id, result]) => keyIdsOf(id, result)));
    yield lines
      .map((line) => {
        const result = records.get(line.id);
        const record = result && openRecord(recordKeys, line.search_type, line.id, result);
        return csvRow(cellsOf(line, { key: keys.get(line.id), accountKey: keys.get(actor.ownerId) }, record));
      })
      .join("");
  }
}

type LineKeys = { readonly key: Buffer | undefined; readonly accountKey: Buffer | undefined };

function cellsOf(
  line: ResultLine,
  { key, accountKey }: LineKeys,
  record: Readonly<Record<string, unknown>> | undefined,
) {
  const status = requestStatusOf(line);
  const isUnmasked = key !== undefined && line.search_sealed !== null && !isExpired(status, line.now);
  const value =
    isUnmasked && line.search_sealed ? openSearchValues(key, line.id, line.search_sealed)["nin"] : undefined;
  const state = requestStatusText(status, line.now);
  const fields = recordColumns.map((name) => {
    const text = record?.[name];
    return typeof text === "string" ? text : "";
  });
  const leftOut = record
    ? withheldParts(line.search_type, line.granted ?? [])
        .map(partDescriptionForRequester)
        .join("; ")
    : "";
  const label = accountKey && line.label_sealed ? openLabel(accountKey, line.id, line.label_sealed) : "";
  return [line.line, value ?? line.value_masked, label, state, line.outcome ?? "", leftOut, ...fields];
}
