import fc from "fast-check";
import { expect, test } from "vitest";
import { consentCodeLength, purpose, purposeCodes, unambiguousAlphabet, parseReply } from "./consent.ts";
import * as texts from "./texts.ts";

const unclear = { kind: "unclear" };

test.each([
  ["YES ACD347", { kind: "grant", code: "ACD347" }],
  ["no acd347", { kind: "deny", code: "ACD347" }],
  ["  Yes:  acd347. ", { kind: "grant", code: "ACD347" }],
  ["YES,ACD347!", { kind: "grant", code: "ACD347" }],
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
  ["STOP ACD347", { kind: "block", code: "ACD347" }],
  ["stop acd 347 please", { kind: "block", code: "ACD347" }],
  ["No, stop: ACD347", { kind: "block", code: "ACD347" }],
  ["Unsubscribe ACD347", { kind: "block", code: "ACD347" }],
  ["NO ALL 347", { kind: "deny", code: "ALL347" }],
  ["NO END 347", { kind: "deny", code: "END347" }],
  ["no a.c.d-347 thank you sir", { kind: "deny", code: "ACD347" }],
  ["WHO ACD347", { kind: "who", code: "ACD347" }],
  ["who? acd 347", { kind: "who", code: "ACD347" }],
  ["START", { kind: "start" }],
  [" start. ", { kind: "start" }],
  ["HELP", { kind: "help" }],
  ["help please!", { kind: "help" }],
  ["Info", { kind: "help" }],
  ["WHO", { kind: "who_newest" }],
  ["Who is this?", { kind: "who_newest" }],
  ["please who are you\nAda", { kind: "who_newest" }],
  ["WHO -- ACD347", { kind: "who", code: "ACD347" }],
  ["I know who", unclear],
  ["help me ACD347", unclear],
  ["please START", unclear],
  ["START ACD347", unclear],
  ["START\nAda", unclear],
  ["YES ALL", unclear],
  ["YES ACD347?", unclear],
  ["YES ACD347 \u1ecd", unclear],
  ["ye\u017f ACD347", unclear],
  ['"NO ACD347"', { kind: "deny", code: "ACD347" }],
  ["No, ACD347, please.", { kind: "deny", code: "ACD347" }],
  ["please NO acd 347", { kind: "deny", code: "ACD347" }],
  ["NO -- ACD347\nAda", { kind: "deny", code: "ACD347" }],
  ["NO: ACD347\n-- \nAda Obi", { kind: "deny", code: "ACD347" }],
  ["NO", { kind: "deny_only" }],
  ["no please", { kind: "deny_only" }],
  ["No, no!", { kind: "deny_only" }],
  ["withdraw my consent", { kind: "deny_only" }],
  ["NO\nAda Obi", { kind: "deny_only" }],
  ["No problem", unclear],
  ["No, I agree", unclear],
  ["NO or YES", unclear],
  ["NOACD347", { kind: "deny", code: "ACD347" }],
  ["stopacd347", { kind: "block", code: "ACD347" }],
  ["NO code ACD347", { kind: "deny", code: "ACD347" }],
  ["N0 ACD347", { kind: "deny", code: "ACD347" }],
  ["Withdraw ACD347", { kind: "deny", code: "ACD347" }],
  ["ACD347 NO", { kind: "deny", code: "ACD347" }],
  ["acd347: no, thanks", { kind: "deny", code: "ACD347" }],
  ["ACD347 STOP", { kind: "block", code: "ACD347" }],
  ["ACD347 YES", unclear],
  ["ACD347 NO YES", unclear],
  ["STOP -- ACD347", { kind: "block", code: "ACD347" }],
  ["please", unclear],
  ["Don't stop", unclear],
  ["stop by my office", unclear],
  ["Who are you? STOP", { kind: "who_newest" }],
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
  ["NO AAA ALL -- Ada", { kind: "deny", code: "AAAALL" }],
])("parses the reply %j [T-41]", (text, said) => expect(parseReply(text)).toEqual(said));

test("parses every code we generate, granted and denied [T-41]", () => {
  const code = fc.string({
    unit: fc.constantFrom(...unambiguousAlphabet),
    minLength: consentCodeLength,
    maxLength: consentCodeLength,
  });
  fc.assert(
    fc.property(code, fc.constantFrom("YES", "NO", "STOP", "WHO"), (made, keyword) => {
      const kind = { YES: "grant", NO: "deny", STOP: "block", WHO: "who" }[keyword];
      expect(parseReply(`${keyword} ${made}`)).toEqual({ kind, code: made });
    }),
  );
});

const nearlyAReply = fc
  .array(
    fc.oneof(
      fc.constantFrom("YES", "yes", "no", "Stop", "START", "WHO", "help", "ACD347", "acd347", "ACD34", "7", "ALL"),
      fc.constantFrom(
        " ",
        " ",
        ":",
        ", ",
        "!",
        ".",
        "?",
        "-",
        "or",
        "\n",
        "0",
        "\u017f",
        "\uff39",
        "\u200b",
        '"',
        "please",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 7 },
  )
  .map((parts) => parts.join(""));

test("grants and starts again only in the strict form, whatever the text is [T-41]", () => {
  fc.assert(
    fc.property(nearlyAReply, (text) => {
      const reply = parseReply(text);
      if (reply.kind === "grant") expect(text).toMatch(/^\s*[Yy][Ee][Ss][\s:,.-]+[A-Za-z0-9]{6}[\s.!]*$/);
      if (reply.kind === "start") expect(text).toMatch(/^\s*[Ss][Tt][Aa][Rr][Tt][\s.!]*$/);
      if ("code" in reply) expect(reply.code).toMatch(/^[ACDEFHJKLMNPRTUVWXY3479]{6}$/);
    }),
    { numRuns: 20_000 },
  );
});

test("reads a denial with any punctuation, blanks in the code and a signature [T-41]", () => {
  const separator = fc.constantFrom(" ", ", ", ". ", ": ", " - ", '" ', "  ");
  const code = fc.string({ unit: fc.constantFrom(...unambiguousAlphabet), minLength: 6, maxLength: 6 });
  const tail = fc.constantFrom("", ".", "!", " please.", " thank you", "\nAda Obi", '"', " -- Ada");
  fc.assert(
    fc.property(
      fc.constantFrom("NO", "no", "No", '"no'),
      separator,
      code,
      fc.nat(6),
      separator,
      tail,
      (no, one, made, at, two, end) => {
        const reply = parseReply(`${no}${one}${made.slice(0, at)}${two}${made.slice(at)}${end}`);
        expect(reply).toEqual({ kind: "deny", code: made });
      },
    ),
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
