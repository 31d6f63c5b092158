import type { LightMyRequestResponse } from "fastify";
import { randomUUID } from "node:crypto";
import { apiBase } from "@idanimo/contract/operation";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type RunningSandbox, startSandbox } from "../../../providers/testing/sandbox.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { createOrganisation, outcome, type TestMember } from "../../../testing/organisation-steps.ts";

/** Against a certified OpenID provider: the second issuer of the sandbox. */

let domain: string;
let hauwa: string;
let sandbox: RunningSandbox;
let app: TestApp;
let owner: TestMember;

beforeAll(async () => {
  sandbox = await startSandbox("http://localhost:8080");
  app = await createTestApp({ SANDBOX_PORT: new URL(sandbox.url).port });
});
afterEach(() => app.checkInvariants());
afterAll(async () => {
  await app.close();
  await sandbox.stop();
});

const connection = () => ({
  issuer: `${sandbox.url}/directory`,
  clientId: "sandbox-directory-client-id",
  clientSecret: "sandbox-directory-client-secret",
  state: "offered",
  exemptUserId: null as string | null,
});
const save = (by: TestMember, changes: object = {}) => by.post("/organisation/sso", { ...connection(), ...changes });
const addPasskey = (userId: string) =>
  app.owner.query(
    "insert into passkeys (id, user_id, name, credential_id, public_key, counter) values ($1, $2, 'key', $3, '\\x00', 0)",
    [randomUUID(), userId, randomUUID()],
  );

/** An organisation with a verified domain and a connection, and a member of its staff. */
beforeEach(async () => {
  const id = randomUUID();
  domain = `${id}.example`;
  hauwa = `account=${id}`;
  await sandbox.post("/__sandbox/directory/accounts", { id, email: `hauwa.sani@${domain}` });
  owner = await createOrganisation(app, { name: "Kano Traders" });
  const added = await owner.post("/organisation/domains", { domain });
  app.providers.domainRecords.texts.set(domain, [added.json<{ domain: { record: string } }>().domain.record]);
  await owner.post(`/organisation/domains/${domain}/check`, {});
  expect(outcome(await save(owner))).toBe("done");
});

const get = (path: string, headers: Record<string, string> = {}) =>
  app.app.inject({ method: "GET", url: apiBase + path, headers });
const cookiesOf = (response: LightMyRequestResponse) =>
  response.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

async function start(organisationId = owner.organisationId) {
  const response = await get(`/sso/${organisationId}/start`);
  return { response, cookie: cookiesOf(response), address: String(response.headers.location) };
}

/** Follows the provider's pages like a browser and picks an account. @returns the URL that leaves the provider */
async function pick(address: string, button: string): Promise<URL> {
  const jar = new Map<string, string>();
  const visit = async (url: string, options: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { ...options, redirect: "manual", headers: { cookie, ...options.headers } });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      jar.set(name, value);
    }
    return response;
  };
  const follow = async (response: Response): Promise<{ html: string } | { left: URL }> => {
    const location = response.headers.get("location");
    if (location === null) return { html: await response.text() };
    const next = new URL(location, sandbox.url);
    return next.origin === sandbox.url ? follow(await visit(next.href)) : { left: next };
  };
  const shown = await follow(await visit(address));
  if ("left" in shown) return shown.left;
  const action = /action="([^"]+)"/.exec(shown.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const left = await follow(await visit(sandbox.url + action, { method: "POST", headers, body: button }));
  if (!("left" in left)) throw new Error(`no redirect: ${left.html}`);
  return left.left;
}

const comeBack = (to: URL, cookie: string) =>
  get(to.pathname.replace(apiBase, "") + to.search, {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    ...(cookie && { cookie }),
  });

async function signIn(button = hauwa): Promise<LightMyRequestResponse> {
  const { cookie, address } = await start();
  return comeBack(await pick(address, button), cookie);
}
const end = (response: LightMyRequestResponse) => response.headers.location;
const memberStates = async () =>
  (
    await app.owner.query<{ email: string; state: string; roles: string[] }>(
      "select u.email, m.state, m.roles from members m join users u on u.id = m.user_id where organisation_id = $1 and u.id <> $2",
      [owner.organisationId, owner.id],
    )
  ).rows;

const identities = async () =>
  (
    await app.owner.query<{ user_id: string }>("select user_id from sso_identities where subject = $1", [
      hauwa.replace("account=", ""),
    ])
  ).rows;

