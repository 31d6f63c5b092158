import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type CeremonyOptions,
  createPasskeyDevice,
  type Tampering,
} from "../modules/accounts/second-factor/testing/passkey-device.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import {
  codeOf,
  consoleOrigin,
  createTestConsole,
  json,
  rows,
  testBrowser,
  type TestConsole,
  type TestOperator,
} from "../testing/console.ts";
import { operatorCookieName } from "./cookie.ts";

/** Operators' passkeys: registration, sign-in, removal. */

let product: TestApp;
let operatorConsole: TestConsole;
const password = "Example-1-password";
let passwordHash: string;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
  const hashed = await operatorConsole.deps.passwords.hash(password);
  if (!hashed.ok) throw new Error("no hash");
  passwordHash = hashed.value;
});
afterEach(async () => {
  await product.owner.query("delete from rate_limits");
  await product.setClockOffset(0);
  await product.checkInvariants();
});
afterAll(() => product.close());

type Device = ReturnType<typeof createPasskeyDevice>;
type Challenge = { readonly challengeId: string; readonly options: CeremonyOptions };

async function newOperator(): Promise<TestOperator> {
  const operator = await operatorConsole.operator("support");
  await product.owner.query("update operators set password_hash = $2 where id = $1", [operator.id, passwordHash]);
  return operator;
}
/** A call without a sign-in, from a page of the console. */
const visit = (path: string, body: object) =>
  operatorConsole.app.inject({
    method: "POST",
    url: `/console/v1${path}`,
    payload: JSON.stringify(body),
    headers: {
      "content-type": "application/json",
      origin: consoleOrigin,
      "sec-fetch-site": "same-origin",
      "user-agent": testBrowser,
    },
  });
const optionsToAdd = async (operator: TestOperator) =>
  json<Challenge>(await operator.post("/passkeys/options", { password }));
async function add(operator: TestOperator, device: Device, lies: Tampering = {}) {
  const { challengeId, options } = await optionsToAdd(operator);
  return operator.post("/passkeys", { challengeId, response: device.make(options, lies), name: "My phone" });
}
async function signIn(device: Device, lies: Tampering = {}) {
  const { challengeId, options } = json<Challenge>(await visit("/sign-in/passkey/options", {}));
  return visit("/sign-in/passkey", { challengeId, response: device.use(options, lies) });
}
async function withPasskey() {
  const [operator, device] = [await newOperator(), createPasskeyDevice(consoleOrigin)];
  const { id } = json<{ id: string }>(await add(operator, device));
  return { operator, device, id };
}
const me = (token: string | undefined) =>
  operatorConsole.app.inject({
    url: "/console/v1/me",
    headers: { cookie: `${operatorCookieName}=${token}`, "user-agent": testBrowser },
  });
const audit = (operatorId: string) =>
  rows<{ action: string }>(
    product,
    "select action from audit_log where actor_id = $1 or (actor_id is null and object_id = $1) order by at, id",
    [operatorId],
  );

