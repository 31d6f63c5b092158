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
const problemOf = (answer: { json(): { code?: string } }) => answer.json().code;

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
/** A person with a passkey that works. */
async function withPasskey(): Promise<{ person: SignedInPerson; device: Device; id: string }> {
  const [person, device] = [await people.newPerson(), newDevice()];
  const { id } = (await add(person, device)).json<{ id: string }>();
  return { person, device, id };
}
type Listed = { passkeys: { id: string; name: string; createdAt: string; lastUsedAt: string | null }[] };
const passkeysOf = async (person: SignedInPerson) =>
  (await kit.get("/user/security", person.headers)).json<Listed>().passkeys;

describe("making a passkey", () => {
  test("the options ask for a key kept on the device and a checked user, and name the user by bytes that tell nothing", async () => {
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

  test("LOGIN-08 it is kept with its name, and signs in from then on; audit and a mail tell it", async () => {
    const { person, device, id } = await withPasskey();
    expect(await passkeysOf(person)).toEqual([
      { id, name: "My phone", createdAt: expect.any(String), lastUsedAt: null },
    ]);
    expect((await signIn(device)).json()).toMatchObject({ email: person.email, jwtToken: expect.any(String) });
    expect((await passkeysOf(person))[0]?.lastUsedAt).toEqual(expect.any(String));
    expect(await people.auditOf(person)).toContain("passkey_added");
    expect((await people.mailsTo(person))[0]?.text).toContain("A new passkey can sign in");
  });

  test.each<{ what: string; lies: Tampering }>([
    { what: "made on another origin", lies: { origin: "https://idanimo.test.evil.example" } },
    { what: "made on our host by an insecure page", lies: { origin: "http://idanimo.test" } },
    { what: "for another challenge", lies: { challenge: randomBytes(32).toString("base64url") } },
    { what: "for another host", lies: { rpId: "evil.example" } },
    { what: "by a device that did not check its user", lies: { unchecked: true } },
    { what: "from an answer to sign in with", lies: { type: "webauthn.get" } },
  ])("T-10 one $what is refused", async ({ lies }) => {
    const person = await people.newPerson();
    expect(problemOf(await add(person, newDevice(), lies))).toBe("passkey_refused");
    expect(await passkeysOf(person)).toEqual([]);
  });

  test("a challenge is answered once, within five minutes, by whom it was made for, and for what", async () => {
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

  test("an authenticator's id that is somebody's already is refused, and stays theirs", async () => {
    const { person, device } = await withPasskey();
    const thief = await people.newPerson();
    expect(problemOf(await add(thief, newDevice(), { credentialId: device.id }))).toBe("passkey_refused");
    expect((await signIn(device)).json()).toMatchObject({ email: person.email });
    const { options } = await optionsToAdd(person);
    expect(options["excludeCredentials"]).toEqual([
      { id: device.id, type: "public-key", transports: ["internal", "hybrid"] },
    ]);
  });

  test("T-10 without the password no challenge is given, and none is taken away", async () => {
    const { person, device, id } = await withPasskey();
    for (const given of [{}, { password: "Wrong-horse-1" }]) {
      expect(problemOf(await kit.post("/user/passkeys/options", given, person.headers))).toBe("incorrect_old_password");
      const removed = await kit.post(`/user/passkeys/${id}/remove`, given, person.headers);
      expect(problemOf(removed)).toBe("incorrect_old_password");
    }
    expect((await signIn(device)).statusCode).toBe(200);
  });

  test.each([{}, { id: 1, response: {} }, { id: "\u0000", response: {} }, { id: "AA", response: { x: [] } }])(
    "bytes of nobody's authenticator are refused: %j",
    async (response) => {
      const person = await people.newPerson();
      const { challengeId } = await optionsToAdd(person);
      const made = await keep(person, challengeId, response);
      const signed = await login((await optionsToSignIn()).challengeId, response);
      for (const answer of [made, signed]) expect(["passkey_refused", "bad_input"]).toContain(problemOf(answer));
    },
  );

  test("stores a name as one line of what can be seen, and rejects any other [T-71]", async () => {
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
  test("the options name nobody: no account can be found out by asking", async () => {
    const { options } = await optionsToSignIn();
    expect(options).toMatchObject({ rpId: "idanimo.test", userVerification: "required" });
    expect(options).not.toHaveProperty("allowCredentials");
  });

  test("SESSION-02 a browser gets its cookie, and the sign-in it had before ends", async () => {
    const { device } = await withPasskey();
    const token = async (headers: Record<string, string>) =>
      (await signIn(device, {}, headers)).cookies.find(({ name }) => name === sessionCookieName)?.value ?? "none";
    const first = await token(browserHeaders);
    const second = await token({ ...browserHeaders, cookie: `${sessionCookieName}=${first}` });
    const statusOf = async (value: string) =>
      (await kit.get("/user/profile", { cookie: `${sessionCookieName}=${value}` })).statusCode;
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  });

  test("T-19 on a shared computer a passkey's sign-in ends with the browser too, and after six idle minutes", async () => {
    const { device } = await withPasskey();
    const answer = await signIn(device, {}, { ...browserHeaders, cookie: "sharedComputer=yes" });
    const given = answer.cookies.find(({ name }) => name === sessionCookieName);
    expect([given?.expires, given?.maxAge]).toEqual([undefined, undefined]);
    await people.moveClock(6.1 * 60_000);
    expect((await kit.get("/user/profile", { cookie: `${sessionCookieName}=${given?.value}` })).statusCode).toBe(401);
  });

  test("a passkey checks its user itself: no second step follows it", async () => {
    const { person, device } = await withPasskey();
    await people.withTotp(person);
    expect((await kit.signIn({ email: person.email })).json()).toMatchObject({ secondFactor: true });
    expect((await signIn(device)).json()).toMatchObject({ email: person.email, jwtToken: expect.any(String) });
  });

  test.each<{ what: string; lies: Tampering }>([
    { what: "on another origin", lies: { origin: "https://idanimo.test.evil.example" } },
    { what: "on our host with another port", lies: { origin: "https://idanimo.test:8443" } },
    { what: "for another challenge", lies: { challenge: randomBytes(32).toString("base64url") } },
    { what: "for another host", lies: { rpId: "evil.example" } },
    { what: "by a device that did not check its user", lies: { unchecked: true } },
    { what: "by another key", lies: { signedWith: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey } },
    { what: "with a counter that went back", lies: { counter: 1 } },
    { what: "with a counter of zero after others", lies: { counter: 0 } },
    { what: "with an id nobody has", lies: { credentialId: randomBytes(32).toString("base64url") } },
    { what: "for nobody in particular", lies: { userHandle: null } },
    { what: "from an answer to make a passkey", lies: { type: "webauthn.create" } },
  ])("T-06 one used $what is refused", async ({ lies }) => {
    const { device } = await withPasskey();
    expect((await signIn(device, { counter: 20 })).statusCode).toBe(200);
    const answer = await signIn(device, { counter: 21, ...lies });
    expect([answer.statusCode, problemOf(answer), answer.cookies]).toEqual([400, "passkey_refused", []]);
    expect((await signIn(device, { counter: 22 })).statusCode).toBe(200);
  });

  test("T-17 one person's passkey does not sign another in", async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()];
    const handle = Buffer.from(theirs.person.userId.replaceAll("-", ""), "hex").toString("base64url");
    for (const lies of [
      { userHandle: handle },
      { credentialId: theirs.device.id },
      { credentialId: theirs.device.id, userHandle: handle },
    ])
      expect(problemOf(await signIn(mine.device, lies))).toBe("passkey_refused");
  });

  test("a message is worth nothing a second time, and a challenge nothing after five minutes or for another use", async () => {
    const { person, device } = await withPasskey();
    const { challengeId, options } = await optionsToSignIn();
    const message = device.use(options);
    const answers = await Promise.all([1, 2, 3].map(() => login(challengeId, message)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(problemOf(await login((await optionsToSignIn()).challengeId, message))).toBe("passkey_refused");

    const toAdd = await optionsToAdd(person);
    expect(problemOf(await login(toAdd.challengeId, device.use(toAdd.options)))).toBe("passkey_refused");
    const late = await optionsToSignIn();
    await people.moveClock(301_000);
    expect(problemOf(await login(late.challengeId, device.use(late.options)))).toBe("passkey_refused");
  });

  test("a copied passkey: of two uses at once with one counter only one counts", async () => {
    const { device } = await withPasskey();
    const asked = await Promise.all([1, 2, 3, 4].map(() => optionsToSignIn()));
    const answers = await Promise.all(
      asked.map(({ challengeId, options }) => login(challengeId, device.use(options, { counter: 50 }))),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test("a passkey that never counts, as those kept in a cloud, works again and again", async () => {
    const [person, device] = [await people.newPerson(), newDevice()];
    await add(person, device, { counter: 0 });
    for (let at = 0; at < 3; at += 1) expect((await signIn(device, { counter: 0 })).statusCode).toBe(200);
  });

  test("T-06 it counts for its address like any other sign-in, and so do its challenges", async () => {
    const narrow = await openKit({ wider: 1 });
    const said = [];
    const nobody = { id: "AAAA", response: {} };
    for (let at = 0; at < 31; at += 1)
      said.push(
        (await narrow.post("/auth/passkey/login", { challengeId: narrow.deps.ids.publicId(), response: nobody }))
          .statusCode,
      );
    expect([said[29], said[30]]).toEqual([400, 429]);
    const challenges = await Promise.all(Array.from({ length: 121 }, () => narrow.post("/auth/passkey/options", {})));
    expect(challenges.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    await narrow.close();
  });
});

describe("removing a passkey", () => {
  test("it signs nobody in any more; audit and a mail tell it", async () => {
    const { person, device, id } = await withPasskey();
    expect((await kit.post(`/user/passkeys/${id}/remove`, { password }, person.headers)).json()).toEqual({
      result: "success",
    });
    expect(problemOf(await signIn(device))).toBe("passkey_refused");
    expect(await passkeysOf(person)).toEqual([]);
    expect(await people.auditOf(person)).toContain("passkey_removed");
    expect((await people.mailsTo(person)).at(-1)?.text).toContain("cannot sign in");
  });

  test("T-17 nobody removes another's, or one that is not there", async () => {
    const { device, id } = await withPasskey();
    const other = await people.newPerson();
    for (const named of [id, kit.deps.ids.publicId()])
      expect((await kit.post(`/user/passkeys/${named}/remove`, { password }, other.headers)).statusCode).toBe(404);
    expect((await signIn(device)).statusCode).toBe(200);
  });
});
