import { scimTokenPattern } from "@idanimo/contract/organisations/scim";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { addMember, createOrganisation, outcome, type TestMember } from "../../../testing/organisation-steps.ts";
import { createDirectory } from "../../../testing/scim-steps.ts";

/** In 5 minutes, from one address. */
const callsWithoutToken = 40;

let app: TestApp;
let address: string;
let owner: TestMember;
beforeAll(async () => {
  app = await createTestApp({ LIMITS: `scim_address=${callsWithoutToken}` });
  address = await app.app.listen({ port: 0, host: "127.0.0.1" });
});
beforeEach(async () => {
  await app.setClockOffset(0);
  owner = await createOrganisation(app);
});
afterAll(() => app.close());

const dayMs = 86_400_000;
const make = (by: Pick<TestMember, "post">, expiresInDays: number) =>
  by.post("/organisation/scim-tokens", { expiresInDays });
const tokensOf = async (by: TestMember) =>
  (await by.get("/organisation/scim-tokens")).json<{ address: string; tokens: { id: string }[] }>();
const users = async (token: string) =>
  (await fetch(`${address}/api/v2/scim/v2/Users`, { headers: { authorization: `Bearer ${token}` } })).status;

describe("a SCIM token", () => {
  test("is shown once, stored as a hash, listed without it, and ends at once on every process [TM-12]", async () => {
    const made = (await make(owner, 365)).json<{ id: string; token: string; expiresAt: string }>();
    expect(made.token).toMatch(scimTokenPattern);
    const days = (Date.parse(made.expiresAt) - Date.now()) / dayMs;
    expect([days > 364.9, days <= 365.01]).toEqual([true, true]);
    const other = await (await app.startProcess()).app.listen({ port: 0, host: "127.0.0.1" });
    expect(await users(made.token)).toBe(200);
    const listed = await owner.get("/organisation/scim-tokens");
    expect(listed.json()).toMatchObject({
      address: expect.stringMatching(/\/api\/v2\/scim\/v2$/) as string,
      tokens: [{ id: made.id, createdBy: "Amina Okoye", lastUsedAt: expect.any(String) as string }],
    });
    const { rows } = await app.owner.query("select to_jsonb(t)::text as row from scim_tokens t");
    const secret = made.token.slice("idn_scim_".length);
    expect(listed.body + JSON.stringify(rows)).not.toContain(secret);
    expect(outcome(await owner.remove(`/organisation/scim-tokens/${made.id}`))).toBe("done");
    for (const base of [address, other])
      expect(
        (await fetch(`${base}/api/v2/scim/v2/Users`, { headers: { authorization: `Bearer ${made.token}` } })).status,
      ).toBe(401);
    const audited = await app.owner.query("select action, reason from audit_log where object_id = $1 order by at", [
      made.id,
    ]);
    expect(audited.rows).toEqual([
      { action: "scim_token_created", reason: "days:365" },
      { action: "scim_token_ended", reason: "" },
    ]);
  });

  test("lives 1 to 365 days; there are at most five, and only owners manage them [TM-12]", async () => {
    for (const days of [0, 366, 1.5]) expect(outcome(await make(owner, days))).toBe("400 bad_input");
    const admin = await addMember(app, owner, ["admin"]);
    expect(outcome(await make(admin, 30))).toBe("403 right_missing");
    expect(outcome(await make(owner.own, 30))).toBe("404 not_found");
    for (let at = 0; at < 5; at += 1) expect(outcome(await make(owner, 30))).toBe("done");
    expect(outcome(await make(owner, 30))).toBe("409 organisation_full");
    const [first] = (await tokensOf(owner)).tokens;
    const stranger = await createOrganisation(app);
    expect(outcome(await stranger.remove(`/organisation/scim-tokens/${first?.id}`))).toBe("404 not_found");
    expect((await tokensOf(owner)).tokens).toHaveLength(5);
  });

  test("expires, and is not valid for a closed organisation or for any other call [TM-12]", async () => {
    const { token } = (await make(owner, 2)).json<{ token: string }>();
    expect(await users(token)).toBe(200);
    const asUser = { headers: { authorization: `Bearer ${token}`, "idanimo-organisation": owner.organisationId } };
    expect((await app.app.inject({ url: "/api/v2/organisation/members", ...asUser })).statusCode).toBe(401);
    await app.setClockOffset(2 * dayMs + 1_000);
    expect(await users(token)).toBe(401);
    await app.setClockOffset(0);
    await app.owner.query("update organisations set closed_at = now() where id = $1", [owner.organisationId]);
    expect(await users(token)).toBe(401);
  });

  test("is announced to every owner once, 14 days before it expires [TM-12]", async () => {
    const second = await addMember(app, owner, ["owner"]);
    await make(owner, 30);
    await make(owner, 14); // no longer than the warning itself
    const messages = async () => {
      await app.runSchedule("announce_ending_tokens");
      await app.drainQueue();
      const mails = app.providers.mail.sent.filter(({ subject }) => subject === "A SCIM token expires soon");
      const notices = (await owner.get("/user/notices")).json<{ notices: { kind: string }[] }>().notices;
      return [
        mails.filter(({ to }) => to === owner.email).length,
        mails.filter(({ to }) => to === second.email).length,
        notices.filter(({ kind }) => kind === "scim_token_ending").length,
      ];
    };
    expect(await messages()).toEqual([0, 0, 0]);
    await app.setClockOffset(16 * dayMs + 1_000);
    expect(await messages()).toEqual([1, 1, 1]);
    expect(await messages()).toEqual([1, 1, 1]);
    await app.setClockOffset(0);
    expect(app.jobFailures()).toEqual([]);
  });
});

