import fc from "fast-check";
import { expect, test } from "vitest";
import { membersOf, maxDepth, parseWireJson, wireText } from "./wire-json.ts";

test.each([
  { text: '{"a":1500.50}', value: { a: "1500.50" }, why: "a number keeps its text" },
  { text: '{"a":1e3,"b":-0.10}', value: { a: "1e3", b: "-0.10" }, why: "also an odd one" },
  { text: ' [1,"x",null,true] ', value: ["1", "x", null, true], why: "lists are read" },
  {
    text: '[12345678901234567890,-0,[0.0],"5"]',
    value: ["12345678901234567890", "-0", ["0.0"], "5"],
    why: "a long number keeps every digit",
  },
  { text: '{"__proto__":{"x":1},"y":"z"}', value: { y: "z" }, why: "a prototype is left out" },
  {
    text: '{"a":{"\\u005f_proto__":1,"b":2}}',
    value: { a: { b: "2" } },
    why: "a prototype is left out however its name is written",
  },
])("$why", ({ text, value }) => expect(parseWireJson(text)).toEqual({ value }));

test.each(["", "null", "12", '"x"', "{", '{"a":}', "<html>", "{}}"])("%j is no JSON we take", (text) =>
  expect(parseWireJson(text)).toBeUndefined(),
);

test("brackets inside texts are not levels", () => {
  expect(parseWireJson(JSON.stringify({ a: `\\"${"[".repeat(100)}` }))).toEqual({
    value: { a: `\\"${"[".repeat(100)}` },
  });
});

test.each([
  '{"a":1,"a":2}',
  '{"a":{"b":1,"c":[],"b":2}}',
  '{"nin":"1","\\u006ein":"2"}',
  '{"a":"x\\\\","b":1, "a" :2}',
])("T-62: the same key twice is unfit: %s", (text) => expect(parseWireJson(text)).toBe("same_key_twice"));

test("T-62: an object or a list that a number ends is over, however many there are", () => {
  const values = Array.from({ length: maxDepth + 1 }, () => ({ a: { b: "1" }, b: [["2"]] }));
  expect(parseWireJson(JSON.stringify(values).replace(/"([12])"/g, "$1"))).toEqual({ value: values });
});

test("the same key in two objects, or as a value, is fine", () => {
  expect(parseWireJson('[{"a":"a"},{"a":"b:"},"a","a"]')).toEqual({ value: [{ a: "a" }, { a: "b:" }, "a", "a"] });
});

test("what is fit is read as JSON.parse reads it, numbers apart", () => {
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

test("T-62: what is no JSON for JSON.parse is none here, wherever a number stands in it", () => {
  const piece = fc.constantFrom(...'0123456789-+.eE:,[]{}" ', "-1.5e3", "01", '"a":', "true", "[]");
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.nat(3),
      fc.array(piece, { maxLength: 3 }),
      (text, at, cut, put) => {
        const place = at % (text.length + 1);
        const other = `[${text.slice(0, place)}${put.join("")}${text.slice(place + cut)}]`;
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

/** Numbers that are written differently are the same here. */
function withNumbers(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    typeof part === "string" && part.trim() !== "" && Number.isFinite(Number(part)) ? String(Number(part)) : part,
  );
}

test("twenty levels are read and one more is not", () => {
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  expect(parseWireJson(nested(maxDepth))).toHaveProperty("value");
  expect(parseWireJson(nested(maxDepth + 1))).toBe("too_deep");
});

test("the word null, blanks and control characters are no text", () => {
  expect(["null", "NULL", " ", "", "\u0000", 5, null, {}].map(wireText)).toEqual(
    Array.from({ length: 8 }, () => undefined),
  );
  expect(wireText(" Ada\r\nObi ")).toBe("Ada Obi");
});

test("only an object has members", () => {
  expect([membersOf([1]), membersOf("x"), membersOf(null), membersOf({ a: 1 })]).toEqual([{}, {}, {}, { a: 1 }]);
});
