import type { CheckExample } from "../check-example.ts";
import { companyExample } from "../company/example.ts";
import type { CompaniesRecord } from "../company/record.ts";

export const rcExample = {
  search: { rc: "123456" },
  record: { companies: [companyExample] },
} satisfies CheckExample<CompaniesRecord>;
