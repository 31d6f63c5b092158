import { expect, test } from "vitest";
import { bureaus } from "./checks/bvn/bureaus.ts";
import { scoreBandDetails } from "./checks/score-band/details.ts";
import * as texts from "./texts.ts";
import { scoreBandOf, needlePosition, scoreBands, parseScore } from "./credit-score.ts";

test.each([
  { score: 299, label: undefined },
  { score: 300, label: "POOR" },
  { score: 539, label: "POOR" },
  { score: 539.9, label: "POOR" },
  { score: 540, label: "AVERAGE" },
  { score: 660, label: "AVERAGE" },
  { score: 661, label: "GOOD" },
  { score: 700, label: "GOOD" },
  { score: 701, label: "VERY GOOD" },
  { score: 750, label: "VERY GOOD" },
  { score: 751, label: "EXCELLENT" },
  { score: 850, label: "EXCELLENT" },
  { score: 851, label: undefined },
  { score: -1, label: undefined },
])("labels a score of $score $label [RESULT-CREDIT-08 C-05 O-40]", ({ score, label }) => {
  expect(scoreBandOf(score)?.label).toBe(label);
});

test("has bands without a gap from 300 to 850 [RESULT-CREDIT-08]", () => {
  expect(scoreBands.map(({ from }) => from)).toEqual([300, ...scoreBands.slice(0, -1).map(({ to }) => to + 1)]);
  expect(scoreBands.at(-1)?.to).toBe(850);
});

test.each([
  { score: 702, at: 0.702 },
  { score: 850, at: 0.85 },
  { score: 1_000, at: 1 },
  { score: 1_240, at: 1 },
  { score: -3, at: 0 },
])("puts the needle of $score at $at of the gauge [RESULT-CREDIT-07 C-06 O-40]", ({ score, at }) => {
  expect(needlePosition(score)).toBe(at);
});

test.each([
  { text: "702", score: 702 },
  { text: " 702.5 ", score: 702.5 },
  { text: "", score: undefined },
  { text: "null", score: undefined },
  { text: "1e3", score: undefined },
  { text: "seven hundred", score: undefined },
  { text: null, score: undefined },
])("parses $text as the score $score [RESULT-CREDIT-05]", ({ text, score }) => {
  expect(parseScore(text)).toBe(score);
});

test("names the bureau that has scores wherever a question about a score is asked [AO-07]", () => {
  const names = bureaus.filter(({ hasScore }) => hasScore).map(({ name }) => name);
  for (const copy of [scoreBandDetails.optionsLegend.hint, texts.bureauWithoutScore])
    expect(bureaus.map(({ name }) => name).filter((name) => copy.includes(name))).toEqual(names);
});
