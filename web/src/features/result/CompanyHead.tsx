import type { CompanyRecord } from "@idanimo/contract/checks/company/record";
import { companyKeyFacts } from "@idanimo/contract/checks/company/view";
import { nameInTitleCase, titleCaseCompany } from "@idanimo/contract/register-name";
import type { ResultFactsProps } from "./ResultFacts.tsx";
import { KeyFacts, ProfilePicture, ResultHead } from "./ResultHead.tsx";
import { recordFound, verdictOf } from "./verdict.ts";

type Props = ResultFactsProps & { readonly companies: readonly CompanyRecord[] };

/** The head of a company's result, or of a list of several companies with their number. */
export function CompanyHead({ companies, ...rest }: Props) {
  const [company] = companies;
  const isOnly = companies.length === 1 && company !== undefined;
  return (
    <ResultHead
      verdict={verdictOf(rest.request, {
        ...recordFound,
        title: companies.length > 1 ? `${companies.length} companies found` : recordFound.title,
      })}
      picture={<ProfilePicture profile="business" />}
      name={
        isOnly
          ? nameInTitleCase(company.approvedName, titleCaseCompany)
          : rest.request && { name: "Choose a company below", raw: undefined }
      }
      {...rest}
    >
      {isOnly && <KeyFacts facts={companyKeyFacts(company, rest.request?.now)} />}
    </ResultHead>
  );
}
