import { rowOf, type SearchType } from "@idanimo/contract/catalogue";
import { bandOf, scoreIn } from "@idanimo/contract/credit-score";
import {
  fullName,
  groupsShown,
  pictureIn,
  type RecordField,
  type RecordGroup,
  shownValue,
  textOf,
  type WireRecord,
} from "@idanimo/contract/record-fields";
import type { RecordPart } from "@idanimo/contract/record-parts";
import * as views from "@idanimo/contract/record-views";
import {
  type BureauRecord,
  companiesRecord,
  type CompanyRecord,
  creditRecord,
  extensionRecord,
  legitCarRecord,
  type NamedTexts,
  plateRecord,
  type StakeholderRecord,
  vehicleRecord,
} from "@idanimo/contract/records";
import * as texts from "@idanimo/contract/texts";
import type { Block, Picture } from "../../../documents/index.ts";
import type { FoundRecord } from "../../results/index.ts";

/** What each kind of record looks like on paper: the fields of its page, in their order and words. Pure. Source: B§2, B§3. */

/**
 * @param withheld parts that the person left out of their yes: said where they would stand
 * @returns undefined for a record that says nothing
 */
export function blocksOf(
  searchType: SearchType,
  record: FoundRecord,
  withheld: readonly RecordPart[] = [],
): readonly Block[] | undefined {
  switch (rowOf(searchType).resultRoute) {
    case "/search-extension":
      return ofExtension(record, withheld);
    case "/financial":
      return ofCredit(record, withheld);
    case "/vehicle":
      return ofVehicle(record);
    case "/vehicle2":
      return ofPlate(record);
    case "/legit-car":
      return ofLegitCar(record);
    case "/businessName":
      return ofCompanies(record);
    default:
      return ofPerson(record, withheld);
  }
}

const rowsOf = (record: WireRecord | undefined, fields: readonly RecordField[], withheld: readonly RecordPart[] = []) =>
  fields.map((field) => ({ label: field.label, value: shownValue(record, field, withheld) }));

const leftOut = (title: string, level: 2 | 3): Block[] => [
  { kind: "heading", text: title, level },
  { kind: "text", text: texts.leftOut },
];

const groupsOf = (
  record: WireRecord | undefined,
  groups: readonly RecordGroup[],
  withheld: readonly RecordPart[],
  level: 2 | 3 = 2,
): Block[] =>
  groupsShown(record, groups, withheld).flatMap((group): Block[] =>
    group.isLeftOut
      ? leftOut(group.title, level)
      : [{ kind: "fields", title: group.title, level, fields: rowsOf(record, group.fields, withheld) }],
  );

const plainCell = (column: string, row: NamedTexts) => views.cellText(column, row[column]);

const tableOf = (title: string, rows: readonly NamedTexts[], level: 2 | 3 = 2, cell = plainCell): Block[] => {
  const columns = views.columnsOf(rows);
  if (columns.length === 0)
    return [
      { kind: "heading", text: title, level },
      { kind: "text", text: noData },
    ];
  return [
    {
      kind: "table",
      title,
      level,
      columns: columns.map((name) => ({ label: views.wordsOf(name), ...(views.isAmount(name) && { amount: true }) })),
      rows: rows.map((row) => columns.map((name) => cell(name, row))),
    },
  ];
};

const noData = "No Data";
const isNothing = (blocks: readonly Block[]) =>
  blocks.every((block) => block.kind === "fields" && block.fields.every(({ value }) => value === "-"));

function ofPerson(record: WireRecord, withheld: readonly RecordPart[]): readonly Block[] | undefined {
  const name = fullName(record);
  const whole = [name.others, name.last].filter((part) => part !== "" && part !== "-").join(" ");
  const pictures = [
    ["Photo", record["photo"]],
    ["Signature", record["signature"]],
  ].flatMap(([caption, value]): Picture[] => {
    const picture = pictureIn(value);
    if (typeof caption !== "string" || !picture) return [];
    const alt = `${caption} in the record${whole === "" ? "" : ` of ${whole}`}`;
    return [{ caption, alt, type: picture.type, bytes: Buffer.from(picture.base64, "base64") }];
  });
  const groups = groupsOf(record, views.personGroups, withheld);
  if (pictures.length === 0 && isNothing(groups)) return undefined;
  return [
    ...(pictures.length === 0 ? [] : [{ kind: "pictures" as const, pictures }]),
    ...(withheld.includes("picture") ? leftOut("Photo and signature", 2) : []),
    ...groups,
  ];
}

function ofExtension(found: FoundRecord, withheld: readonly RecordPart[]): readonly Block[] | undefined {
  const record = extensionRecord.parse(found);
  const part = (
    title: string,
    { verificationStatus, verificationReference, data }: typeof record.premblyPhoneVerification,
    groups: readonly RecordGroup[],
  ): Block[] => [
    { kind: "heading", text: title },
    {
      kind: "fields",
      fields: [
        { label: "Answer", value: verificationStatus === "VERIFIED" ? "Verified" : "Not verified" },
        { label: "Reference", value: textOf(verificationReference) ?? "-" },
      ],
    },
    ...(data === null ? [{ kind: "text" as const, text: noData }] : groupsOf(data, groups, withheld, 3)),
  ];
  return [
    ...part("Phone verification", record.premblyPhoneVerification, views.personGroups),
    ...(withheld.includes("bank")
      ? leftOut("BVN verification", 2)
      : part("BVN verification", record.premblyBvnVerification, views.bvnGroups)),
  ];
}

