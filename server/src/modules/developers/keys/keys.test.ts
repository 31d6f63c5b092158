import { keyPattern } from "@idanimo/contract/developers/key-format";
import { hash } from "@node-rs/argon2";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { callWithKey, createKey } from "../../../testing/developer-steps.ts";
import { addMember, createOrganisation, outcome, type TestMember } from "../../../testing/organisation-steps.ts";

let app: TestApp;
let owner: TestMember;
beforeAll(async () => void (app = await createTestApp()));
beforeEach(async () => {
  await app.setClockOffset(0);
  owner = await createOrganisation(app, { NGN: 5_000_00n });
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

const dayMs = 86_400_000;
const list = async (by: TestMember) => (await by.get("/developers/keys")).json<{ keys: Record<string, unknown>[] }>();
const prices = "/verification/sources";
const noticesOf = async (by: TestMember) =>
  (await by.get("/user/notices")).json<{ notices: { kind: string; text: string }[] }>().notices;
const noticesAbout = async (by: TestMember, kind: string) => (await noticesOf(by)).filter((one) => one.kind === kind);

describe("an API key", () => {
  test("is shown once, stored as a hash, and listed without its secret [DP-01]", async () => {
    const key = await createKey(owner, ["quotes", "checks:read"], { networks: ["203.0.113.7", "2001:db8:1::/48"] });
    expect(key.secret).toMatch(keyPattern);
    expect((await callWithKey(app, key.secret, prices)).statusCode).toBe(200);
    await vi.waitFor(async () => expect((await list(owner)).keys[0]).toMatchObject({ lastUsedFrom: "203.0.113.0/24" }));
    const listed = await list(owner);
    expect(listed.keys).toMatchObject([
      {
        id: key.id,
        name: "Back office",
        mode: "live",
        prefix: key.secret.slice(0, 17),
        scopes: ["quotes", "checks:read"],
        networks: ["203.0.113.7/32", "2001:db8:1::/48"],
        createdBy: "Amina Okoye",
        lastUsedAt: expect.stringMatching(/:00\.000Z$/) as string,
        oldSecretUntil: null,
        version: null,
      },
    ]);
    const { rows } = await app.owner.query(
      "select to_jsonb(k)::text || to_jsonb(s)::text as row from api_keys k join api_key_secrets s on s.key_id = k.id",
    );
    expect(JSON.stringify(listed) + JSON.stringify(rows)).not.toContain(key.secret.slice(17));
  });

  test("has a name, known scopes, 7 to 365 days and addresses [DP-01]", async () => {
    const make = (change: object) =>
      owner.post("/developers/keys", { name: "x", mode: "live", scopes: ["quotes"], expiresInDays: 90, ...change });
    for (const wrong of [
      { name: " " },
      { scopes: [] },
      { scopes: ["everything"] },
      { expiresInDays: 6 },
      { expiresInDays: 366 },
      { networks: ["203.0.113.300"] },
      { networks: ["10.0.0.0/33"] },
      { networks: ["example.com"] },
    ])
      expect([wrong, outcome(await make(wrong))]).toEqual([wrong, "400 bad_input"]);
    expect(outcome(await make({ mode: "test" }))).toBe("409 mode_not_offered");
    for (const right of [{ expiresInDays: 7 }, { expiresInDays: 365 }, { networks: ["::1/128"] }])
      expect(outcome(await make(right))).toBe("done");
  });

  test("needs the password or a recent sign-in again [DP-01]", async () => {
    await app.setClockOffset(dayMs / 2);
    const late = { name: "x", mode: "live", scopes: ["quotes"], expiresInDays: 90 };
    expect(outcome(await owner.post("/developers/keys", late))).toBe("403 sign_in_again");
    await app.owner.query("update users set password_hash = $2 where id = $1", [
      owner.id,
      await hash("Correct-horse-1"),
    ]);
    expect(outcome(await owner.post("/developers/keys", late))).toBe("403 proof_needed");
    const passkey = { challengeId: owner.organisationId, response: { id: "x", response: {} } };
    expect(outcome(await owner.post("/developers/keys", { ...late, passkey }))).toBe("400 passkey_refused");
    const wrong = await owner.post("/developers/keys", { ...late, password: "Wrong-horse-1" });
    expect(outcome(wrong)).toBe("400 incorrect_old_password");
    expect((await list(owner)).keys).toEqual([]);
    expect(outcome(await owner.post("/developers/keys", { ...late, password: "Correct-horse-1" }))).toBe("done");
  });

  test("has at most 19 others in its organisation [DP-01]", async () => {
    for (let at = 0; at < 20; at += 1) await createKey(owner, ["quotes"]);
    const full = await owner.post("/developers/keys", {
      name: "x",
      mode: "live",
      scopes: ["quotes"],
      expiresInDays: 90,
    });
    expect(outcome(full)).toBe("409 key_limit");
    const [first] = (await list(owner)).keys;
    expect(outcome(await owner.remove(`/developers/keys/${String(first?.["id"])}`))).toBe("done");
    await createKey(owner, ["quotes"]);
  });

  test("has no scope beyond the rights of its creator, also later [DP-02]", async () => {
    const developer = await addMember(app, owner, ["developer"]);
    const make = (by: TestMember, scope: string) =>
      by.post("/developers/keys", { name: "x", mode: "live", scopes: [scope], expiresInDays: 90 });
    expect(outcome(await make(developer, "checks:create"))).toBe("403 scope_not_held");
    expect(outcome(await make(owner, "results:person"))).toBe("403 scope_not_held");
    const requester = await addMember(app, owner, ["requester", "developer"]);
    const key = await createKey(requester, ["quotes", "webhooks"]);
    expect((await callWithKey(app, key.secret, prices)).statusCode).toBe(200);
    await owner.post(`/organisation/members/${requester.id}`, { roles: ["developer"] });
    expect(outcome(await callWithKey(app, key.secret, prices))).toBe("403 scope_missing");
  });

  test.each(["Bearer idn_live_bogus", "Bearer idn_live_", "bearer idn_live_mistyped.key"])(
    "%s is not a valid key, not a missing sign-in [DP-02]",
    async (authorization) => {
      const sent = await app.app.inject({ url: `/api/v2${prices}`, headers: { authorization } });
      expect(outcome(sent)).toBe("401 key_invalid");
    },
  );

  test("works with the scheme in any case [DP-02]", async () => {
    const { secret } = await createKey(owner, ["quotes"]);
    const sent = await app.app.inject({ url: `/api/v2${prices}`, headers: { authorization: `bearer ${secret}` } });
    expect(outcome(sent)).toBe("done");
  });

  test("says which scope a call needs, or that no key may make it [DP-02]", async () => {
    const { secret } = await createKey(owner, ["webhooks"]);
    const messageOf = async (path: string) =>
      (await callWithKey(app, secret, path)).json<{ message: string }>().message;
    expect(await messageOf(prices)).toBe("This key needs the scope quotes for this call. Nothing was charged.");
    expect(await messageOf("/user/sessions")).toBe("This key may not make this call: no key may. Nothing was charged.");
  });

  test("belongs to its organisation: others neither see nor change it [DP-01]", async () => {
    const key = await createKey(owner, ["quotes"]);
    const stranger = await createOrganisation(app);
    expect((await list(stranger)).keys).toEqual([]);
    expect(outcome(await stranger.remove(`/developers/keys/${key.id}`))).toBe("404 not_found");
    expect(outcome(await stranger.post(`/developers/keys/${key.id}/roll`, { overlapHours: 0 }))).toBe("404 not_found");
    expect(outcome(await owner.own.get("/developers/keys"))).toBe("404 not_found");
    const elsewhere = { headers: { "idanimo-organisation": stranger.organisationId } };
    expect(outcome(await callWithKey(app, key.secret, prices, elsewhere))).toBe("404 not_found");
  });
});

describe("the end of an API key", () => {
  test("works at once on every process [DP-03]", async () => {
    const other = (await app.startProcess()).app;
    const key = await createKey(owner, ["quotes"]);
    for (const to of [app.app, other])
      expect((await callWithKey(app, key.secret, prices, { to })).statusCode).toBe(200);
    expect(outcome(await owner.remove(`/developers/keys/${key.id}`))).toBe("done");
    for (const to of [app.app, other])
      expect(outcome(await callWithKey(app, key.secret, prices, { to }))).toBe("401 key_ended");
    expect(outcome(await owner.remove(`/developers/keys/${key.id}`))).toBe("404 not_found");
    const { rows } = await app.owner.query("select action from audit_log where object_id = $1 order by at", [key.id]);
    expect(rows).toEqual([{ action: "api_key_created" }, { action: "api_key_ended" }]);
  });

  test("comes when it expires, its creator is removed or suspended, or the organisation closes [DP-03]", async () => {
    const [expiring, kept] = [
      await createKey(owner, ["quotes"], { expiresInDays: 7 }),
      await createKey(owner, ["quotes"]),
    ];
    const colleague = await addMember(app, owner, ["admin"]);
    const theirs = await createKey(colleague, ["quotes"]);
    await owner.post(`/organisation/members/${colleague.id}`, { state: "suspended" });
    expect(outcome(await callWithKey(app, theirs.secret, prices))).toBe("401 key_ended");
    await owner.post(`/organisation/members/${colleague.id}`, { state: "active" });
    expect((await callWithKey(app, theirs.secret, prices)).statusCode).toBe(200);
    expect(outcome(await owner.remove(`/organisation/members/${colleague.id}`))).toBe("done");
    expect(outcome(await callWithKey(app, theirs.secret, prices))).toBe("401 key_ended");
    await app.setClockOffset(7 * dayMs + 1_000);
    expect(outcome(await callWithKey(app, expiring.secret, prices))).toBe("401 key_ended");
    expect((await callWithKey(app, kept.secret, prices)).statusCode).toBe(200);
    await app.owner.query("update organisations set closed_at = now() where id = $1", [owner.organisationId]);
    expect(outcome(await callWithKey(app, kept.secret, prices))).toBe("401 key_ended");
  });

  test("is announced to the owners 14 days before, once [DP-03]", async () => {
    await createKey(owner, ["quotes"], { expiresInDays: 7 });
    await createKey(owner, ["quotes"], { expiresInDays: 30 });
    for (let run = 0; run < 2; run += 1) await app.runSchedule("announce_ending_keys");
    expect(await noticesAbout(owner, "key_ending")).toHaveLength(1);
  });

  test("is deleted with its secrets 30 days after it expired [DP-01]", async () => {
    await createKey(owner, ["quotes"], { expiresInDays: 7 });
    await app.setClockOffset(38 * dayMs);
    await app.runSchedule("delete_expired_rows");
    const { rows } = await app.owner.query("select from api_keys where organisation_id = $1", [owner.organisationId]);
    expect(rows).toEqual([]);
  });
});

describe("rolling an API key", () => {
  test("lets both secrets work for the chosen hours, on every process [DP-03]", async () => {
    const other = (await app.startProcess()).app;
    const key = await createKey(owner, ["quotes"]);
    const rolled = await owner.post(`/developers/keys/${key.id}/roll`, { overlapHours: 24 });
    const { secret, oldSecretUntil } = rolled.json<{ secret: string; oldSecretUntil: string }>();
    expect(Math.round((Date.parse(oldSecretUntil) - Date.now()) / 3_600_000)).toBe(24);
    const works = async () => {
      const codes = [];
      for (const to of [app.app, other])
        for (const one of [key.secret, secret]) codes.push((await callWithKey(app, one, prices, { to })).statusCode);
      return codes;
    };
    expect(await works()).toEqual([200, 200, 200, 200]);
    expect((await list(owner)).keys).toMatchObject([{ prefix: secret.slice(0, 17), oldSecretUntil }]);
    await app.setClockOffset(dayMs + 1_000);
    expect(await works()).toEqual([401, 200, 401, 200]);
  });

  test("ends the old secret at once without an overlap, and rejects more than 168 hours [DP-03]", async () => {
    const key = await createKey(owner, ["quotes"]);
    const roll = (overlapHours: number) => owner.post(`/developers/keys/${key.id}/roll`, { overlapHours });
    for (const hours of [-1, 169, 1.5]) expect(outcome(await roll(hours))).toBe("400 bad_input");
    const { secret } = (await roll(0)).json<{ secret: string }>();
    expect(outcome(await callWithKey(app, key.secret, prices))).toBe("401 key_ended");
    expect((await callWithKey(app, secret, prices)).statusCode).toBe(200);
  });
});

describe("the addresses of an API key", () => {
  test("are checked, also IPv4 in IPv6 form; a rejected one leaves one notice [DP-04]", async () => {
    const key = await createKey(owner, ["quotes"], { networks: ["203.0.113.0/28", "2001:db8::/32"] });
    const from = async (address: string) => outcome(await callWithKey(app, key.secret, prices, { from: address }));
    for (const allowed of ["203.0.113.15", "::ffff:203.0.113.3", "2001:db8:5::1"])
      expect([allowed, await from(allowed)]).toEqual([allowed, "done"]);
    for (const other of ["203.0.113.16", "::ffff:203.0.113.99", "2001:db9::1"])
      expect([other, await from(other)]).toEqual([other, "403 address_not_allowed"]);
    const notices = await noticesAbout(owner, "key_address_refused");
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toContain("203.0.113.0/24");
  });

  test("that are new leave a notice for the owners, once per network [DP-04]", async () => {
    const key = await createKey(owner, ["quotes"]);
    for (const from of ["198.51.100.4", "198.51.100.9", "203.0.113.1", "198.51.100.4"])
      await callWithKey(app, key.secret, prices, { from });
    await vi.waitFor(async () => expect(await noticesAbout(owner, "key_network_new")).toHaveLength(2));
  });
});

describe("a published API key", () => {
  test("ends when it is sent in an address, with a notice [DP-05]", async () => {
    const key = await createKey(owner, ["quotes"]);
    const sent = await app.app.inject({ url: `/api/v2/verification/sources?key=${key.secret}` });
    expect(outcome(sent)).toBe("400 secret_in_address");
    expect(outcome(await callWithKey(app, key.secret, prices))).toBe("401 key_ended");
    expect(await noticesAbout(owner, "key_leaked")).toHaveLength(1);
  });

  test("ends when a scanner reports it; the response never says whether it was known [DP-05]", async () => {
    const [key, other] = [await createKey(owner, ["quotes"]), await createKey(owner, ["quotes"])];
    const report = (keys: readonly string[]) =>
      app.app.inject({
        method: "POST",
        url: "/api/v2/developers/leaked",
        headers: { "content-type": "application/json" },
        payload: JSON.stringify({ keys }),
      });
    const unknown = await report([`idn_live_${"a".repeat(46)}`]);
    const known = await report([key.secret, "nonsense"]);
    expect([known.statusCode, known.body]).toEqual([202, unknown.body]);
    expect(outcome(await callWithKey(app, key.secret, prices))).toBe("401 key_ended");
    expect((await callWithKey(app, other.secret, prices)).statusCode).toBe(200);
    expect(await noticesAbout(owner, "key_leaked")).toHaveLength(1);
  });
});

describe("authentication with an API key", () => {
  test("is not possible by cookie, and needs no origin as a cookie does [DP-02]", async () => {
    const key = await createKey(owner, ["quotes"]);
    const asCookie = await app.app.inject({
      url: `/api/v2${prices}`,
      headers: { cookie: `__Host-idanimo=${key.secret}` },
    });
    expect(outcome(asCookie)).toBe("401 not_signed_in");
    const headers = { origin: "https://customer.example", "sec-fetch-site": "cross-site" };
    const quote = { nin: "12345678901", currency: "NGN" };
    const made = await callWithKey(app, key.secret, "/verification/quote", { method: "POST", body: quote, headers });
    expect(outcome(made)).toBe("done");
    expect(outcome(await owner.post("/verification/quote", quote, headers))).toBe("403 cross_site");
  });

  test("rejects unknown and mistyped keys, and limits them per address [DP-02]", async () => {
    const fresh = (await app.startProcess()).app;
    const key = await createKey(owner, ["quotes"]);
    const wrong = `${key.secret.slice(0, -1)}${key.secret.endsWith("0") ? "1" : "0"}`;
    const seen = [];
    for (let at = 0; at < 61 * 100; at += 1) {
      const code = outcome(await callWithKey(app, wrong, prices, { to: fresh, from: "192.0.2.1" }));
      seen.push(code);
      if (code !== "401 key_invalid") break;
    }
    expect([seen[0], seen.at(-1)]).toEqual(["401 key_invalid", "429 too_many_requests"]);
    expect((await callWithKey(app, key.secret, prices, { to: fresh, from: "192.0.2.1" })).statusCode).toBe(200);
  });
});
