import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import {
  actingFor,
  addMember,
  createOrganisation,
  outcome,
  type TestMember,
} from "../../../testing/organisation-steps.ts";
import { createDirectory, type DirectoryClient, userSchema } from "../../../testing/scim-steps.ts";

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
/** An account of the directory's domain, with or without a confirmed address. */
async function accountAt(local: string, { confirmed = true } = {}) {
  const user = await app.user();
  const email = `${local}@${directory.domain}`;
  await app.owner.query("alter table users disable trigger user");
  await app.owner.query("update users set email = $2, email_verified_at = case when $3 then now() end where id = $1", [
    user.id,
    email,
    confirmed,
  ]);
  await app.owner.query("alter table users enable trigger user");
  return { ...user, email };
}

describe("POST /Users [TM-12]", () => {
  test("opens an account without a password for the body of Okta, and makes it a member", async () => {
    const body = {
      schemas: [userSchema],
      userName: `test.user@${directory.domain}`,
      name: { givenName: "Test", familyName: "User" },
      emails: [{ primary: true, value: `test.user@${directory.domain}`, type: "work" }],
      displayName: "Test User",
      locale: "en-US",
      externalId: "00ujl29u0le5T6Aj10h7",
      groups: [],
      password: "1mz050nq",
      active: true,
    };
    const made = await directory.send("POST", "/Users", body);
    expect([made.status, made.type]).toEqual([201, "application/scim+json; charset=utf-8"]);
    const { id } = made.body as { id: string };
    expect(made.body).toMatchObject({
      schemas: [userSchema],
      userName: body.userName,
      name: { givenName: "Test", familyName: "User", formatted: "Test User" },
      displayName: "Test User",
      externalId: body.externalId,
      active: true,
      emails: [{ value: body.userName, type: "work", primary: true }],
      groups: [],
      meta: { resourceType: "User", location: made.location },
    });
    expect(made.location).toMatch(new RegExp(`/api/v2/scim/v2/Users/${id}$`));
    expect((await directory.send("GET", `/Users/${id}`)).body).toEqual(made.body);
    expect(JSON.stringify(made.body)).not.toContain("1mz050nq");
    expect(
      await rows(
        "select email, first_name, last_name, password_hash, email_verified_at is not null as confirmed from users where id = $1",
        id,
      ),
    ).toEqual([{ email: body.userName, first_name: "Test", last_name: "User", password_hash: null, confirmed: true }]);
    expect(await memberOf(id)).toEqual({ state: "active", roles: ["requester"] });
    await app.drainQueue();
    const welcome = app.providers.mail.sent.findLast(({ to }) => to === body.userName);
    expect(welcome?.text).toContain("Kano Traders opened an account");
    expect(
      await rows(
        "select actor_kind, action from audit_log where object_id = $1 and organisation_id is not null order by at",
        id,
      ),
    ).toEqual([{ actor_kind: "system", action: "member_joined" }]);
  });

  test("accepts the body of Entra, and ignores what it does not store", async () => {
    const made = await directory.send("POST", "/Users", {
      schemas: [userSchema, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
      externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
      userName: `Test_User_ab6490ee@${directory.domain.toUpperCase()}`,
      active: "True",
      emails: [{ primary: true, type: "work", value: "other@elsewhere.example" }],
      meta: { resourceType: "User" },
      name: { formatted: "givenName familyName", familyName: "familyName", givenName: "givenName" },
      roles: [],
      "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "Sales" },
    });
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        userName: `test_user_ab6490ee@${directory.domain}`,
        emails: [{ value: `test_user_ab6490ee@${directory.domain}` }],
      },
    ]);
  });

  test("rejects addresses that the organisation does not prove, whoever has them", async () => {
    const stranger = await app.user();
    const elsewhere = await createDirectory(app, await createOrganisation(app), address);
    for (const userName of [
      stranger.email,
      `x@${elsewhere.domain}`,
      `x@sub.${directory.domain}`,
      `x@${directory.domain}.evil.example`,
    ]) {
      const made = await directory.send("POST", "/Users", { schemas: [userSchema], userName });
      expect(errorOf(made)).toEqual([400, "invalidValue"]);
      expect(made.body.detail).toContain("has not verified the domain");
    }
    await app.owner.query("update domains set verified_at = null where domain = $1", [directory.domain]);
    expect(errorOf(await directory.send("POST", "/Users", { userName: `x@${directory.domain}` }))).toEqual([
      400,
      "invalidValue",
    ]);
    for (const userName of ["no address", "", null, 5, undefined])
      expect(errorOf(await directory.send("POST", "/Users", { schemas: [userSchema], userName }))).toEqual([
        400,
        "invalidValue",
      ]);
    expect(await rows("select from members where organisation_id = $1", owner.organisationId)).toHaveLength(1);
  });

  test("links an existing account and tells its owner, without a change of the account", async () => {
    const person = await accountAt("bola");
    const before = await rows("select * from users where id = $1", person.id);
    const made = await directory.send("POST", "/Users", {
      userName: person.email,
      name: { givenName: "Other", familyName: "Name" },
    });
    expect([made.status, made.body]).toMatchObject([201, { id: person.id, name: { givenName: "Other" } }]);
    expect(await rows("select * from users where id = $1", person.id)).toEqual(before);
    const { notices } = (await person.get("/user/notices")).json<{ notices: { text: string }[] }>();
    expect(notices.map(({ text }) => text)).toEqual([
      "Kano Traders added you as a member through its directory. Your roles: Requester. Your own account stays yours.",
    ]);
    expect(outcome(await actingFor(app, person, owner.organisationId).get("/organisation"))).toBe("done");
  });

  test("takes an account that no one confirmed from the person who opened it", async () => {
    const squatter = await accountAt("ceo", { confirmed: false });
    await app.owner.query("update users set password_hash = 'theirs' where id = $1", [squatter.id]);
    expect((await directory.send("POST", "/Users", { userName: squatter.email })).status).toBe(201);
    expect((await squatter.get("/user/profile")).statusCode).toBe(401);
    expect(await rows("select password_hash from users where id = $1", squatter.id)).toEqual([{ password_hash: null }]);
  });

  test("creates one of many at once on two processes; the others are 409 uniqueness", async () => {
    const other = await (await app.startProcess()).app.listen({ port: 0, host: "127.0.0.1" });
    const body = JSON.stringify({ schemas: [userSchema], userName: `twin@${directory.domain}` });
    const headers = { authorization: `Bearer ${directory.token}`, "content-type": "application/scim+json" };
    const made = await Promise.all(
      Array.from({ length: 12 }, async (_one, at) => {
        const response = await fetch(`${at % 2 ? address : other}/api/v2/scim/v2/Users`, {
          method: "POST",
          headers,
          body,
        });
        return `${response.status} ${((await response.json()) as { scimType?: string }).scimType ?? ""}`;
      }),
    );
    expect(made.toSorted()).toEqual(["201 ", ...Array.from({ length: 11 }, () => "409 uniqueness")]);
    expect(await rows("select from users where email = $1", `twin@${directory.domain}`)).toHaveLength(1);
  });

  test("creates a suspended member with active false, who gets no email", async () => {
    const id = await directory.create("later", { active: false });
    expect(await memberOf(id)).toMatchObject({ state: "suspended" });
    await app.drainQueue();
    expect(app.providers.mail.sent.filter(({ to }) => to === `later@${directory.domain}`)).toEqual([]);
  });

  test("never makes an owner, also if that is the default role, and stops at 200 members", async () => {
    await app.owner.query("update organisations set default_role = 'owner' where id = $1", [owner.organisationId]);
    expect(await memberOf(await directory.create("first", { roles: [{ value: "owner" }] }))).toMatchObject({
      roles: ["requester"],
    });
    await app.owner.query(
      `with made as (insert into users (id, email, user_type, first_name, last_name, accepted_terms)
         select gen_random_uuid(), 'many-' || n || '-' || $2 || '@example.test', 'individual', 'A', 'B', '1' from generate_series(1, 198) n returning id)
       insert into members (organisation_id, user_id, roles) select $1, id, '{reader}' from made`,
      [owner.organisationId, owner.id],
    );
    const made = await directory.send("POST", "/Users", { userName: `last@${directory.domain}` });
    expect([made.status, made.body.detail]).toEqual([403, expect.stringContaining("200 members")]);
  });
});

