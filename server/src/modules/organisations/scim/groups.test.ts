import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { createOrganisation, outcome, type TestMember } from "../../../testing/organisation-steps.ts";
import { createDirectory, type DirectoryClient, groupSchema } from "../../../testing/scim-steps.ts";
import { rolesFromGroups } from "./group-roles.ts";

let app: TestApp;
let address: string;
let owner: TestMember;
let directory: DirectoryClient;
beforeAll(async () => {
  app = await createTestApp();
  address = await app.app.listen({ port: 0, host: "127.0.0.1" });
});
beforeEach(async () => {
  owner = await createOrganisation(app, { name: "Kano Traders" });
  directory = await createDirectory(app, owner, address);
});
afterEach(async () => {
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const errorOf = ({ status, body }: { status: number; body: { scimType?: string } }) => [status, body.scimType];
const rolesOf = async (id: string, organisationId = owner.organisationId) =>
  (
    await app.owner.query<{ roles: string[] }>(
      "select roles from members where organisation_id = $1 and user_id = $2",
      [organisationId, id],
    )
  ).rows[0]?.roles.toSorted();
const make = async (displayName: string, members: readonly string[] = []) => {
  const made = await directory.send("POST", "/Groups", {
    schemas: [groupSchema],
    displayName,
    externalId: `X-${displayName}`,
    members: members.map((value) => ({ value })),
  });
  expect(made.status).toBe(201);
  return (made.body as { id: string }).id;
};
const map = (id: string, role: string | null, by = owner) => by.post(`/organisation/scim-groups/${id}`, { role });
const membersOf = async (id: string) =>
  ((await directory.send("GET", `/Groups/${id}`)).body.members as { value: string }[]).map(({ value }) => value);

describe("groups of a directory [TM-12]", () => {
  test("give nothing until an owner chooses a role, then that role to their members", async () => {
    const [one, two] = [await directory.create("one"), await directory.create("two")];
    const id = await make("Finance team", [one]);
    expect([await rolesOf(one), await rolesOf(two)]).toEqual([["requester"], ["requester"]]);
    expect((await owner.get("/organisation/scim-groups")).json()).toEqual({
      groups: [{ id, name: "Finance team", members: 1, role: null }],
    });
    expect(outcome(await map(id, "finance"))).toBe("done");
    expect([await rolesOf(one), await rolesOf(two)]).toEqual([["finance"], ["requester"]]);
    await directory.patch(`/Groups/${id}`, { op: "add", path: "members", value: [{ value: two, display: "two" }] });
    expect(await rolesOf(two)).toEqual(["finance"]);
    expect(outcome(await map(id, "reader"))).toBe("done");
    expect([await rolesOf(one), await rolesOf(two)]).toEqual([["reader"], ["reader"]]);
    await directory.patch(`/Groups/${id}`, { op: "remove", path: `members[value eq "${one}"]` });
    expect([await rolesOf(one), await rolesOf(two)]).toEqual([["requester"], ["reader"]]);
    expect((await directory.send("DELETE", `/Groups/${id}`)).status).toBe(204);
    expect(await rolesOf(two)).toEqual(["requester"]);
    const audited = await app.owner.query(
      "select actor_kind, action, reason from audit_log where object_id = $1 and action = 'member_roles_changed' order by at",
      [two],
    );
    expect(audited.rows).toEqual(
      ["finance", "reader", "requester"].map((reason) => ({
        actor_kind: "system",
        action: "member_roles_changed",
        reason,
      })),
    );
  });

  test("keep the roles that colleagues gave, and those of other groups", async () => {
    const id = await directory.create("ada");
    const [admins, readers] = [await make("Admins", [id]), await make("Readers", [id])];
    await map(admins, "admin");
    await map(readers, "reader");
    await owner.post(`/organisation/members/${id}`, { roles: ["admin", "reader", "developer"] });
    await directory.send("DELETE", `/Groups/${admins}`);
    expect(await rolesOf(id)).toEqual(["developer", "reader"]);
    await directory.patch(`/Groups/${readers}`, { op: "remove", path: "members", value: [{ value: id }] });
    expect(await rolesOf(id)).toEqual(["developer"]);
  });

  test("never give the role of an owner, nor take it [TM-09]", async () => {
    const id = await directory.create("boss");
    const group = await make("Owners", [id]);
    expect(outcome(await map(group, "owner"))).toBe("400 bad_input");
    expect(outcome(await map(group, "00000000-0000-4000-8000-000000000000"))).toBe("400 bad_input");
    await map(group, "admin");
    await owner.post(`/organisation/members/${id}`, { roles: ["owner", "admin"] });
    await directory.send("DELETE", `/Groups/${group}`);
    expect(await rolesOf(id)).toEqual(["owner"]);
    const other = await make("Others");
    await expect(app.owner.query("update scim_groups set role = 'owner' where scim_id = $1", [other])).rejects.toThrow(
      "scim_groups_role_check",
    );
  });

  test("announce the role records to owners, and keep a custom role in use", async () => {
    const id = await directory.create("dayo", { name: { givenName: "Dayo", familyName: "Okoye" } });
    const group = await make("Auditors", [id]);
    await map(group, "records");
    const { notices } = (await owner.get("/user/notices")).json<{ notices: { text: string }[] }>();
    expect(notices.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Dayo Okoye can now open the results/),
    );
    const made = await owner.post("/organisation/roles", { name: "Clerk", rights: ["requests:create"] });
    const { role } = made.json<{ role: { id: string } }>();
    await directory.patch(`/Groups/${group}`, { op: "replace", path: "members", value: [] });
    await map(group, role.id);
    expect(outcome(await owner.remove(`/organisation/roles/${role.id}`))).toBe("409 role_in_use");
    await map(group, null);
    expect(outcome(await owner.remove(`/organisation/roles/${role.id}`))).toBe("done");
  });

  test("change by the bodies of Okta and Entra", async () => {
    const [one, two, three] = [
      await directory.create("one"),
      await directory.create("two"),
      await directory.create("three"),
    ];
    const id = await make("Sales", [one]);
    const change = async (...operations: object[]) => {
      const { status, body } = await directory.patch(`/Groups/${id}`, ...operations);
      expect([status, body]).toMatchObject([200, { id }]);
      return (body.members as { value: string }[]).map(({ value }) => value).toSorted();
    };
    const ids = (...some: string[]) => some.toSorted();
    // Okta: members, and the name without a path
    expect(await change({ op: "add", path: "members", value: [{ value: two, display: "two" }] })).toEqual(
      ids(one, two),
    );
    expect(await change({ op: "replace", value: { id, displayName: "Sales Lagos" } })).toEqual(ids(one, two));
    expect(await change({ op: "replace", path: "members", value: [{ value: three }] })).toEqual([three]);
    expect(
      await change(
        { op: "remove", path: `members[value eq "${three}"]` },
        { op: "add", path: "members", value: [{ value: one }] },
      ),
    ).toEqual([one]);
    // Entra: operations with a capital, members with $ref, one member as an object
    expect(await change({ op: "Add", path: "members", value: [{ $ref: null, value: two }] })).toEqual(ids(one, two));
    expect(await change({ op: "Add", path: "members", value: [{ $ref: null, value: two }] })).toEqual(ids(one, two));
    expect(await change({ op: "Remove", path: "members", value: [{ $ref: null, value: one }] })).toEqual([two]);
    expect(await change({ op: "Replace", path: "displayName", value: "Sales Kano" })).toEqual([two]);
    expect(await change({ op: "Remove", path: "members", value: { value: two } })).toEqual([]);
    expect(await change({ op: "add", value: { members: [{ value: one }, { value: one }] } })).toEqual([one]);
    expect(await change({ op: "remove", path: "members" })).toEqual([]);
    const listed = await directory.send(
      "GET",
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "sales kano"')}`,
    );
    expect(listed.body).toMatchObject({
      totalResults: 1,
      Resources: [{ id, displayName: "Sales Kano", externalId: "X-Sales" }],
    });
    expect((listed.body.Resources as object[])[0]).not.toHaveProperty("members");
  });

  test("are replaced by PUT, show in their users, and are found by member", async () => {
    const one = await directory.create("one");
    const id = await make("Ops");
    const put = await directory.send("PUT", `/Groups/${id}`, {
      schemas: [groupSchema],
      displayName: "Operations",
      members: [{ value: one }],
    });
    expect([put.status, put.body]).toMatchObject([
      200,
      {
        displayName: "Operations",
        members: [{ value: one, display: `one@${directory.domain}` }],
        meta: { resourceType: "Group" },
      },
    ]);
    expect((await directory.send("GET", `/Users/${one}`)).body).toMatchObject({
      groups: [{ value: id, display: "Operations" }],
    });
    const filter = (text: string) => directory.send("GET", `/Groups?filter=${encodeURIComponent(text)}`);
    expect((await filter(`id eq "${id}" and members eq "${one}"`)).body).toMatchObject({ totalResults: 1 });
    expect((await filter(`members[value eq "${id}"]`)).body).toMatchObject({ totalResults: 0 });
    await directory.send("DELETE", `/Users/${one}`);
    expect(await membersOf(id)).toEqual([]);
  });

  test("have a name once, also among parallel calls, and only users of the organisation", async () => {
    const theirs = await createDirectory(app, await createOrganisation(app), address);
    const stranger = await theirs.create("stranger");
    const body = { schemas: [groupSchema], displayName: "Same" };
    const made = await Promise.all([1, 2, 3, 4].map(() => directory.send("POST", "/Groups", body)));
    expect(made.map((one) => errorOf(one).join(" ")).toSorted()).toEqual([
      "201 ",
      ...Array.from({ length: 3 }, () => "409 uniqueness"),
    ]);
    const id = await make("Other");
    expect(
      errorOf(await directory.patch(`/Groups/${id}`, { op: "replace", path: "displayName", value: "sAME" })),
    ).toEqual([409, "uniqueness"]);
    for (const value of [stranger, owner.id, "00000000-0000-4000-8000-000000000000", "x"]) {
      expect(
        errorOf(await directory.patch(`/Groups/${id}`, { op: "add", path: "members", value: [{ value }] })),
      ).toEqual([400, "invalidValue"]);
      expect(errorOf(await directory.send("POST", "/Groups", { displayName: "New", members: [{ value }] }))).toEqual([
        400,
        "invalidValue",
      ]);
    }
    expect(
      errorOf(await directory.send("POST", "/Groups", { displayName: "New", members: [{ value: id, type: "Group" }] })),
    ).toEqual([400, "invalidValue"]);
    expect(errorOf(await directory.send("POST", "/Groups", { members: [] }))).toEqual([400, "invalidValue"]);
  });

  test("of another organisation are not found, and stay as they are [TM-03]", async () => {
    const other = await createOrganisation(app);
    const theirs = await createDirectory(app, other, address);
    const made = await theirs.send("POST", "/Groups", {
      displayName: "Theirs",
      members: [{ value: await theirs.create("x") }],
    });
    const { id } = made.body as { id: string };
    expect((await directory.send("GET", `/Groups/${id}`)).status).toBe(404);
    expect((await directory.send("PUT", `/Groups/${id}`, { displayName: "Ours" })).status).toBe(404);
    expect((await directory.patch(`/Groups/${id}`, { op: "remove", path: "members" })).status).toBe(404);
    expect((await directory.send("DELETE", `/Groups/${id}`)).status).toBe(404);
    expect(outcome(await map(id, "admin"))).toBe("404 not_found");
    expect((await theirs.send("GET", `/Groups/${id}`)).body).toEqual(made.body);
    expect((await directory.send("GET", "/Groups")).body).toMatchObject({ totalResults: 0 });
  });
});

describe("rolesFromGroups", () => {
  test.each([
    ["the default without a group", ["requester"], ["requester"], [], ["requester"], ["requester"]],
    ["groups instead of the default", ["requester"], ["requester"], ["finance"], ["finance"], ["finance"]],
    ["what colleagues gave beside", ["admin", "finance"], ["finance"], ["reader"], ["admin", "reader"], ["reader"]],
    ["one role of both once", ["admin"], [], ["admin", "reader", "reader"], ["admin", "reader"], ["reader"]],
    ["no owner", ["requester"], ["requester"], ["owner"], ["requester"], ["requester"]],
    ["nothing of the directory's after its end", ["admin", "finance"], ["finance"], [], ["admin"], []],
  ])("gives %s", (_what, current, given, ofGroups, roles, givenAfter) =>
    expect(rolesFromGroups(current, given, ofGroups, "requester")).toEqual({ roles, given: givenAfter }),
  );
});
