import fc from "fast-check";
import { expect, test } from "vitest";
import { membersOf, maxDepth, parseWireJson, wireText } from "./wire-json.ts";

test.each([
  { text: '{"a":1500.50}', value: { a: "1500.50" }, why: "keeps the text of a number" },
  { text: '{"a":1e3,"b":-0.10}', value: { a: "1e3", b: "-0.10" }, why: "keeps the text of exponents and signs" },
  { text: ' [1,"x",null,true] ', value: ["1", "x", null, true], why: "parses lists" },
  {
    text: '[12345678901234567890,-0,[0.0],"5"]',
    value: ["12345678901234567890", "-0", ["0.0"], "5"],
    why: "keeps every digit of a long number",
  },
  { text: '{"__proto__":{"x":1},"y":"z"}', value: { y: "z" }, why: "omits a prototype" },
  {
    text: '{"a":{"\\u005f_proto__":1,"b":2}}',
    value: { a: { b: "2" } },
    why: "omits a prototype with an escaped name",
  },
])("$why", ({ text, value }) => expect(parseWireJson(text)).toEqual({ value }));

test.each(["", "null", "12", '"x"', "{", '{"a":}', "<html>", "{}}"])("rejects %j", (text) =>
  expect(parseWireJson(text)).toBeUndefined(),
);

test("ignores brackets inside strings", () => {
  expect(parseWireJson(JSON.stringify({ a: `\\"${"[".repeat(100)}` }))).toEqual({
    value: { a: `\\"${"[".repeat(100)}` },
  });
});

test.each([
  '{"a":1,"a":2}',
  '{"a":{"b":1,"c":[],"b":2}}',
  '{"nin":"1","\\u006ein":"2"}',
  '{"a":"x\\\\","b":1, "a" :2}',
])("rejects a key with two values [T-62]: %s", (text) => expect(parseWireJson(text)).toBe("same_key_twice"));

test("accepts any number of objects and lists that end with a number [T-62]", () => {
  const values = Array.from({ length: maxDepth + 1 }, () => ({ a: { b: "1" }, b: [["2"]] }));
  expect(parseWireJson(JSON.stringify(values).replace(/"([12])"/g, "$1"))).toEqual({ value: values });
});

test("accepts the same key in two objects, or as a value", () => {
  expect(parseWireJson('[{"a":"a"},{"a":"b:"},"a","a"]')).toEqual({ value: [{ a: "a" }, { a: "b:" }, "a", "a"] });
});

test("parses like JSON.parse, except for numbers", () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false, maxDepth: 5 }), (text) => {
      const parsed = parseWireJson(text);
      if (!/^\s*[[{]/.test(text)) return parsed === undefined;
      const plain: unknown = JSON.parse(text, (key, part: unknown) => (key === "__proto__" ? undefined : part));
      const numbersAsText: unknown = JSON.parse(JSON.stringify(plain), (_key, part: unknown) =>
        typeof part === "number" ? String(part) : part,
      );
      expect(typeof parsed === "object" ? withNumbers(parsed.value) : parsed).toEqual(withNumbers(numbersAsText));
      return true;
    }),
  );
});

test("rejects everything that JSON.parse rejects [T-62]", () => {
  const piece = fc.constantFrom(...'0123456789-+.eE:,[]{}" ', "-1.5e3", "01", '"a":', "true", "[]");
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.nat(3),
      fc.array(piece, { maxLength: 3 }),
      (text, at, cut, put) => {
        const position = at % (text.length + 1);
        const other = `[${text.slice(0, position)}${put.join("")}${text.slice(position + cut)}]`;
        const read = parseWireJson(other);
        return typeof read === "string" || (read !== undefined) === isJson(other);
      },
    ),
    { numRuns: 3_000 },
  );
  for (const text of [
    "{1:2}",
    '{"a":1,2 :3}',
    "[1 2]",
    "[1.]",
    "[01]",
    "[.5]",
    "[+1]",
    "[-]",
    "[1e]",
    '["a"1]',
    "[1true]",
  ])
    expect([text, parseWireJson(text)]).toEqual([text, undefined]);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Treats different notations of a number as equal. */
function withNumbers(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    typeof part === "string" && part.trim() !== "" && Number.isFinite(Number(part)) ? String(Number(part)) : part,
  );
}

test("accepts twenty levels and not one more", () => {
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  expect(parseWireJson(nested(maxDepth))).toHaveProperty("value");
  expect(parseWireJson(nested(maxDepth + 1))).toBe("too_deep");
});

test("reads the word null, blanks and control characters as no text", () => {
  expect(["null", "NULL", " ", "", "\u0000", 5, null, {}].map(wireText)).toEqual(
    Array.from({ length: 8 }, () => undefined),
  );
  expect(wireText(" Ada\r\nObi ")).toBe("Ada Obi");
});

test("returns members only of an object", () => {
  expect([membersOf([1]), membersOf("x"), membersOf(null), membersOf({ a: 1 })]).toEqual([{}, {}, {}, { a: 1 }]);
});
