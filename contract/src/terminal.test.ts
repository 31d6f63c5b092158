import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linePrinter, quoteForTerminal, terminalLine } from "./terminal.ts";

const escape = "\u001b";
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Attacks by a stored text: clear, title, colour, 8-bit CSI, reordering, hiding, and a line of its own. */
const attacks = [
  `${escape}[2J${escape}[H`,
  `${escape}]0;owned\u0007`,
  `${escape}]8;;https://evil.example${escape}\\`,
  "\u009b31m",
  "\u202egnp.exe",
  "a\u200bb\u00ad",
  "\r\nAll invariants hold.",
  "\u2028next\u2029",
  "\u{e0041}",
];

describe("terminalLine", () => {
  test.each(attacks)("replaces characters that act on a terminal in %j", (attack) => {
    const shown = terminalLine(`before ${attack} after`);
    expect(shown).not.toMatch(unsafe);
    expect(shown).toMatch(/^before .*\ufffd.* after$/);
  });

  test("leaves letters, marks and signs of every language", () => {
    const text = "Ìdánimọ̀ ₦5,000 · 你好 · «x»";
    expect(terminalLine(text)).toBe(text);
  });
});

describe("linePrinter", () => {
  test("prints one line for each text, whatever it contains", () => {
    let printed = "";
    linePrinter({ write: (text) => (printed += text) })(...attacks);
    const lines = printed.split("\n");
    expect(lines).toHaveLength(attacks.length + 1);
    expect(lines.join("")).not.toMatch(unsafe);
  });
});

describe("quoteForTerminal", () => {
  test("puts a margin before every line, also where a terminal would wrap one", () => {
    const text = `one\ntwo\r\nthree\u2028four\u0085five\n\n${"x".repeat(200)}${"界".repeat(80)}`;
    const lines = quoteForTerminal(text);
    expect(lines.slice(0, 6)).toEqual(["  | one", "  | two", "  | three", "  | four", "  | five", "  |"]);
    for (const line of lines) {
      expect(line).toMatch(/^ {2}\|/);
      expect([...line].reduce((columns, letter) => columns + (letter === "界" ? 2 : 1), 0)).toBeLessThanOrEqual(80);
    }
    expect(
      lines
        .slice(6)
        .map((line) => line.slice(4))
        .join(""),
    ).toBe("x".repeat(200) + "界".repeat(80));
  });

  test("never lets a line of the text look like the program's own output", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 120 }), (text) => {
        let printed = "";
        linePrinter({ write: (part) => (printed += part) })(...quoteForTerminal(text));
        return printed
          .split("\n")
          .slice(0, -1)
          .every((line) => line.startsWith("  |"));
      }),
    );
  });
});
