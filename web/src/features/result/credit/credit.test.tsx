import { scoreBands } from "@idanimo/contract/credit-score";
import { bureaus } from "@idanimo/contract/checks/bvn/bureaus";
import { bureauFigures, type BureauRecord, type CreditRecord } from "@idanimo/contract/checks/bvn/record";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BureauPanel } from "./BureauPanel.tsx";
import { figureExplanations } from "./figure-explanations.ts";
import { arrangeTables, type BureauState, initialTab, pageRows, bureauStateOf, tablePageSize } from "./rules.ts";
import { ScoreSection } from "./ScoreSection.tsx";

const nothing: BureauRecord = {
  summary: {
    highestLoanAmount: null,
    totalNoOfInstitutions: null,
    totalOverdue: null,
    totalBorrowed: null,
    totalOutstanding: null,
    totalNoOfLoans: null,
    totalNoOfActiveLoans: null,
    totalNoOfDelinquentFacilities: null,
    maxNoOfDays: null,
    totalNoOfClosedLoans: null,
  },
  tables: {},
};
const some: BureauRecord = { ...nothing, summary: { ...nothing.summary, totalNoOfLoans: "0" } };
const credit = (parts: Partial<CreditRecord> = {}): CreditRecord => ({
  asked: ["crc", "firstCentral", "creditRegistry"],
  "basic-data": [],
  "FICO-Score": { ficoScore: null },
  "crc-data": null,
  "firstCentral-data": null,
  "creditRegistry-data": null,
  ...parts,
});
const scored = (ficoScore: string | null) => credit({ "FICO-Score": { ficoScore } });

/** The texts of an element in the order of a screen reader. */
const heard = (element: ReactNode) =>
  renderToStaticMarkup(element)
    .replace(/<svg[^>]*aria-hidden="true".*?<\/svg>/g, "")
    .replace(/<(\w+)[^>]*aria-hidden="true"[^>]*>.*?<\/\1>/g, "")
    .replace(/<\/?(?:strong|span|b)[^>]*>/g, "")
    .replace(/<[^>]+>/g, "|")
    .split("|")
    .filter(Boolean);

test("announces the score first and hides the gauge [RESULT-CREDIT-05 RESULT-CREDIT-06]", () => {
  expect(heard(<ScoreSection record={scored("702")} />).slice(0, 2)).toEqual([
    "Credit score",
    "Credit score 702 of 1000, VERY GOOD",
  ]);
});

test("lists the bands and marks that of the score [RESULT-CREDIT-06 RESULT-CREDIT-08 C-05]", () => {
  const texts = heard(<ScoreSection record={scored("661")} />);
  const legend = texts.slice(texts.indexOf("Credit score 661 of 1000, GOOD") + 1);
  expect(legend.slice(0, 5)).toEqual([
    "POOR300 to 539",
    "AVERAGE540 to 660",
    "GOOD661 to 700 This score",
    "VERY GOOD701 to 750",
    "EXCELLENT751 to 850",
  ]);
});

test.each([
  { ficoScore: "702", degrees: 36.36 },
  { ficoScore: "0", degrees: -90 },
  { ficoScore: "1000", degrees: 90 },
  { ficoScore: "1234", degrees: 90 },
  { ficoScore: "-20", degrees: -90 },
])("turns the needle of $ficoScore to $degrees degrees [RESULT-CREDIT-07 C-06 O-40]", ({ ficoScore, degrees }) => {
  const turn = /rotate:(-?[\d.]+)deg/.exec(renderToStaticMarkup(<ScoreSection record={scored(ficoScore)} />));
  expect(Number(turn?.[1])).toBeCloseTo(degrees, 6);
});

test.each([
  { ficoScore: "299", why: "outside the ranges" },
  { ficoScore: "851", why: "outside the ranges" },
  { ficoScore: null, why: "No score." },
  { ficoScore: "null", why: "No score." },
  { ficoScore: "N/A", why: "This is not a number" },
])("shows a score of $ficoScore without a label and explains: $why [O-40 RESULT-COMMON-05]", ({ ficoScore, why }) => {
  const html = renderToStaticMarkup(<ScoreSection record={scored(ficoScore)} />);
  expect(html).toContain(why);
  expect(html).not.toContain("This score<");
  for (const { label } of scoreBands) expect(html.split(`>${label}<`)).toHaveLength(2); // only in the legend
});

test("shows a score that could not be loaded as a dash without explanation [RESULT-COMMON-06]", () => {
  const html = renderToStaticMarkup(<ScoreSection record={undefined} />);
  expect(html).toContain(">-<");
  expect(html).not.toContain("No score.");
  expect(html).not.toContain("rotate");
});

