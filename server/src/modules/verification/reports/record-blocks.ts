import { agreementLabel, answerLabels, answerRecord, vehicleFieldLabels } from "@idanimo/contract/answers";
import type { StolenCheck } from "@idanimo/contract/checks/stolen-check";
import { bureaus } from "@idanimo/contract/checks/bvn/bureaus";
import { bureauFigureRows, creditHeaderFields, isEmptyCreditRecord } from "@idanimo/contract/checks/bvn/view";
import { bvnGroups } from "@idanimo/contract/checks/phone/view";
import { companyFields, stakeholderGroups } from "@idanimo/contract/checks/company/view";
import {
  formatBureauCell,
  formatCell,
  humanizeFieldName,
  isAmountColumn,
  visibleColumns,
} from "@idanimo/contract/record-tables";
import { legitCarStolenCheck } from "@idanimo/contract/checks/legitcar/view";
import { personGroups } from "@idanimo/contract/checks/person/view";
import { plateGroups, plateStolenCheck } from "@idanimo/contract/checks/license-number/view";
import { unreportedVehicleFields, vehicleFields } from "@idanimo/contract/checks/vin/view";
import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import type { ResultPage } from "@idanimo/contract/checks/check-row";
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
import { partOfFieldName, partsOfSearchType, type RecordPart } from "@idanimo/contract/record-parts";
import { type BureauRecord, creditRecord } from "@idanimo/contract/checks/bvn/record";
import { companiesRecord, type CompanyRecord, type StakeholderRecord } from "@idanimo/contract/checks/company/record";
import { extensionRecord } from "@idanimo/contract/checks/phone/record";
import { legitCarRecord } from "@idanimo/contract/checks/legitcar/record";
import type { NamedTexts } from "@idanimo/contract/named-texts";
import { plateRecord } from "@idanimo/contract/checks/license-number/record";
import { vehicleRecord } from "@idanimo/contract/checks/vin/record";
import { detailsOf } from "@idanimo/contract/checks/details";
import { labelledRecord } from "@idanimo/contract/labelled-record";
import * as texts from "@idanimo/contract/texts";
import type { Block, Picture } from "../../../documents/index.ts";
import type { SourceRecord } from "../../results/index.ts";

/** The document blocks of each kind of record: the fields of its page in the same order and wording. Pure. */

/** Whether a field may be shown: its part was granted. */
type IsShown = (field: RecordField) => boolean;

/**
 * @param withheld parts that were not granted; the blocks contain nothing of them, since the report names them once
 * @returns undefined for an empty record
 */
export function recordBlocks(
  searchType: SearchType,
  record: SourceRecord,
  withheld: readonly RecordPart[] = [],
): readonly Block[] | undefined {
  const needsConsent = catalogueRowOf(searchType).consent;
  const granted = partsOfSearchType(searchType).filter((part) => !withheld.includes(part));
  const isShown: IsShown = ({ names }) =>
    names.every((name) => {
      const part = partOfFieldName(name);
      // of a person only granted parts; of a vehicle everything but a withheld part
      return needsConsent ? granted.some((one) => one === part) : !withheld.some((one) => one === part);
    });
  return reportLayouts[catalogueRowOf(searchType).resultPage](record, { searchType, isShown, granted });
}

type Disclosed = {
  readonly searchType: SearchType;
  readonly isShown: IsShown;
  readonly granted: readonly RecordPart[];
};
/** The blocks of a record, alike for all types with the same result page; undefined if it is empty. */
type ReportLayout = (record: SourceRecord, disclosed: Disclosed) => readonly Block[] | undefined;

const reportLayouts: Readonly<Record<ResultPage, ReportLayout>> = {
  person: personBlocks,
  extension: extensionBlocks,
  credit: creditBlocks,
  vehicle: vehicleBlocks,
  plate: plateBlocks,
  legitCar: legitCarBlocks,
  companies: companiesBlocks,
  labelled: labelledBlocks,
  answer: answerBlocks,
};

const fieldRows = (record: WireRecord | undefined, fields: readonly RecordField[]) =>
  fields.map((field) => ({ label: field.label, value: formatField(record, field) }));

/** The groups with their shown fields; a group without any is omitted. */
const groupBlocks = (
  record: WireRecord | undefined,
  groups: readonly RecordGroup[],
  isShown: IsShown,
  level: 2 | 3 = 2,
): Block[] =>
  visibleGroups(
    record,
    groups
      .map((group) => ({ ...group, fields: group.fields.filter(isShown) }))
      .filter(({ fields }) => fields.length > 0),
    [],
  ).map((group): Block => ({ kind: "fields", title: group.title, level, fields: fieldRows(record, group.fields) }));

const plainCell = (column: string, row: NamedTexts) => formatCell(column, row[column]);

const tableBlocks = (title: string, rows: readonly NamedTexts[], level: 2 | 3 = 2, cell = plainCell): Block[] => {
  const columns = visibleColumns(rows);
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
        label: humanizeFieldName(name),
        ...(isAmountColumn(name) && { amount: true }),
      })),
      rows: rows.map((row) => columns.map((name) => cell(name, row))),
    },
  ];
};

