import { expect, test } from "vitest";
import { hasRight } from "./use-right.ts";

const organisation = { id: "x", name: "Bright Homes", verified: true, memberId: "m", rights: ["wallet:read"] };

test("a person's own account has every right", () => {
  expect(hasRight(null, "organisation:close")).toBe(true);
});

test("a member has the listed rights, and one of several is enough [TM-02]", () => {
  expect(hasRight(organisation, "wallet:read")).toBe(true);
  expect(hasRight(organisation, ["wallet:read", "wallet:top_up"])).toBe(true);
  expect(hasRight(organisation, "wallet:top_up")).toBe(false);
  expect(hasRight(organisation, ["keys:manage", "wallet:top_up"])).toBe(false);
});

test("what is about the own sign-in needs no right", () => {
  expect(hasRight({ ...organisation, rights: [] }, "personal")).toBe(true);
});
