import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { randomIds } from "../../../kernel/ids.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { createKey, insertApiRequest, type TestKey } from "../../../testing/developer-steps.ts";
import { addMember, createOrganisation, outcome, type TestMember } from "../../../testing/organisation-steps.ts";

let app: TestApp;
let owner: TestMember;
let key: TestKey;
beforeAll(async () => void (app = await createTestApp()));
beforeEach(async () => {
  await app.setClockOffset(0);
  owner = await createOrganisation(app);
  key = await createKey(owner, ["quotes"]);
});
afterAll(() => app.close());

const dayMs = 86_400_000;
type Page = { readonly requests: readonly { readonly id: string }[]; readonly next: string | null };
const list = async (by: TestMember, query = "") => (await by.get(`/developers/requests${query}`)).json<Page>();
const idsOf = async (query: string) => (await list(owner, query)).requests.map(({ id }) => id);
/** Inserts one call for each, a minute apart, newest first. @returns their ids */
async function insertCalls(calls: readonly (readonly [status: number, route: string | null, keyId?: string])[]) {
  const ids = calls.map(() => randomIds.publicId());
  for (const [at, [status, route, keyId = key.id]] of calls.entries())
    await app.owner.query(
      `insert into api_requests (id, at, organisation_id, key_id, method, route, status, code, ms)
       values ($1, product_now() - make_interval(mins => $2), $3, $4, 'GET', $5, $6, null, 1)`,
      [ids[at], at, owner.organisationId, keyId, route, status],
    );
  return ids;
}

describe("the list of API calls", () => {
  test("filters by status, route, key and day [DP-13]", async () => {
    const second = await createKey(owner, ["quotes"], { name: "Second" });
    const [a, b, c, d] = await insertCalls([
      [200, "/verification/quote"],
      [404, null],
      [503, "/verification/quote"],
      [404, "/verification/session", second.id],
    ]);
    expect(await idsOf("")).toEqual([a, b, c, d]);
    expect(await idsOf("?status=4xx")).toEqual([b, d]);
    expect(await idsOf("?status=5xx")).toEqual([c]);
    expect(await idsOf("?status=2xx")).toEqual([a]);
    expect(await idsOf("?status=404")).toEqual([b, d]);
    expect(await idsOf("?route=/verification/quote")).toEqual([a, c]);
    expect(await idsOf(`?key=${second.id}`)).toEqual([d]);
    expect(await idsOf(`?status=404&key=${key.id}`)).toEqual([b]);
    expect(await idsOf("?status=4xx&route=/verification/quote")).toEqual([]);
    const [old] = await insertOld(3);
    const day = new Date(Date.now() - 3 * dayMs + 3_600_000).toISOString().slice(0, 10); // Lagos is an hour ahead
    expect(await idsOf(`?day=${day}`)).toEqual([old]);
  });

  async function insertOld(daysAgo: number): Promise<readonly string[]> {
    const id = randomIds.publicId();
    await insertApiRequest(app, { id, organisationId: owner.organisationId, keyId: key.id, daysAgo });
    return [id];
  }

  test.each([
    ["status", "status=6xx"],
    ["status", "status=99"],
    ["route", "route=/no/such/route"],
    ["key", "key=Back office"],
    ["day", "day=2026-02-31"],
  ])("names the field of a wrong %s: %s [DP-13]", async (field, query) => {
    const response = await owner.get(`/developers/requests?${query}`);
    expect(outcome(response)).toBe("400 bad_input");
    expect(response.json<{ fields: object }>().fields).toEqual({ [field]: expect.stringMatching(/\w{4}.*[.]$/) });
  });

  test("has pages of 50 without gaps or repeats, also between calls of one instant [DP-13]", async () => {
    await app.owner.query(
      `insert into api_requests (id, at, organisation_id, key_id, method, route, status, ms)
       select gen_random_uuid(), product_now() - make_interval(secs => n / 10), $1, $2, 'GET', '/verification/quote', 200, 1 from generate_series(1, 120) n`,
      [owner.organisationId, key.id],
    );
    const first = await list(owner);
    const second = await list(owner, `?after=${first.next}`);
    const third = await list(owner, `?after=${second.next}`);
    expect([first, second, third].map(({ requests }) => requests.length)).toEqual([50, 50, 20]);
    expect(third.next).toBeNull();
    expect(new Set([first, second, third].flatMap(({ requests }) => requests.map(({ id }) => id))).size).toBe(120);
  });

  test("belongs to its organisation [DP-13 T-43]", async () => {
    const [id] = await insertCalls([[200, "/verification/quote"]]);
    const stranger = await createOrganisation(app);
    expect((await list(stranger)).requests).toEqual([]);
    expect(outcome(await stranger.get(`/developers/requests/${id}`))).toBe("404 not_found");
    expect(outcome(await owner.get(`/developers/requests/${id}`))).toBe("done");
    expect(outcome(await owner.own.get("/developers/requests"))).toBe("404 not_found");
  });

  test("needs the right to the log [DP-13 TM-02]", async () => {
    const [id] = await insertCalls([[200, "/verification/quote"]]);
    const requester = await addMember(app, owner, ["requester"]);
    for (const path of ["/developers/requests", `/developers/requests/${id}`])
      expect(outcome(await requester.get(path))).toBe("403 right_missing");
    const developer = await addMember(app, owner, ["developer"]);
    expect(outcome(await developer.get(`/developers/requests/${id}`))).toBe("done");
  });

  test("names the keys and the routes to filter by [DP-13]", async () => {
    await owner.remove(`/developers/keys/${key.id}`);
    const page = (await owner.get("/developers/requests")).json<{ keys: object[]; routes: string[] }>();
    expect(page.keys).toEqual([{ id: key.id, name: "Back office", prefix: key.secret.slice(0, 17) }]);
    expect(page.routes).toContain("/verification/session/{sessionCode}");
  });
});