const noData = "No Data";
const areEmpty = (blocks: readonly Block[]) =>
  blocks.every((block) => block.kind === "fields" && block.fields.every(({ value }) => value === "-"));

function personBlocks(record: WireRecord, { isShown }: Disclosed): readonly Block[] | undefined {
  const name = fullName(record);
  const whole = [name.others, name.last].filter((part) => part !== "" && part !== "-").join(" ");
  const pictures = [
    { caption: "Photo", name: "photo" },
    { caption: "Signature", name: "signature" },
  ].flatMap(({ caption, name }): Picture[] => {
    const picture = isShown({ label: caption, names: [name] }) ? parsePicture(record[name]) : undefined;
    if (!picture) return [];
    const alt = `${caption} in the record${whole === "" ? "" : ` of ${whole}`}`;
    return [{ caption, alt, type: picture.type, bytes: Buffer.from(picture.base64, "base64") }];
  });
  const groups = groupBlocks(record, personGroups, isShown);
  if (pictures.length === 0 && areEmpty(groups)) return undefined;
  return [...(pictures.length === 0 ? [] : [{ kind: "pictures" as const, pictures }]), ...groups];
}

/** The answer to one question, and for a vehicle which fields agree [AO-02 AO-12]. */
function answerBlocks(found: SourceRecord): readonly Block[] {
  const { answer, fields } = answerRecord.parse(found);
  return [
    { kind: "fields", fields: [{ label: "Answer", value: answerLabels[answer] }] },
    ...(fields
      ? [
          {
            kind: "fields" as const,
            title: "What was compared",
            fields: fields.map(({ field, agree, sources }) => ({
              label: vehicleFieldLabels[field],
              value: `${agreementLabel(agree)}${sources.length > 0 ? ` (${sources.join("; ")})` : ""}`,
            })),
          },
        ]
      : []),
  ];
}

function extensionBlocks(found: SourceRecord, { isShown, granted }: Disclosed): readonly Block[] {
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
    ...(data === null ? [{ kind: "text" as const, text: noData }] : groupBlocks(data, groups, isShown, 3)),
  ];
  return [
    ...part("Phone verification", record.premblyPhoneVerification, personGroups),
    ...(granted.includes("bank") ? part("BVN verification", record.premblyBvnVerification, bvnGroups) : []),
  ];
}

function creditBlocks(found: SourceRecord, { isShown }: Disclosed): readonly Block[] | undefined {
  const record = creditRecord.parse(found);
  if (isEmptyCreditRecord(record)) return undefined;
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
      fields: fieldRows(person, creditHeaderFields.filter(isShown)),
    })),
    ...bureaus.flatMap(({ name, tick, member }): Block[] => [
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
          fields: bureauFigureRows(bureau.summary).map(({ label, value }) => ({ label, value })),
        },
        ...Object.entries(bureau.tables).flatMap(([title, rows]) =>
          tableBlocks(humanizeFieldName(title), rows, 3, formatBureauCell),
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
    { kind: "fields", title: "Specification", fields: fieldRows(record, vehicleFields) },
    { kind: "fields", title: "Dimensions", fields: fieldRows(record, unreportedVehicleFields) },
    ...Object.entries(record.history).flatMap(([title, rows]) => tableBlocks(humanizeFieldName(title), rows)),
  ];
}

const stolenCheckBlocks = ({ stolen, reports }: StolenCheck): Block[] => [
  { kind: "heading", text: "Stolen" },
  ...(stolen === null ? [{ kind: "text" as const, text: "-" }] : stolenNoteBlocks(stolen)),
  ...tableBlocks("Stolen reports", reports),
];

function plateBlocks(found: SourceRecord, { isShown }: Disclosed): readonly Block[] {
  const record = plateRecord.parse(found);
  return [...groupBlocks(record, plateGroups, isShown), ...stolenCheckBlocks(plateStolenCheck(record))];
}

function legitCarBlocks(found: SourceRecord): readonly Block[] {
  const check = legitCarStolenCheck(legitCarRecord.parse(found));
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
    { kind: "fields", title: company.approvedName, fields: fieldRows(company, companyFields) },
    ...(people?.length === 0 ? [{ kind: "text" as const, text: texts.noStakeholders }] : []),
    ...panel("Shareholders", "Shareholder"),
    ...panel("Directors", "Director"),
  ];
}

function labelledBlocks(found: SourceRecord, { searchType, isShown }: Disclosed): readonly Block[] | undefined {
  const groups = groupBlocks(labelledRecord.parse(found), detailsOf(searchType).record?.groups ?? [], isShown);
  return areEmpty(groups) ? undefined : groups;
}

const stakeholderNameOf = (person: StakeholderRecord, at: number): string =>
  nonEmptyText(person.corporation_name) ??
  ([person.surname, person.firstname, person.other_name].flatMap((part) => nonEmptyText(part) ?? []).join(" ") ||
    `Entry ${at + 1}`);

const stakeholderRows = (person: StakeholderRecord) =>
  stakeholderGroups.flatMap(({ fields }) => fieldRows(person, fields));
