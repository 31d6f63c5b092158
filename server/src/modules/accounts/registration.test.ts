import { brand } from "@idanimo/contract/brand";
import * as texts from "@idanimo/contract/texts";
import fc from "fast-check";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { unseal } from "../../kernel/vault.ts";
import { businessForm, freshEmail, sortedStrings, individualForm, type Kit, openKit } from "./testing/kit.ts";

let kit: Kit;
beforeAll(async () => {
  kit = await openKit();
});
afterEach(() => kit.settle());
afterAll(() => kit.close());

const countOf = async (table: "users" | "registrations" | "sign_ins") =>
  Number((await kit.owner.query<{ n: bigint }>(`select count(*) as n from ${table}`)).rows[0]?.n);

test("opens an account only with the code sent by email and SMS [API-05 OTP-01 SIGNUP-20]", async () => {
  const form = individualForm();
  const signedUp = await kit.post("/auth/registration", { ...form, captcha: await kit.solve("registration") });
  const { id } = signedUp.json<{ id: string }>();
  expect([signedUp.statusCode, signedUp.json()]).toEqual([200, { result: "success", id }]);
  const sent = (await kit.messages(id)).map(({ channel, to }) => `${channel} to ${to}`);
  expect(sortedStrings(sent)).toEqual([`mail to ${form.email}`, `sms to ${form.phoneNumber}`]);
  expect(signedUp.cookies).toEqual([]);
  expect((await kit.signIn({ email: form.email })).json()).toMatchObject({ code: "account_not_activated" });

  const code = await kit.codeOf(id);
  expect((await kit.post("/auth/activation", { id, code })).json()).toEqual({ result: "user activated" });
  expect((await kit.signIn({ email: form.email.toUpperCase() })).statusCode).toBe(200);
});

test("stores a pending sign-up without a wallet, a readable form or a code [T-03 T-15]", async () => {
  const id = await kit.signUp({ firstName: "Unmistakable", email: freshEmail() });
  const dump = JSON.stringify(
    (await kit.owner.query("select *, encode(details_sealed, 'escape') as d from registrations where id = $1", [id]))
      .rows,
  );
  expect(dump).not.toContain("Unmistakable");
  expect(dump).not.toContain("+234803");
  const owned = await kit.owner.query(
    "select from users where id = $1 union all select from ledger_accounts where owner_id = $1",
    [id],
  );
  expect(owned.rowCount).toBe(0);
});

test("stores a business's NIN sealed and returns it masked to its owner [SIGNUP-40]", async () => {
  const form = businessForm();
  await kit.openAccount(form);
  const row = await kit.owner.query<{ id: string; nin_sealed: Buffer; nin_masked: string }>(
    "select id, nin_sealed, nin_masked from users where email = $1",
    [form.email],
  );
  const { id, nin_sealed, nin_masked } = row.rows[0] ?? { id: "", nin_sealed: Buffer.alloc(0), nin_masked: "" };
  const key = (await kit.keys.find(id)) ?? Buffer.alloc(32);
  expect(unseal(key, nin_sealed, { table: "users", id, field: "nin_sealed" }).toString()).toBe(form.nin);
  expect(nin_masked).toBe("*********01");

  const token = (await kit.signIn({ email: form.email })).json<{ jwtToken: string }>().jwtToken;
  expect((await kit.get("/user/profile", { authorization: `Bearer ${token}` })).json()).toMatchObject({
    userType: "business",
    businessName: "Bright Homes Ltd",
    rcNumber: "RC 1234567",
    designation: "Director",
    address: "1 Marina, Lagos",
    nin: "*********01",
    walletBalance: 0,
    currency: "NGN",
  });
});

