import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { scoreBandOf, parseScore } from "@idanimo/contract/credit-score";
import {
  fullName,
  visibleGroups,
  parsePicture,
  type RecordField,
  type RecordGroup,
  formatField,
  nonEmptyText,
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
import type { SourceRecord } from "../../results/index.ts";

/** The document blocks of each kind of record: the fields of its page in the same order and wording. Pure. */

/**
 * @param withheld parts that the subject withheld; a note replaces each
 * @returns undefined for an empty record
 */
export function recordBlocks(
  searchType: SearchType,
  record: SourceRecord,
  withheld: readonly RecordPart[] = [],
): readonly Block[] | undefined {
  switch (catalogueRowOf(searchType).resultRoute) {
    case "/search-extension":
      return extensionBlocks(record, withheld);
    case "/financial":
      return creditBlocks(record, withheld);
    case "/vehicle":
      return vehicleBlocks(record);
    case "/vehicle2":
      return plateBlocks(record, withheld);
    case "/legit-car":
      return legitCarBlocks(record);
    case "/businessName":
      return companiesBlocks(record);
    default:
      return personBlocks(record, withheld);
  }
}

const fieldRows = (
  record: WireRecord | undefined,
  fields: readonly RecordField[],
  withheld: readonly RecordPart[] = [],
) => fields.map((field) => ({ label: field.label, value: formatField(record, field, withheld) }));

const withheldBlocks = (title: string, level: 2 | 3): Block[] => [
  { kind: "heading", text: title, level },
  { kind: "text", text: texts.withheldByPerson },
];

const groupBlocks = (
  record: WireRecord | undefined,
  groups: readonly RecordGroup[],
  withheld: readonly RecordPart[],
  level: 2 | 3 = 2,
): Block[] =>
  visibleGroups(record, groups, withheld).flatMap((group): Block[] =>
    group.isWithheld
      ? withheldBlocks(group.title, level)
      : [{ kind: "fields", title: group.title, level, fields: fieldRows(record, group.fields, withheld) }],
  );

const plainCell = (column: string, row: NamedTexts) => views.formatCell(column, row[column]);

const tableBlocks = (title: string, rows: readonly NamedTexts[], level: 2 | 3 = 2, cell = plainCell): Block[] => {
  const columns = views.visibleColumns(rows);
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
      columns: columns.map((name) => ({
        label: views.humanizeFieldName(name),
        ...(views.isAmountColumn(name) && { amount: true }),
      })),
      rows: rows.map((row) => columns.map((name) => cell(name, row))),
    },
  ];
};

const noData = "No Data";
const areEmpty = (blocks: readonly Block[]) =>
  blocks.every((block) => block.kind === "fields" && block.fields.every(({ value }) => value === "-"));

function personBlocks(record: WireRecord, withheld: readonly RecordPart[]): readonly Block[] | undefined {
  const name = fullName(record);
  const whole = [name.others, name.last].filter((part) => part !== "" && part !== "-").join(" ");
  const pictures = [
    ["Photo", record["photo"]],
    ["Signature", record["signature"]],
  ].flatMap(([caption, value]): Picture[] => {
    const picture = parsePicture(value);
    if (typeof caption !== "string" || !picture) return [];
    const alt = `${caption} in the record${whole === "" ? "" : ` of ${whole}`}`;
    return [{ caption, alt, type: picture.type, bytes: Buffer.from(picture.base64, "base64") }];
  });
  const groups = groupBlocks(record, views.personGroups, withheld);
  if (pictures.length === 0 && areEmpty(groups)) return undefined;
  return [
    ...(pictures.length === 0 ? [] : [{ kind: "pictures" as const, pictures }]),
    ...(withheld.includes("photo") ? withheldBlocks("Photo", 2) : []),
    ...(withheld.includes("signature") ? withheldBlocks("Signature", 2) : []),
    ...groups,
  ];
}

function extensionBlocks(found: SourceRecord, withheld: readonly RecordPart[]): readonly Block[] | undefined {
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
        { label: "Reference", value: nonEmptyText(verificationReference) ?? "-" },
      ],
    },
    ...(data === null ? [{ kind: "text" as const, text: noData }] : groupBlocks(data, groups, withheld, 3)),
  ];
  return [
    ...part("Phone verification", record.premblyPhoneVerification, views.personGroups),
    ...(withheld.includes("bank")
      ? withheldBlocks("BVN verification", 2)
      : part("BVN verification", record.premblyBvnVerification, views.bvnGroups)),
  ];
}

