import { apiBase } from "@idanimo/contract/operation";
import { newestVersion } from "@idanimo/contract/developers/versions";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { callWithKey, createKey, type TestKey } from "../../../testing/developer-steps.ts";
import { completeLookup } from "../../../testing/lookup-steps.ts";
import {
  addMember,
  createBusiness,
  createOrganisation,
  insertMember,
  outcome,
  type TestMember,
} from "../../../testing/organisation-steps.ts";

/** Dated versions of the responses to API keys. [DP-16] */

let app: TestApp;
let owner: TestMember;
let key: TestKey;
beforeAll(async () => void (app = await createTestApp()));
afterAll(() => app.close());
beforeEach(async () => {
  await setTime("2026-11-28T12:00:00Z");
  owner = await createOrganisation(app);
  key = await createKey(owner, ["quotes", "checks:read"]);
});

const [first, newest] = ["2026-11-27", "2026-11-28"] as const;
const path = "/verification/sources";
type Sent = Awaited<ReturnType<typeof callWithKey>>;
const versionIn = ({ headers }: Sent) => headers["idanimo-version"];
const call = (version?: string, secret = key.secret, to = path) =>
  callWithKey(app, secret, to, { headers: version === undefined ? {} : { "idanimo-version": version } });
const listed = async () =>
  (await owner.get("/developers/keys")).json<{
    keys: { id: string; version: string | null }[];
    version: string | null;
    versions: string[];
  }>();
/** Sets the product's clock to a time. */
const setTime = (time: string) => app.setClockOffset(Date.parse(time) - Date.now());

describe("the version of a call with a key", () => {
  test("is the newest at first, to which the organisation is then pinned [DP-16]", async () => {
    expect((await listed()).version).toBeNull();
    expect(versionIn(await call())).toBe(newestVersion);
    expect(await listed()).toMatchObject({ version: newestVersion, versions: [first, newest] });
  });

  test("is that of the organisation's first call [DP-16]", async () => {
    expect(versionIn(await call(first))).toBe(first);
    const second = await createKey(owner, ["quotes"]);
    expect(versionIn(await call(undefined, second.secret))).toBe(first);
    const other = await createOrganisation(app);
    expect(versionIn(await call(undefined, (await createKey(other, ["quotes"])).secret))).toBe(newest);
  });

  test("is its header's before its key's, and its key's before the organisation's [DP-16]", async () => {
    await call(newest);
    const old = await createKey(owner, ["quotes"], { version: first });
    expect(versionIn(await call(undefined, old.secret))).toBe(first);
    expect(versionIn(await call(newest, old.secret))).toBe(newest);
    expect((await listed()).version).toBe(newest);
    const change = (version: string | null) => owner.post(`/developers/keys/${old.id}`, { version });
    expect(outcome(await change(null))).toBe("done");
    expect(versionIn(await call(undefined, old.secret))).toBe(newest);
    expect(outcome(await change(first))).toBe("done");
    expect((await listed()).keys.find(({ id }) => id === old.id)?.version).toBe(first);
  });

  test("is in every response, also in errors, and never in one to a session [DP-16]", async () => {
    const sent = [await call(first, key.secret, "/developers/keys"), await call(first, key.secret, "/nothing")];
    expect(sent.map(outcome)).toEqual(["403 scope_missing", "404 not_found"]);
    expect(sent.map(versionIn)).toEqual([first, undefined]); // nothing looks for a key where there is no call
    const limited = await createKey(owner, ["quotes"], { networks: ["198.51.100.1"] });
    const refused = await call(first, limited.secret);
    expect([outcome(refused), versionIn(refused)]).toEqual(["403 address_not_allowed", first]);
    const bySession = await app.app.inject({
      url: apiBase + path,
      headers: { authorization: `Bearer ${owner.token}`, "idanimo-version": "none" },
    });
    expect([bySession.statusCode, versionIn(bySession)]).toEqual([200, undefined]);
  });

  test("is in the headers of an event stream, beside its limit [DP-14 DP-16]", async () => {
    const base = await app.app.listen({ port: 0, host: "127.0.0.1" });
    const stream = await fetch(`${base}${apiBase}/events`, {
      headers: { authorization: `Bearer ${key.secret}`, "idanimo-version": first },
    });
    await stream.body?.cancel();
    const names = ["idanimo-version", "sunset", "ratelimit-limit"];
    expect(names.map((name) => stream.headers.get(name))).toEqual([
      first,
      "Sun, 28 Nov 2027 00:00:00 GMT",
      expect.stringMatching(/^\d+$/),
    ]);
  });

  test.each(["2026-11-29", "2026-11-28, 2026-11-27", "latest", ""])(
    "is rejected if it is unknown: %s [DP-16]",
    async (version) => {
      const sent = await call(version);
      expect(outcome(sent)).toBe("400 unknown_version");
      expect(sent.json()).toMatchObject({
        details: { header: "Idanimo-Version", versions: `${first}, ${newest}` },
        message: expect.stringContaining(`Idanimo-Version names no version`) as string,
      });
      expect((await listed()).version).toBeNull();
    },
  );
});

