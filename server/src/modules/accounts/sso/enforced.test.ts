import { randomUUID } from "node:crypto";
import { apiBase } from "@idanimo/contract/operation";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestUser } from "../../../testing/app.ts";
import { addMember, outcome } from "../../../testing/organisation-steps.ts";
import { type CeremonyOptions, createPasskeyDevice } from "../second-factor/testing/passkey-device.ts";
import { type ConnectedOrganisation, end, openSsoKit, type SsoKit } from "./testing/sso-kit.ts";

const usersDomain = "example.test";

let kit: SsoKit;
let organisation: ConnectedOrganisation;
let owner: ConnectedOrganisation["owner"];
let domain: string;

beforeAll(async () => {
  kit = await openSsoKit();
});
beforeEach(async () => {
  organisation = await kit.connect();
  ({ owner, domain } = organisation);
});
afterEach(() => kit.app.checkInvariants());
afterAll(() => kit.close());

const publicPost = (path: string, payload: object) =>
  kit.app.app.inject({ method: "POST", url: apiBase + path, payload });
const login = (email: string) =>
  publicPost("/auth/login", { email, password: "Some-Password-1!", ipAddress: "102.89.0.1", captcha: "x" });
const enforce = (exemptUserId: string) => organisation.save({ state: "enforced", exemptUserId });
/** Proves the domain of the test's own users. */
async function proveUsersDomain() {
  const added = await owner.post("/organisation/domains", { domain: usersDomain });
  const { record } = added.json<{ domain: { record: string } }>().domain;
  kit.app.providers.domainRecords.texts.set(usersDomain, [record]);
  expect(outcome(await owner.post(`/organisation/domains/${usersDomain}/check`, {}))).toBe("done");
}

type Ceremony = { readonly challengeId: string; readonly options: CeremonyOptions };

/** Adds a passkey through the API. @returns how it signs in */
async function addPasskey(user: TestUser) {
  const { redirectUrl } = (await owner.get("/organisation/sso")).json<{ redirectUrl: string }>();
  const device = createPasskeyDevice(new URL(redirectUrl).origin);
  const made = (await user.post("/user/passkeys/options", {})).json<Ceremony>();
  const response = device.make(made.options);
  expect(outcome(await user.post("/user/passkeys", { challengeId: made.challengeId, response, name: "Phone" }))).toBe(
    "done",
  );
  return async () => {
    const { challengeId, options } = (await publicPost("/auth/passkey/options", {})).json<Ceremony>();
    return publicPost("/auth/passkey/login", { challengeId, response: device.use(options), ipAddress: null });
  };
}

describe("an enforced connection", () => {
  test("rejects passwords of its domain, whether the account exists or not [TM-11]", async () => {
    await addPasskey(owner.own);
    expect(outcome(await enforce(owner.id))).toBe("done");
    for (const email of [organisation.hauwa.email, `no-one@${domain}`]) {
      const response = await login(email);
      expect(outcome(response)).toBe("403 sso_required");
      expect(response.json()).toMatchObject({
        details: { organisation: "Kano Traders", organisationId: owner.organisationId },
      });
    }
    expect(outcome(await login("ada@elsewhere.example"))).not.toBe("403 sso_required");
    await organisation.save();
    expect(outcome(await login(organisation.hauwa.email))).not.toBe("403 sso_required");
  });

  test("rejects accounts of Google and Facebook with an address of its domain [TM-11]", async () => {
    await addPasskey(owner.own);
    const order = { subject: "20000000000000000077777", email: organisation.hauwa.email };
    const { accessToken } = await fetch(`${kit.sandbox.url}/__sandbox/facebook/tokens`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(order),
    }).then((response) => response.json() as Promise<{ accessToken: string }>);
    const signIn = () => publicPost("/openauth/facebook", { accessToken, deviceName: "Web app", ipAddress: null });
    expect(outcome(await signIn())).toBe("done");
    await enforce(owner.id);
    expect(outcome(await signIn())).toBe("403 sso_required");
  });

  test("lets only its exempt owner use a passkey, and tells every owner [TM-11]", async () => {
    const second = await addMember(kit.app, owner, ["owner"], "Bola");
    const third = await addMember(kit.app, owner, ["reader"], "Chidi");
    const [useOwn, useSecond] = [await addPasskey(owner.own), await addPasskey(second.own)];
    await proveUsersDomain();
    expect(outcome(await useSecond())).toBe("done");
    expect(outcome(await enforce(owner.id))).toBe("done");
    expect(outcome(await useSecond())).toBe("403 sso_required");
    expect(outcome(await login(owner.email))).toBe("403 sso_required");
    const noticesOf = async (user: TestUser) => {
      const { rows } = await kit.app.owner.query<{ kind: string }>(
        "select kind from notices where owner_id = $1 and kind = 'sso_exemption_used'",
        [user.id],
      );
      return rows.length;
    };
    expect(await noticesOf(second)).toBe(0);
    expect(outcome(await useOwn())).toBe("done");
    expect([await noticesOf(owner), await noticesOf(second), await noticesOf(third)]).toEqual([1, 1, 0]);
    const { rows } = await kit.app.owner.query("select from audit_log where actor_id = $1 and action = $2", [
      owner.id,
      "sso_exemption_used",
    ]);
    expect(rows).toHaveLength(1);
    await owner.remove(`/organisation/domains/${usersDomain}`);
    expect(outcome(await useSecond())).toBe("done");
    expect(await noticesOf(second)).toBe(1);
  });
});