describe("GET /Users [TM-12]", () => {
  test("filters by userName and others, and pages in a fixed order", async () => {
    const ids = [];
    for (const local of ["ada", "bayo", "chi"]) ids.push(await directory.create(local, { externalId: `X-${local}` }));
    const list = async (query: Record<string, string>) =>
      (await directory.send("GET", `/Users?${new URLSearchParams(query)}`)).body as {
        totalResults: number;
        startIndex: number;
        itemsPerPage: number;
        Resources: { id: string; userName: string }[];
      };
    const found = async (filter: string) =>
      (await list({ filter })).Resources.map(({ userName }) => userName.split("@")[0]);
    expect(await found(`userName eq "BAYO@${directory.domain}"`)).toEqual(["bayo"]);
    expect(await found(`USERNAME Eq "bayo@${directory.domain}"`)).toEqual(["bayo"]);
    expect(await found(`urn:ietf:params:scim:schemas:core:2.0:User:userName sw "c"`)).toEqual(["chi"]);
    expect(await found(`externalId eq "X-ada"`)).toEqual(["ada"]);
    expect(await found(`externalId eq "x-ada"`)).toEqual([]);
    expect(await found(`emails[type eq "work" and value eq "chi@${directory.domain}"]`)).toEqual(["chi"]);
    expect(await found(`emails eq "chi@${directory.domain}" or id eq "${ids[0]}"`)).toEqual(["ada", "chi"]);
    expect(await found(`active eq true and not (userName co "ada")`)).toEqual(["bayo", "chi"]);
    expect(await list({ filter: 'userName eq "unknown@example.com"' })).toEqual({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    const pages = [];
    for (const startIndex of ["1", "2", "3", "4"])
      pages.push((await list({ startIndex, count: "1" })).Resources[0]?.id);
    expect(pages).toEqual([...ids, undefined]);
    expect(await list({ startIndex: "-3", count: "-1" })).toMatchObject({
      totalResults: 3,
      startIndex: 1,
      itemsPerPage: 0,
    });
    expect(await list({ attributes: "userName", count: "1" })).toMatchObject({
      Resources: [{ schemas: [userSchema], id: ids[0], userName: `ada@${directory.domain}` }],
    });
    for (const filter of ["userName eq", "userName is 5", "(", "x".repeat(501)])
      expect(errorOf(await directory.send("GET", `/Users?${new URLSearchParams({ filter })}`))).toEqual([
        400,
        "invalidFilter",
      ]);
  });

  test("shows members of the domain, and no guest with an address elsewhere", async () => {
    await addMember(app, owner, ["reader"], "Guest");
    const person = await accountAt("hand");
    await app.owner.query("insert into members (organisation_id, user_id, roles) values ($1, $2, '{admin}')", [
      owner.organisationId,
      person.id,
    ]);
    expect((await directory.send("GET", "/Users")).body).toMatchObject({
      totalResults: 1,
      Resources: [{ id: person.id, active: true }],
    });
    expect(errorOf(await directory.send("POST", "/Users", { userName: person.email }))).toEqual([409, "uniqueness"]);
  });

  test("finds nothing of another organisation, and changes nothing of it [TM-03]", async () => {
    const theirs = await createDirectory(app, await createOrganisation(app), address);
    const id = await theirs.create("secret");
    const before = await rows("select * from members where user_id = $1", id);
    const body = { schemas: [userSchema], userName: `secret@${theirs.domain}`, active: false };
    for (const unknown of [id, "00000000-0000-4000-8000-000000000000", "x", owner.id]) {
      expect((await directory.send("GET", `/Users/${unknown}`)).status).toBe(404);
      expect((await directory.send("PUT", `/Users/${unknown}`, body)).status).toBe(404);
      expect((await directory.patch(`/Users/${unknown}`, { op: "replace", path: "active", value: false })).status).toBe(
        404,
      );
      expect((await directory.send("DELETE", `/Users/${unknown}`)).status).toBe(404);
    }
    expect(await rows("select * from members where user_id = $1", id)).toEqual(before);
    const filter = new URLSearchParams({ filter: `userName eq "secret@${theirs.domain}"` });
    expect((await directory.send("GET", `/Users?${filter}`)).body).toMatchObject({ totalResults: 0 });
  });
});

describe("a deactivated user [TM-12]", () => {
  test.each([
    [
      "Okta's path-less replace",
      { op: "replace", value: { active: false } },
      { op: "replace", value: { active: true } },
    ],
    ["Entra's text", { op: "Replace", path: "active", value: "False" }, { op: "Add", path: "active", value: "True" }],
    [
      "a path with the schema",
      { op: "replace", path: `${userSchema}:active`, value: false },
      { op: "REPLACE", path: "Active", value: true },
    ],
  ])("is suspended and reactivated at once on every process by %s", async (_what, off, on) => {
    const person = await accountAt("dayo");
    const id = await directory.create("dayo");
    expect(id).toBe(person.id);
    const member = actingFor(app, person, owner.organisationId);
    const other = await app.startProcess();
    expect(outcome(await member.on(other.app).get("/organisation"))).toBe("done");
    const suspended = await directory.patch(`/Users/${id}`, off);
    expect([suspended.status, suspended.body]).toMatchObject([200, { active: false }]);
    for (const process of [app.app, other.app])
      expect(outcome(await member.on(process).get("/organisation"))).toBe("404 not_found");
    expect(outcome(await person.get("/user/profile"))).toBe("done"); // their own account
    expect((await directory.patch(`/Users/${id}`, on)).body).toMatchObject({ active: true });
    expect(outcome(await member.on(other.app).get("/organisation"))).toBe("done");
    expect(
      await rows(
        "select actor_kind, action from audit_log where object_id = $1 and action like 'member%' order by at",
        id,
      ),
    ).toEqual(
      ["member_joined", "member_suspended", "member_reactivated"].map((action) => ({ actor_kind: "system", action })),
    );
  });

  test("loses their stream on a second process within a second", async () => {
    const person = await accountAt("eno");
    const id = await directory.create("eno");
    const other = await (await app.startProcess()).app.listen({ port: 0, host: "127.0.0.1" });
    const stream = await fetch(`${other}/api/v2/events?organisation=${owner.organisationId}`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read(); // it is open
    await directory.patch(`/Users/${id}`, { op: "replace", path: "active", value: false });
    const suspended = performance.now();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read());
    expect(performance.now() - suspended).toBeLessThan(1_000);
  });

  test("is removed by DELETE, keeps their account, and can be created again", async () => {
    const id = await directory.create("femi", { externalId: "F" });
    const removed = await directory.send("DELETE", `/Users/${id}`, undefined, {
      "content-type": "application/scim+json",
    });
    expect([removed.status, removed.body]).toEqual([204, null]);
    expect((await directory.send("GET", `/Users/${id}`)).status).toBe(404);
    expect((await directory.send("DELETE", `/Users/${id}`)).status).toBe(404);
    expect(await memberOf(id)).toMatchObject({ state: "removed" });
    expect(await rows("select from scim_users where user_id = $1", id)).toEqual([]);
    expect(await rows("select from users where id = $1 and closed_at is null", id)).toHaveLength(1);
    expect(await directory.create("femi")).toBe(id);
    expect(await memberOf(id)).toMatchObject({ state: "active" });
  });

  test("is not the last owner: 409, also among parallel calls", async () => {
    const people = [await accountAt("first"), await accountAt("second")];
    for (const { id } of people)
      await app.owner.query("insert into members (organisation_id, user_id, roles) values ($1, $2, '{owner}')", [
        owner.organisationId,
        id,
      ]);
    await owner.remove(`/organisation/members/${owner.id}`);
    const [one, two] = people.map(({ id }) => `/Users/${id}`);
    const done = await Promise.all([
      directory.patch(one ?? "", { op: "replace", path: "active", value: false }),
      directory.send("DELETE", two ?? ""),
      directory.send("PUT", one ?? "", { userName: people[0]?.email, active: false }),
    ]);
    const owners = await rows(
      "select from members where organisation_id = $1 and state = 'active' and 'owner' = any (roles)",
      owner.organisationId,
    );
    expect(owners).toHaveLength(1);
    expect(done.filter(({ status }) => status === 409).length).toBeGreaterThan(0);
  });
});
