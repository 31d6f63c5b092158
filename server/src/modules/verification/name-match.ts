import type { Answer } from "@idanimo/contract/answers";
import type { SearchType } from "@idanimo/contract/catalogue";
import {
  type ExpectedName,
  formatExpectedName,
  type NameMatch,
  type NameVerdict,
} from "@idanimo/contract/expected-name";
import { findRecordName } from "@idanimo/contract/record-names";
import type { RecordPart } from "@idanimo/contract/record-parts";
import type { SourceRecord } from "../results/index.ts";
import { compareNames } from "./comparisons/compare-names.ts";

const verdicts: Readonly<Record<Answer, NameVerdict>> = {
  yes: "match",
  near: "close",
  no: "different",
  unknown: "unknown",
};

/**
 * Compares the name that a requester was given with the one in a visible record. Which part differs is for the
 * subject alone. Pure.
 * @param withheld parts that were not granted; without the names there is nothing to compare
 */
export function matchName(
  searchType: SearchType,
  expected: ExpectedName,
  record: SourceRecord,
  withheld: readonly RecordPart[],
): NameMatch | undefined {
  if (withheld.includes("identity")) return undefined;
  const found = findRecordName(searchType, record);
  const given = formatExpectedName(expected);
  if (!found) return { verdict: "unknown", comparedWith: null, given };
  return { verdict: verdicts[compareNames(expected, found.name).answer], comparedWith: found.label, given };
}
