import { bureaus } from "@idanimo/contract/checks/bvn/bureaus";
import { bureauFigureRows, creditHeaderFields } from "@idanimo/contract/checks/bvn/view";
import { bvnGroups } from "@idanimo/contract/checks/phone/view";
import { companyFields, stakeholderGroups } from "@idanimo/contract/checks/company/view";
import { personGroups } from "@idanimo/contract/checks/person/view";
import { plateGroups } from "@idanimo/contract/checks/license-number/view";
import { unreportedVehicleFields, vehicleFields } from "@idanimo/contract/checks/vin/view";
import { detailsOf } from "@idanimo/contract/checks/details";
import { catalogueRowOf } from "@idanimo/contract/catalogue";
import type { RecordField } from "@idanimo/contract/record-fields";
import { partDescriptionForRequester, partsOfSearchType, type RecordPart } from "@idanimo/contract/record-parts";
import * as texts from "@idanimo/contract/texts";
import type { NameMatch } from "@idanimo/contract/expected-name";
import Pdf from "pdfkit";
import { describe, expect, test } from "vitest";
import { drawDocument } from "../../../documents/index.ts";
import { headerTop, margin, Sheet, styles, width } from "../../../documents/sheet.ts";
import { parsePdf, type PdfPiece } from "../../../documents/testing/parse-pdf.ts";
import { redactParts } from "../../results/index.ts";
import { recordBlocks } from "./record-blocks.ts";
import { buildReport } from "./report-document.ts";
import { type RecordSample, recordSamples } from "./testing/sample-records.ts";

const at = new Date("2026-11-21T09:42:00Z");
type DrawOptions = {
  readonly requester?: { readonly name: string; readonly businessName: string };
  readonly nameMatch?: NameMatch;
};
const draw = async (
  { searchType, value }: RecordSample,
  record: Readonly<Record<string, unknown>>,
  withheld: readonly RecordPart[] = [],
  { requester = { name: "Ada Obi", businessName: "Bright Homes Ltd" }, nameMatch }: DrawOptions = {},
) => {
  const document = buildReport(
    {
      code: "23456-789AB-CDEFG-HJKMN",
      requestId: "a3f122c9-77de-4b01-9c55-0e1a77aab2c3",
      searchType,
      value,
      requester,
      purpose: catalogueRowOf(searchType).consent ? { code: "tenancy", note: "a flat in Ikeja" } : undefined,
      requestedAt: at,
      decidedAt: catalogueRowOf(searchType).consent ? at : null,
      decidedBy: catalogueRowOf(searchType).consent ? "sms" : null,
      goneAt: catalogueRowOf(searchType).retention === "register" ? null : new Date(at.getTime() + 86_400_000),
      madeAt: at,
      source: "A register",
      record,
      withheld,
      question: undefined,
      nameMatch,
      label: undefined,
    },
    "https://idanimo.example",
  );
  return parsePdf(await drawDocument(document, at));
};

const labels = (fields: readonly Pick<RecordField, "label">[]) => fields.map(({ label }) => label);
const inGroups = (
  groups: readonly { readonly title: string; readonly fields: readonly Pick<RecordField, "label">[] }[],
) => groups.flatMap(({ title, fields }) => [title, ...labels(fields)]);
/** No purpose of a BVN check shows an address. */
const creditFields = creditHeaderFields.filter(({ names }) => !names.includes("address"));
/** Every label on the result page of a full record. */
const shown: Readonly<Record<string, readonly string[]>> = {
  nin: [...inGroups(personGroups), "May 4, 1991", "701 2345 6789", "Ọlúwaṣeun"],
  phone: [...inGroups(personGroups), ...inGroups(bvnGroups), "ref-1", "ref-2", "222 1234 5678"],
  bvn: [
    ...labels(creditFields),
    ...labels(bureauFigureRows(undefined)),
    ...bureaus.map(({ name }) => name),
    "702",
    "VERY GOOD",
    "Not asked",
    "₦104,000",
    "₦192,500",
    "January 17, 2024",
    "Repayment history",
  ],
  rc: [
    ...labels(companyFields),
    ...stakeholderGroups.flatMap(({ fields }) => labels(fields)),
    "Shareholders",
    "Directors",
    "March 2, 2011",
    "120,000",
  ],
  vin: [
    ...labels(vehicleFields),
    ...labels(unreportedVehicleFields),
    "This vehicle is in our database of stolen vehicles",
    "Titles",
    "No Data",
  ],
  license_number: [...inGroups(plateGroups), "Stolen reports", "not found", "Ikeja"],
  bank_account: ["The account", "Account name", "ADA NGỌZI OBI", "Account number", "0690000032", "Bank", "Access Bank"],
  legitcar: ["Chassis number", "This vehicle is in our database of stolen vehicles", "Stolen reports", "Ikeja"],
};
/** The labels and plain texts of a labelled record. */
const labelledTexts = ({ searchType, full }: RecordSample): readonly string[] => {
  const groups = detailsOf(searchType).record?.groups ?? [];
  const plain = groups.flatMap(({ fields }) => fields).filter(({ kind }) => kind === undefined);
  return [...inGroups(groups), ...plain.flatMap(({ names }) => names.map((name) => String(full[name])))];
};

