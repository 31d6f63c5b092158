import type { StakeholderRecord } from "@idanimo/contract/checks/company/record";
import { expect, test } from "vitest";
import type { LookupResult, Source } from "../../../providers/source.ts";
import { fakeCompany } from "../../../testing/fakes.ts";
import type { PartResult } from "../lookup-plan.ts";
import { stakeholdersLookup, stakeholderSearchValues } from "./stakeholders.ts";

type Answer = LookupResult<readonly StakeholderRecord[]>;
const saying = (answer: Answer): Source<string, readonly StakeholderRecord[]> => ({
  provider: "mono",
  health: () => ({ state: "up", usualSeconds: null }),
  query: async () => answer,
});
const company = fakeCompany("7700123");
const values = stakeholderSearchValues("00000000-0000-4000-8000-000000000001", company);
const ada = { surname: "OBI", firstname: "ADA" };
const of = (...stakes: readonly StakeholderRecord["stake"][]): Answer => ({
  kind: "found",
  record: stakes.map((stake) => ({ stake, ...ada })),
});

const noConsent = { parts: [], isOwn: () => false, now: new Date("2026-11-27T09:00:00Z") };

/** Runs the lookup until it ends or a part fails. @returns the parts of each step, and the end */
async function walk(owners: Answer, directors: Answer, known: Iterable<readonly [string, PartResult]> = []) {
  const lookUp = stakeholdersLookup({
    companyShareholders: [saying(owners)],
    companyDirectors: [saying(directors)],
  });
  const answered = new Map<string, PartResult>(known);
  const steps: string[] = [];
  for (;;) {
    const step = lookUp.nextStep(values, [], answered, noConsent);
    if (step.kind === "end") return { steps, answer: step.answer };
    steps.push(step.parts.map(({ name }) => name).join("+"));
    for (const part of step.parts) {
      const answer = await part.sources[0]?.ask("attempt");
      if (answer?.kind !== "found" && answer?.kind !== "not_found") return { steps, answer };
      answered.set(part.name, answer);
    }
  }
}
const record = (people: readonly StakeholderRecord[]) => ({
  kind: "found",
  record: { record: { companies: [{ ...company, "shareholders-data": people }] }, subject: null },
});

test.each([
  { owners: of("Shareholder"), directors: of("Director"), people: ["Shareholder", "Director"], why: "one of each" },
  { owners: of("Shareholder"), directors: of("Shareholder"), people: ["Shareholder"], why: "an identical row once" },
  { owners: of(), directors: of(), people: [], why: "two empty lists" },
  { owners: { kind: "not_found" } as const, directors: of("Director"), people: ["Director"], why: "one list unknown" },
  {
    owners: { kind: "not_found" } as const,
    directors: { kind: "not_found" } as const,
    people: [],
    why: "both lists unknown",
  },
])("merges both lists: $why [RESULT-BUSINESS-06 RESULT-BUSINESS-10]", async ({ owners, directors, people }) => {
  const { steps, answer } = await walk(owners, directors);
  expect(steps).toEqual(["shareholders+directors"]);
  expect(answer).toMatchObject(record(people.map((stake) => ({ stake: stake as "Director", ...ada }))));
});

test("does not repeat a list that was already answered [R-12]", async () => {
  const known = [["directors", { kind: "found", record: [{ stake: "Director", ...ada }] }]] as const;
  const { steps, answer } = await walk(of("Shareholder"), of(), known);
  expect(steps).toEqual(["shareholders"]);
  expect(answer).toMatchObject(
    record([
      { stake: "Shareholder", ...ada },
      { stake: "Director", ...ada },
    ]),
  );
});

test("fails if one list fails [R-03]", async () => {
  expect((await walk(of("Shareholder"), { kind: "failed", why: "server_error" })).answer).toEqual({
    kind: "failed",
    why: "server_error",
  });
});
