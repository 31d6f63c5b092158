import { banks } from "@idanimo/contract/checks/bank-account/details";
import type { LabelledTexts } from "@idanimo/contract/labelled-record";
import { bankAccountFound } from "../../../providers/bank-accounts/flutterwave-accounts.ts";
import type { Sources } from "../../../providers/sources.ts";
import { endWithRecord, type LookupPlan } from "../lookup-plan.ts";
import { definePart, singlePartPlan } from "../lookup-part.ts";

/** The name of the holder of a bank account, as the bank returns it. */
export function bankAccountLookup(sources: Sources["bankAccount"]): LookupPlan {
  return singlePartPlan({
    sourceLabel: "The account's bank, through Flutterwave",
    part: definePart(
      "main",
      sources,
      bankAccountFound,
      (record, asked) => record.accountNumber === asked.accountNumber,
    ),
    inputOf: ({ account_number = "", bank_code = "" }) => ({ accountNumber: account_number, bankCode: bank_code }),
    endWith: ({ accountNumber, bankCode, accountName }) => {
      const record: LabelledTexts = {
        account_name: accountName,
        account_number: accountNumber,
        bank: banks[bankCode] ?? bankCode,
      };
      return endWithRecord(record);
    },
  });
}
