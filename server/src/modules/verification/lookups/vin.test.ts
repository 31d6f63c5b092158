import { expect, test } from "vitest";
import type { LookupResult, Source } from "../../../providers/source.ts";
import type { PartResults, PartResult } from "../lookup-plan.ts";
import { vinLookup } from "./vin.ts";

const vin = "2TDEM0A12B3C45678";
const saying = <Found>(provider: string, result: LookupResult<Found>): Source<never, Found> => ({
  provider,
  health: () => ({ state: "down", usualSeconds: null }),
  query: async () => result,
});
type File = LookupResult<{ readonly base64: string }>;
const sources = (specs: LookupResult<Record<string, string>>, file: File) => ({
  vehicleId: [saying("vinaudit", { kind: "found", record: { vin, reportId: "S9", attributes: { make: "LEXUS" } } })],
  vehicleReport: [
    saying("vinaudit", { kind: "found", record: { vin, attributes: {}, stolen: false, tables: { titles: [] } } }),
  ],
  vehicleReportFile: [saying("vinaudit-file", file)],
  vehicleSpecs: [saying("vinaudit-specs", specs)],
  stolen: [],
});

const noConsent = { parts: [], isOwn: () => false, now: new Date("2026-11-27T09:00:00Z") };

/** Runs the lookup until it ends. */
async function walk(specs: LookupResult<Record<string, string>>, file: File = { kind: "not_found" }) {
  const lookUp = vinLookup(sources(specs, file));
  const results = new Map<string, PartResult>();
  for (;;) {
    const step = lookUp.nextStep({ vin }, [], results satisfies PartResults, noConsent);
    if (step.kind === "end") return step.answer;
    for (const part of step.parts) {
      const result = await part.sources[0]?.ask("attempt");
      if (result?.kind === "found" || result?.kind === "not_found") results.set(part.name, result);
      else return result;
    }
  }
}

test.each<LookupResult<Record<string, string>>>([
  { kind: "failed", why: "timeout" },
  { kind: "not_accepted", why: "breaker_open" },
  { kind: "not_found" },
])("finds a vehicle without its specification: $kind [R-03]", async (specs) => {
  expect(await walk(specs)).toMatchObject({ kind: "found", record: { record: { make: "LEXUS", trim: null } } });
});

test.each<File>([{ kind: "failed", why: "no_pdf" }, { kind: "not_accepted", why: "too_late" }, { kind: "not_found" }])(
  "finds a vehicle without its report file: $kind [RESULT-VIN-05 R-03]",
  async (file) => {
    const outcome = await walk({ kind: "not_found" }, file);
    expect(outcome).toMatchObject({ kind: "found", record: { record: { make: "LEXUS", pdfUri: null }, files: [] } });
  },
);

test("requests the report file last and returns it beside the record [RESULT-VIN-05]", async () => {
  const file: File = { kind: "found", record: { base64: Buffer.from("%PDF-1.4 x").toString("base64") } };
  const outcome = await walk({ kind: "not_found" }, file);
  const stored = { name: "source.pdf", mediaType: "application/pdf", bytes: Buffer.from("%PDF-1.4 x") };
  expect(outcome).toMatchObject({ kind: "found", record: { files: [stored], record: { pdfUri: null } } });
  const steps: string[][] = [];
  const lookUp = vinLookup(sources({ kind: "not_found" }, file));
  const results = new Map<string, PartResult>();
  for (;;) {
    const step = lookUp.nextStep({ vin }, [], results, noConsent);
    if (step.kind === "end") break;
    steps.push(step.parts.map(({ name }) => name));
    for (const part of step.parts) {
      const result = await part.sources[0]?.ask("attempt");
      if (result?.kind === "found" || result?.kind === "not_found") results.set(part.name, result);
    }
  }
  expect(steps).toEqual([["vehicle"], ["report", "specs"], ["file"]]);
});

test("takes trim and price from the specification", async () => {
  const outcome = await walk({ kind: "found", record: { trim: "XLE", msrp: "$34,900" } });
  expect(outcome).toMatchObject({ kind: "found", record: { record: { trim: "XLE", msrp: "$34,900" } } });
});