describe("the end of a call in the log", () => {
  const partitions = async () =>
    (
      await app.owner.query<{ name: string }>(
        "select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'api_requests'::regclass order by 1",
      )
    ).rows.map(({ name }) => name);
  const countOf = async () =>
    (await app.owner.query("select from api_requests where organisation_id = $1", [owner.organisationId])).rowCount;

  test("comes after 30 days: it is not shown, then deleted with its partition [DP-13]", async () => {
    await app.runSchedule("rotate_api_requests");
    await insertCalls([[200, "/verification/quote"]]);
    const before = await partitions();
    await app.setClockOffset(29 * dayMs);
    expect((await list(owner)).requests).toHaveLength(1);
    await app.setClockOffset(30 * dayMs + 60_000);
    expect((await list(owner)).requests).toEqual([]);
    await app.runSchedule("delete_expired_rows");
    expect(await countOf()).toBe(0);
    await app.setClockOffset(40 * dayMs);
    await app.runSchedule("rotate_api_requests");
    const after = await partitions();
    expect(before).toHaveLength(4); // today, the next two days, and the default one
    expect(after).toHaveLength(4);
    expect(after.filter((name) => before.includes(name))).toEqual(["api_requests_default"]);
  });

  test("keeps a call that came before its partition was made [DP-13]", async () => {
    await app.setClockOffset(100 * dayMs);
    const [id] = await insertCalls([[200, "/verification/quote"]]);
    await app.runSchedule("rotate_api_requests");
    expect((await list(owner)).requests.map((one) => one.id)).toEqual([id]);
    const { rows } = await app.owner.query("select from request_days.api_requests_default");
    expect(rows).toEqual([]);
  });

  test("comes with the closure of the organisation [DP-13]", async () => {
    await insertCalls([[200, "/verification/quote"]]);
    await app.product.db.transaction("system", (tx) =>
      app.product.services.events.emit(tx, "account_closed", { ownerId: owner.organisationId }),
    );
    expect(await countOf()).toBe(0);
  });
});
