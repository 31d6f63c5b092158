import type { CheckExample } from "../check-example.ts";
import { companyExample, stakeholderExample } from "../company/example.ts";
import type { CompaniesRecord } from "../company/record.ts";

export const stakeholdersExample = {
  search: null,
  record: { companies: [{ ...companyExample, "shareholders-data": [stakeholderExample] }] },
} satisfies CheckExample<CompaniesRecord>;
