import { expect, test } from "vitest";
import type { LookupResult, Source } from "../../../providers/source.ts";
import type { PartResults, PartResult } from "../lookup-plan.ts";
import { vinLookup } from "./vin.ts";

const vin = "2TDEM0A12B3C45678";
const saying = <Found>(provider: string, answer: LookupResult<Found>): Source<never, Found> => ({
  provider,
  health: () => ({ state: "down", usualSeconds: null }),
  query: async () => answer,
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

const noConsent = { parts: [], isOwn: () => false };

/** Runs the lookup until it ends. */
async function walk(specs: LookupResult<Record<string, string>>, file: File = { kind: "not_found" }) {
  const lookUp = vinLookup(sources(specs, file));
  const answered = new Map<string, PartResult>();
  for (;;) {
    const step = lookUp.nextStep({ vin }, [], answered satisfies PartResults, noConsent);
    if (step.kind === "end") return step.answer;
    for (const part of step.parts) {
      const answer = await part.sources[0]?.ask("attempt");
      if (answer?.kind === "found" || answer?.kind === "not_found") answered.set(part.name, answer);
      else return answer;
    }
  }
}

test.each<LookupResult<Record<string, string>>>([
  { kind: "failed", why: "timeout" },
  { kind: "not_taken", why: "breaker_open" },
  { kind: "not_found" },
])("finds a vehicle without its specification: $kind [R-03]", async (specs) => {
  expect(await walk(specs)).toMatchObject({ kind: "found", record: { record: { make: "LEXUS", trim: null } } });
});

test.each<File>([{ kind: "failed", why: "no_pdf" }, { kind: "not_taken", why: "too_late" }, { kind: "not_found" }])(
  "finds a vehicle without its report file: $kind [RESULT-VIN-05 R-03]",
  async (file) => {
    const answer = await walk({ kind: "not_found" }, file);
    expect(answer).toMatchObject({ kind: "found", record: { record: { make: "LEXUS", pdfUri: null }, files: [] } });
  },
);

test("requests the report file last and returns it beside the record [RESULT-VIN-05]", async () => {
  const file: File = { kind: "found", record: { base64: Buffer.from("%PDF-1.4 x").toString("base64") } };
  const answer = await walk({ kind: "not_found" }, file);
  const kept = { name: "source.pdf", mediaType: "application/pdf", bytes: Buffer.from("%PDF-1.4 x") };
  expect(answer).toMatchObject({ kind: "found", record: { files: [kept], record: { pdfUri: null } } });
  const steps: string[][] = [];
  const lookUp = vinLookup(sources({ kind: "not_found" }, file));
  const answered = new Map<string, PartResult>();
  for (;;) {
    const step = lookUp.nextStep({ vin }, [], answered, noConsent);
    if (step.kind === "end") break;
    steps.push(step.parts.map(({ name }) => name));
    for (const part of step.parts) {
      const said = await part.sources[0]?.ask("attempt");
      if (said?.kind === "found" || said?.kind === "not_found") answered.set(part.name, said);
    }
  }
  expect(steps).toEqual([["vehicle"], ["report", "specs"], ["file"]]);
});

test("takes trim and price from the specification", async () => {
  const answer = await walk({ kind: "found", record: { trim: "XLE", msrp: "$34,900" } });
  expect(answer).toMatchObject({ kind: "found", record: { record: { trim: "XLE", msrp: "$34,900" } } });
});
