import { type Answer, answerLabels, answerRecord } from "@idanimo/contract/answers";
import { creditRecord } from "@idanimo/contract/checks/bvn/record";
import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import type { ResultPage } from "@idanimo/contract/checks/check-row";
import { companiesRecord } from "@idanimo/contract/checks/company/record";
import { companyKeyFacts } from "@idanimo/contract/checks/company/view";
import { detailsOf } from "@idanimo/contract/checks/details";
import { legitCarStolenCheck } from "@idanimo/contract/checks/legitcar/view";
import { legitCarRecord } from "@idanimo/contract/checks/legitcar/record";
import { plateRecord } from "@idanimo/contract/checks/license-number/record";
import { plateOwnerGroup } from "@idanimo/contract/checks/license-number/view";
import { personKeyFacts } from "@idanimo/contract/checks/person/view";
import { extensionRecord } from "@idanimo/contract/checks/phone/record";
import { stolenStatus } from "@idanimo/contract/checks/stolen-check";
import { vehicleRecord } from "@idanimo/contract/checks/vin/record";
import { type NameMatch, nameMatchText } from "@idanimo/contract/expected-name";
import { knownFacts } from "@idanimo/contract/key-facts";
import { labelledRecord } from "@idanimo/contract/labelled-record";
import { hasAnyField, nonEmptyText, parsePicture, type WireRecord } from "@idanimo/contract/record-fields";
import type { RecordPart } from "@idanimo/contract/record-parts";
import { nameInTitleCase, personName, type RegisterName, titleCaseCompany } from "@idanimo/contract/register-name";
import * as texts from "@idanimo/contract/texts";
import type { Block, LabelledValue, Picture } from "../../../documents/index.ts";
import type { SourceRecord } from "../../results/index.ts";

/** Whom or what a report is about, and its verdict: the top of its first page. Pure. */

export type ReportSubject = {
  /** Undefined if the record has no name. */
  readonly name: RegisterName | undefined;
  readonly photo?: Picture | undefined;
  readonly facts: readonly LabelledValue[];
  /** Replaces "Record found". */
  readonly verdict?: Verdict;
};
type Verdict = Pick<Extract<Block, { readonly kind: "note" }>, "tone" | "text">;

type Context = { readonly searchType: SearchType; readonly isPhotoShown: boolean; readonly at: Date };

const subjects: Readonly<Record<ResultPage, (record: SourceRecord, context: Context) => ReportSubject>> = {
  person: personSubject,
  extension(found, context) {
    const { premblyPhoneVerification: phone, premblyBvnVerification: bvn } = extensionRecord.parse(found);
    const parts = [phone.data, bvn.data];
    const person = parts.find((part) => personName(part ?? undefined)) ?? parts.find(Boolean);
    return person ? personSubject(person, context) : { name: undefined, facts: [], verdict: noRecord };
  },
  credit(found, { at }) {
    const [person] = creditRecord.parse(found)["basic-data"];
    const name = nonEmptyText(person?.["name"]);
    return {
      name: name === undefined ? undefined : nameInTitleCase(name),
      facts: personKeyFacts(person, at.toISOString()),
    };
  },
  companies(found, { at }) {
    const { companies } = companiesRecord.parse(found);
    const [company] = companies;
    if (!company) return { name: undefined, facts: [], verdict: noRecord };
    if (companies.length > 1)
      return { name: undefined, facts: [], verdict: { tone: "good", text: `${companies.length} companies found` } };
    return {
      name: nameInTitleCase(company.approvedName, titleCaseCompany),
      facts: companyKeyFacts(company, at.toISOString()),
    };
  },
  vehicle(found) {
    const { year, make, model, vin, trim, engine, stolen } = vehicleRecord.parse(found);
    return vehicleSubject([year, make, model], stolen, [
      { label: "VIN", value: vin },
      { label: "Trim", value: trim },
      { label: "Engine", value: engine },
    ]);
  },
  plate(found) {
    const { license_number: plate, make, model, vin, stolen, category } = plateRecord.parse(found);
    return vehicleSubject([plate], stolen, [
      { label: "Vehicle", value: [make, model].map(nonEmptyText).filter(Boolean).join(" ") },
      { label: "VIN", value: vin },
      { label: "Category", value: category },
    ]);
  },
  legitCar(found) {
    const { chassis, stolen } = legitCarStolenCheck(legitCarRecord.parse(found));
    return vehicleSubject([chassis], stolen, []);
  },
  labelled(found, { searchType }) {
    const title = nonEmptyText(labelledRecord.parse(found)[detailsOf(searchType).record?.title ?? ""]);
    return { name: title === undefined ? undefined : nameInTitleCase(title), facts: [] };
  },
  answer(found) {
    const { answer } = answerRecord.parse(found);
    return {
      name: undefined,
      facts: [],
      verdict: { tone: answerTones[answer], text: `Answer: ${answerLabels[answer]}` },
    };
  },
};

const noRecord: Verdict = { tone: "bad", text: texts.noRecordFound };
const answerTones = { yes: "good", near: "caution", no: "bad", unknown: "plain" } as const satisfies Record<
  Answer,
  Verdict["tone"]
>;

type SubjectFacts = {
  readonly searchType: SearchType;
  readonly record: SourceRecord;
  readonly withheld: readonly RecordPart[];
  readonly madeAt: Date;
};

export const reportSubject = ({ searchType, record, withheld, madeAt }: SubjectFacts): ReportSubject =>
  subjects[catalogueRowOf(searchType).resultPage](record, {
    searchType,
    isPhotoShown: !withheld.includes("photo"),
    at: madeAt,
  });

/** What a report says first: how the typed name compares, else that there is a record. */
export function reportVerdict(subject: ReportSubject, nameMatch: NameMatch | undefined, isEmpty: boolean): Verdict {
  if (isEmpty) return noRecord;
  if (!nameMatch) return subject.verdict ?? { tone: "good", text: "Record found" };
  const tones = { match: "good", close: "caution", different: "bad", unknown: "plain" } as const;
  return { tone: tones[nameMatch.verdict], text: `${nameMatchText(nameMatch)} Name given: ${nameMatch.given}.` };
}

/** Whether a record is about a person, whose data the reader of the report must protect. */
export function isAboutPerson(searchType: SearchType, record: SourceRecord): boolean {
  const { profile } = catalogueRowOf(searchType);
  return profile === "person" || profile === "financial" || hasAnyField(record, plateOwnerGroup.fields);
}

function personSubject(record: WireRecord, { isPhotoShown, at }: Context): ReportSubject {
  const name = personName(record);
  const picture = isPhotoShown ? parsePicture(record["photo"]) : undefined;
  const alt = `Photo in the record${name ? ` of ${name.name}` : ""}`;
  return {
    name,
    photo: picture && {
      caption: "Photo",
      alt,
      type: picture.type,
      bytes: Buffer.from(picture.base64, "base64"),
    },
    facts: personKeyFacts(record, at.toISOString()),
  };
}

function vehicleSubject(
  names: readonly (string | null)[],
  stolen: boolean | null,
  facts: Parameters<typeof knownFacts>[0],
): ReportSubject {
  const name = names.map(nonEmptyText).filter(Boolean).join(" ");
  return {
    name: name === "" ? undefined : { name, raw: undefined },
    facts: [...knownFacts(facts), { label: "Stolen check", value: stolenStatus(stolen) }],
    ...(stolen === true && { verdict: { tone: "bad", text: "Reported stolen" } as const }),
  };
}