describe("the exempt owner", () => {
  test("keeps their last passkey while the connection is enforced [TM-11]", async () => {
    await addPasskey(owner.own);
    await proveUsersDomain();
    const passkeysOf = async () =>
      (await owner.own.get("/user/security")).json<{ passkeys: { id: string }[] }>().passkeys.map(({ id }) => id);
    const remove = async (id: string | undefined) => outcome(await owner.own.post(`/user/passkeys/${id}/remove`, {}));
    expect(outcome(await enforce(owner.id))).toBe("done");
    const [only] = await passkeysOf();
    expect(await remove(only)).toBe("409 last_exempt_passkey");
    expect(await passkeysOf()).toEqual([only]);
    await addPasskey(owner.own);
    expect(await remove(only)).toBe("done");
    const [other] = await passkeysOf();
    expect(await remove(other)).toBe("409 last_exempt_passkey");
    await organisation.save({ state: "offered" });
    expect(await remove(other)).toBe("done");
    await owner.remove(`/organisation/domains/${usersDomain}`);
  });
});

describe("saving a connection", () => {
  test("needs a verified domain, and an owner with a passkey", async () => {
    const fieldsOf = async (changes: object) =>
      Object.keys((await organisation.save(changes)).json<{ fields?: object }>().fields ?? {});
    expect(await fieldsOf({ state: "enforced" })).toEqual(["exemptUserId"]);
    expect(await fieldsOf({ state: "enforced", exemptUserId: owner.id })).toEqual(["exemptUserId"]);
    await addPasskey(owner.own);
    const admin = await addMember(kit.app, owner, ["admin"]);
    await addPasskey(admin.own);
    expect(await fieldsOf({ state: "enforced", exemptUserId: admin.id })).toEqual(["exemptUserId"]);
    expect(await fieldsOf({ state: "enforced", exemptUserId: owner.id })).toEqual([]);
    expect(await fieldsOf({ clientSecret: undefined, issuer: `${kit.sandbox.url}/google` })).toEqual(["clientSecret"]);
    expect(await fieldsOf({ issuer: `${kit.sandbox.url}/nothing` })).toEqual(["issuer"]);
    expect(await fieldsOf({ issuer: "https://127.0.0.1:9/" })).toEqual(["issuer"]);
    await owner.remove(`/organisation/domains/${domain}`);
    expect(await fieldsOf({})).toEqual(["state"]);
  });

  test("never returns the secret, and lists who can be exempt", async () => {
    await addPasskey(owner.own);
    const second = await addMember(kit.app, owner, ["owner"]);
    const settings = await owner.get("/organisation/sso");
    expect(settings.body).not.toContain("secret");
    expect(settings.json()).toMatchObject({
      owners: [
        { userId: owner.id, name: "Amina Okoye", email: owner.email, hasPasskey: true },
        { userId: second.id, hasPasskey: false },
      ],
    });
  });

  test("is found by the domain alone, while it is on", async () => {
    const find = async (email: string) => (await publicPost("/sso/lookup", { email })).json<object>();
    const found = { id: owner.organisationId, name: "Kano Traders", enforced: false };
    expect(await find(`no-one@${domain}`)).toEqual({ organisation: found });
    expect(await find("no-one@elsewhere.example")).toEqual({ organisation: null });
    await organisation.save({ state: "off" });
    expect(await find(`no-one@${domain}`)).toEqual({ organisation: null });
    expect(end((await organisation.start()).response)).toBe("/login?social=sso-not_offered#");
    expect(end(await kit.get(`/sso/${randomUUID()}/start`))).toBe("/login?social=sso-not_offered#");
  });
});
