import type { LabelledTexts } from "../../labelled-record.ts";
import type { CheckExample } from "../check-example.ts";

/** The number is the one in the provider's published contract. */
export const bankAccountExample = {
  search: { account_number: "0690000032", bank_code: "044" },
  record: { account_name: "ADA NGỌZI OBI", account_number: "0690000032", bank: "Access Bank" },
} satisfies CheckExample<LabelledTexts>;