describe("a passkey of an operator [OC-03]", () => {
  test("is added with the password, and signs in alone", async () => {
    const { operator, device, id } = await withPasskey();
    const signedIn = await signIn(device);
    expect(signedIn.statusCode).toBe(200);
    const cookie = signedIn.cookies.find(({ name }) => name === operatorCookieName);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
    expect(json(await me(cookie?.value))).toMatchObject({ id: operator.id });
    expect(json(await operator.get("/passkeys"))).toMatchObject({
      passkeys: [{ id, name: "My phone", lastUsedAt: expect.any(String) }],
    });
    expect((await audit(operator.id)).map(({ action }) => action)).toEqual([
      "operator_passkey_added",
      "operator_signed_in",
    ]);
  });

  test("needs the right password to be added or removed", async () => {
    const { operator, id } = await withPasskey();
    const wrong = { password: "Example-2-password" };
    expect(codeOf(await operator.post("/passkeys/options", wrong))).toBe("wrong_password");
    expect(codeOf(await operator.post(`/passkeys/${id}/remove`, wrong))).toBe("wrong_password");
    expect(json<{ passkeys: object[] }>(await operator.get("/passkeys")).passkeys).toHaveLength(1);
  });

  test("is removed with the password, and then signs in no more", async () => {
    const { operator, device, id } = await withPasskey();
    const stranger = await newOperator();
    expect(codeOf(await stranger.post(`/passkeys/${id}/remove`, { password }))).toBe("not_found");
    expect((await operator.post(`/passkeys/${id}/remove`, { password })).statusCode).toBe(200);
    expect(codeOf(await signIn(device))).toBe("passkey_refused");
    expect((await audit(operator.id)).map(({ action }) => action)).toContain("operator_passkey_removed");
  });

  test.each<[string, Tampering]>([
    ["another origin", { origin: "http://localhost:8080" }],
    ["another challenge", { challenge: "b3RoZXI" }],
    ["a user who was not verified", { unchecked: true }],
  ])("is not stored from %s", async (_what, lies) => {
    const operator = await newOperator();
    expect(codeOf(await add(operator, createPasskeyDevice(consoleOrigin), lies))).toBe("passkey_refused");
    expect(json(await operator.get("/passkeys"))).toEqual({ passkeys: [] });
  });

  test.each<[string, Tampering]>([
    ["another origin", { origin: "http://localhost:8080" }],
    ["another challenge", { challenge: "b3RoZXI" }],
    ["a user who was not verified", { unchecked: true }],
    ["a counter that does not grow", { counter: 0 }],
    ["another user handle", { userHandle: "b3RoZXI" }],
    ["an unknown credential", { credentialId: "dW5rbm93bg" }],
  ])("does not sign in with %s, which is recorded", async (_what, lies) => {
    const { device } = await withPasskey();
    expect((await signIn(device)).statusCode).toBe(200); // the counter is 1 or more now
    const failures = async () =>
      (await rows(product, "select from audit_log where action = 'operator_sign_in_failed' and reason = 'passkey'"))
        .length;
    const before = await failures();
    const refused = await signIn(device, lies);
    expect([codeOf(refused), refused.cookies]).toEqual(["passkey_refused", []]);
    expect(await failures()).toBe(before + 1);
  });

  test("answers each challenge once, within five minutes, for the operator it was created for", async () => {
    const { operator, device } = await withPasskey();
    const stranger = await newOperator();
    const { challengeId, options } = await optionsToAdd(operator);
    const response = createPasskeyDevice(consoleOrigin).make(options);
    const store = (by: TestOperator) => by.post("/passkeys", { challengeId, response, name: "Other" });
    expect(codeOf(await store(stranger))).toBe("passkey_refused");
    expect((await store(operator)).statusCode).toBe(200);
    expect(codeOf(await store(operator))).toBe("passkey_refused");
    const again = json<Challenge>(await visit("/sign-in/passkey/options", {}));
    const used = { challengeId: again.challengeId, response: device.use(again.options) };
    const answers = await Promise.all([visit("/sign-in/passkey", used), visit("/sign-in/passkey", used)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    const late = json<Challenge>(await visit("/sign-in/passkey/options", {}));
    await product.setClockOffset(6 * 60_000);
    const answer = { challengeId: late.challengeId, response: device.use(late.options) };
    expect(codeOf(await visit("/sign-in/passkey", answer))).toBe("passkey_refused");
  });

  test("does not sign in an operator who was disabled [OC-04]", async () => {
    const { operator, device } = await withPasskey();
    await product.owner.query("update operators set state = 'disabled', disabled_at = product_now() where id = $1", [
      operator.id,
    ]);
    expect(codeOf(await signIn(device))).toBe("passkey_refused");
  });

  test("is stored for no one when its challenge is unknown", async () => {
    const operator = await newOperator();
    const { options } = await optionsToAdd(operator);
    const response = createPasskeyDevice(consoleOrigin).make(options);
    expect(codeOf(await operator.post("/passkeys", { challengeId: randomUUID(), response, name: "x" }))).toBe(
      "passkey_refused",
    );
  });
});
