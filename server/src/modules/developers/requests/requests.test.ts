import { createHash } from "node:crypto";
import { connect } from "node:net";
import { scopesByCall } from "@idanimo/contract/developers/call-scopes";
import { newestVersion } from "@idanimo/contract/developers/versions";
import { apiBase } from "@idanimo/contract/operation";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { callWithKey, createKey, type TestKey } from "../../../testing/developer-steps.ts";
import { createOrganisation, outcome, type TestMember } from "../../../testing/organisation-steps.ts";

let app: TestApp;
let owner: TestMember;
let key: TestKey;
beforeAll(async () => void (app = await createTestApp({ LIMITS: "key_calls=30" })));
beforeEach(async () => {
  owner = await createOrganisation(app, { NGN: 5_000_00n });
  key = await createKey(owner, ["quotes", "checks:create", "checks:read", "wallet:read"]);
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

type Logged = Readonly<Record<string, unknown>> & { readonly id: string; readonly code: string | null };
type Page = { readonly requests: readonly Logged[]; readonly next: string | null };
const list = async (by: TestMember, query = "") => (await by.get(`/developers/requests${query}`)).json<Page>();
/** The log once it has so many calls, which takes at most 2 seconds. */
const logOf = (by: TestMember, count: number) =>
  vi.waitFor(
    async () => {
      const { requests } = await list(by);
      expect(requests.length).toBe(count);
      return requests;
    },
    { timeout: 2_000, interval: 20 },
  );
/** The URL of the API on a port. */
async function addressOf({ app: server }: Pick<TestApp, "app">): Promise<string> {
  if (!server.server.listening) await server.listen({ port: 0, host: "127.0.0.1" });
  const address = server.server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}${apiBase}`;
}
const idOf = (response: { readonly headers: Readonly<Record<string, unknown>> }) =>
  String(response.headers["x-request-id"]);
const prices = "/verification/sources";

describe("the log of requests", () => {
  test("has a call of a key within 2 seconds [DP-13]", async () => {
    const quoted = { path: "/verification/quote", body: { method: "POST", body: { nin: "12345678901" } } } as const;
    const idempotent = { headers: { "idempotency-key": "order-1" } };
    const ids = [
      idOf(await callWithKey(app, key.secret, prices, idempotent)),
      idOf(await callWithKey(app, key.secret, quoted.path, quoted.body)),
    ];
    const requests = await logOf(owner, 2);
    expect(requests.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(requests.at(-1)).toEqual({
      id: ids[0],
      at: expect.stringMatching(/^20\d\d-/) as string,
      method: "GET",
      route: prices,
      status: 200,
      code: null,
      ms: expect.any(Number) as number,
      keyId: key.id,
      keyName: "Back office",
    });
    const detail = (await owner.get(`/developers/requests/${ids[0]}`)).json<{ request: Logged }>().request;
    expect(detail).toMatchObject({
      summary: expect.stringMatching(/source/i) as string,
      explanation: null,
      keyPrefix: key.secret.slice(0, 17),
      version: newestVersion,
      idempotencyKeyHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      addressBlock: "203.0.113.0/24",
    });
    expect(detail["idempotencyKeyHash"]).not.toBe(createHash("sha256").update("order-1").digest("hex"));
  });

  test("has the calls that were rejected before their handler [DP-13]", async () => {
    const limited = await createKey(owner, ["quotes"], { networks: ["198.51.100.0/24"] });
    const dead = await createKey(owner, ["quotes"]);
    await owner.remove(`/developers/keys/${dead.id}`);
    const call = async (path: string, options: object = {}, secret = key.secret) =>
      idOf(await callWithKey(app, secret, path, options));
    const post = { method: "POST" };
    const expected = [
      [await call("/user/sessions"), "/user/sessions", 403, "scope_missing"],
      [await call(prices, {}, limited.secret), prices, 403, "address_not_allowed"],
      [await call(prices, {}, dead.secret), prices, 401, "key_ended"],
      [await call("/verification/quote", { ...post, body: {} }), "/verification/quote", 400, "bad_input"],
      [await call("/verification/quote", post), "/verification/quote", 415, "unsupported_media"],
      [await call("/no/such/call"), null, 404, "not_found"],
      [await call(`/links/${"x".repeat(300)}`), null, 404, "not_found"],
      [await call("/user/receipts/EA12345678901234.pdf"), "/user/receipts/{transactionID}.pdf", 404, "not_found"],
      [await call(`/user/sessions?key=${dead.secret}`), "/user/sessions", 400, "secret_in_address"],
    ];
    const requests = await logOf(owner, expected.length);
    const found = new Map(requests.map((one) => [one.id, one]));
    for (const [id, route, status, code] of expected)
      expect(found.get(String(id))).toMatchObject({ id, route, status, code });
  });

  test("has each repeat of a call, with the same hash of its idempotency key [DP-13]", async () => {
    const made = await callWithKey(app, key.secret, "/verification/session", {
      method: "POST",
      body: { plate_vin_agree: { plate: "ABC123DE", vin: "1HGCM82633A004352" }, currency: "NGN" },
    });
    const { sessionCode, transactionID } = made.json<{ sessionCode: string; transactionID: string }>();
    const pay = (idempotencyKey: string) =>
      callWithKey(app, key.secret, "/transaction/wallet-payment", {
        method: "POST",
        body: { sessionCode, transactionID, amount: "1" },
        headers: { "idempotency-key": idempotencyKey },
      });
    const [first, repeat, other] = [await pay("order-1"), await pay("order-1"), await pay("order-2")];
    await logOf(owner, 4);
    const hashes = await Promise.all(
      [first, repeat, other].map(async (response) => {
        const detail = await owner.get(`/developers/requests/${idOf(response)}`);
        const { request } = detail.json<{ request: Logged }>();
        expect(request.code).toBe(first.json<{ code: string }>().code);
        return request["idempotencyKeyHash"];
      }),
    );
    expect(hashes).toEqual([expect.any(String), hashes[0], expect.not.stringMatching(String(hashes[0]))]);
  });

  test("has calls above the limit, files, and streams at their beginning [DP-13]", async () => {
    const busy = await createKey(owner, ["wallet:read", "checks:read"]);
    const address = await addressOf(app);
    const stream = new AbortController();
    const events = await fetch(`${address}/events`, {
      headers: { authorization: `Bearer ${busy.secret}` },
      signal: stream.signal,
    });
    const csv = await callWithKey(app, busy.secret, "/user/transactions.csv");
    await Promise.all(Array.from({ length: 28 }, () => callWithKey(app, busy.secret, prices)));
    const tooMany = await callWithKey(app, busy.secret, prices);
    const requests = await logOf(owner, 31); // while the stream is open
    const found = new Map(requests.map((one) => [one.id, one]));
    expect(found.get(events.headers.get("x-request-id") ?? "")).toMatchObject({ route: "/events", status: 200 });
    expect(found.get(idOf(csv))).toMatchObject({ route: "/user/transactions.csv", status: 200, code: null });
    expect(found.get(idOf(tooMany))).toMatchObject({ status: 429, code: "too_many_requests" });
    stream.abort();
    await owner.get("/developers/requests");
    expect((await list(owner)).requests).toHaveLength(31);
  });

  test("has a call whose client left before the response [DP-13]", async () => {
    const { hostname, port } = new URL(await addressOf(app));
    const client = await app.owner.connect();
    try {
      await client.query("begin; lock table api_key_secrets in access exclusive mode");
      const socket = connect(Number(port), hostname);
      socket.write(`GET ${apiBase}${prices} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key.secret}\r\n\r\n`);
      await vi.waitFor(async () => {
        const { rows } = await app.owner.query("select from pg_locks where not granted");
        expect(rows.length).toBeGreaterThan(0);
      });
      socket.destroy();
    } finally {
      await client.query("rollback");
      client.release();
    }
    expect(await logOf(owner, 1)).toMatchObject([{ route: prices, status: 200 }]);
  });

  test("has no call of an unknown key or of a session [DP-13]", async () => {
    const mistyped = `${key.secret.slice(0, -1)}${key.secret.endsWith("a") ? "b" : "a"}`;
    expect(outcome(await callWithKey(app, mistyped, prices))).toBe("401 key_invalid");
    await owner.get(prices);
    await callWithKey(app, key.secret, prices);
    await logOf(owner, 1);
    const { rows } = await app.owner.query("select from api_requests where organisation_id = $1", [
      owner.organisationId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test("contains no value of a body, path, query or header [DP-13]", async () => {
    const planted = ["22233344455", "08031112223", "Chiamaka", "chi@example.test", "203.0.113.77"] as const;
    const [nin, phone, name, email, from] = planted;
    const headers = { "idempotency-key": nin, "user-agent": name, "x-request-id": nin, cookie: `a=${phone}` };
    const body = { nin, phone, name, email, currency: "NGN", purpose: { code: "employment", note: name } };
    const call = (path: string, method: "GET" | "POST" = "GET") =>
      callWithKey(app, key.secret, path, { method, from, headers, ...(method === "POST" && { body }) });
    await call(`/verification/session/${nin}${nin}`);
    await call(`/user/matching-requests?search=${email}&phone=${phone}`);
    await call(`/${name}/${nin}?email=${email}`);
    await call(`/verification/check-consent/${nin}`);
    await call("/verification/session", "POST");
    await call("/verification/quote", "POST");
    await logOf(owner, 6);
    const { rows } = await app.owner.query<{ row: string }>("select to_jsonb(r)::text as row from api_requests r");
    for (const value of planted) expect(rows.map(({ row }) => row).join("\n")).not.toContain(value);
  });

  test("names each call as the documentation does [DP-13]", async () => {
    const powerless = await createKey(owner, ["webhooks"], { networks: ["198.51.100.0/24"] });
    const paths = new Map<string, string>();
    for (const call of scopesByCall.keys()) {
      const [method, path = ""] = call.split(" ");
      const url = path.replaceAll(/\{\w+\}/g, "x");
      const response = await callWithKey(app, powerless.secret, url, {
        method: method === "POST" || method === "DELETE" ? method : "GET",
      });
      paths.set(idOf(response), path);
    }
    await vi.waitFor(async () => {
      const { rows } = await app.owner.query<{ id: string; route: string }>(
        "select id, route from api_requests where key_id = $1",
        [powerless.id],
      );
      expect(new Map(rows.map(({ id, route }) => [id, route]))).toEqual(paths);
    });
  });

  test("explains which scope is missing [DP-13]", async () => {
    await callWithKey(app, key.secret, "/developers/webhooks");
    const [scope] = await logOf(owner, 1);
    const detail = await owner.get(`/developers/requests/${scope?.id}`);
    expect(detail.json<{ request: Logged }>().request).toMatchObject({
      code: "scope_missing",
      explanation: "A key needs the scope webhooks for this call. Nothing was charged.",
    });
  });
});
