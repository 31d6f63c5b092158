import { actionText, isExpired } from "@idanimo/contract/expiry";
import { partWordsForAsker, recordPartsIn } from "@idanimo/contract/record-parts";
import * as texts from "@idanimo/contract/texts";
import { csvRow, csvStart } from "../../../kernel/csv.ts";
import { writeAudits } from "../../audit/index.ts";
import { openRecord, readOpenResults } from "../../results/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { openValues } from "../search-values.ts";
import { standingOf } from "../standing.ts";
import { readLines, type ResultLine } from "./results-store.ts";
import { findUpload } from "./store.ts";

/** Lines read, opened and audited together; a record may hold pictures, so there are few. */
const linesAtOnce = 100;
/** What a table can show of a record, by the names of B§2: everything but the pictures. */
const columns = [
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
const head = ["Line", "NIN", "State", "Outcome", texts.leftOut, ...columns];

/**
 * What became of each line of a file, as a table that is made while it is read. A record's fields are there only while they may be
 * seen, by the statement that every other view uses, and each look leaves an audit row. Source: T-42, T-59, R-10.
 * @returns undefined for a file that is not this user's, or not bought
 */
export async function resultsCsv(
  deps: VerificationDeps,
  ownerId: string,
  uploadId: string,
): Promise<AsyncIterable<string> | undefined> {
  const upload = await deps.db.transaction({ owner: ownerId }, (tx) => findUpload(tx, ownerId, uploadId));
  if (!upload?.isPaid || upload.purchaseId === null) return undefined;
  return rowsOf(deps, ownerId, upload.purchaseId, upload.records);
}

async function* rowsOf(
  deps: VerificationDeps,
  ownerId: string,
  purchaseId: string,
  records: number,
): AsyncGenerator<string> {
  yield csvStart + csvRow(head);
  for (let after = 0; after < records; after += linesAtOnce) {
    const { lines, records } = await deps.db.transaction({ owner: ownerId }, async (tx) => {
      const found = await readLines(tx, purchaseId, after, linesAtOnce);
      const keys = await deps.keys.findAll(found.map(({ id }) => id));
      const open = await readOpenResults(
        tx,
        found.filter(({ id, outcome }) => outcome === "DELIVERED" && keys.has(id)).map(({ id }) => id),
      );
      await writeAudits(
        tx,
        deps.ids,
        [...open.keys()].map((objectId) => ({
          actorKind: "user",
          actorId: ownerId,
          action: "looked_at_record",
          objectId,
        })),
      );
      return {
        lines: found.map((line) => ({ line, key: keys.get(line.id) })),
        records: open,
      };
    });
    yield lines
      .map(({ line, key }) => {
        const result = records.get(line.id);
        return csvRow(cellsOf(line, key, key && result ? openRecord(key, line.id, result.sealed) : undefined));
      })
      .join("");
  }
}

function cellsOf(line: ResultLine, key: Buffer | undefined, record: Readonly<Record<string, unknown>> | undefined) {
  const standing = standingOf(line);
  const isWhole = key !== undefined && line.search_sealed !== null && !isExpired(standing, line.now);
  const value = isWhole && line.search_sealed ? openValues(key, line.id, line.search_sealed)["nin"] : undefined;
  const state = actionText(standing, line.now);
  const fields = columns.map((name) => {
    const text = record?.[name];
    return typeof text === "string" ? text : "";
  });
  const leftOut = record
    ? recordPartsIn(line.withheld ?? [])
        .map(partWordsForAsker)
        .join("; ")
    : "";
  return [line.line, value ?? line.value_masked, state, line.outcome ?? "", leftOut, ...fields];
}
