import type { CheckExample } from "../check-example.ts";
import { companyExample } from "../company/example.ts";
import type { CompaniesRecord } from "../company/record.ts";
import type { CheckDetails } from "../check-details.ts";
import type { rcRow } from "./row.ts";

export const rcDetails = {
  inputs: { rc: { kind: "text", label: "RC number", hint: "As it is in the companies register.", maxLength: 40 } },
} as const satisfies CheckDetails<typeof rcRow>;

export const rcExample = {
  search: { rc: "123456" },
  record: { companies: [companyExample] },
} satisfies CheckExample<CompaniesRecord>;
