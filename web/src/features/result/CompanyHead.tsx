import type { CompanyRecord } from "@idanimo/contract/checks/company/record";
import { companyStatusOf } from "@idanimo/contract/checks/company/view";
import { nonEmptyText, formatRegisterDay } from "@idanimo/contract/record-fields";
import { completedYears, nameInTitleCase, titleCaseCompany } from "@idanimo/contract/register-name";
import type { ResultFactsProps } from "./ResultFacts.tsx";
import { type KeyFact, KeyFacts, ProfilePicture, ResultHead } from "./ResultHead.tsx";
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
      {isOnly && <KeyFacts facts={companyFacts(company, rest.request?.now)} />}
    </ResultHead>
  );
}

function companyFacts(company: CompanyRecord, now: string | undefined): readonly KeyFact[] {
  const day = nonEmptyText(company.registrationDate);
  const age = now === undefined ? undefined : completedYears(day, now);
  return [
    { label: "Status", value: companyStatusOf(company) },
    { label: "RC number", value: nonEmptyText(company.rcNumber) },
    {
      label: "Registered",
      value: day && formatRegisterDay(day) + (age === undefined ? "" : ` (${formatYears(age)})`),
    },
    { label: "Address", value: nonEmptyText(company.address) },
  ];
}

const formatYears = (age: number): string =>
  age === 0 ? "less than a year ago" : `${age} ${age === 1 ? "year" : "years"} ago`;
