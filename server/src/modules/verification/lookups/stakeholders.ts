import { type CompaniesRecord, companyRecord, type StakeholderRecord } from "@idanimo/contract/checks/company/record";
import type { Sources } from "../../../providers/sources.ts";
import { queryParts, endWithRecord, type LookupPlan } from "../lookup-plan.ts";
import { definePart } from "../lookup-part.ts";
import type { SearchValues } from "../rules.ts";
import { stakeholdersFound } from "./result-schemas.ts";

/**
 * Shareholders and directors of a company from an earlier result, asked in parallel. The company's facts are copied
 * from that result, so that this record is complete; a company without stakeholders is found with an empty list.
 */
export function stakeholdersLookup(sources: Pick<Sources, "companyShareholders" | "companyDirectors">): LookupPlan {
  // the response does not name its company
  const owners = definePart("shareholders", sources.companyShareholders, stakeholdersFound, () => true);
  const directors = definePart("directors", sources.companyDirectors, stakeholdersFound, () => true);
  return {
    sourceLabel: "Corporate Affairs Commission (CAC)",
    sourcesByStep: () => [[owners.sources, directors.sources]],
    nextStep(values, _options, results) {
      const { cacid = "", company = "" } = values;
      const [owning, directing] = [owners.readResult(results), directors.readResult(results)];
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

/** The input of a stakeholder lookup. */
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

/** Removes identical rows; an owner who is also a director differs in `stake` and is listed twice. */
function withoutDuplicates(people: readonly StakeholderRecord[]): StakeholderRecord[] {
  return [...new Map(people.map((person) => [JSON.stringify(person), person])).values()];
}