function creditBlocks(found: SourceRecord, withheld: readonly RecordPart[]): readonly Block[] | undefined {
  const record = creditRecord.parse(found);
  if (views.isEmptyCreditRecord(record)) return undefined;
  const people = record["basic-data"];
  const score = nonEmptyText(record["FICO-Score"].ficoScore);
  const band = scoreBandOf(parseScore(score) ?? Number.NaN)?.label;
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
      fields: fieldRows(person, views.creditHeaderFields, withheld),
    })),
    ...views.bureaus.flatMap(({ name, tick, member }): Block[] => [
      { kind: "heading", text: name },
      ...(record.asked.includes(tick) ? bureauBlocks(record[member]) : [{ kind: "text" as const, text: "Not asked" }]),
    ]),
  ];
}

const bureauBlocks = (bureau: BureauRecord | null): Block[] =>
  bureau === null
    ? [{ kind: "text", text: noData }]
    : [
        {
          kind: "fields",
          fields: views.bureauFigureRows(bureau.summary).map(({ label, value }) => ({ label, value })),
        },
        ...Object.entries(bureau.tables).flatMap(([title, rows]) =>
          tableBlocks(views.humanizeFieldName(title), rows, 3, views.formatBureauCell),
        ),
      ];

/** See RESULT-VIN-07 to RESULT-VIN-09. */
function stolenNoteBlocks(stolen: boolean | null): Block[] {
  if (stolen === null) return [];
  return [
    stolen
      ? { kind: "note", tone: "bad", text: "This vehicle is in our database of stolen vehicles" }
      : { kind: "note", tone: "good", text: "In our database of stolen vehicles: not found" },
  ];
}

function vehicleBlocks(found: SourceRecord): readonly Block[] {
  const record = vehicleRecord.parse(found);
  return [
    ...stolenNoteBlocks(record.stolen),
    { kind: "fields", title: "Specification", fields: fieldRows(record, views.vehicleFields) },
    { kind: "fields", title: "Measures", fields: fieldRows(record, views.unknownVehicleFields) },
    ...Object.entries(record.history).flatMap(([title, rows]) => tableBlocks(views.humanizeFieldName(title), rows)),
  ];
}

const stolenCheckBlocks = ({ stolen, reports }: views.StolenCheck): Block[] => [
  { kind: "heading", text: "Stolen" },
  ...(stolen === null ? [{ kind: "text" as const, text: "-" }] : stolenNoteBlocks(stolen)),
  ...tableBlocks("Stolen reports", reports),
];

function plateBlocks(found: SourceRecord, withheld: readonly RecordPart[]): readonly Block[] {
  const record = plateRecord.parse(found);
  return [...groupBlocks(record, views.plateGroups, withheld), ...stolenCheckBlocks(views.plateStolenCheck(record))];
}

function legitCarBlocks(found: SourceRecord): readonly Block[] {
  const check = views.legitCarStolenCheck(legitCarRecord.parse(found));
  const fields = [{ label: "Chassis number", value: check.chassis ?? "-" }];
  return [{ kind: "fields", title: "The vehicle", fields }, ...stolenCheckBlocks(check)];
}

function companiesBlocks(found: SourceRecord): readonly Block[] | undefined {
  const { companies } = companiesRecord.parse(found);
  return companies.length === 0 ? undefined : companies.flatMap(companyBlocks);
}

function companyBlocks(company: CompanyRecord): Block[] {
  const people = company["shareholders-data"];
  const panel = (title: string, stake: StakeholderRecord["stake"]): Block[] =>
    (people ?? [])
      .filter((person) => person.stake === stake)
      .flatMap((person, at): Block[] => [
        ...(at === 0 ? [{ kind: "heading" as const, text: title, level: 2 as const }] : []),
        { kind: "fields", title: stakeholderNameOf(person, at), level: 3, fields: stakeholderRows(person) },
      ]);
  return [
    { kind: "fields", title: company.approvedName, fields: fieldRows(company, views.companyFields) },
    ...(people?.length === 0 ? [{ kind: "text" as const, text: texts.noStakeholders }] : []),
    ...panel("Shareholders", "Shareholder"),
    ...panel("Directors", "Director"),
  ];
}

const stakeholderNameOf = (person: StakeholderRecord, at: number): string =>
  nonEmptyText(person.corporation_name) ??
  ([person.surname, person.firstname, person.other_name].flatMap((part) => nonEmptyText(part) ?? []).join(" ") ||
    `Entry ${at + 1}`);

const stakeholderRows = (person: StakeholderRecord) =>
  views.stakeholderGroups.flatMap(({ fields }) => fieldRows(person, fields));
