import type { CompaniesRecord } from "@idanimo/contract/records";
import type { Sources } from "../../../providers/sources.ts";
import { found, type LookUp, noData } from "../look-up.ts";
import { oneQuestion, question } from "../part.ts";
import { companiesFound } from "./shapes.ts";

/** Companies of the public register, by their number or by a name. Which of them are about a number, its source has checked. */
export function companyLookUp(sources: Sources["company"], by: "rc" | "name"): LookUp {
  return oneQuestion({
    source: "Corporate Affairs Commission (CAC)",
    question: question("main", sources, companiesFound, () => true),
    asked: ({ rc, business_name }) => ({ by, text: (by === "rc" ? rc : business_name) ?? "" }),
    end: (companies) => {
      const record: CompaniesRecord = { companies: [...companies] };
      return companies.length > 0 ? found(record) : noData;
    },
  });
}
