import { describe, expect, test } from "vitest";
import { type Facts, isExpired, serializeFacts } from "./rules.ts";

describe("serializeFacts", () => {
  test("is the same for every order of the names", () => {
    expect(serializeFacts({ a: "1", b: "2" })).toBe(serializeFacts({ b: "2", a: "1" }));
  });

  type Case = { readonly one: Facts; readonly other: Facts; readonly title: string };
  test.each<Case>([
    { one: { a: "1" }, other: { a: "2" }, title: "another value" },
    { one: { a: "1" }, other: { a: "1", b: "" }, title: "one more name" },
    { one: { a: 'x","b","y' }, other: { a: "x", b: "y" }, title: "a value that looks like a name" },
  ])("differs for $title", ({ one, other }) => {
    expect(serializeFacts(one)).not.toBe(serializeFacts(other));
  });
});

describe("isExpired", () => {
  test.each([
    { ms: -1, expired: false },
    { ms: 0, expired: true },
    { ms: 1, expired: true },
  ])("is $expired $ms ms after the end", ({ ms, expired }) => {
    const end = new Date("2026-11-28T10:00:00Z");
    expect(isExpired(end, new Date(end.getTime() + ms))).toBe(expired);
  });
});
