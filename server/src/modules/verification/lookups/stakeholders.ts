import { type CompaniesRecord, companyRecord, type StakeholderRecord } from "@idanimo/contract/records";
import type { Sources } from "../../../providers/sources.ts";
import { queryParts, endWithRecord, type LookupPlan } from "../lookup-plan.ts";
import { definePart } from "../lookup-part.ts";
import type { SearchValues } from "../rules.ts";
import { stakeholdersFound } from "./result-schemas.ts";

/**
 * Who stands behind a company of an earlier result: its shareholders and its directors, asked at once. The company's own facts come
 * from that result, so that this record opens by itself; a company without anybody is found, with nobody. Source: B§3, B§4.
 */
export function stakeholdersLookup(sources: Pick<Sources, "companyShareholders" | "companyDirectors">): LookupPlan {
  // nothing in an answer says which company it is about
  const owners = definePart("shareholders", sources.companyShareholders, stakeholdersFound, () => true);
  const directors = definePart("directors", sources.companyDirectors, stakeholdersFound, () => true);
  return {
    sourceLabel: "Corporate Affairs Commission (CAC)",
    sourcesByStep: () => [[owners.sources, directors.sources]],
    nextStep(values, _options, answered) {
      const { cacid = "", company = "" } = values;
      const [owning, directing] = [owners.readResult(answered), directors.readResult(answered)];
      const missing = [...(owning === undefined ? [owners] : []), ...(directing === undefined ? [directors] : [])];
      if (owning === undefined || directing === undefined) return queryParts(missing.map((one) => one.bind(cacid)));
      const people = withoutDuplicates([...(owning ?? []), ...(directing ?? [])]);
      const record: CompaniesRecord = {
        companies: [{ ...companyRecord.parse(JSON.parse(company)), "shareholders-data": people }],
      };
      return endWithRecord(record);
    },
  };
}

/** What such a look-up is asked with. */
export function stakeholderSearchValues(
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
function withoutDuplicates(people: readonly StakeholderRecord[]): StakeholderRecord[] {
  return [...new Map(people.map((person) => [JSON.stringify(person), person])).values()];
}
