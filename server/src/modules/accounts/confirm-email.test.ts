import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { secondsFromNow } from "../../database/database.ts";
import { claimAccount } from "./claim-account.ts";
import { freshEmail, type Kit, openKit } from "./testing/kit.ts";

let kit: Kit;
beforeAll(async () => {
  kit = await openKit();
});
afterEach(async () => {
  await kit.owner.query("delete from rate_limits");
  await kit.settle();
});
afterAll(() => kit.close());

const minutes = (count: number) => Math.round(count * 60_000);
const activate = async (id: string, code: string) =>
  (await kit.post("/auth/activation", { id, code })).json<{ result?: string; code?: string }>();
const userOf = async (email: string) =>
  (
    await kit.owner.query<{ id: string; email_verified_at: Date | null; phone_verified_at: Date | null }>(
      "select id, email_verified_at, phone_verified_at from users where email = $1",
      [email],
    )
  ).rows[0];
const bearerOf = async (email: string) => ({
  authorization: `Bearer ${(await kit.signIn({ email })).json<{ jwtToken: string }>().jwtToken}`,
});
const confirmed = async (headers: Record<string, string>) =>
  (await kit.get("/user/profile", headers)).json<{ emailConfirmed: boolean }>().emailConfirmed;
const linkTo = async (userId: string) =>
  /\/email-confirm#([\w-]{43})/.exec(
    (await kit.messages(userId)).findLast(({ kind }) => kind === "email_confirm")?.text ?? "",
  )?.[1] ?? "none";
const confirm = (token: string) => kit.post("/auth/email-confirm", { token });

/** Opens an account by SMS code, under another person's email address. */
async function openBySms() {
  const email = freshEmail();
  const id = await kit.signUp({ email });
  expect(await activate(id, await kit.codeOf(id, "sms"))).toEqual({
    result: "user activated",
    emailToConfirm: true,
  });
  const user = await userOf(email);
  return { email, userId: user?.id ?? "", headers: await bearerOf(email) };
}

describe("the codes of a sign-up [T-15]", () => {
  test("differ between email and SMS", async () => {
    const id = await kit.signUp({ email: freshEmail() });
    expect(await kit.codeOf(id, "mail")).not.toBe(await kit.codeOf(id, "sms"));
  });

  test("confirm the address by the email's code, without a link", async () => {
    const email = freshEmail();
    const id = await kit.signUp({ email });
    await activate(id, await kit.codeOf(id, "mail"));
    const user = await userOf(email);
    expect(user?.email_verified_at).toBeInstanceOf(Date);
    expect(await kit.messages(user?.id ?? "")).toEqual([]);
    expect(await confirmed(await bearerOf(email))).toBe(true);
  });

  test("confirm the address by the only code when no SMS was sent", async () => {
    const email = freshEmail();
    const id = await kit.signUp({ email, phoneNumber: undefined });
    await activate(id, await kit.codeOf(id));
    expect((await userOf(email))?.email_verified_at).toBeInstanceOf(Date);
  });

  test("do not confirm the address by the SMS code; an emailed link does", async () => {
    const { userId, headers } = await openBySms();
    expect(await confirmed(headers)).toBe(false);
    const mails = await kit.messages(userId);
    expect(mails.map(({ channel, kind }) => [channel, kind])).toEqual([["mail", "email_confirm"]]);
    expect(mails[0]?.text).toMatch(/https:\/\/idanimo\.test\/email-confirm#[\w-]{43}/);

    expect((await confirm(await linkTo(userId))).json()).toEqual({ result: "success" });
    expect(await confirmed(headers)).toBe(true); // the session continues
  });

  test("confirm either the phone or the address: the one that received the code", async () => {
    for (const by of ["sms", "mail"] as const) {
      const email = freshEmail();
      const id = await kit.signUp({ email });
      await activate(id, await kit.codeOf(id, by));
      const { email_verified_at: mailAt = null, phone_verified_at: phoneAt = null } = (await userOf(email)) ?? {};
      expect([by, phoneAt !== null, mailAt !== null]).toEqual([by, by === "sms", by === "mail"]);
    }
  });

  test("replace the SMS code when the resend goes by email alone", async () => {
    const narrow = await openKit();
    const id = await narrow.signUp({ email: freshEmail() });
    const old = await narrow.codeOf(id, "sms");
    await narrow.owner.query("update rate_limits set points = 100000 where key like 'code_texts:%'");
    await narrow.setClockOffset(minutes(2));
    await narrow.get(`/auth/resendtotp/${id}`);
    expect((await narrow.messages(id)).filter(({ channel }) => channel === "sms")).toHaveLength(1);
    expect((await narrow.post("/auth/activation", { id, code: old })).json()).toMatchObject({ code: "code_wrong" });
    expect((await narrow.post("/auth/activation", { id, code: await narrow.codeOf(id) })).statusCode).toBe(200);
    await narrow.close();
  });

  test("share five attempts", async () => {
    const id = await kit.signUp({ email: freshEmail() });
    const [mail, sms] = [await kit.codeOf(id, "mail"), await kit.codeOf(id, "sms")];
    const wrong = ["000000", "111111", "222222"].find((code) => code !== mail && code !== sms) ?? "";
    for (let at = 0; at < 5; at += 1) expect(await activate(id, wrong)).toMatchObject({ code: "code_wrong" });
    expect(await activate(id, sms)).toMatchObject({ code: "code_ended" });
    expect(await activate(id, mail)).toMatchObject({ code: "code_ended" });
  });
});

describe("the confirmation link", () => {
  test("works once, for a day, and not with an unknown token", async () => {
    const { userId } = await openBySms();
    const token = await linkTo(userId);
    expect((await confirm(kit.deps.ids.token())).json()).toMatchObject({ code: "invalid_confirm_link" });
    await kit.setClockOffset(minutes(24 * 60 + 1));
    expect((await confirm(token)).json()).toMatchObject({ code: "invalid_confirm_link" });
    await kit.setClockOffset(0);
    const responses = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  });

  test("is resent once a minute and ten times a day, and the newest one counts [T-05]", async () => {
    const { userId, headers } = await openBySms();
    const again = () => kit.post("/user/email-confirm", {}, headers);
    const early = await again();
    expect([early.statusCode, early.json()]).toMatchObject([429, { code: "resend_too_soon" }]);
    const first = await linkTo(userId);
    await kit.setClockOffset(minutes(1.1));
    const many = await Promise.all(Array.from({ length: 10 }, again));
    expect(many.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await confirm(first)).json()).toMatchObject({ code: "invalid_confirm_link" });
    const sent = [];
    for (let at = 2; at <= 14; at += 1) {
      await kit.setClockOffset(minutes(at * 1.1));
      sent.push((await again()).statusCode);
    }
    expect(sent).toEqual([...Array<number>(9).fill(200), ...Array<number>(4).fill(429)]);
    expect((await confirm(await linkTo(userId))).statusCode).toBe(200);
    const done = await again();
    expect([done.statusCode, (await kit.messages(userId)).length]).toEqual([200, 11]); // confirmed: nothing more is sent
  });

  test("rejects frequent resend requests without delaying other calls [T-65]", async () => {
    const people = await Promise.all(Array.from({ length: 4 }, openBySms));
    const begun = performance.now();
    const responses = await Promise.all(
      people.flatMap(({ headers }) => Array.from({ length: 10 }, () => kit.post("/user/email-confirm", {}, headers))),
    );
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
    expect(performance.now() - begun, "milliseconds; a deadlock takes seconds").toBeLessThan(3_000);
  });

  test("is not stored with its token in any row [T-03]", async () => {
    const { userId } = await openBySms();
    const dump = await kit.owner.query<{ row: string }>(
      "select t::text as row from mailed_tokens t union all select o::text from outbox_messages o",
    );
    expect(JSON.stringify(dump.rows)).not.toContain(await linkTo(userId));
    expect(dump.rows.length).toBeGreaterThan(1);
  });

  test("is deleted once it has expired", async () => {
    const { userId } = await openBySms();
    await kit.owner.query("update mailed_tokens set ends_at = product_now() - interval '1 s' where user_id = $1", [
      userId,
    ]);
    const { accountJobs } = await import("./index.ts");
    await accountJobs(kit.deps).forget_registrations();
    expect((await kit.owner.query("select from mailed_tokens where user_id = $1", [userId])).rowCount).toBe(0);
  });
});

