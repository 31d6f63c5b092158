import type { Challenge } from "altcha-lib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sortedStrings, individualForm, type Kit, openKit, password, solveCaptcha } from "./testing/kit.ts";

let kit: Kit;
beforeAll(async () => {
  kit = await openKit();
});
afterEach(() => kit.settle());
afterAll(() => kit.close());

const ask = async (purpose = "login") => (await kit.get(`/captcha/challenge?purpose=${purpose}`)).json<Challenge>();
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
const login = (captcha: string) =>
  kit.post("/auth/login", { email: "no-account@example.test", password, ipAddress: null, captcha });
const wordOf = async (captcha: string) => (await login(captcha)).json<{ code: string }>().code;

test("accepts a captcha once, also when it is sent concurrently [T-08]", async () => {
  const captcha = await kit.solve("login");
  const words = await Promise.all([wordOf(captcha), wordOf(captcha), wordOf(captcha)]);
  expect(sortedStrings(words)).toEqual(["captcha_failed", "captcha_failed", "incorrect_credentials"]);
  const replayed = await login(captcha);
  expect([replayed.statusCode, replayed.json()]).toMatchObject([400, { code: "captcha_failed" }]);
});

test("rejects a call without a captcha on each form that requires one [T-08]", async () => {
  const missing = [
    await kit.post("/auth/login", { email: "no-account@example.test", password, ipAddress: null }),
    await kit.post("/auth/registration", individualForm()),
  ];
  for (const response of missing)
    expect([response.statusCode, response.json()]).toMatchObject([400, { fields: { captcha: expect.any(String) } }]);
});

test("rejects a captcha that was solved for another form [T-08]", async () => {
  expect(await wordOf(await kit.solve("registration"))).toBe("captcha_failed");
  const other = await kit.post("/auth/registration", { ...individualForm(), captcha: await kit.solve("login") });
  expect([other.statusCode, other.json()]).toMatchObject([400, { code: "captcha_failed" }]);
});

test("rejects a captcha after two minutes [T-08]", async () => {
  const captcha = await kit.solve("login");
  await kit.setClockOffset(121_000);
  expect(await wordOf(captcha)).toBe("captcha_failed");
});

test.each([-10_000, -2, 2, 24])(
  "issues captchas valid for two minutes with the database %d hours ahead [R-29]",
  async (hours) => {
    const ms = hours * 3_600_000;
    await kit.setClockOffset(ms);
    expect(await wordOf(await kit.solve("login"))).toBe("incorrect_credentials");
    const late = await kit.solve("login");
    await kit.setClockOffset(ms + 121_000);
    expect(await wordOf(late)).toBe("captcha_failed");
  },
);

test("rejects everything but a solved challenge of this server [T-08]", async () => {
  const challenge = await ask();
  const good = JSON.parse(Buffer.from(await solveCaptcha(challenge), "base64").toString()) as {
    solution: { counter: number; derivedKey: string };
  };
  const changed = (parameters: object) =>
    base64({ ...good, challenge: { ...challenge, parameters: { ...challenge.parameters, ...parameters } } });
  const forgeries = {
    "the widget's test mode": base64({ challenge: null, solution: null, test: true }),
    "no JSON": "%%%",
    "an empty object": base64({}),
    "a list": base64([]),
    "another purpose": changed({ data: { ...challenge.parameters.data, purpose: "registration" } }),
    "a cheaper challenge": changed({ cost: 0 }),
    "a later expiry": changed({ data: { ...challenge.parameters.data, expiresAt: 6_000_000_000 } }),
    "another nonce": changed({ nonce: "0".repeat(32) }),
    "another key": base64({ challenge, solution: { ...good.solution, derivedKey: "00".repeat(32) } }),
    "another counter": base64({ challenge, solution: { ...good.solution, counter: good.solution.counter + 1 } }),
    "no signature": base64({ ...good, challenge: { parameters: challenge.parameters } }),
    "a forged signature": base64({ ...good, challenge: { ...challenge, signature: "0".repeat(64) } }),
  };
  const taken = [];
  for (const [name, captcha] of Object.entries(forgeries))
    if ((await wordOf(captcha)) !== "captcha_failed") taken.push(name);
  expect(taken).toEqual([]);
  expect(await wordOf(base64({ challenge, ...good }))).toBe("incorrect_credentials"); // none of them consumed the challenge
});

test("returns a challenge with its form and cost, uncached [T-08]", async () => {
  const response = await kit.get("/captcha/challenge?purpose=fpassword");
  expect(response.json()).toMatchObject({
    parameters: { cost: 1, data: { purpose: "fpassword", expiresAt: expect.any(Number) } },
    signature: expect.any(String),
  });
  expect(response.headers["cache-control"]).toBe("no-store");
  expect((await kit.get("/captcha/challenge?purpose=other")).statusCode).toBe(400);
});

test("limits challenges per address", async () => {
  const narrow = await openKit({ wider: 1 });
  const responses = [];
  for (let at = 0; at < 121; at += 1) responses.push((await narrow.get("/captcha/challenge?purpose=login")).statusCode);
  expect([responses.filter((status) => status === 200).length, responses.at(-1)]).toEqual([120, 429]);
  await narrow.close();
});
