import type { CheckExample } from "../check-example.ts";
import { companyExample } from "../company/example.ts";
import type { CompaniesRecord } from "../company/record.ts";
import type { CheckDetails } from "../check-details.ts";
import { companyNameInput } from "../shared-inputs.ts";
import type { businessNameRow } from "./row.ts";

export const businessNameDetails = {
  inputs: { business_name: companyNameInput },
} as const satisfies CheckDetails<typeof businessNameRow>;

export const businessNameExample = {
  search: { business_name: "Bright Homes" },
  record: { companies: [companyExample] },
} satisfies CheckExample<CompaniesRecord>;
