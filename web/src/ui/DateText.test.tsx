import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DateText } from "./DateText.tsx";

/** It is the next day in Lagos already, and not yet in London or New York. */
const at = "2026-11-24T23:42:00Z";

test.each([
  { withTime: false, text: "November 25, 2026" },
  { withTime: true, text: "November 25, 2026 at 12:42 AM, Lagos time" },
  { withTime: "zone_beside", text: "November 25, 2026 at 12:42 AM" },
] as const)("DateText writes Lagos time on any device: $text [CONST-17]", ({ withTime, text }) => {
  expect(renderToStaticMarkup(<DateText at={at} withTime={withTime} />)).toBe(`<time dateTime="${at}">${text}</time>`);
});

test("DateText writes a dash where there is no date [CONST-17]", () => {
  expect(renderToStaticMarkup(<DateText at={undefined} withTime />)).toBe("<span>-</span>");
});
