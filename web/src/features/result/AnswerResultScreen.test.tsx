import type { AnswerOnWire } from "@idanimo/contract/answers";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AnswerView } from "./AnswerResultScreen.tsx";

const answered: AnswerOnWire = {
  question: "Is Ada Obi the name on this NIN?",
  answer: "yes",
  askedAt: "2026-11-27T09:00:00.000Z",
  source: "NIMC",
};
const textOf = (record: AnswerOnWire | undefined) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <AnswerView request={undefined} record={record} onExpired={() => undefined} />
    </QueryClientProvider>,
  )
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

test.each([
  { answer: "yes", word: "Yes" },
  { answer: "near", word: "Close" },
  { answer: "no", word: "No" },
  { answer: "unknown", word: "Unknown" },
] as const)("shows the question and the answer in words: $word [AO-02]", ({ answer, word }) => {
  expect(textOf({ ...answered, answer })).toMatch(
    new RegExp(`^${word} Answered on November 27, 2026 .* Is Ada Obi the name on this NIN\\?`),
  );
});

test("names which fields of a vehicle agree, and who reported them [AO-12]", () => {
  const fields: AnswerOnWire["fields"] = [
    { field: "make", agree: true, sources: ["FRSC", "VinAudit"] },
    { field: "year", agree: false, sources: ["FRSC", "VinAudit"] },
    { field: "colour", agree: null, sources: ["FRSC"] },
  ];
  const text = textOf({ ...answered, fields });
  expect(text).toContain("Make Agrees (FRSC; VinAudit)");
  expect(text).toContain("Year Differs (FRSC; VinAudit)");
  expect(text).toContain("Colour Not reported by both (FRSC)");
});

test("shows no value if the answer could not be loaded", () => {
  expect(textOf(undefined)).not.toMatch(/Yes|No |Close|Answered/);
});
