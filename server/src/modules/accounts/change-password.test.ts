import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sessionCookieName } from "../../http/cookies.ts";
import { browserHeaders, type Kit, openKit, password } from "./testing/kit.ts";

let kit: Kit;
let email: string;
beforeAll(async () => {
  kit = await openKit();
});
beforeEach(async () => {
  email = await kit.openAccount();
});
afterEach(async () => {
  await kit.owner.query("delete from rate_limits");
  await kit.settle();
});
afterAll(() => kit.close());

const newPassword = "Brown-goats-2";
const body = { oldPassword: password, newPassword, confirm_password: newPassword };
const signedIn = async (headers: Record<string, string> = {}): Promise<Record<string, string>> => {
  const token = (await kit.signIn({ email }, headers)).json<{ jwtToken: string }>().jwtToken;
  return "origin" in headers
    ? { ...headers, cookie: `${sessionCookieName}=${token}` }
    : { authorization: `Bearer ${token}` };
};
const change = (sent: object, headers: Record<string, string>) => kit.post("/user/change/password", sent, headers);
const statusOf = async (headers: Record<string, string>) => (await kit.get("/user/profile", headers)).statusCode;

test("ends all other sessions and rotates the token of this one [T-10 PASSWORD-13]", async () => {
  const [mine, other, elsewhere] = [await signedIn(browserHeaders), await signedIn(browserHeaders), await signedIn()];
  const response = await change(body, mine);
  expect([response.statusCode, response.json()]).toMatchObject([200, { result: "success" }]);
  const { jwtToken, expirationDate } = response.json<{ jwtToken: string; expirationDate: string }>();
  expect(response.cookies).toMatchObject([{ name: sessionCookieName, value: jwtToken, httpOnly: true, secure: true }]);
  expect(response.headers["cache-control"]).toBe("no-store");
  for (const headers of [mine, other, elsewhere]) expect(await statusOf(headers)).toBe(401);
  const renewed = await kit.get("/user/profile", { ...browserHeaders, cookie: `${sessionCookieName}=${jwtToken}` });
  expect([renewed.statusCode, renewed.json()]).toMatchObject([200, { expirationDate }]);
  expect((await kit.signIn({ email })).statusCode).toBe(401);
  expect((await kit.signIn({ email, password: newPassword })).statusCode).toBe(200);
});

test("notifies the user of each change", async () => {
  const mine = await signedIn();
  const { jwtToken } = (await change(body, mine)).json<{ jwtToken: string }>();
  await change(
    { ...body, oldPassword: newPassword, newPassword: `${newPassword}3`, confirm_password: `${newPassword}3` },
    {
      authorization: `Bearer ${jwtToken}`,
    },
  );
  const kinds = await kit.owner.query(
    "select n.kind from notices n join users u on u.id = n.owner_id where u.email = $1 and n.kind <> 'new_sign_in'",
    [email],
  );
  expect(kinds.rows).toEqual([{ kind: "password_changed" }, { kind: "password_changed" }]);
});

test("returns the new token in the body to a non-browser client, without a cookie", async () => {
  const mine = await signedIn();
  const response = await change(body, mine);
  expect(response.cookies).toEqual([]);
  expect(await statusOf(mine)).toBe(401);
  expect(await statusOf({ authorization: `Bearer ${response.json<{ jwtToken: string }>().jwtToken}` })).toBe(200);
});

test("rejects a wrong old password, at most ten times in 15 minutes [ERR-29 API-10]", async () => {
  const mine = await signedIn();
  const responses = [];
  for (let at = 0; at < 12; at += 1) responses.push(await change({ ...body, oldPassword: `Wrong-horse-${at}` }, mine));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(10).fill(400), 429, 429]);
  expect(responses[0]?.json()).toMatchObject({
    code: "incorrect_old_password",
    message: "incorrect old password",
    fields: { oldPassword: "incorrect old password" },
  });
  expect((await change(body, mine)).statusCode).toBe(429); // the correct one is limited too
  expect(await statusOf(mine)).toBe(200);
  expect((await kit.signIn({ email })).statusCode).toBe(200); // signing in has a limit of its own
});

describe("an invalid change form [PASSWORD-10 PASSWORD-11]", () => {
  test.each([
    { sent: { newPassword: password, confirm_password: password }, field: "newPassword", says: /cannot be the same/ },
    { sent: { confirm_password: "Brown-goats-3" }, field: "confirm_password", says: /do not match/ },
    { sent: { newPassword: "short", confirm_password: "short" }, field: "newPassword", says: /8/ },
    { sent: { newPassword: "Sunshine22!", confirm_password: "Sunshine22!" }, field: "newPassword", says: /stolen/ },
  ])("is rejected at $field with $says", async ({ sent, field, says }) => {
    const mine = await signedIn();
    const response = await change({ ...body, ...sent }, mine);
    expect(response.statusCode).toBe(400);
    expect(response.json<{ fields: Record<string, string> }>().fields[field]).toMatch(says);
    expect(await statusOf(mine)).toBe(200);
  });
});

test("sets an account's first password only shortly after a sign-in", async () => {
  const mine = await signedIn();
  await kit.owner.query("update users set password_hash = null where email = $1", [email]);
  await kit.setClockOffset(16 * 60_000);
  const late = await change({ newPassword, confirm_password: newPassword }, mine);
  expect([late.statusCode, late.json()]).toMatchObject([403, { code: "sign_in_again" }]);
  await kit.setClockOffset(60_000);
  expect((await change({ ...body, oldPassword: "whatever it was" }, mine)).statusCode).toBe(200);
  expect((await kit.signIn({ email, password: newPassword })).statusCode).toBe(200);
});

test("applies one of two concurrent changes with the same old password", async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  const responses = await Promise.all([
    change(body, one),
    change({ ...body, newPassword: "Other-goats-9", confirm_password: "Other-goats-9" }, other),
  ]);
  expect(responses.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
  const works = [];
  for (const word of [newPassword, "Other-goats-9"])
    works.push((await kit.signIn({ email, password: word })).statusCode);
  expect(works.sort()).toEqual([200, 401]);
});

test("emails the owner about a change, without a secret, and ends mailed links", async () => {
  const mine = await signedIn();
  await kit.post("/auth/fpassword", { email, captcha: await kit.solve("fpassword") });
  await change(body, mine);
  const id =
    (await kit.owner.query<{ id: string }>("select id from users where email = $1", [email])).rows[0]?.id ?? "";
  const reported = (await kit.messages(id)).at(-1);
  expect([reported?.kind, reported?.to]).toEqual(["sign_in_changed", email]);
  expect(reported?.text).toContain("new password");
  expect(reported?.text).not.toContain(newPassword);
  expect((await kit.owner.query("select from mailed_tokens where user_id = $1", [id])).rowCount).toBe(0);
});

test("rejects a change from another site [T-11]", async () => {
  const mine = await signedIn(browserHeaders);
  const foreign = { ...mine, "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  expect((await change(body, foreign)).statusCode).toBe(403);
  expect((await change(body, { ...mine, "content-type": "text/plain" })).statusCode).toBe(415);
  expect((await kit.signIn({ email })).statusCode).toBe(200);
});