test("removes what the opener left in a claimed account, once [T-15]", async () => {
  const { userId, headers } = await openBySms();
  await kit.owner.query(
    "insert into external_identities (provider, subject, user_id) values ('google', 'stranger', $1)",
    [userId],
  );
  await kit.owner.query("insert into recovery_codes (user_id, code_hash) values ($1, 'x')", [userId]);
  await kit.owner.query(
    "insert into passkeys (id, user_id, credential_id, public_key, counter, name) values ($1, $1, 'c', 'k', 0, 'theirs')",
    [userId],
  );
  await kit.owner.query("update users set totp_sealed = 'x', totp_on_at = now() where id = $1", [userId]);
  await kit.db.single
    .insertInto("sign_in_tickets")
    .values({
      token_hash: Buffer.from("t"),
      user_id: userId,
      attempts_left: 5,
      ends_at: secondsFromNow(60),
      used_at: null,
    })
    .execute();
  await kit.owner.query(
    `insert into push_subscriptions (endpoint, owner_id, sign_in_id, p256dh, auth)
     select 'https://push.test/1', user_id, id, 'p', 'a' from sign_ins where user_id = $1 limit 1`,
    [userId],
  );
  const claim = () => kit.db.transaction("system", (tx) => claimAccount(tx, kit.deps.ids, userId));
  expect([await claim(), await claim()]).toEqual([true, false]);

  const user = await kit.owner.query(
    "select password_hash, phone, phone_verified_at, totp_sealed, totp_on_at, nin_sealed, email_verified_at is not null as proved from users where id = $1",
    [userId],
  );
  const nothing = {
    password_hash: null,
    phone: null,
    phone_verified_at: null,
    totp_sealed: null,
    totp_on_at: null,
    nin_sealed: null,
  };
  expect(user.rows).toEqual([{ ...nothing, proved: true }]);
  for (const table of [
    "external_identities",
    "recovery_codes",
    "passkeys",
    "sign_in_tickets",
    "mailed_tokens",
    "known_devices",
  ])
    expect([table, (await kit.owner.query(`select from ${table} where user_id = $1`, [userId])).rowCount]).toEqual([
      table,
      0,
    ]);
  expect((await kit.owner.query("select from push_subscriptions")).rowCount).toBe(0);
  expect((await kit.get("/user/profile", headers)).statusCode).toBe(401);
  const reported = await kit.owner.query("select from audit_log where object_id = $1 and action = 'account_claimed'", [
    userId,
  ]);
  expect(reported.rowCount).toBe(1);
});
