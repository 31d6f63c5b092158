import { describe, expect, test } from "vitest";

import { findWordsToReplace, isChecked } from "./check-copy.ts";

const wordsIn = (source: string, path = "web/src/x.tsx") =>
  findWordsToReplace(path, source).map((finding) => /"(.*?)"/.exec(finding)?.[1]);

describe("findWordsToReplace", () => {
  test.each([
    ['const a = "Where your payment stands.";', "stands"],
    ['const a = "Mend the marked fields.";', "Mend"],
    ['const a = "Give it to whoever asks.";', "whoever"],
    ['const a = "Nobody was asked.";', "Nobody"],
    ['const a = "We sent you a mail.";', "mail"],
    ['const a = "Open the mailbox first.";', "mailbox"],
    ['const a = "Type your e-mail here.";', "e-mail"],
    ['const a = "The page changes by itself.";', "by itself"],
    ['const a = "Scan the square first.";', "square"],
    ['const a = "You need not stay.";', "need not"],
    ['const a = "Your wallet holds ₦5,000.";', "holds"],
    ['const a = "The check goes on without you.";', "goes on"],
    ['const a = "Oops, an error.";', "Oops"],
    ['const a = "Please kindly try again.";', "Please kindly"],
    ["const a = `You need ${amount} once more.`;", "once more"],
  ])("finds the word in %s", (source, word) => {
    expect(wordsIn(source)).toEqual([word]);
  });

  test("reads the text of an element across lines, values and other elements", () => {
    const source = `const a = (
  <p title="fine text">
    The page{" "}
    <b>changes</b> by
    itself after {count} minutes.
  </p>
);`;
    expect(findWordsToReplace("web/src/x.tsx", source)).toEqual(['line 2: "by itself": write automatically']);
  });

  test.each([
    'const a = "Send an email to us. We emailed you.";',
    'import { stands } from "./it stands.ts";',
    'const a = <p className="it stands" id="it stands">Fine</p>;',
    'const channel = "mail";',
    "const a = sql`select nobody from x`;",
    'type A = "it stands";',
    'const a = { "it stands": 1 };',
    'const a = "To stand as guarantor";',
    'const a = "Oops!";',
    "// it stands\nconst a = 1;",
  ])("accepts %s", (source) => {
    expect(wordsIn(source)).toEqual([]);
  });
});

test.each([
  ["web/src/ui/Footer.tsx", true],
  ["server/src/modules/notifications/templates.ts", true],
  ["contract/src/texts.ts", true],
  ["contract/src/problems.test.ts", false],
  ["server/src/modules/subject-portal/translations/my-data/pcm.ts", false],
  ["server/src/modules/subject-portal/translations/my-data/en.ts", true],
  ["sandbox/src/app.ts", false],
])("checks %s: %s", (path, checked) => {
  expect(isChecked(path)).toBe(checked);
});
