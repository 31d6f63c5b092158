import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DateText } from "./DateText.tsx";

/** Already the next day in Lagos, but not in London or New York. */
const at = "2026-11-24T23:42:00Z";

test.each([
  { withTime: false, text: "November 25, 2026" },
  { withTime: true, text: "November 25, 2026 at 12:42 AM, Lagos time" },
  { withTime: "zone_beside", text: "November 25, 2026 at 12:42 AM" },
] as const)("DateText formats Lagos time on any device: $text [CONST-17]", ({ withTime, text }) => {
  expect(renderToStaticMarkup(<DateText at={at} withTime={withTime} />)).toBe(`<time dateTime="${at}">${text}</time>`);
});

test("DateText shows a dash without a date [CONST-17]", () => {
  expect(renderToStaticMarkup(<DateText at={undefined} withTime />)).toBe("<span>-</span>");
});