function ofCredit(found: FoundRecord, withheld: readonly RecordPart[]): readonly Block[] | undefined {
  const record = creditRecord.parse(found);
  if (views.isEmptyCredit(record)) return undefined;
  const people = record["basic-data"];
  const score = textOf(record["FICO-Score"].ficoScore);
  const band = bandOf(scoreIn(score) ?? Number.NaN)?.label;
  return [
    {
      kind: "fields",
      title: "Credit score",
      fields: [
        { label: "Score", value: score ?? "-" },
        { label: "Band", value: band ?? "-" },
      ],
    },
    ...(people.length === 0 ? [undefined] : people).map((person, at): Block => ({
      kind: "fields",
      title: at === 0 ? "BVN details" : `BVN details, entry ${at + 1}`,
      fields: rowsOf(person, views.basicFields, withheld),
    })),
    ...views.bureaus.flatMap(({ name, tick, member }): Block[] => [
      { kind: "heading", text: name },
      ...(record.asked.includes(tick) ? ofBureau(record[member]) : [{ kind: "text" as const, text: "Not asked" }]),
    ]),
  ];
}

const ofBureau = (bureau: BureauRecord | null): Block[] =>
  bureau === null
    ? [{ kind: "text", text: noData }]
    : [
        {
          kind: "fields",
          fields: views.figuresOf(bureau.summary).map(({ label, value }) => ({ label, value })),
        },
        ...Object.entries(bureau.tables).flatMap(([title, rows]) =>
          tableOf(views.wordsOf(title), rows, 3, views.bureauCellText),
        ),
      ];

/** Source: RESULT-VIN-07 to 09. */
function stolenNote(stolen: boolean | null): Block[] {
  if (stolen === null) return [];
  return [
    stolen
      ? { kind: "note", tone: "bad", text: "This vehicle is in our database of stolen vehicles" }
      : { kind: "note", tone: "good", text: "In our database of stolen vehicles: not found" },
  ];
}

function ofVehicle(found: FoundRecord): readonly Block[] {
  const record = vehicleRecord.parse(found);
  return [
    ...stolenNote(record.stolen),
    { kind: "fields", title: "Specification", fields: rowsOf(record, views.vehicleFields) },
    { kind: "fields", title: "Measures", fields: rowsOf(record, views.unknownVehicleFields) },
    ...Object.entries(record.history).flatMap(([title, rows]) => tableOf(views.wordsOf(title), rows)),
  ];
}

const ofCheck = ({ stolen, reports }: views.StolenCheck): Block[] => [
  { kind: "heading", text: "Stolen" },
  ...(stolen === null ? [{ kind: "text" as const, text: "-" }] : stolenNote(stolen)),
  ...tableOf("Stolen reports", reports),
];

function ofPlate(found: FoundRecord): readonly Block[] {
  const record = plateRecord.parse(found);
  return [...groupsOf(record, views.plateGroups, []), ...ofCheck(views.stolenOfPlate(record))];
}

function ofLegitCar(found: FoundRecord): readonly Block[] {
  const check = views.stolenOfLegitCar(legitCarRecord.parse(found));
  const fields = [{ label: "Chassis number", value: check.chassis ?? "-" }];
  return [{ kind: "fields", title: "The vehicle", fields }, ...ofCheck(check)];
}

function ofCompanies(found: FoundRecord): readonly Block[] | undefined {
  const { companies } = companiesRecord.parse(found);
  return companies.length === 0 ? undefined : companies.flatMap(ofCompany);
}

function ofCompany(company: CompanyRecord): Block[] {
  const people = company["shareholders-data"];
  const panel = (title: string, stake: StakeholderRecord["stake"]): Block[] =>
    (people ?? [])
      .filter((person) => person.stake === stake)
      .flatMap((person, at): Block[] => [
        ...(at === 0 ? [{ kind: "heading" as const, text: title, level: 2 as const }] : []),
        { kind: "fields", title: nameOf(person, at), level: 3, fields: stakeholderRows(person) },
      ]);
  return [
    { kind: "fields", title: company.approvedName, fields: rowsOf(company, views.companyFields) },
    ...(people?.length === 0 ? [{ kind: "text" as const, text: texts.noStakeholders }] : []),
    ...panel("Shareholders", "Shareholder"),
    ...panel("Directors", "Director"),
  ];
}

const nameOf = (person: StakeholderRecord, at: number): string =>
  textOf(person.corporation_name) ??
  ([person.surname, person.firstname, person.other_name].flatMap((part) => textOf(part) ?? []).join(" ") ||
    `Entry ${at + 1}`);

const stakeholderRows = (person: StakeholderRecord) =>
  views.stakeholderGroups.flatMap(({ fields }) => rowsOf(person, fields));