test.each<{ asked: CreditRecord["asked"]; crc: BureauRecord | null; state: BureauState; words: string[] }>([
  { asked: [], crc: null, state: "not_asked", words: ["Not asked", "was not part of this check"] },
  { asked: ["crc"], crc: null, state: "no_record", words: ["No record found", "has no record for this BVN"] },
  { asked: ["crc"], crc: nothing, state: "no_data", words: ["No Data", "knows this person"] },
  { asked: ["crc"], crc: { ...nothing, tables: { loanHistory: [] } }, state: "no_data", words: ["No Data"] },
  { asked: ["crc"], crc: some, state: "record", words: ["Highest loan", "-", "Loans", "0"] },
])("explains the bureau state $state with: $words [O-23 O-39 C-41]", ({ asked, crc, state, words }) => {
  const record = credit({ asked, "crc-data": crc });
  expect(bureauStateOf(record, bureaus[1])).toBe(state);
  const texts = heard(<BureauPanel name="CRC" state={state} bureau={crc ?? undefined} />).join(" ");
  for (const word of words) expect(texts).toContain(word);
});

test("shows dashes for the metrics of bureaus that could not be loaded [RESULT-COMMON-06]", () => {
  for (const bureau of bureaus) expect(bureauStateOf(undefined, bureau)).toBe("record");
  const texts = heard(<BureauPanel name="CRC" state="record" bureau={undefined} />);
  expect(texts.filter((text) => text === "-")).toHaveLength(bureauFigures.length);
});

test("explains the metric of each of the ten tiles [RESULT-CREDIT-10 RESULT-CREDIT-11]", () => {
  const bureau = { ...nothing, summary: { ...nothing.summary, totalOverdue: "1250000.5" } };
  const html = renderToStaticMarkup(<BureauPanel name="CRC" state="record" bureau={bureau} />);
  expect(html).toContain("₦1,250,000.50");
  expect(html.match(/<dt>/g)).toHaveLength(10);
  for (const figure of bureauFigures) expect(html).toContain(figureExplanations[figure]);
  expect(html.match(/aria-label="What is this\? /g)).toHaveLength(10);
});

test("opens the first tab with a record, else the first queried one [RESULT-CREDIT-09]", () => {
  expect(initialTab(undefined, bureaus)).toBe("firstCentral");
  expect(initialTab(credit({ asked: [] }), bureaus)).toBe("firstCentral");
  expect(initialTab(credit({ asked: ["creditRegistry"] }), bureaus)).toBe("creditRegistry");
  expect(initialTab(credit({ "crc-data": nothing }), bureaus)).toBe("crc");
  expect(initialTab(credit({ "crc-data": nothing, "creditRegistry-data": some }), bureaus)).toBe("creditRegistry");
});

test.each([
  { page: 0, shows: { page: 0, from: 1, to: 10 } },
  { page: 100, shows: { page: 100, from: 1_001, to: 1_005 } },
  { page: 999, shows: { page: 100, from: 1_001, to: 1_005 } },
  { page: -1, shows: { page: 0, from: 1, to: 10 } },
])("shows at most one page of 1,005 rows on page $page [RESULT-CREDIT-12]", ({ page, shows }) => {
  const rows = Array.from({ length: 1_005 }, (_none, at) => ({ lender: `L${at + 1}` }));
  const shown = pageRows(rows, page, tablePageSize.wide);
  expect(shown).toMatchObject({ ...shows, last: 100 });
  expect(shown.rows.map(({ lender }) => lender)).toEqual(
    rows.slice(shows.from - 1, shows.to).map(({ lender }) => lender),
  );
});

test("gives every page of a table the same visible columns [RESULT-CREDIT-12 RESULT-CREDIT-13]", () => {
  const rows = Array.from({ length: 11 }, (_none, at) => ({
    lender: "A",
    insertionDate: "x",
    [`c${at}`]: "1",
  }));
  const columns = (page: number) => Object.keys(pageRows(rows, page, tablePageSize.wide).rows[0] ?? {});
  expect(columns(1)).toEqual(columns(0));
  expect(columns(0)).not.toContain("insertionDate");
  expect(columns(0)).toHaveLength(12);
});

test("lists loans first, delinquent ones at the top, and a table that repeats them last", () => {
  const row = (lender: string, performanceStatus: string) => ({ lender, loanAmount: "5000", performanceStatus });
  const [good, bad] = [row("A", "PERFORMING"), row("B", "DELINQUENT")];
  const arranged = arrangeTables({ creditors: [{ Name: "A" }], open: [good], loanHistory: [good, bad] });
  expect(arranged).toEqual([
    expect.objectContaining({ table: "loanHistory", rows: [bad, good], repeatedIn: undefined }),
    expect.objectContaining({ table: "creditors", repeatedIn: undefined }),
    expect.objectContaining({ table: "open", repeatedIn: "loanHistory" }),
  ]);
});
