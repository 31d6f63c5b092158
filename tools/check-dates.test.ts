import { describe, expect, test } from "vitest";

import { findFormattingLines, isChecked } from "./check-dates.ts";

describe("findFormattingLines", () => {
  test.each([
    'const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });',
    "const { timeZone } = Intl.DateTimeFormat().resolvedOptions();",
    'return count.toLocaleString("en-US");',
    "return at.toLocaleDateString();",
    "return at.toLocaleTimeString([], { hour: 'numeric' });",
    "return at.toDateString();",
  ])("finds a date or count formatted outside the contract: %s [CONST-17]", (line) => {
    expect(findFormattingLines(`first\n${line}\n`)).toEqual(["line 2"]);
  });

  test.each(["type Options = Intl.DateTimeFormatOptions;", "return at.toISOString();", "return formatDate(at);"])(
    "accepts %s [CONST-17]",
    (line) => {
      expect(findFormattingLines(line)).toEqual([]);
    },
  );
});

test.each([
  ["web/src/ui/DateText.tsx", true],
  ["server/src/http/rate-limits.ts", true],
  ["contract/src/date-format.ts", false],
  ["contract/src/date-format.test.ts", false],
  ["server/src/testing/app.ts", false],
  ["sandbox/src/inbox/message-list.ts", false],
])("checks %s: %s [CONST-17]", (path, checked) => {
  expect(isChecked(path)).toBe(checked);
});
