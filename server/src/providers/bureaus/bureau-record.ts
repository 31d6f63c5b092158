import type { BureauRecord } from "@idanimo/contract/checks/bvn/record";
import type { NamedTexts } from "@idanimo/contract/named-texts";
import { parseIsoDate } from "../person-records/values.ts";
import { membersOf, wireText } from "../wire-json.ts";
import { plainDecimal, parseTables } from "../wire-rows.ts";

/** What the sources' responses about a bureau have in common. */

/**
 * Parses the figures and tables of a `score`. A list that is `false` or empty is no table; a missing figure is
 * null.
 */
export function parseBureauRecord(score: unknown): BureauRecord {
  const members = membersOf(score);
  return {
    summary: {
      highestLoanAmount: plainDecimal(members["highestLoanAmount"]),
      totalNoOfInstitutions: plainDecimal(members["totalNoOfInstitutions"]),
      totalOverdue: plainDecimal(members["totalOverdue"]),
      totalBorrowed: plainDecimal(members["totalBorrowed"]),
      totalOutstanding: plainDecimal(members["totalOutstanding"]),
      totalNoOfLoans: plainDecimal(members["totalNoOfLoans"]),
      totalNoOfActiveLoans: plainDecimal(members["totalNoOfActiveLoans"]),
      totalNoOfDelinquentFacilities: plainDecimal(members["totalNoOfDelinquentFacilities"]),
      maxNoOfDays: plainDecimal(members["maxNoOfDays"]),
      totalNoOfClosedLoans: plainDecimal(members["totalNoOfClosedLoans"]),
    },
    // the reasons of a score are no table of the bureau, and a table on the wire cannot be called "summary"
    tables: parseTables({ ...members, ficoScore: undefined, summary: undefined }),
  };
}

/** Parses the score, which is a value or an object with its rating. */
export function parseFicoScore(score: unknown): string | null {
  const { ficoScore } = membersOf(score);
  return plainDecimal(membersOf(ficoScore)["score"] ?? ficoScore);
}

const basicDataNames = ["name", "gender", "phone", "bvn", "address", "email"] as const;
const textMaxLength = 300;

/** Parses the person whom the bureau knows by this BVN. */
export function parseBasicData(record: unknown): NamedTexts {
  const members = membersOf(record);
  const head: Record<string, string> = {};
  for (const name of basicDataNames) {
    const text = wireText(members[name]);
    if (text !== undefined) head[name] = text.slice(0, textMaxLength);
  }
  const born = wireText(members["dateOfBirth"]);
  if (born !== undefined) head["dateOfBirth"] = parseIsoDate(born) ?? born.slice(0, textMaxLength);
  return head;
}