test("responds alike to a known address, and emails its owner instead of a code [T-04]", async () => {
  const email = await kit.openAccount();
  const before = await kit.owner.query("select * from users where email = $1", [email]);
  const form = { ...individualForm(), email: email.toUpperCase(), firstName: "Mallory" };
  const response = await kit.post("/auth/registration", { ...form, captcha: await kit.solve("registration") });
  const { id } = response.json<{ id: string }>();
  expect([response.statusCode, response.json()]).toEqual([200, { result: "success", id }]);
  expect((await kit.messages(id)).map(({ channel, kind, to }) => [channel, kind, to])).toEqual([
    ["mail", "known_email", email],
  ]);
  const stored = await kit.owner.query(
    "select password_hash, code_hash, mail_code_hash from registrations where id = $1",
    [id],
  );
  expect(stored.rows).toEqual([{ password_hash: null, code_hash: null, mail_code_hash: null }]);
  expect((await kit.owner.query("select * from users where email = $1", [email])).rows).toEqual(before.rows);

  const outcomes = [];
  for (let at = 0; at < 6; at += 1)
    outcomes.push((await kit.post("/auth/activation", { id, code: "000000" })).json<{ code: string }>().code);
  // it counts down and ends like the code of a new address
  expect(outcomes).toEqual([...Array<string>(5).fill("code_wrong"), "code_ended"]);
});

test("runs the same statements for known and new addresses [T-04]", async () => {
  const known = await kit.openAccount();
  const counts = [];
  for (const email of [known, freshEmail()]) {
    const form = { ...individualForm(), email, captcha: await kit.solve("registration") };
    const spy = vi.spyOn(pg.Client.prototype, "query");
    const { id } = (await kit.post("/auth/registration", form)).json<{ id: string }>();
    const signUp = spy.mock.calls.length;
    await kit.setClockOffset(120_000);
    spy.mockClear();
    await kit.get(`/auth/resendtotp/${id}`);
    counts.push({ signUp, resend: spy.mock.calls.length });
    spy.mockRestore();
    await kit.setClockOffset(0);
  }
  expect(counts[0]).toEqual(counts[1]);
  expect(counts[0]?.signUp).toBeGreaterThan(5);
});

test("rejects members that the form does not have, whatever their name [T-16]", async () => {
  const before = await countOf("registrations");
  const names = fc.constantFrom(
    "walletBalance",
    "isAdmin",
    "id",
    "known",
    "activated_at",
    "__proto__",
    "constructor",
    "attempts_left",
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(names, fc.stringMatching(/^[a-z_]{3,12}$/)), fc.jsonValue(), async (name, value) => {
      const body = JSON.stringify({ ...individualForm(), captcha: "x" }).replace(
        /}$/,
        `,${JSON.stringify(name)}:${JSON.stringify(value)}}`,
      );
      if (name in individualForm() || name === "nin" || name === "captcha") return;
      const response = await kit.app.inject({
        method: "POST",
        url: "/api/v2/auth/registration",
        headers: { "content-type": "application/json" },
        payload: body,
      });
      expect(response.statusCode).toBe(400);
    }),
    { numRuns: 60 },
  );
  expect(await countOf("registrations")).toBe(before);
});

describe("an invalid form [SIGNUP-09]", () => {
  test.each([
    { form: { firstName: " " }, field: "firstName", message: "Please enter your first name" },
    {
      form: { password: "correct-horse-1" },
      field: "password",
      message: "Password must contain at least one capital letter",
    },
    { form: { email: "no-address" }, field: "email", message: "Invalid email format" },
    { form: { email: "a\u0000b@example.test" }, field: "email", message: "Invalid email format" },
    { form: { password: "Password1!" }, field: "password", message: expect.stringContaining("stolen passwords") },
    { form: { password: "Idanimo-2026" }, field: "password", message: expect.stringContaining("stolen passwords") },
    { form: { acceptedTerms: "0.9" }, field: "acceptedTerms", message: expect.stringContaining("terms have changed") },
    { form: { firstName: "Ada\u0000" }, field: "firstName", message: texts.unreadableCharacter },
    { form: { email: "a@[127.0.0.1]" }, field: "email", message: "Invalid email format" },
    { form: { ...businessForm(), nin: "123" }, field: "nin", message: "NIN must be 11 characters" },
    { form: { ...businessForm(), designation: "" }, field: "designation", message: "Please enter your Designation" },
  ])("is rejected at $field: $message", async ({ form, field, message }) => {
    const response = await kit.post("/auth/registration", {
      ...individualForm(),
      ...form,
      captcha: await kit.solve("registration"),
    });
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { code: "bad_input", fields: { [field]: message } },
    ]);
  });
});

