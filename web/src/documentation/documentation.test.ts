import { readFileSync } from "node:fs";
import { callExamples } from "@idanimo/contract/developers/examples";
import { expect, test } from "vitest";
import { documentFor, documentationPaths, prerenderedPaths } from "../../tools/documents.ts";
import { guideAddresses, renderGuide } from "../../tools/guides.ts";
import { callGroups } from "./call-list.ts";
import { guides } from "./guides.ts";
import { findCall, membersOf, problemOfCode, typeName } from "./reference.ts";
import { routes } from "./routes.tsx";
import { keyError, parseForm } from "./send-call.ts";

const page = (file: string) => readFileSync(new URL(`../../../docs/${file}`, import.meta.url), "utf8");

test.each(Object.entries(guideAddresses))("renders docs/%s with one heading, its title, and links", (file, address) => {
  const html = renderGuide(page(file));
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html).not.toMatch(/href="[^"]*\.md|<script/);
  const known = new Set([...routes.map(({ path }) => path), "/developers/keys", "/developers/test-data", "/docs"]);
  for (const [, to = ""] of html.matchAll(/href="(\/[^"#]*)/g)) expect(known).toContain(to);
  const [guide] = guides.filter(({ path }) => path === address);
  expect(html).toContain(`<h1 tabindex="-1">${guide?.title}</h1>`);
});

test("rejects a link to a file that is no guide", () => {
  expect(() => renderGuide("[x](runbook.md)")).toThrow("runbook.md");
});

test("the server sends the document of the documentation at each of its paths [DP-20]", () => {
  const served = prerenderedPaths.filter(({ template }) => template === "documentation.html").map(({ path }) => path);
  expect([...served, ...documentationPaths].toSorted()).toEqual(routes.map(({ path }) => path).toSorted());
  for (const { path } of routes) expect(documentFor(path.replace(":call", "quote"))).toBe("documentation.html");
});

test("shows each call with an example, its types and the texts of its problems [DP-20]", () => {
  const names = callGroups.flatMap(({ calls }) => calls.map(({ name }) => name));
  expect(names.toSorted()).toEqual(Object.keys(callExamples).toSorted());
  for (const name of names) {
    const call = findCall(name);
    if (!call) throw new Error(`${name} is not described`);
    const members = membersOf(call.input).map(([member]) => member);
    for (const given of Object.keys(call.example))
      expect([name, members]).toEqual([name, expect.arrayContaining([given])]);
    for (const code of call.problems) expect(problemOfCode(code)?.message).toMatch(/\w/);
  }
  expect(findCall("nothing")).toBeUndefined();
});

test("names the types of a schema", () => {
  expect(typeName({ type: "array", items: { enum: ["a", "b"] } })).toBe('("a" | "b")[]');
  expect(typeName({ type: ["string", "null"] })).toBe("string | null");
  expect(typeName({ anyOf: [{ type: "string" }, { type: "null" }] })).toBe("string | null");
  const nested = { type: "array", items: { properties: { id: { type: "string" } }, required: ["id"] } };
  expect(membersOf(nested)).toEqual([["id", { type: "string" }, true]]);
});

test("sends only complete keys of test mode [DP-20]", () => {
  const rest = "0".repeat(46);
  expect(keyError(`idn_test_${rest}`)).toBeUndefined();
  expect(keyError(`idn_live_${rest}`)).toContain("live key");
  expect(keyError("idn_live_")).toContain("live key");
  for (const wrong of [`idn_test_${rest}0`, "idn_test_", "x"]) expect(keyError(wrong)).toContain("not a complete");
  expect(keyError("")).toContain("Paste a test key");
});

test("says what is missing in the form [DP-20]", () => {
  expect(parseForm({ id: "$REQUEST_ID" }, undefined)).toMatchObject({
    ok: false,
    error: expect.stringContaining("readSession") as string,
  });
  expect(parseForm({}, "[]")).toMatchObject({ ok: false });
  expect(parseForm({}, "{")).toMatchObject({ ok: false });
  expect(parseForm({ id: "a", after: "" }, '{"b":1}')).toEqual({ ok: true, input: { id: "a", b: 1 } });
});
