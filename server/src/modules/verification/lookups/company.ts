import type { CompaniesRecord } from "@idanimo/contract/checks/company/record";
import type { Sources } from "../../../providers/sources.ts";
import { endWithRecord, type LookupPlan, endWithoutRecord } from "../lookup-plan.ts";
import { singlePartPlan, definePart } from "../lookup-part.ts";
import { companiesFound } from "./result-schemas.ts";

/** Companies of the public register by number or name. The source checks that results match a number. */
export function companyLookup(sources: Sources["company"], by: "rc" | "name"): LookupPlan {
  return singlePartPlan({
    sourceLabel: "Corporate Affairs Commission (CAC)",
    part: definePart("main", sources, companiesFound, () => true),
    inputOf: ({ rc, business_name }) => ({ by, text: (by === "rc" ? rc : business_name) ?? "" }),
    endWith: (companies) => {
      const record: CompaniesRecord = { companies: [...companies] };
      return companies.length > 0 ? endWithRecord(record) : endWithoutRecord;
    },
  });
}
