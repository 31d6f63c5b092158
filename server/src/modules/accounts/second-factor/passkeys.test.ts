import { generateKeyPairSync, randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sessionCookieName } from "../../../http/cookies.ts";
import { browserHeaders, type Kit, openKit, password } from "../testing/kit.ts";
import { type CeremonyOptions, type Tampering, createPasskeyDevice } from "./testing/passkey-device.ts";
import { secondFactorActions, type SignedInPerson } from "./testing/second-factor-actions.ts";

let kit: Kit;
let people: ReturnType<typeof secondFactorActions>;
beforeAll(async () => {
  kit = await openKit();
  people = secondFactorActions(kit);
});
afterEach(async () => {
  await people.moveClock(0);
  await kit.owner.query("delete from rate_limits");
  await kit.settle();
});
afterAll(() => kit.close());

type Device = ReturnType<typeof createPasskeyDevice>;
type Options = { readonly challengeId: string; readonly options: CeremonyOptions & Record<string, unknown> };
const newDevice = () => createPasskeyDevice(kit.deps.publicUrl);
const problemOf = (response: { json(): { code?: string } }) => response.json().code;

const optionsToAdd = async (person: SignedInPerson) =>
  (await kit.post("/user/passkeys/options", { password }, person.headers)).json<Options>();
const optionsToSignIn = async () => (await kit.post("/auth/passkey/options", {})).json<Options>();

const keep = (person: SignedInPerson, challengeId: string, response: object, name = "My phone") =>
  kit.post("/user/passkeys", { challengeId, response, name }, person.headers);
const add = async (person: SignedInPerson, device: Device, lies: Tampering = {}) => {
  const { challengeId, options } = await optionsToAdd(person);
  return keep(person, challengeId, device.make(options, lies));
};
const login = (challengeId: string, response: object, headers: Record<string, string> = {}) =>
  kit.post("/auth/passkey/login", { challengeId, response, ipAddress: null }, headers);
const signIn = async (device: Device, lies: Tampering = {}, headers: Record<string, string> = {}) => {
  const { challengeId, options } = await optionsToSignIn();
  return login(challengeId, device.use(options, lies), headers);
};
/** A person with a working passkey. */
async function withPasskey(): Promise<{ person: SignedInPerson; device: Device; id: string }> {
  const [person, device] = [await people.newPerson(), newDevice()];
  const { id } = (await add(person, device)).json<{ id: string }>();
  return { person, device, id };
}
type Listed = { passkeys: { id: string; name: string; createdAt: string; lastUsedAt: string | null }[] };
const passkeysOf = async (person: SignedInPerson) =>
  (await kit.get("/user/security", person.headers)).json<Listed>().passkeys;

