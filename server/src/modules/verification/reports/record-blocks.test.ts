import { catalogueRowOf, searchTypes } from "@idanimo/contract/catalogue";
import type { RecordField } from "@idanimo/contract/record-fields";
import { partsOfSearchType, type RecordPart } from "@idanimo/contract/record-parts";
import * as views from "@idanimo/contract/record-views";
import { expect, test } from "vitest";
import { drawDocument } from "../../../documents/index.ts";
import { parsePdf } from "../../../documents/testing/parse-pdf.ts";
import { redactParts } from "../../results/index.ts";
import { recordBlocks } from "./record-blocks.ts";
import { buildReport } from "./report-document.ts";
import { type RecordSample, recordSamples } from "./testing/sample-records.ts";

const at = new Date("2026-11-21T09:42:00Z");
const draw = async (
  { searchType, value }: RecordSample,
  record: Readonly<Record<string, unknown>>,
  withheld: readonly RecordPart[] = [],
) => {
  const document = buildReport(
    {
      code: "23456-789AB-CDEFG-HJKMN",
      requestId: "a3f122c9-77de-4b01-9c55-0e1a77aab2c3",
      searchType,
      value,
      requester: { name: "Ada Obi", businessName: "Bright Homes Ltd" },
      purpose: catalogueRowOf(searchType).consent ? { code: "tenancy", note: "a flat in Ikeja" } : undefined,
      requestedAt: at,
      decidedAt: catalogueRowOf(searchType).consent ? at : null,
      decidedBy: catalogueRowOf(searchType).consent ? "sms" : null,
      goneAt: catalogueRowOf(searchType).profile === "business" ? null : new Date(at.getTime() + 86_400_000),
      madeAt: at,
      source: "A register",
      record,
      withheld,
    },
    "https://idanimo.example",
  );
  return parsePdf(await drawDocument(document, at));
};

const labels = (fields: readonly Pick<RecordField, "label">[]) => fields.map(({ label }) => label);
const inGroups = (
  groups: readonly { readonly title: string; readonly fields: readonly Pick<RecordField, "label">[] }[],
) => groups.flatMap(({ title, fields }) => [title, ...labels(fields)]);
/** Every label on the result page of a full record. */
const shown: Readonly<Record<string, readonly string[]>> = {
  nin: [...inGroups(views.personGroups), "May 4, 1991", "701 2345 6789", "Ọlúwaṣeun"],
  phone: [...inGroups(views.personGroups), ...inGroups(views.bvnGroups), "ref-1", "ref-2", "222 1234 5678"],
  bvn: [
    ...labels(views.creditHeaderFields),
    ...labels(views.bureauFigureRows(undefined)),
    ...views.bureaus.map(({ name }) => name),
    "702",
    "VERY GOOD",
    "Not asked",
    "₦104,000",
    "₦192,500",
    "January 17, 2024",
    "Repayment history: 3 of 3",
  ],
  rc: [
    ...labels(views.companyFields),
    ...views.stakeholderGroups.flatMap(({ fields }) => labels(fields)),
    "Shareholders",
    "Directors",
    "March 2, 2011",
    "120,000",
  ],
  vin: [
    ...labels(views.vehicleFields),
    ...labels(views.unknownVehicleFields),
    "This vehicle is in our database of stolen vehicles",
    "Titles",
    "No Data",
  ],
  license_number: [...inGroups(views.plateGroups), "Stolen reports", "not found", "Ikeja"],
  legitcar: ["Chassis number", "This vehicle is in our database of stolen vehicles", "Stolen reports", "Ikeja"],
};

test("recordBlocks has a sample for each result page", () => {
  const routes = (types: readonly (typeof searchTypes)[number][]) =>
    new Set(types.map((type) => catalogueRowOf(type).resultRoute));
  expect(routes(recordSamples.map(({ searchType }) => searchType))).toEqual(routes(searchTypes));
});

// Covers: RESULT-BUSINESS-07 RESULT-VIN-03 RESULT-PLATE-02 RESULT-LEGITCAR-02
test.each(recordSamples)(
  "a full $searchType report shows what its page shows [RESULT-NIN-03 RESULT-EXT-05 RESULT-CREDIT-10]",
  async (sample) => {
    const { spokenText: heard, pages } = await draw(sample, sample.full);
    for (const part of shown[sample.searchType] ?? []) expect(heard).toContain(part);
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

test.each(recordSamples.filter(({ searchType }) => partsOfSearchType(searchType).length > 0))(
  "a $searchType report names withheld parts at the top and in their places [T-46]",
  async (sample) => {
    const withheld = partsOfSearchType(sample.searchType).flatMap(({ part, optional }) => (optional ? [part] : []));
    const { spokenText: heard } = await draw(sample, redactParts(sample.searchType, sample.full, withheld), withheld);
    const reported = heard.match(/Left out by the person/g)?.length ?? 0;
    expect(reported).toBeGreaterThan(withheld.length);
    expect(heard).toContain("their phone, mail and address");
    // the purpose above contains a place name
    expect(heard.slice(heard.indexOf("Report made"))).not.toMatch(/ikeja|234\d{10}|@|HIDDEN/i);
  },
);

test("recordBlocks right-aligns bureau amounts with ₦ [RESULT-CREDIT-11 RESULT-CREDIT-12]", () => {
  const { full } = recordSamples.find(({ searchType }) => searchType === "bvn") ?? {};
  const [table] = (recordBlocks("bvn", { ...full }) ?? []).flatMap((block) => (block.kind === "table" ? [block] : []));
  const at = table?.columns.findIndex(({ amount }) => amount) ?? -1;
  expect(table?.columns[at]).toEqual({ label: "Loan amount", amount: true });
  for (const row of table?.rows ?? []) expect(row[at]).toMatch(/^₦\d{3},\d{3}$/);
});

test("recordBlocks omits a stolen check that was not bought [RESULT-VIN-07]", async () => {
  const vin = recordSamples.find(({ searchType }) => searchType === "vin");
  const blocks = recordBlocks("vin", { ...vin?.full, stolen: null });
  expect(blocks?.some(({ kind }) => kind === "note")).toBe(false);
});

test("a report shows its dates in long US form [CONST-17 EXPIRY-05]", async () => {
  const [person] = recordSamples;
  if (!person) throw new Error("no sample");
  const { spokenText: heard } = await draw(person, person.full);
  for (const part of [
    "November 21, 2026 at 10:42 AM, Lagos time, by SMS",
    "open until November 22, 2026 at 10:42 AM, Lagos time, and no longer",
    "Renting a home: a flat in Ikeja",
    "Bright Homes Ltd (Ada Obi)",
    "a3f1 22c9 77de 4b01 9c55 0e1a 77aa b2c3",
  ])
    expect(heard).toContain(part);
});
