import { type CompaniesRecord, companyRecord, type StakeholderRecord } from "@idanimo/contract/records";
import type { Sources } from "../../../providers/sources.ts";
import { ask, found, type LookUp } from "../look-up.ts";
import { question } from "../part.ts";
import type { SearchValues } from "../rules.ts";
import { stakeholdersFound } from "./shapes.ts";

/**
 * Who stands behind a company of an earlier result: its shareholders and its directors, asked at once. The company's own facts come
 * from that result, so that this record opens by itself; a company without anybody is found, with nobody. Source: B§3, B§4.
 */
export function stakeholdersLookUp(sources: Pick<Sources, "companyShareholders" | "companyDirectors">): LookUp {
  // nothing in an answer says which company it is about
  const owners = question("shareholders", sources.companyShareholders, stakeholdersFound, () => true);
  const directors = question("directors", sources.companyDirectors, stakeholdersFound, () => true);
  return {
    source: "Corporate Affairs Commission (CAC)",
    needs: () => [[owners.sources, directors.sources]],
    next(values, _options, answered) {
      const { cacid = "", company = "" } = values;
      const [owning, directing] = [owners.read(answered), directors.read(answered)];
      const left = [...(owning === undefined ? [owners] : []), ...(directing === undefined ? [directors] : [])];
      if (owning === undefined || directing === undefined) return ask(left.map((one) => one.of(cacid)));
      const people = withoutDoubles([...(owning ?? []), ...(directing ?? [])]);
      const record: CompaniesRecord = {
        companies: [{ ...companyRecord.parse(JSON.parse(company)), "shareholders-data": people }],
      };
      return found(record);
    },
  };
}

/** What such a look-up is asked with. */
export function stakeholderValues(
  requestId: string,
  company: CompaniesRecord["companies"][number],
): SearchValues & { readonly business_name: string } {
  const { "shareholders-data": _people, ...facts } = company;
  return {
    business_name: company.approvedName,
    cacid: company.cacid,
    requestId,
    company: JSON.stringify(facts),
  };
}

/** Somebody who owns and directs is both; a row that stands in both lists as it is, is one. */
function withoutDoubles(people: readonly StakeholderRecord[]): StakeholderRecord[] {
  return [...new Map(people.map((person) => [JSON.stringify(person), person])).values()];
}
