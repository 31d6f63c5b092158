import fc from "fast-check";
import { expect, test } from "vitest";
import { consentCodeLength, purpose, purposeCodes, unambiguousAlphabet, parseReply } from "./consent.ts";
import * as texts from "./texts.ts";

const unclear = { kind: "unclear" };

test.each([
  ["YES ACD347", { kind: "decision", granted: true, code: "ACD347" }],
  ["no acd347", { kind: "decision", granted: false, code: "ACD347" }],
  ["  Yes:  acd347. ", { kind: "decision", granted: true, code: "ACD347" }],
  ["YES,ACD347!", { kind: "decision", granted: true, code: "ACD347" }],
  ["stop", { kind: "stop" }],
  [" STOP\n", { kind: "stop" }],
  ["Stop.", { kind: "stop" }],
  ['"STOP"', { kind: "stop" }],
  ["\u2018Stop\u2019!", { kind: "stop" }],
  ["STOP!!!", { kind: "stop" }],
  ["Please stop", { kind: "stop" }],
  ["stop please.", { kind: "stop" }],
  ["Abeg stop", { kind: "stop" }],
  ["STOP\n--\nAda Obi", { kind: "stop" }],
  ["STOP\r\nSent from my phone", { kind: "stop" }],
  ["Stop -- Ada Obi", { kind: "stop" }],
  ["\u200BSTOP\u00A0", { kind: "stop" }],
  ["\uFF33\uFF34\uFF2F\uFF30", { kind: "stop" }],
  ["STOPALL", { kind: "stop" }],
  ["stop all", { kind: "stop" }],
  ["Unsubscribe.", { kind: "stop" }],
  ["END", { kind: "stop" }],
  ["cancel", { kind: "stop" }],
  ["'Quit', please", { kind: "stop" }],
  ["No, stop", { kind: "stop" }],
  ["STOP ACD347", { kind: "decision", granted: false, code: "ACD347" }],
  ['"NO ACD347"', { kind: "decision", granted: false, code: "ACD347" }],
  ["No, ACD347, please.", { kind: "decision", granted: false, code: "ACD347" }],
  ["please NO acd 347", { kind: "decision", granted: false, code: "ACD347" }],
  ["NO -- ACD347\nAda", { kind: "decision", granted: false, code: "ACD347" }],
  ["NO: ACD347\n-- \nAda Obi", { kind: "decision", granted: false, code: "ACD347" }],
  ["NO", unclear],
  ["no please", unclear],
  ["please", unclear],
  ["Don't stop", unclear],
  ["stop by my office", unclear],
  ["Who are you? STOP", unclear],
  ["NO ACD34", unclear],
  ["NO ACD347 or YES", unclear],
  ['"YES ACD347"', unclear],
  ["YES ACD347 please", unclear],
  ["please YES ACD347", unclear],
  ["YES ACD347\nAda Obi", unclear],
  ["YES ACD 347", unclear],
  ["\uFF39\uFF25\uFF33 ACD347", unclear],
  ["YES", unclear],
  ["YES ACD34", unclear],
  ["YES ACD3477", unclear],
  ["YES ACD347 or not", unclear],
  ["I say YES ACD347", unclear],
  ["YESACD347", unclear],
  ["NO YES ACD347", unclear],
  ["YES ACD340", unclear],
  ["ACD347", unclear],
  ["", unclear],
])("parses the reply %j [T-41]", (text, said) => expect(parseReply(text)).toEqual(said));

test("parses every code we generate, granted and denied [T-41]", () => {
  const code = fc.string({
    unit: fc.constantFrom(...unambiguousAlphabet),
    minLength: consentCodeLength,
    maxLength: consentCodeLength,
  });
  fc.assert(
    fc.property(code, fc.boolean(), (made, granted) => {
      expect(parseReply(`${granted ? "YES" : "NO"} ${made}`)).toEqual({ kind: "decision", granted, code: made });
    }),
  );
});

const nearlyAReply = fc
  .array(fc.constantFrom("YES", "no", "Stop", "ACD347", "ACD34", "7", " ", ":", ", ", "!", "or", "\n", "0"), {
    maxLength: 5,
  })
  .map((parts) => parts.join(""));
test("decides only for a keyword with a code, whatever the text is [T-41]", () => {
  fc.assert(
    fc.property(nearlyAReply, (text) => {
      fc.pre(parseReply(text).kind !== "unclear");
      const reply = parseReply(text);
      if (reply.kind === "decision" && reply.granted) expect(text.trim()).toMatch(/^yes[\s:,.-]+\w{6}\W*$/i);
      else expect(text.trim().split("\n")[0]).toMatch(/^\W*(stop|no)/i);
    }),
    { numRuns: 2_000 },
  );
});

test("has no two letters in its codes that look or sound alike [T-41]", () => {
  for (const alike of ["O0", "I1", "S5", "Z2", "B8", "G6", "Q0"])
    expect([...alike].filter((letter) => unambiguousAlphabet.includes(letter)).length).toBeLessThan(2);
  expect(new Set(unambiguousAlphabet).size).toBe(unambiguousAlphabet.length);
});

test.each([
  ["for the flat in Yaba", undefined],
  ["x".repeat(140), undefined],
  ["x".repeat(141), texts.purposeNoteTooLong],
  ["see https://evil.example", texts.purposeNoteHasLink],
  ["go to evil.ng now", texts.purposeNoteHasLink],
  ["www.evil", texts.purposeNoteHasLink],
  ["<b>hi</b>", texts.purposeNoteHasLink],
  ["two\nlines", undefined],
  ["a\u0000b", texts.unreadableCharacter],
])("validates the note %j [T-71]", (note, refused) => {
  const parsed = purpose.safeParse({ code: "tenancy", note });
  expect(parsed.error?.issues[0]?.message).toBe(refused);
});

test("accepts a purpose of the list only, with a label for each", () => {
  expect(purposeCodes).toHaveLength(10);
  expect(purpose.safeParse({ code: "curiosity" }).error?.issues[0]?.message).toBe(texts.purposeRequired);
});