describe("an older version", () => {
  test("says when it was replaced and when it ends [DP-16]", async () => {
    const { headers } = await call(first);
    expect(headers).toMatchObject({
      deprecation: `@${Date.parse("2026-11-28T00:00:00Z") / 1000}`,
      sunset: "Sun, 28 Nov 2027 00:00:00 GMT",
      link: '</developers/changes>; rel="deprecation"; type="text/html"',
    });
    const current = (await call(newest)).headers;
    expect([current["deprecation"], current["sunset"], current["link"]]).toEqual([undefined, undefined, undefined]);
  });

  test("works for 12 months; then a newer one is needed [DP-16]", async () => {
    await call(first);
    const late = await createKey(owner, ["quotes"], { version: first, expiresInDays: 365 });
    await setTime("2027-11-27T23:00:00Z");
    owner = await insertMember(app, owner.organisationId, ["owner"]);
    expect(versionIn(await call(undefined, late.secret))).toBe(first);
    await setTime("2027-11-28T00:00:01Z");
    owner = await insertMember(app, owner.organisationId, ["owner"]);
    const next = await createKey(owner, ["quotes"]);
    for (const [secret, version] of [[next.secret], [late.secret], [late.secret, first]] as const) {
      const ended = await call(version, secret);
      expect([outcome(ended), ended.json<{ details: object }>().details]).toEqual([
        "400 version_ended",
        { version: first, header: "Idanimo-Version", versions: newest },
      ]);
    }
    expect(outcome(await call(newest, next.secret))).toBe("done");
    expect((await listed()).versions).toEqual([newest]);

    // the way out: no key or organisation may choose it, and both may choose a newer one
    for (const [to, body] of [
      [`/developers/keys/${next.id}`, { version: first }],
      ["/developers/version", { version: first }],
      ["/developers/keys", { name: "x", mode: "live", scopes: ["quotes"], expiresInDays: 7, version: first }],
    ] as const)
      expect(outcome(await owner.post(to, body))).toBe("400 bad_input");
    expect(outcome(await owner.post("/developers/version", { version: newest }))).toBe("done");
    expect(versionIn(await call(undefined, next.secret))).toBe(newest);
    expect(versionIn(await call(undefined, late.secret))).toBeUndefined();
    await owner.post(`/developers/keys/${late.id}`, { version: null });
    expect(versionIn(await call(undefined, late.secret))).toBe(newest);
  });
});

describe("responses", () => {
  test("have the words of their version; those to a session stay as they are [DP-16]", async () => {
    owner = await createBusiness(app, { NGN: 50_000_00n });
    key = await createKey(owner, ["checks:read"]);
    const { itemId } = await completeLookup(app, owner.own, { kind: "not_found" });
    const one = `/verification/check-consent/${itemId}`;
    const list = "/user/matching-requests";
    const consents = (body: unknown) =>
      [...JSON.stringify(body).matchAll(/"consent":"([^"]+)"/g)].map(([, text]) => text);
    for (const to of [one, list]) {
      const bodies = [await call(first, key.secret, to), await call(newest, key.secret, to), await owner.get(to)];
      expect(bodies.map((sent) => [sent.statusCode, consents(sent.json())])).toEqual([
        [200, ["No data found"]],
        [200, ["no_data_found"]],
        [200, ["No data found"]],
      ]);
    }
  });
});

describe("the version of an organisation", () => {
  test("is deleted when the organisation closes [DP-16]", async () => {
    await call(first);
    const pins = async () =>
      (await app.owner.query("select version from api_version_pins where organisation_id = $1", [owner.organisationId]))
        .rows;
    expect(await pins()).toEqual([{ version: first }]);
    expect(outcome(await owner.post("/organisation/close", { confirm: "CLOSE", balance: { way: "none" } }))).toBe(
      "done",
    );
    expect(await pins()).toEqual([]);
  });

  test("is changed by members who manage keys, and is audited [DP-16]", async () => {
    const reader = await addMember(app, owner, ["reader"]);
    expect(outcome(await reader.post("/developers/version", { version: first }))).toBe("403 right_missing");
    expect(outcome(await owner.post("/developers/version", { version: "2026-01-01" }))).toBe("400 bad_input");
    await owner.post("/developers/version", { version: first });
    await owner.post(`/developers/keys/${key.id}`, { version: newest });
    const { rows } = await app.owner.query(
      "select action, reason from audit_log where organisation_id = $1 and action like 'api\\_%changed' order by at",
      [owner.organisationId],
    );
    expect(rows).toEqual([
      { action: "api_version_changed", reason: first },
      { action: "api_key_changed", reason: newest },
    ]);
    const stranger = await createOrganisation(app);
    expect(outcome(await stranger.post(`/developers/keys/${key.id}`, { version: null }))).toBe("404 not_found");
  });
});
