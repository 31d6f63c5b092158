import { companiesRecord, type CompanyRecord, type StakeholderRecord } from "@idanimo/contract/checks/company/record";
import {
  formatPercent,
  shareholdings,
  stakeholderName,
  stakeholderRole,
} from "@idanimo/contract/checks/company/stakeholders";
import { companyFields, stakeholderGroups } from "@idanimo/contract/checks/company/view";
import { formatField } from "@idanimo/contract/record-fields";
import { titleCaseCompany } from "@idanimo/contract/register-name";
import * as texts from "@idanimo/contract/texts";
import type { Block } from "../../../documents/index.ts";
import type { SourceRecord } from "../../results/index.ts";
import { fieldRows } from "./block-parts.ts";

/** The blocks of companies and the people behind them. Pure. */
export function companiesBlocks(found: SourceRecord): readonly Block[] | undefined {
  const { companies } = companiesRecord.parse(found);
  return companies.length === 0 ? undefined : companies.flatMap(companyBlocks);
}

function companyBlocks(company: CompanyRecord): Block[] {
  const people = company["shareholders-data"];
  const of = (stake: StakeholderRecord["stake"]) => (people ?? []).filter((person) => person.stake === stake);
  return [
    {
      kind: "fields",
      title: titleCaseCompany(company.approvedName),
      fields: fieldRows(company, companyFields),
    },
    ...(people?.length === 0 ? [{ kind: "text" as const, text: texts.noStakeholders }] : []),
    ...stakeholderBlocks("Shareholders", of("Shareholder"), true),
    ...stakeholderBlocks("Directors", of("Director"), false),
  ];
}

/** One table with a row for each entry, then what else the register has about each. */
function stakeholderBlocks(title: string, people: readonly StakeholderRecord[], hasShares: boolean): Block[] {
  if (people.length === 0) return [];
  const percents = hasShares ? shareholdings(people) : [];
  return [
    {
      kind: "table",
      title,
      columns: [
        { label: "Name" },
        { label: hasShares ? "Shares" : "Office" },
        ...(hasShares ? [{ label: "Of the shares listed", amount: true as const }] : []),
        { label: "Status" },
      ],
      rows: people.map((person, at) => {
        const percent = percents[at];
        return [
          stakeholderName(person),
          stakeholderRole(person),
          ...(hasShares ? [percent === undefined ? "-" : formatPercent(percent)] : []),
          formatField(person, { label: "Status", names: ["status"], kind: "words" }),
        ];
      }),
    },
    ...people.map((person): Block => ({
      kind: "fields",
      title: stakeholderName(person),
      level: 3,
      fields: stakeholderGroups.flatMap(({ fields }) => fieldRows(person, fields)).filter(({ value }) => value !== "-"),
    })),
  ];
}