// Covers: RESULT-BUSINESS-07 RESULT-VIN-03 RESULT-PLATE-02 RESULT-LEGITCAR-02
test.each(recordSamples)(
  "a full $searchType report shows what its page shows [RESULT-NIN-03 RESULT-EXT-05 RESULT-CREDIT-10]",
  async (sample) => {
    const { spokenText: heard, pages } = await draw(sample, sample.full);
    for (const part of [...(shown[sample.searchType] ?? []), ...labelledTexts(sample)]) expect(heard).toContain(part);
    expect(heard).not.toMatch(/HIDDEN|undefined|\[object|null/);
    for (const [number, page] of pages.entries())
      expect(page.at(-1)).toEqual({ tag: "Artifact", text: `Page ${number + 1} of ${pages.length}` });
  },
);

test.each(recordSamples)("a $searchType report shows dashes or a missing record [RESULT-COMMON-04]", async (sample) => {
  const { spokenText: heard } = await draw(sample, sample.sparse);
  expect(heard).toMatch(/ - |No Data/);
  expect(heard).not.toMatch(/undefined|null|No record found/);
  if (!sample.empty) return;
  const empty = await draw(sample, sample.empty);
  const isPart = sample.searchType === "phone"; // each half states that it found nothing
  expect(empty.spokenText).toContain(isPart ? "Not verified" : "No record found");
});

/** A record as it is stored after a grant of these parts only. */
const recordOf = ({ searchType, full }: RecordSample, granted: readonly RecordPart[]) =>
  redactParts(searchType, full, granted);
const samplesWithParts = recordSamples.filter(({ searchType }) => partsOfSearchType(searchType).length > 0);
const personalFields = [...personGroups, ...bvnGroups].flatMap(({ fields }) => fields);
const requiredParts: readonly RecordPart[] = ["identity", "credit"];

test.each(samplesWithParts)(
  "a $searchType report names the parts not shared once, without dashes for them [CL-02 T-46]",
  async (sample) => {
    const parts = partsOfSearchType(sample.searchType);
    const withheld = parts.filter((part) => !requiredParts.includes(part));
    const record = recordOf(
      sample,
      parts.filter((part) => !withheld.includes(part)),
    );
    const { spokenText } = await draw(sample, record, withheld);
    expect(spokenText.split(texts.withheldByPerson)).toHaveLength(2);
    expect(spokenText).toContain(
      `${texts.withheldByPerson} ${withheld.map(partDescriptionForRequester).join("; ")} Consent reference`,
    );
    // the purpose above contains a place name
    const below = spokenText.slice(spokenText.indexOf("Report made"));
    expect(below).not.toMatch(/ikeja|234\d{10}|@|HIDDEN/i);
    const blocks = recordBlocks(sample.searchType, record, withheld) ?? [];
    const fields = blocks.flatMap((block) => (block.kind === "fields" ? block.fields : []));
    expect(fields.length).toBeGreaterThan(0);
    const personal = new Set(personalFields.map(({ label }) => label));
    expect(fields.filter(({ label, value }) => personal.has(label) && value === "-")).toEqual([]);
    const titles = blocks.flatMap((block) => (block.kind === "fields" ? (block.title ?? []) : []));
    expect(titles.filter((title) => /Contact|Work and education|Origin|kin|Parent|BVN:/.test(title))).toEqual([]);
    expect(blocks.filter((block) => block.kind === "fields" && block.fields.length === 0)).toEqual([]);
  },
);

test.each([
  { granted: "photo", notShared: "their signature" },
  { granted: "signature", notShared: "their photo" },
] as const)("a report with only the $granted shared shows no other picture [CL-02]", async ({ granted, notShared }) => {
  const [sample] = recordSamples;
  if (!sample) throw new Error("no sample");
  const pictures = { photo: onePixel, signature: onePixel };
  const parts: readonly RecordPart[] = ["identity", granted];
  const withheld = partsOfSearchType("nin").filter((part) => !parts.includes(part));
  const full = { ...sample.full, ...pictures };
  // also if a picture that was not granted should come along
  for (const record of [recordOf({ ...sample, full }, parts), { ...recordOf(sample, parts), ...pictures }]) {
    const { spokenText, elements } = await draw(sample, record, withheld);
    expect(spokenText).toContain(notShared);
    expect(spokenText.includes("Signature")).toBe(granted === "signature");
    expect(elements.filter((type) => type === "Figure")).toHaveLength(2); // the picture and the QR code
  }
});

test("a plate report without the part of the owner shows the vehicle only [CL-15]", () => {
  const plate = recordSamples.find(({ searchType }) => searchType === "license_number");
  const titlesOf = (withheld: readonly RecordPart[]) =>
    (recordBlocks("license_number", { ...plate?.full }, withheld) ?? []).flatMap((block) =>
      block.kind === "fields" ? [block.title] : [],
    );
  expect(titlesOf([])).toEqual(["The vehicle", "The owner"]);
  expect(titlesOf(["owner"])).toEqual(["The vehicle"]);
});

const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("the header of a report", () => {
  /** The text of a page's header: all artifacts above the content, on one line. */
  const headerOf = (page: readonly PdfPiece[]) =>
    page
      .filter(({ tag }) => tag === "Artifact")
      .map(({ text }) => text)
      .join(" ");
  const longName = (word: string) => `${word} `.repeat(200).slice(0, 199) + "x";
  const bvn = recordSamples.find(({ searchType }) => searchType === "bvn");

  test.each([
    { who: "a usual", requester: { name: "Ada Obi", businessName: "Bright Homes Ltd" } },
    {
      who: "the longest",
      requester: { name: `${longName("Ada")} ${longName("Obiageli")}`, businessName: longName("Bright Homes") },
    },
    { who: "an unbroken", requester: { name: "W".repeat(401), businessName: "M".repeat(200) } },
  ])("has purpose, requester and expiry on each page for $who name [CL-10]", async ({ requester }) => {
    if (!bvn) throw new Error("no sample");
    const { pages } = await draw(bvn, bvn.full, [], { requester });
    expect(pages.length).toBeGreaterThanOrEqual(3);
    for (const page of pages) {
      const header = headerOf(page);
      expect(header).toContain("Purpose: Renting a home");
      expect(header).toContain("Access ends on November 22, 2026 at 10:42 AM, Lagos time");
      const squeeze = (text: string) => text.replaceAll(" ", "");
      expect(squeeze(header)).toContain(squeeze(`Requested by: ${requester.businessName} (${requester.name})`));
    }
  });

  test("is above the content, and no line is wider than the page [CL-10]", () => {
    const doc = new Pdf({ size: "A4" });
    const sheet = new Sheet(doc, ["x".repeat(900), "Requested by: Ada"]);
    expect(sheet.header.length).toBeGreaterThan(5);
    expect(sheet.header.filter((line) => sheet.widthOf(line, styles.label) > width)).toEqual([]);
    expect(sheet.top).toBeGreaterThan(headerTop + sheet.header.length * styles.label.leading);
    sheet.addPage();
    expect(sheet.y).toBe(sheet.top);
    expect(new Sheet(new Pdf({ size: "A4" })).top).toBe(margin);
  });

  test("says that a public register has no expiry [CL-10 EXPIRY-01]", async () => {
    const company = recordSamples.find(({ searchType }) => searchType === "rc");
    if (!company) throw new Error("no sample");
    const { pages } = await draw(company, company.full);
    for (const page of pages)
      expect(headerOf(page)).toContain("Public record, does not expire Requested by: Bright Homes");
  });
});

test("recordBlocks right-aligns bureau amounts with ₦ [RESULT-CREDIT-11 RESULT-CREDIT-12]", () => {
  const { full } = recordSamples.find(({ searchType }) => searchType === "bvn") ?? {};
  const table = (recordBlocks("bvn", { ...full }) ?? [])
    .flatMap((block) => (block.kind === "table" ? [block] : []))
    .find(({ title }) => title === "Loans");
  const at = table?.columns.findIndex(({ amount }) => amount) ?? -1;
  expect(table?.columns[at]).toEqual({ label: "Loan amount", amount: true });
  for (const row of table?.rows ?? []) expect(row[at]).toMatch(/^₦\d{3},\d{3}$/);
});

test("recordBlocks omits a stolen check that was not bought [RESULT-VIN-07]", async () => {
  const vin = recordSamples.find(({ searchType }) => searchType === "vin");
  const blocks = recordBlocks("vin", { ...vin?.full, stolen: null });
  expect(blocks?.some(({ kind }) => kind === "note")).toBe(false);
});

test.each([
  { verdict: "match", heard: "The name matches the NIN record. Name given: Grace Obi." },
  { verdict: "close", heard: "The name is close to the one in the NIN record. Name given: Grace Obi." },
  { verdict: "different", heard: "The name is different from the one in the NIN record. Name given: Grace Obi." },
] as const)("a report leads with the comparison of an expected name: $verdict", async ({ verdict, heard }) => {
  const [person] = recordSamples;
  if (!person) throw new Error("no sample");
  const nameMatch = { verdict, comparedWith: "NIN record", given: "Grace Obi" };
  const { spokenText } = await draw(person, person.full, [], { nameMatch });
  expect(spokenText.indexOf(heard)).toBeGreaterThan(0);
  expect(spokenText.indexOf(heard)).toBeLessThan(spokenText.indexOf("Checked"));
  expect((await draw(person, person.full)).spokenText).not.toContain("Name given");
});

test("a report shows its dates in long US form [CONST-17 EXPIRY-05]", async () => {
  const [person] = recordSamples;
  if (!person) throw new Error("no sample");
  const { spokenText: heard } = await draw(person, person.full);
  for (const part of [
    "By SMS on November 21, 2026 at 10:42 AM, Lagos time",
    "Ends on November 22, 2026 at 10:42 AM, Lagos time",
    "Renting a home: a flat in Ikeja",
    "Bright Homes Ltd (Ada Obi)",
    "a3f1 22c9 77de 4b01 9c55 0e1a 77aa b2c3",
  ])
    expect(heard).toContain(part);
});
