import { agreementLabel, answerRecord, vehicleFieldLabels } from "@idanimo/contract/answers";
import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import type { ResultPage } from "@idanimo/contract/checks/check-row";
import { detailsOf } from "@idanimo/contract/checks/details";
import { legitCarRecord } from "@idanimo/contract/checks/legitcar/record";
import { legitCarStolenCheck } from "@idanimo/contract/checks/legitcar/view";
import { plateRecord } from "@idanimo/contract/checks/license-number/record";
import { plateGroups, plateStolenCheck } from "@idanimo/contract/checks/license-number/view";
import { personGroups } from "@idanimo/contract/checks/person/view";
import { extensionRecord } from "@idanimo/contract/checks/phone/record";
import { bvnGroups } from "@idanimo/contract/checks/phone/view";
import { type StolenCheck, stolenStatus } from "@idanimo/contract/checks/stolen-check";
import { vehicleRecord } from "@idanimo/contract/checks/vin/record";
import { unreportedVehicleFields, vehicleFields } from "@idanimo/contract/checks/vin/view";
import { labelledRecord } from "@idanimo/contract/labelled-record";
import { nonEmptyText, parsePicture, type RecordGroup, type WireRecord } from "@idanimo/contract/record-fields";
import { partOfFieldName, partsOfSearchType, type RecordPart } from "@idanimo/contract/record-parts";
import { humanizeFieldName } from "@idanimo/contract/record-tables";
import { personName } from "@idanimo/contract/register-name";
import type { Block, Picture } from "../../../documents/index.ts";
import type { SourceRecord } from "../../results/index.ts";
import { areEmpty, fieldRows, groupBlocks, type IsShown, noData, tableBlocks } from "./block-parts.ts";
import { companiesBlocks } from "./company-blocks.ts";
import { creditBlocks } from "./credit-blocks.ts";

/** The document blocks of each kind of record: the fields of its page in the same order and wording. Pure. */

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
  credit: (record, { isShown }) => creditBlocks(record, isShown),
  vehicle: vehicleBlocks,
  plate: plateBlocks,
  legitCar: legitCarBlocks,
  companies: companiesBlocks,
  labelled: labelledBlocks,
  answer: answerBlocks,
};

/** The photo is on the first page, beside the name. */
function personBlocks(record: WireRecord, { isShown, granted }: Disclosed): readonly Block[] | undefined {
  const groups = groupBlocks(record, personGroups, isShown);
  const picture = granted.includes("signature") ? parsePicture(record["signature"]) : undefined;
  const hasPhoto = granted.includes("photo") && parsePicture(record["photo"]) !== undefined;
  if (!picture && !hasPhoto && areEmpty(groups)) return undefined;
  if (!picture) return groups;
  const name = personName(record)?.name;
  const signature: Picture = {
    caption: "Signature",
    alt: `Signature in the record${name === undefined ? "" : ` of ${name}`}`,
    type: picture.type,
    bytes: Buffer.from(picture.base64, "base64"),
  };
  return [...groups, { kind: "pictures", pictures: [signature] }];
}

/** For a vehicle, which fields agree; the answer itself is the verdict on the first page [AO-02 AO-12]. */
function answerBlocks(found: SourceRecord): readonly Block[] {
  const { fields } = answerRecord.parse(found);
  if (!fields) return [];
  return [
    {
      kind: "fields",
      title: "What was compared",
      fields: fields.map(({ field, agree, sources }) => ({
        label: vehicleFieldLabels[field],
        value: `${agreementLabel(agree)}${sources.length > 0 ? ` (${sources.join("; ")})` : ""}`,
      })),
    },
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
    {
      kind: "text",
      text: `The source does not report: ${unreportedVehicleFields.map(({ label }) => label).join(", ")}.`,
    },
    ...Object.entries(record.history).flatMap(([title, rows]) => tableBlocks(humanizeFieldName(title), rows)),
  ];
}

const stolenCheckBlocks = ({ stolen, reports }: StolenCheck): Block[] => [
  { kind: "heading", text: "Stolen" },
  ...(stolen === null ? [{ kind: "text" as const, text: stolenStatus(stolen) }] : stolenNoteBlocks(stolen)),
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

function labelledBlocks(found: SourceRecord, { searchType, isShown }: Disclosed): readonly Block[] | undefined {
  const groups = groupBlocks(labelledRecord.parse(found), detailsOf(searchType).record?.groups ?? [], isShown);
  return areEmpty(groups) ? undefined : groups;
}