describe("adding a passkey", () => {
  test("requests a resident key and user verification, with an opaque user handle", async () => {
    const person = await people.newPerson();
    const { options } = await optionsToAdd(person);
    expect(options).toMatchObject({
      rp: { id: "idanimo.test", name: "Idanimo" },
      user: { id: Buffer.from(person.userId.replaceAll("-", ""), "hex").toString("base64url"), name: person.email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    expect(Buffer.from(options.challenge, "base64url")).toHaveLength(32);
  });

  test("stores a passkey that signs in, with an audit row and an email [LOGIN-08]", async () => {
    const { person, device, id } = await withPasskey();
    expect(await passkeysOf(person)).toEqual([
      { id, name: "My phone", createdAt: expect.any(String), lastUsedAt: null },
    ]);
    expect((await signIn(device)).json()).toMatchObject({ email: person.email, jwtToken: expect.any(String) });
    expect((await passkeysOf(person))[0]?.lastUsedAt).toEqual(expect.any(String));
    expect(await people.auditOf(person)).toContain("passkey_added");
    expect((await people.mailsTo(person))[0]?.text).toContain("sign in with a new passkey");
  });

  test.each<{ what: string; lies: Tampering }>([
    { what: "made on another origin", lies: { origin: "https://idanimo.test.evil.example" } },
    { what: "made on our host over http", lies: { origin: "http://idanimo.test" } },
    { what: "with another challenge", lies: { challenge: randomBytes(32).toString("base64url") } },
    { what: "for another host", lies: { rpId: "evil.example" } },
    { what: "without user verification", lies: { unchecked: true } },
    { what: "from a sign-in response", lies: { type: "webauthn.get" } },
  ])("rejects one $what [T-10]", async ({ lies }) => {
    const person = await people.newPerson();
    expect(problemOf(await add(person, newDevice(), lies))).toBe("passkey_refused");
    expect(await passkeysOf(person)).toEqual([]);
  });

  test("accepts a challenge once, within five minutes, for its user and purpose", async () => {
    const [person, other] = [await people.newPerson(), await people.newPerson()];
    const once = await optionsToAdd(person);
    const both = await Promise.all([1, 2].map(() => keep(person, once.challengeId, newDevice().make(once.options))));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);

    const theirs = await optionsToAdd(other);
    expect(problemOf(await keep(person, theirs.challengeId, newDevice().make(theirs.options)))).toBe("passkey_refused");
    const toSignIn = await optionsToSignIn();
    const asMade = newDevice().make({ ...toSignIn.options, rp: { id: "idanimo.test" } });
    expect(problemOf(await keep(person, toSignIn.challengeId, asMade))).toBe("passkey_refused");

    const late = await optionsToAdd(person);
    await people.moveClock(301_000);
    expect(problemOf(await keep(person, late.challengeId, newDevice().make(late.options)))).toBe("passkey_refused");
    expect(await passkeysOf(person)).toHaveLength(1);
  });

  test("rejects another user's credential id, which stays theirs", async () => {
    const { person, device } = await withPasskey();
    const thief = await people.newPerson();
    expect(problemOf(await add(thief, newDevice(), { credentialId: device.id }))).toBe("passkey_refused");
    expect((await signIn(device)).json()).toMatchObject({ email: person.email });
    const { options } = await optionsToAdd(person);
    expect(options["excludeCredentials"]).toEqual([
      { id: device.id, type: "public-key", transports: ["internal", "hybrid"] },
    ]);
  });

  test("requires the password for a challenge and for removal [T-10]", async () => {
    const { person, device, id } = await withPasskey();
    for (const given of [{}, { password: "Wrong-horse-1" }]) {
      expect(problemOf(await kit.post("/user/passkeys/options", given, person.headers))).toBe("incorrect_old_password");
      const removed = await kit.post(`/user/passkeys/${id}/remove`, given, person.headers);
      expect(problemOf(removed)).toBe("incorrect_old_password");
    }
    expect((await signIn(device)).statusCode).toBe(200);
  });

  test.each([{}, { id: 1, response: {} }, { id: "\u0000", response: {} }, { id: "AA", response: { x: [] } }])(
    "rejects a malformed response: %j",
    async (response) => {
      const person = await people.newPerson();
      const { challengeId } = await optionsToAdd(person);
      const made = await keep(person, challengeId, response);
      const signed = await login((await optionsToSignIn()).challengeId, response);
      for (const response of [made, signed]) expect(["passkey_refused", "bad_input"]).toContain(problemOf(response));
    },
  );

  test("stores a name as one line of visible characters, and rejects any other [T-71]", async () => {
    const person = await people.newPerson();
    const { challengeId, options } = await optionsToAdd(person);
    const made = newDevice().make(options);
    for (const name of ["My\u0000phone", "\u200B"])
      expect(problemOf(await keep(person, challengeId, made, name))).toBe("bad_input");
    expect((await keep(person, challengeId, made, "My\u200B\r\nphone")).statusCode).toBe(200);
    expect((await passkeysOf(person)).map(({ name }) => name)).toEqual(["My phone"]);
  });
});

describe("signing in with a passkey", () => {
  test("returns options without credentials, so that they reveal no account", async () => {
    const { options } = await optionsToSignIn();
    expect(options).toMatchObject({ rpId: "idanimo.test", userVerification: "required" });
    expect(options).not.toHaveProperty("allowCredentials");
  });

  test("sets the browser's cookie and ends its previous session [SESSION-02]", async () => {
    const { device } = await withPasskey();
    const token = async (headers: Record<string, string>) =>
      (await signIn(device, {}, headers)).cookies.find(({ name }) => name === sessionCookieName)?.value ?? "none";
    const first = await token(browserHeaders);
    const second = await token({ ...browserHeaders, cookie: `${sessionCookieName}=${first}` });
    const statusOf = async (value: string) =>
      (await kit.get("/user/profile", { cookie: `${sessionCookieName}=${value}` })).statusCode;
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  });

  test("limits a session on a shared computer to six idle minutes [T-19]", async () => {
    const { device } = await withPasskey();
    const response = await signIn(device, {}, { ...browserHeaders, cookie: "sharedComputer=yes" });
    const given = response.cookies.find(({ name }) => name === sessionCookieName);
    expect([given?.expires, given?.maxAge]).toEqual([undefined, undefined]);
    await people.moveClock(6.1 * 60_000);
    expect((await kit.get("/user/profile", { cookie: `${sessionCookieName}=${given?.value}` })).statusCode).toBe(401);
  });

  test("skips the second step, since the passkey verifies its user", async () => {
    const { person, device } = await withPasskey();
    await people.withTotp(person);
    expect((await kit.signIn({ email: person.email })).json()).toMatchObject({ secondFactor: true });
    expect((await signIn(device)).json()).toMatchObject({ email: person.email, jwtToken: expect.any(String) });
  });

  test.each<{ what: string; lies: Tampering }>([
    { what: "on another origin", lies: { origin: "https://idanimo.test.evil.example" } },
    { what: "on our host with another port", lies: { origin: "https://idanimo.test:8443" } },
    { what: "with another challenge", lies: { challenge: randomBytes(32).toString("base64url") } },
    { what: "for another host", lies: { rpId: "evil.example" } },
    { what: "without user verification", lies: { unchecked: true } },
    { what: "with another key", lies: { signedWith: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey } },
    { what: "with a lower counter", lies: { counter: 1 } },
    { what: "with a counter of zero after others", lies: { counter: 0 } },
    { what: "with an unknown id", lies: { credentialId: randomBytes(32).toString("base64url") } },
    { what: "without a user handle", lies: { userHandle: null } },
    { what: "with a registration response", lies: { type: "webauthn.create" } },
  ])("rejects one used $what [T-06]", async ({ lies }) => {
    const { device } = await withPasskey();
    expect((await signIn(device, { counter: 20 })).statusCode).toBe(200);
    const response = await signIn(device, { counter: 21, ...lies });
    expect([response.statusCode, problemOf(response), response.cookies]).toEqual([400, "passkey_refused", []]);
    expect((await signIn(device, { counter: 22 })).statusCode).toBe(200);
  });

  test("does not sign in another user [T-17]", async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()];
    const handle = Buffer.from(theirs.person.userId.replaceAll("-", ""), "hex").toString("base64url");
    for (const lies of [
      { userHandle: handle },
      { credentialId: theirs.device.id },
      { credentialId: theirs.device.id, userHandle: handle },
    ])
      expect(problemOf(await signIn(mine.device, lies))).toBe("passkey_refused");
  });

  test("rejects a repeated message, and an expired or foreign challenge", async () => {
    const { person, device } = await withPasskey();
    const { challengeId, options } = await optionsToSignIn();
    const message = device.use(options);
    const responses = await Promise.all([1, 2, 3].map(() => login(challengeId, message)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(problemOf(await login((await optionsToSignIn()).challengeId, message))).toBe("passkey_refused");

    const toAdd = await optionsToAdd(person);
    expect(problemOf(await login(toAdd.challengeId, device.use(toAdd.options)))).toBe("passkey_refused");
    const late = await optionsToSignIn();
    await people.moveClock(301_000);
    expect(problemOf(await login(late.challengeId, device.use(late.options)))).toBe("passkey_refused");
  });

  test("accepts one of several concurrent uses with the same counter", async () => {
    const { device } = await withPasskey();
    const asked = await Promise.all([1, 2, 3, 4].map(() => optionsToSignIn()));
    const responses = await Promise.all(
      asked.map(({ challengeId, options }) => login(challengeId, device.use(options, { counter: 50 }))),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test("accepts a passkey that never counts, such as a synced one, repeatedly", async () => {
    const [person, device] = [await people.newPerson(), newDevice()];
    await add(person, device, { counter: 0 });
    for (let at = 0; at < 3; at += 1) expect((await signIn(device, { counter: 0 })).statusCode).toBe(200);
  });

  test("counts sign-ins and challenges against the address [T-06]", async () => {
    const narrow = await openKit({ wider: 1 });
    const messages = [];
    const unknownPasskey = { id: "AAAA", response: {} };
    for (let at = 0; at < 31; at += 1)
      messages.push(
        (
          await narrow.post("/auth/passkey/login", {
            challengeId: narrow.deps.ids.publicId(),
            response: unknownPasskey,
          })
        ).statusCode,
      );
    expect([messages[29], messages[30]]).toEqual([400, 429]);
    const challenges = await Promise.all(Array.from({ length: 121 }, () => narrow.post("/auth/passkey/options", {})));
    expect(challenges.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    await narrow.close();
  });
});

describe("removing a passkey", () => {
  test("rejects its next sign-in, writes an audit row and emails the owner", async () => {
    const { person, device, id } = await withPasskey();
    expect((await kit.post(`/user/passkeys/${id}/remove`, { password }, person.headers)).json()).toEqual({
      result: "success",
    });
    expect(problemOf(await signIn(device))).toBe("passkey_refused");
    expect(await passkeysOf(person)).toEqual([]);
    expect(await people.auditOf(person)).toContain("passkey_removed");
    expect((await people.mailsTo(person)).at(-1)?.text).toContain("no longer works");
  });

  test("returns 404 for another user's or an unknown passkey [T-17]", async () => {
    const { device, id } = await withPasskey();
    const other = await people.newPerson();
    for (const named of [id, kit.deps.ids.publicId()])
      expect((await kit.post(`/user/passkeys/${named}/remove`, { password }, other.headers)).statusCode).toBe(404);
    expect((await signIn(device)).statusCode).toBe(200);
  });
});
