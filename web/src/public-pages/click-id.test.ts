import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storedClickId } from "../lib/storage.ts";
import { parseClickId } from "./click-id.ts";

const storedItems = new Map<string, string>();
beforeEach(() => {
  storedItems.clear();
  vi.stubGlobal("localStorage", { getItem: (key: string) => storedItems.get(key) ?? null });
});
afterEach(() => vi.unstubAllGlobals());

test.each(["summer", "A", "a-b_C-9", "x".repeat(64)])("takes the click id of a landing link: %s [LAND-04]", (id) => {
  expect(parseClickId(`/reach/${id}`)).toBe(id);
  expect(parseClickId(`/reach/${id}/`)).toBe(id);
  storedItems.set("CLICK_ID", id);
  expect(storedClickId.get()).toBe(id);
});

/** Attacks on id fields: scripts, other sites, paths, encodings, control characters, size. */
const seeds = [
  "<script>alert(1)</script>",
  "%3Cscript%3Ealert(1)%3C/script%3E",
  '"onmouseover=alert(1)',
  "'-alert(1)-'",
  "javascript:alert(1)",
  "//evil.example",
  "\\\\evil.example",
  "https://evil.example",
  "%2f%2fevil.example",
  "..%2f..%2fetc%2fpasswd",
  "..",
  "a/b",
  "a b",
  "a+b",
  "a%20b",
  "a%00b",
  "a\u0000b",
  "a\nb",
  "a\r\nset-cookie: x=1",
  "a\u202eb",
  "ａｂｃ",
  "café",
  "💥",
  "${1+1}",
  "{{7*7}}",
  "a;b",
  "a&b=c",
  "a?b",
  "a#b",
  "a'or'1'='1",
  "__proto__.x",
  "a.b",
  "a:b",
  "a@b",
  "a,b",
  "a=b",
  "a*",
  "(a)",
  "[a]",
  "|a",
  "x".repeat(65),
  "x".repeat(5_000),
  "",
  " ",
  "-->",
  "]]>",
  "a\u200bb",
  "a\tb",
  "&lt;img&gt;",
  "data:text/html,x",
];
const dressed = [
  (seed: string) => seed,
  (seed: string) => `id${seed}`,
  (seed: string) => `${seed}id`,
  (seed: string) => `a${seed}z`,
  (seed: string) => `${seed}${seed}`,
  (seed: string) => encodeURIComponent(`${seed}~!`),
  (seed: string) => `${seed}.`,
  (seed: string) => `.${seed}`,
  (seed: string) => `${seed}%`,
  (seed: string) => `$${seed}`,
];
const isPlain = (text: string) => /^[\w-]{1,64}$/.test(text);
const payloads = seeds.flatMap((seed) => dressed.map((dress) => dress(seed))).filter((text) => !isPlain(text));

test("ignores 500 payloads as a click id, in the URL and in the storage [T-20]", () => {
  expect(payloads.length).toBeGreaterThan(490);
  const taken = payloads.filter((payload) => {
    storedItems.set("CLICK_ID", payload);
    return parseClickId(`/reach/${payload}`) !== undefined || storedClickId.get() !== undefined;
  });
  expect(taken).toEqual([]);
});

test.each(["/", "/reach/", "/reach", "/faq", "/reach/a/b", "/x/reach/a"])(
  "finds no click id in another path: %s",
  (path) => {
    expect(parseClickId(path)).toBeUndefined();
  },
);
