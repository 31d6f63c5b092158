import type { CheckExample } from "../check-example.ts";
import { companyExample, stakeholderExample } from "../company/example.ts";
import type { CompaniesRecord } from "../company/record.ts";
import type { CheckDetails } from "../check-details.ts";
import { companyNameInput } from "../shared-inputs.ts";
import type { stakeholdersRow } from "./row.ts";

export const stakeholdersDetails = {
  inputs: { business_name: companyNameInput, cacid: null },
} as const satisfies CheckDetails<typeof stakeholdersRow>;

export const stakeholdersExample = {
  search: null,
  // marked as pure, so that bundlers can leave it out
  record: { companies: [/* @__PURE__ */ Object.assign({ "shareholders-data": [stakeholderExample] }, companyExample)] },
} satisfies CheckExample<CompaniesRecord>;
