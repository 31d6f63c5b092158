import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { createOrganisation, type TestMember } from "../../../testing/organisation-steps.ts";
import { createDirectory, type DirectoryClient, patchSchema, userSchema } from "../../../testing/scim-steps.ts";

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

type Row = Readonly<Record<string, unknown>>;
const rows = async (sql: string, ...values: unknown[]) => (await app.owner.query<Row>(sql, values)).rows;
const memberOf = async (id: string) =>
  (
    await rows("select state, roles from members where organisation_id = $1 and user_id = $2", owner.organisationId, id)
  )[0];
const errorOf = ({ status, body }: { status: number; body: { scimType?: string } }) => [status, body.scimType];

describe("PUT and PATCH /Users [TM-12]", () => {
  test("change what the directory calls a member, not the account", async () => {
    const id = await directory.create("gift", { name: { givenName: "Gift", familyName: "Obi" }, externalId: "G" });
    const put = await directory.send("PUT", `/Users/${id}`, {
      schemas: [userSchema],
      id,
      userName: `GIFT@${directory.domain}`,
      name: { givenName: "Another", middleName: "Excited", familyName: "User" },
      active: true,
      groups: [],
      meta: { resourceType: "User" },
    });
    expect([put.status, put.body]).toMatchObject([
      200,
      { name: { givenName: "Another", familyName: "User" }, active: true },
    ]);
    expect(put.body).not.toHaveProperty("externalId");
    const patched = await directory.patch(
      `/Users/${id}`,
      { op: "Replace", path: 'emails[type eq "work"].value', value: "updated@elsewhere.example" },
      { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
      { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", value: "Sales" },
      { op: "add", value: { "name.givenName": "Gi", externalId: "G2" } },
    );
    expect(patched.body).toMatchObject({
      userName: `gift@${directory.domain}`,
      emails: [{ value: `gift@${directory.domain}` }],
      name: { givenName: "Gi", familyName: "updatedFamilyName" },
      externalId: "G2",
    });
    expect((await directory.patch(`/Users/${id}`, { op: "remove", path: "externalId" })).body).not.toHaveProperty(
      "externalId",
    );
    expect(await rows("select first_name, last_name from users where id = $1", id)).toEqual([
      { first_name: "Gift", last_name: "Obi" },
    ]);
  });

  test("cannot change an address, and reach no one after the domain is gone", async () => {
    const id = await directory.create("hassan");
    await directory.create("taken");
    const rename = (to: string) => directory.patch(`/Users/${id}`, { op: "replace", path: "userName", value: to });
    expect(errorOf(await rename(`new@${directory.domain}`))).toEqual([400, "mutability"]);
    expect(errorOf(await rename(`taken@${directory.domain}`))).toEqual([409, "uniqueness"]);
    expect(errorOf(await rename("ceo@other.example"))).toEqual([400, "invalidValue"]);
    await app.owner.query("delete from domains where domain = $1", [directory.domain]);
    expect((await directory.send("GET", `/Users/${id}`)).status).toBe(200);
    expect(errorOf(await directory.patch(`/Users/${id}`, { op: "replace", path: "active", value: false }))).toEqual([
      400,
      "invalidValue",
    ]);
    expect(errorOf(await directory.send("DELETE", `/Users/${id}`))).toEqual([400, "invalidValue"]);
    expect(await memberOf(id)).toMatchObject({ state: "active" });
  });

  test("reject what is no PATCH, and change nothing then", async () => {
    const id = await directory.create("ife", { displayName: "Ife" });
    const before = (await directory.send("GET", `/Users/${id}`)).body as unknown;
    const wrong: readonly [unknown, string][] = [
      [{ Operations: [{ op: "replace", path: "active", value: false }] }, "invalidSyntax"],
      [{ schemas: [patchSchema], Operations: [] }, "invalidSyntax"],
      [{ schemas: [patchSchema], Operations: [{ op: "move", path: "active" }] }, "invalidSyntax"],
      [[], "invalidSyntax"],
    ];
    for (const [body, type] of wrong)
      expect(errorOf(await directory.send("PATCH", `/Users/${id}`, body))).toEqual([400, type]);
    const operations: readonly (readonly [object, string])[] = [
      [{ op: "replace", path: "active", value: "maybe" }, "invalidValue"],
      [{ op: "replace", path: "userName", value: null }, "invalidValue"],
      [{ op: "remove" }, "invalidPath"],
      [{ op: "replace", path: "emails[type eq", value: "x" }, "invalidPath"],
      [{ op: "replace", path: "__proto__.polluted", value: true }, "invalidPath"],
      [{ op: "add", path: "name.constructor.prototype.polluted", value: true }, "invalidPath"],
      [{ op: "add", value: { "name.__proto__.polluted": true } }, "invalidPath"],
    ];
    for (const [operation, type] of operations)
      expect([
        operation,
        ...errorOf(
          await directory.patch(`/Users/${id}`, { op: "replace", path: "displayName", value: "Changed" }, operation),
        ),
      ]).toEqual([operation, 400, type]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect((await directory.send("GET", `/Users/${id}`)).body).toEqual(before);
  });

  test("answer broken bodies with SCIM errors", async () => {
    expect(errorOf(await directory.send("POST", "/Users", "{"))).toEqual([400, "invalidSyntax"]);
    expect(errorOf(await directory.send("POST", "/Users", '{"__proto__": {"x": 1}}'))).toEqual([400, "invalidSyntax"]);
    expect((await directory.send("POST", "/Users", "<user/>", { "content-type": "text/xml" })).status).toBe(415);
    expect((await directory.send("POST", "/Users", `"${"x".repeat(70_000)}"`)).status).toBe(413);
    expect(
      errorOf(
        await directory.send("POST", "/Users", { userName: `a@${directory.domain}`, externalId: "x".repeat(201) }),
      ),
    ).toEqual([400, "invalidValue"]);
    expect(
      errorOf(await directory.send("POST", "/Users", { userName: `a@${directory.domain}`, displayName: "a\u0000b" })),
    ).toEqual([400, "invalidValue"]);
  });
});
