import { describe, expect, test } from "vitest";
import { builtInRoles, isBuiltInRole, ownerOnlyRights, rights, rightsOf, roleRights } from "./rights.ts";

describe("roles", () => {
  test("every right belongs to a built-in role", () => {
    const granted = rightsOf(builtInRoles);
    expect(rights.filter((right) => !granted.has(right))).toEqual([]);
  });

  test("only the role records opens colleagues' records [TM-03]", () => {
    expect(builtInRoles.filter((role) => roleRights[role].includes("records:read_all"))).toEqual(["records"]);
  });

  test("only an owner sets up single sign-on or closes the organisation [TM-16]", () => {
    for (const right of ownerOnlyRights)
      expect(builtInRoles.filter((role) => roleRights[role].includes(right))).toEqual(["owner"]);
  });

  test("rights of several roles add up, and unknown names give none", () => {
    expect([...rightsOf(["reader", "toString", "x"], ["keys:manage", "everything"])].toSorted()).toEqual([
      "keys:manage",
      "requests:read_all",
    ]);
    expect(isBuiltInRole("constructor")).toBe(false);
  });
});