describe("the SCIM calls", () => {
  test("are not there for a signed-in person, and reject others with a SCIM body [TM-15]", async () => {
    const asked = async (headers: Record<string, string>, path = "/Users", method = "GET") => {
      const response = await fetch(`${address}/api/v2/scim/v2${path}`, { method, headers });
      return [response.status, response.headers.get("content-type"), await response.json()];
    };
    const body = (status: string) => ({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status,
      detail: expect.any(String) as string,
    });
    const type = "application/scim+json; charset=utf-8";
    for (const path of ["/Users", "/Groups", "/ServiceProviderConfig", "/Schemas", "/ResourceTypes"]) {
      expect(await asked({}, path)).toEqual([401, type, body("401")]);
      expect(await asked({ authorization: `Bearer idn_scim_${"a".repeat(40)}` }, path)).toEqual([
        401,
        type,
        body("401"),
      ]);
      expect(await asked({ authorization: `Bearer ${owner.token}` }, path)).toEqual([404, type, body("404")]);
      const acting = { authorization: `Bearer ${owner.token}`, "idanimo-organisation": owner.organisationId };
      expect(await asked(acting, path)).toEqual([404, type, body("404")]);
    }
    expect(await asked({}, "/Me", "PUT")).toEqual([404, type, body("404")]);
  });

  test("without a valid token are limited per address, and valid ones per organisation [TM-12]", async () => {
    const fresh = await app.startProcess();
    const get = async (authorization?: string) =>
      (
        await fresh.app.inject({
          url: "/api/v2/scim/v2/Users",
          remoteAddress: "203.0.113.77",
          headers: authorization === undefined ? {} : { authorization },
        })
      ).statusCode;
    const { token } = (await make(owner, 30)).json<{ token: string }>();
    const seen = [];
    for (let at = 0; at < callsWithoutToken + 1; at += 1) seen.push(await get());
    expect([seen.filter((status) => status === 401).length, seen.at(-1)]).toEqual([callsWithoutToken, 429]);
    expect(await get(`Bearer ${token}`)).toBe(200);
  });

  test("describe what is supported [TM-12]", async () => {
    const directory = await createDirectory(app, owner, address);
    expect((await directory.send("GET", "/ServiceProviderConfig")).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
    });
    const types = await directory.send("GET", "/ResourceTypes");
    expect(types.body).toMatchObject({ totalResults: 2, Resources: [{ endpoint: "/Users" }, { endpoint: "/Groups" }] });
    const schemas = await directory.send("GET", "/Schemas");
    for (const { id, meta } of schemas.body.Resources as { id: string; meta: { location: string } }[]) {
      expect(meta.location).toMatch(/\/api\/v2\/scim\/v2\/Schemas\/urn:/);
      expect((await directory.send("GET", `/Schemas/${id}`)).body).toMatchObject({ id });
    }
    expect((await directory.send("GET", "/Schemas/urn:nothing")).status).toBe(404);
  });
});
