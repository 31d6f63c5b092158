import type { CheckExample } from "../check-example.ts";
import { licenseNumberExample } from "../license-number/example.ts";
import type { PlateRecord } from "../license-number/record.ts";

export const plateOwnerExample = {
  search: null,
  record: licenseNumberExample.record,
} satisfies CheckExample<PlateRecord>;
