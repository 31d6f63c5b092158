import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Secret } from "otpauth";
import { type Kit, openKit, password } from "../testing/kit.ts";
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

const problemOf = (response: { json(): { code?: string } }) => response.json().code;
const securityOf = async (person: SignedInPerson) =>
  (await kit.get("/user/security", person.headers)).json<{ totp: boolean; recoveryCodesLeft: number }>();
/** Removes the password, as in an account opened through Google or Facebook. */
const forgetPassword = (person: SignedInPerson) =>
  kit.owner.query("update users set password_hash = null where id = $1", [person.userId]);

describe("setting up an authenticator", () => {
  test("returns the secret as text, URI and QR code, and turns nothing on without a code", async () => {
    const person = await people.newPerson();
    const { secret, uri, qrCode } = await people.setUp(person);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(uri);
    expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
      "otpauth:",
      "totp",
      `/Idanimo:${person.email}`,
    ]);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: "Idanimo",
      secret,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
    expect(Buffer.from(qrCode.replace("data:image/svg+xml;base64,", ""), "base64").toString()).toMatch(
      /^<svg .*<\/svg>/s,
    );
    expect(await securityOf(person)).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
  });

  test("turns on with its first code: ten recovery codes, an audit row and an email", async () => {
    const person = await people.newPerson();
    const { recoveryCodes } = await people.withTotp(person);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}$/);
    expect(await securityOf(person)).toMatchObject({ totp: true, recoveryCodesLeft: 10 });
    expect(await people.auditOf(person)).toContain("totp_on");
    const [mail] = await people.mailsTo(person);
    expect(mail?.to).toBe(person.email);
    expect(mail?.text).toContain(`${kit.deps.publicUrl}/forgot-password`);
    expect(JSON.stringify(mail)).not.toContain(recoveryCodes[0]);
  });

  test("requires the correct password to set up, turn off and renew [T-10]", async () => {
    const person = await people.newPerson();
    const rejected = async (path: string, body: object, given: object) =>
      problemOf(await kit.post(path, { ...body, ...given }, person.headers));
    for (const given of [{}, { password: "Wrong-horse-1" }])
      expect(await rejected("/user/totp", {}, given)).toBe("incorrect_old_password");
    const { recoveryCodes } = await people.withTotp(person);
    const code = recoveryCodes[0] ?? "";
    for (const path of ["/user/totp/remove", "/user/totp/recovery-codes"])
      for (const given of [{}, { password: "Wrong-horse-1" }])
        expect(await rejected(path, { code }, given)).toBe("incorrect_old_password");
    expect(await securityOf(person)).toMatchObject({ totp: true, recoveryCodesLeft: 10 });
  });

  test("requires a recent sign-in for an account without a password", async () => {
    const person = await people.newPerson();
    await forgetPassword(person);
    expect((await kit.post("/user/totp", {}, person.headers)).statusCode).toBe(200);
    await people.moveClock(15 * 60_000 + 1_000);
    expect(problemOf(await kit.post("/user/totp", {}, person.headers))).toBe("sign_in_again");
  });

  test("does not replace an authenticator that is on", async () => {
    const person = await people.newPerson();
    const { secret } = await people.withTotp(person);
    expect(problemOf(await kit.post("/user/totp", { password }, person.headers))).toBe("totp_already_on");
    const again = await kit.post("/user/totp/confirm", { code: people.codeOf(secret) }, person.headers);
    expect(problemOf(again)).toBe("second_factor_ended");
    expect((await people.finish(await people.ticketOf(person), people.codeOf(secret))).statusCode).toBe(200);
  });

  test("rejects the codes of a replaced secret", async () => {
    const person = await people.newPerson();
    const [first, second] = [await people.setUp(person), await people.setUp(person)];
    const confirm = async (code: string) => kit.post("/user/totp/confirm", { code }, person.headers);
    expect(problemOf(await confirm(people.codeOf(first.secret)))).toBe("second_factor_wrong");
    const both = await Promise.all([confirm(people.codeOf(second.secret)), confirm(people.codeOf(second.secret))]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect(await securityOf(person)).toMatchObject({ totp: true, recoveryCodesLeft: 10 });
  });

  test("limits the attempts to confirm [T-02]", async () => {
    const person = await people.newPerson();
    await people.setUp(person);
    const messages = [];
    for (let at = 0; at < 11; at += 1)
      messages.push(problemOf(await kit.post("/user/totp/confirm", { code: "k7dm-29xp-q4tw" }, person.headers)));
    expect(messages).toEqual([...Array<string>(10).fill("second_factor_wrong"), "too_many_requests"]);
  });
});

