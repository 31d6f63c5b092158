import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { SocialSignIn } from "../../providers/social-sign-in/port.ts";
import { createPasskeyDevice } from "./second-factor/testing/passkey-device.ts";
import { secondFactorActions } from "./second-factor/testing/second-factor-actions.ts";
import { freshEmail, browserHeaders, type Kit, openKit, password } from "./testing/kit.ts";

/** Many phones of one network share an address: a successful sign-in must not use up its attempts. */

let persons = 0;
/** A provider that accepts every token. */
const google: SocialSignIn = {
  provider: "google",
  clientId: "id",
  scriptUrl: "https://accounts.test/client",
  version: "",
  identify: () => Promise.resolve(vouched()),
  begin: ({ state }) => Promise.resolve(`https://accounts.test/?state=${state}`),
  finish: () => Promise.resolve(vouched()),
};
const vouched = () => ({
  kind: "person" as const,
  person: {
    provider: "google" as const,
    subject: String((persons += 1)),
    email: freshEmail(),
    firstName: "Ngozi",
    lastName: "Adeyemi",
  },
});

let kit: Kit;
beforeAll(async () => {
  const points = { login_address: 3, code_address: 3 };
  kit = await openKit({ points, social: { google, facebook: undefined } });
});
afterEach(async () => void (await kit.owner.query("delete from rate_limits")));
afterAll(() => kit.close());

/** Four sign-ins where three attempts are allowed. */
const times = [1, 2, 3, 4];

test("does not count activations and password sign-ins against their address [T-06]", async () => {
  for (const _time of times) {
    const email = await kit.openAccount();
    expect((await kit.signIn({ email }, browserHeaders)).statusCode).toBe(200);
  }
});

test("counts a provider's redirect against the address, but not a sign-in by token [T-06]", async () => {
  for (const _time of times) {
    const body = { accessToken: "token", deviceName: "Web app", ipAddress: null };
    expect((await kit.post("/openauth/google-login", body, browserHeaders)).statusCode).toBe(200);
  }
  for (const _time of times.slice(2)) {
    const away = await kit.get("/openauth/google/start", { "sec-fetch-site": "same-origin" });
    const { searchParams } = new URL(String(away.headers.location));
    const cookie = away.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const back = await kit.get(`/openauth/google/callback?code=c&state=${searchParams.get("state")}`, { cookie });
    expect(back.headers.location).toBe("/main-dashboard#");
  }
});

test("does not count authenticator codes and passkeys against their address [T-06]", async () => {
  const people = secondFactorActions(kit);
  const person = await people.newPerson();
  const device = createPasskeyDevice(kit.deps.publicUrl);
  const toAdd = await kit.post("/user/passkeys/options", { password }, person.headers);
  const { challengeId, options } = toAdd.json<Asked>();
  const made = { challengeId, response: device.make(options), name: "My phone" };
  expect((await kit.post("/user/passkeys", made, person.headers)).statusCode).toBe(200);
  const { recoveryCodes } = await people.withTotp(person);
  for (const time of times) {
    const ticket = await people.ticketOf(person);
    expect((await people.finish(ticket, recoveryCodes[time] ?? "none")).statusCode).toBe(200);
    const query = (await kit.post("/auth/passkey/options", {})).json<Asked>();
    const used = { challengeId: query.challengeId, response: device.use(query.options), ipAddress: null };
    expect((await kit.post("/auth/passkey/login", used)).statusCode).toBe(200);
  }
});

type Asked = {
  readonly challengeId: string;
  readonly options: Parameters<ReturnType<typeof createPasskeyDevice>["use"]>[0];
};