describe("sign-in with an organisation's provider", () => {
  test("uses PKCE, state and nonce, and makes a member with the default role [TM-11]", async () => {
    const { response, cookie, address } = await start();
    expect(response.statusCode).toBe(303);
    const query = new URL(address).searchParams;
    expect(query.get("code_challenge_method")).toBe("S256");
    for (const name of ["state", "nonce"]) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
    const back = await comeBack(await pick(address, hauwa), cookie);
    expect(end(back)).toBe("/main-dashboard#");
    const session = back.cookies.find(({ name }) => name === "__Host-idanimo")?.value;
    const profile = await get("/user/profile", { cookie: `__Host-idanimo=${session}` });
    expect(profile.json()).toMatchObject({ email: `hauwa.sani@${domain}`, firstName: "Hauwa", emailConfirmed: true });
    expect(await memberStates()).toEqual([{ email: `hauwa.sani@${domain}`, state: "active", roles: ["requester"] }]);
    expect(end(await signIn())).toBe("/main-dashboard#");
    expect(await memberStates()).toHaveLength(1);
  });

  test.each(["other_client", "other_issuer", "other_nonce", "expired", "foreign_key"])(
    "rejects a token with the defect %s [TM-11]",
    async (defect) => {
      await sandbox.post("/__sandbox/directory/defect", { defect });
      expect(end(await signIn())).toBe("/login?social=sso-refused#");
      expect(await memberStates()).toEqual([]);
      expect(end(await signIn())).toBe("/main-dashboard#"); // the defect was the reason
    },
  );

  test("accepts a return once, in the same browser, with its state [TM-11]", async () => {
    const { cookie, address } = await start();
    const back = await pick(address, hauwa);
    const changed = new URL(back);
    changed.searchParams.set("state", "s".repeat(43));
    expect(end(await comeBack(changed, cookie))).toBe("/login?social=sso-refused#");
    expect(end(await comeBack(back, ""))).toBe("/login?social=sso-refused#");
    expect(end(await comeBack(back, (await start()).cookie))).toBe("/login?social=sso-refused#");
    expect(end(await comeBack(back, cookie))).toBe("/main-dashboard#");
    expect(end(await comeBack(back, cookie))).toBe("/login?social=sso-refused#");
  });

  test("accepts only addresses of a domain that the organisation has verified [TM-11]", async () => {
    expect(end(await signIn("account=staff-3"))).toBe("/login?social=sso-wrong_domain#");
    expect(end(await signIn("cancel=1"))).toBe("/login?social=sso-cancelled#");
    await owner.remove(`/organisation/domains/${domain}`);
    expect(end(await signIn())).toBe("/login?social=sso-wrong_domain#");
    expect(await memberStates()).toEqual([]);
  });

  test("links an existing account, and tells its user [TM-11]", async () => {
    const email = `hauwa.sani@${domain}`;
    await signIn();
    const { rows: before } = await app.owner.query("delete from sso_identities where subject = $1 returning user_id", [
      hauwa.replace("account=", ""),
    ]);
    expect(end(await signIn())).toBe("/main-dashboard#");
    await app.drainQueue();
    expect(app.providers.mail.sent.filter(({ to }) => to === email).map(({ subject }) => subject)).toContain(
      "Sign-in with your organisation is on",
    );
    expect(await identities()).toEqual(before);
  });

  test("does not bring back suspended and removed members", async () => {
    await signIn();
    const [member] = await identities();
    const path = `/organisation/members/${member?.user_id}`;
    await owner.post(path, { state: "suspended" });
    expect(end(await signIn())).toBe("/login?social=sso-suspended#");
    await owner.remove(path);
    expect(end(await signIn())).toBe("/login?social=sso-suspended#");
  });
});

describe("an enforced connection", () => {
  const login = (email: string) =>
    app.app.inject({
      method: "POST",
      url: `${apiBase}/auth/login`,
      payload: { email, password: "Some-Password-1!", ipAddress: "102.89.0.1", deviceToken: null, captcha: "x" },
    });

  test("rejects passwords of its domain, whether the account exists or not [TM-11]", async () => {
    await addPasskey(owner.id);
    expect(outcome(await save(owner, { state: "enforced", exemptUserId: owner.id }))).toBe("done");
    for (const email of [`hauwa.sani@${domain}`, `nobody@${domain}`]) {
      const response = await login(email);
      expect(outcome(response)).toBe("403 sso_required");
      expect(response.json()).toMatchObject({
        details: { organisation: "Kano Traders", organisationId: owner.organisationId },
      });
    }
    expect(outcome(await login("ada@elsewhere.example"))).not.toBe("403 sso_required");
    await save(owner);
    expect(outcome(await login(`hauwa.sani@${domain}`))).not.toBe("403 sso_required");
  });

  test("needs a verified domain, and an owner with a passkey", async () => {
    const fieldsOf = async (changes: object) =>
      Object.keys((await save(owner, changes)).json<{ fields?: object }>().fields ?? {});
    expect(await fieldsOf({ state: "enforced" })).toEqual(["exemptUserId"]);
    expect(await fieldsOf({ state: "enforced", exemptUserId: owner.id })).toEqual(["exemptUserId"]);
    await addPasskey(owner.id);
    expect(await fieldsOf({ state: "enforced", exemptUserId: owner.id })).toEqual([]);
    expect(await fieldsOf({ clientSecret: undefined, issuer: `${sandbox.url}/google` })).toEqual(["clientSecret"]);
    expect(await fieldsOf({ issuer: `${sandbox.url}/nothing` })).toEqual(["issuer"]);
    expect(await fieldsOf({ issuer: "https://127.0.0.1:9/" })).toEqual(["issuer"]);
    await owner.remove(`/organisation/domains/${domain}`);
    expect(await fieldsOf({})).toEqual(["state"]);
  });

  test("never returns its secret, and is found by the domain alone", async () => {
    const settings = await owner.get("/organisation/sso");
    expect(settings.body).not.toContain("secret");
    const find = async (email: string) =>
      (await app.app.inject({ method: "POST", url: `${apiBase}/sso/lookup`, payload: { email } })).json<object>();
    const organisation = { id: owner.organisationId, name: "Kano Traders", enforced: false };
    expect(await find(`nobody@${domain}`)).toEqual({ organisation });
    expect(await find("nobody@elsewhere.example")).toEqual({ organisation: null });
    await save(owner, { state: "off" });
    expect(await find(`nobody@${domain}`)).toEqual({ organisation: null });
    expect(end((await start()).response)).toBe("/login?social=sso-not_offered#");
  });
});