describe("turning off an authenticator", () => {
  test("takes password and code, deletes tickets and recovery codes, emails the owner", async () => {
    const person = await people.newPerson();
    const { secret, recoveryCodes } = await people.withTotp(person);
    const waiting = await people.ticketOf(person);
    const remove = (code: string) => kit.post("/user/totp/remove", { password, code }, person.headers);
    expect(problemOf(await remove("k7dm-29xp-q4tw"))).toBe("second_factor_wrong");
    expect((await remove(people.codeOf(secret))).json()).toEqual({ result: "success" });
    expect(await securityOf(person)).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
    expect(problemOf(await people.finish(waiting, recoveryCodes[0] ?? ""))).toBe("second_factor_ended");
    expect((await kit.signIn({ email: person.email })).json()).toHaveProperty("jwtToken");
    expect(await people.auditOf(person)).toContain("totp_off");
    expect((await people.mailsTo(person)).at(-1)?.text).toContain("no longer ask for a code");
    const left = await kit.owner.query("select totp_sealed, totp_last_step from users where id = $1", [person.userId]);
    expect(left.rows).toEqual([{ totp_sealed: null, totp_last_step: null }]);
  });

  test("takes a recovery code as well, for a lost phone", async () => {
    const person = await people.newPerson();
    const { recoveryCodes } = await people.withTotp(person);
    const response = await kit.post("/user/totp/remove", { password, code: recoveryCodes[9] }, person.headers);
    expect(response.statusCode).toBe(200);
    expect((await people.setUp(person)).secret).toMatch(/^[A-Z2-7]{32}$/);
  });
});

test("renews recovery codes with a code and invalidates the old ones", async () => {
  const person = await people.newPerson();
  const { secret, recoveryCodes } = await people.withTotp(person);
  const renew = (code: string) => kit.post("/user/totp/recovery-codes", { password, code }, person.headers);
  expect(problemOf(await renew("k7dm-29xp-q4tw"))).toBe("second_factor_wrong");
  const renewed = (await renew(people.codeOf(secret))).json<{ recoveryCodes: string[] }>().recoveryCodes;
  expect(new Set([...renewed, ...recoveryCodes]).size).toBe(20);
  expect(problemOf(await people.finish(await people.ticketOf(person), recoveryCodes[1] ?? ""))).toBe(
    "second_factor_wrong",
  );
  expect((await people.finish(await people.ticketOf(person), renewed[1] ?? "")).statusCode).toBe(200);
  expect(await securityOf(person)).toMatchObject({ recoveryCodesLeft: 9 });
  expect(await people.auditOf(person)).toContain("recovery_codes_renewed");
});

test("requires a session for every operation [T-03 T-17]", async () => {
  const paths = ["", "/confirm", "/remove", "/recovery-codes"].map((path) => `/user/totp${path}`);
  for (const path of [...paths, "/user/passkeys", "/user/passkeys/options"])
    expect((await kit.post(path, { password, code: "123456" })).statusCode).toBe(401);
  expect((await kit.get("/user/security")).statusCode).toBe(401);
});

test("stores no secret or recovery code in a usable form [T-03]", async () => {
  const person = await people.newPerson();
  const { secret, recoveryCodes } = await people.withTotp(person);
  const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
  const tables = await kit.owner.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  let dump = "";
  for (const { name } of tables.rows) {
    const rows = await kit.owner.query<{ row: string }>(`select t::text as row from ${name} t`);
    dump += rows.rows.map(({ row }) => row).join("\n");
  }
  expect(dump).toContain(person.email); // the search finds what is there
  const secrets = [secret, bytes.toString("hex"), bytes.toString("base64"), bytes.toString("base64url")];
  for (const code of recoveryCodes) {
    const letters = code.replaceAll("-", "");
    secrets.push(code, letters, Buffer.from(letters).toString("hex"), Buffer.from(code).toString("hex"));
  }
  for (const text of secrets) expect(dump.toLowerCase()).not.toContain(text.toLowerCase());
});