test("stores the accepted version of the terms with the account [SIGNUP-16]", async () => {
  for (const [sent, stored] of [
    [brand.policyVersion.number, brand.policyVersion.number],
    [undefined, "unversioned"],
  ]) {
    const email = await kit.openAccount({ ...individualForm(), acceptedTerms: sent } as { email: string });
    const row = await kit.owner.query("select accepted_terms from users where email = $1", [email]);
    expect(row.rows).toEqual([{ accepted_terms: stored }]);
  }
});

test("replaces line breaks in a name with spaces, so that emails get no extra lines [T-71]", async () => {
  const email = await kit.openAccount({ ...individualForm(), firstName: "Ada\r\nBcc:\u200B all" } as { email: string });
  const row = await kit.owner.query<{ first_name: string }>("select first_name from users where email = $1", [email]);
  expect(row.rows[0]?.first_name).toBe("Ada Bcc: all");
});

test("sends text messages to Nigerian numbers only [T-05]", async () => {
  const id = await kit.signUp({ email: freshEmail(), phoneNumber: "+8821234567890" });
  expect((await kit.messages(id)).map(({ channel }) => channel)).toEqual(["mail"]);
});

test.each([
  { phoneNumber: undefined, stored: null },
  { phoneNumber: null, stored: null },
  { phoneNumber: " ", stored: null },
  { phoneNumber: "12345", stored: "12345" },
  { phoneNumber: "my neighbour's", stored: "my neighbour's" },
  { phoneNumber: "+44 7700 900123", stored: "+44 7700 900123" },
  { phoneNumber: "0700 123 4567", stored: "+2347001234567" },
])(
  "stores the phone number $phoneNumber as $stored and sends no SMS [SIGNUP-39 O-33]",
  async ({ phoneNumber, stored }) => {
    const form = { ...individualForm(), phoneNumber };
    const response = await kit.post("/auth/registration", { ...form, captcha: await kit.solve("registration") });
    expect(response.statusCode).toBe(200);
    const { id } = response.json<{ id: string }>();
    expect((await kit.messages(id)).map(({ channel }) => channel)).toEqual(["mail"]);
    await kit.post("/auth/activation", { id, code: await kit.codeOf(id) });
    const row = await kit.owner.query("select phone from users where email = $1", [form.email]);
    expect(row.rows).toEqual([{ phone: stored }]);
  },
);

test.each(["08031234567", "0803 123 4567", "8031234567", "234-803-123-4567", "+234 (0)803 123 4567"])(
  "reads the phone number %s as Nigerian and sends it the code [SIGNUP-39 O-33]",
  async (phoneNumber) => {
    const id = await kit.signUp({ email: freshEmail(), phoneNumber });
    const to = (await kit.messages(id)).filter(({ channel }) => channel === "sms").map((message) => message.to);
    expect(to).toEqual(["+2348031234567"]);
  },
);

test("limits an address, known or not, to ten messages a day [T-05]", async () => {
  for (const email of [freshEmail(), await kit.openAccount()]) {
    const responses = [];
    for (let at = 0; at < 11; at += 1) {
      const form = { ...individualForm(), email, phoneNumber: undefined, captcha: await kit.solve("registration") };
      responses.push((await kit.post("/auth/registration", form)).statusCode);
    }
    expect(responses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    expect(responses.at(-1)).toBe(429);
  }
});

test("counts limits by keys that do not identify the user [T-53]", async () => {
  await kit.signUp({ email: "telltale@example.test" });
  const keys = await kit.owner.query<{ key: string }>("select key from rate_limits");
  expect(keys.rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(keys.rows)).not.toMatch(/telltale|\+234/);
});

test("writes one audit row per sign-up, with a visitor as actor", async () => {
  const id = await kit.signUp({ email: freshEmail() });
  const rows = await kit.owner.query(
    "select actor_kind, actor_id, action, reason from audit_log where object_id = $1",
    [id],
  );
  expect(rows.rows).toEqual([{ actor_kind: "visitor", actor_id: null, action: "signed_up", reason: "" }]);
});
