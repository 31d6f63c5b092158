import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { email } from "./fields.ts";
import { cleanLine, cleanLines, isReadable, singleLine } from "./plain-text.ts";
import * as texts from "./texts.ts";

describe("cleanLine", () => {
  test.each([
    {
      typed: "Ze\u200Bnith\u00AD Bank\uFEFF",
      clean: "Zenith Bank",
      title: "removes zero-width spaces and soft hyphens",
    },
    { typed: "Ada \u202Eevil\u202C Obi", clean: "Ada evil Obi", title: "removes direction controls" },
    { typed: "Ba\u200Cn\u200Dk\uFE0F", clean: "Bank", title: "removes joiners and selectors in Latin text" },
    { typed: "\u3164\u115F", clean: "", title: "removes fillers that look like nothing" },
    {
      typed: " 12\tAllen\u00A0Avenue\r\nIkeja ",
      clean: "12 Allen Avenue Ikeja",
      title: "makes every space a plain one",
    },
    {
      typed: "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645",
      clean: "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645",
      title: "leaves a joiner between Arabic letters",
    },
    { typed: "\u0915\u094D\u200D\u0937", clean: "\u0915\u094D\u200D\u0937", title: "leaves a joiner after a virama" },
    {
      typed: "\u2764\uFE0F\u200D\u{1F525}",
      clean: "\u2764\uFE0F\u200D\u{1F525}",
      title: "leaves what joins two emoji",
    },
    {
      typed: "\u00CCd\u00E1n\u00ECm\u1ECD\u0300",
      clean: "\u00CCd\u00E1n\u00ECm\u1ECD\u0300",
      title: "leaves Yoruba tone marks",
    },
  ])("$title [T-71]", ({ typed, clean }) => expect(cleanLine(typed)).toBe(clean));
});

describe("cleanLines", () => {
  test("leaves line breaks, as line feeds, and nothing else that is invisible [T-71]", () => {
    expect(cleanLines("\uFEFFone\r\ntwo\rthree\u2028four\u200B\tfive\n")).toBe("one\ntwo\nthree\nfour five");
    expect([isReadable("one\ntwo"), isReadable("one\u0000"), isReadable("\u001B[31m"), isReadable("\uD800")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("singleLine", () => {
  test.each(["\u0000", "a\u0000b", "\u001B[31mred", "a\u0007", "a\u007F", "a\u009Fb", "a\uD800b"])(
    "rejects the control character or half character in %j [T-71]",
    (typed) => {
      expect(singleLine(200).safeParse(typed).error?.issues[0]?.message).toBe(texts.unreadableCharacter);
    },
  );

  test("reports the maximum length in our own words [API-01]", () => {
    expect(singleLine(3).safeParse("abcd").error?.issues[0]?.message).toBe("Use at most 3 characters.");
    expect(singleLine(3).safeParse("a b\u200B ").data).toBe("a b");
  });

  test("returns only visible characters for any text [T-71]", () => {
    const signs = [
      ..."aÉ9 .\u200B\u200C\u200D\u00AD\u202E\uFEFF\uFE0F\u2028\u00A0\t\n\u0000\u001B\u0085\u0915\u094D\u0645\u0301\u{1F525}",
      "\uD800",
    ];
    const typed = fc.array(fc.constantFrom(...signs), { maxLength: 12 });
    const seen = (text: string) => text.replace(/[\s\u0085\p{Default_Ignorable_Code_Point}]/gu, "");
    fc.assert(
      fc.property(typed, (parts) => {
        const text = parts.join("");
        const read = singleLine(200).safeParse(text);
        expect(read.success).toBe(text.isWellFormed() && !["\0", "\x1B"].some((sign) => text.includes(sign)));
        if (!read.success) return;
        expect(read.data).not.toMatch(/\p{Cc}|(?![\u200C\u200D])\p{Cf}|[\p{Zl}\p{Zp}]|^\s|\s$/u);
        expect(read.data).not.toMatch(/[a-zÉ][\u200C\u200D]|[\u200C\u200D][a-zÉ]/iu);
        expect(seen(read.data)).toBe(seen(text));
        expect(cleanLine(read.data)).toBe(read.data);
      }),
    );
  });
});

describe("email", () => {
  test.each([
    "a@[127.0.0.1]",
    "a@[IPv6:::1]",
    "a@127.0.0.1",
    "a@1",
    "a[b]@example.ng",
    "a\u0000b@example.ng",
    "a@exa\u001Bmple.ng",
  ])("rejects %j [SIGNUP-36]", (typed) =>
    expect(email.safeParse(typed).error?.issues[0]?.message).toBe(texts.emailInvalid),
  );

  test.each([
    ["ada\u200B@exam\u00ADple.ng\u202C", "ada@example.ng"],
    ["\u00A0ada@example.ng\n", "ada@example.ng"],
    ["ada.obi+1@mail.example.ng", "ada.obi+1@mail.example.ng"],
    ["a@1.example2.ng", "a@1.example2.ng"],
  ])("reads %j as %s [SIGNUP-36]", (typed, read) => expect(email.parse(typed)).toBe(read));
});
