import { roleRights } from "@idanimo/contract/organisations/rights";
import { describe, expect, test } from "vitest";
import { canGive, canManage, describeRole, isOwner, sortRoles, toggle } from "./rules.ts";
import { changedSettings, toSettingsValues } from "./settings-changes.ts";

const owner = { rights: roleRights.owner };
const admin = { rights: roleRights.admin };
const role = (id: keyof typeof roleRights) => ({ id, name: id, rights: [...roleRights[id]], builtIn: true });

describe("what a member may do to others", () => {
  test("an owner gives every role, also one with rights that owners do not have [TM-01]", () => {
    expect(isOwner(owner)).toBe(true);
    expect(canGive(owner, role("records"))).toBe(true);
  });

  test("an admin gives only roles whose rights they have [TM-01]", () => {
    expect(canGive(admin, role("requester"))).toBe(true);
    expect(canGive(admin, role("developer"))).toBe(true);
    expect(canGive(admin, role("owner"))).toBe(false);
    expect(canGive(admin, role("records"))).toBe(false);
    expect(canGive(admin, role("finance"))).toBe(false);
  });

  test("only an owner manages an owner", () => {
    const target = { roles: [{ id: "owner", name: "Owner" }] };
    expect(canManage(owner, target)).toBe(true);
    expect(canManage(admin, target)).toBe(false);
    expect(canManage(admin, { roles: [{ id: "admin", name: "Admin" }] })).toBe(true);
  });
});

describe("lists of roles", () => {
  test("built-in roles come first, in the contract's order, then custom ones by name", () => {
    const custom = (name: string) => ({ id: `id of ${name}`, name, rights: [], builtIn: false });
    const sorted = sortRoles([custom("Zonal"), role("reader"), custom("Branch"), role("owner")]);
    expect(sorted.map(({ name }) => name)).toEqual(["owner", "reader", "Branch", "Zonal"]);
  });

  test("a custom role is described by its rights", () => {
    expect(describeRole({ id: "0198c0de", rights: ["wallet:read", "keys:manage"] })).toBe(
      "See the wallet and its transactions. Manage API keys.",
    );
  });

  test("a role is chosen once", () => {
    expect(toggle(["owner"], "owner", true)).toEqual(["owner"]);
    expect(toggle(["owner", "reader"], "owner", false)).toEqual(["reader"]);
  });
});

test("only changed settings are sent", () => {
  const before = toSettingsValues({
    id: "x",
    name: "Bright Homes",
    rcNumber: null,
    officeAddress: null,
    verified: false,
    liveEnabled: false,
    mfaRequired: false,
    idleDays: 90,
    defaultRole: "requester",
    createdAt: "2026-11-28T00:00:00Z",
  });
  expect(changedSettings(before, before)).toEqual({});
  expect(
    changedSettings(before, { ...before, idleDays: "30", defaultRole: "reader", acceptTerms: true, rcNumber: "RC 12" }),
  ).toEqual({
    idleDays: 30,
    defaultRole: "reader",
    acceptTerms: true,
    rcNumber: "RC 12",
  });
});
