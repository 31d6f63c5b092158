import type { CheckExample } from "../check-example.ts";
import { companyExample } from "../company/example.ts";
import type { CompaniesRecord } from "../company/record.ts";

export const businessNameExample = {
  search: { business_name: "Bright Homes" },
  record: { companies: [companyExample] },
} satisfies CheckExample<CompaniesRecord>;
