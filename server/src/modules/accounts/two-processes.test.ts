import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { apiBase } from "@idanimo/contract/operation";
import type { FastifyInstance } from "fastify";
import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { hashActivationCode } from "./sign-up-messages.ts";
import { countActivationAttempt } from "./store.ts";
import { solveCaptcha } from "./testing/kit.ts";

/** Two processes, composed like the real program, share their state in one database. */
let base: TestApp;
let apps: readonly FastifyInstance[];
beforeAll(async () => {
  base = await createTestApp();
  apps = [base.app, (await base.startProcess()).app];
});
afterEach(() => base.checkInvariants());
afterAll(() => base.close());

const post = (at: number, path: string, body: object) =>
  (apps[at % 2] ?? base.app).inject({
    method: "POST",
    url: apiBase + path,
    headers: { "content-type": "application/json" },
    payload: JSON.stringify(body),
  });

async function waiting() {
  const [id, code] = [randomIds.publicId(), "123456"];
  await base.product.keys.create(id);
  await base.owner.query(
    `insert into registrations (id, email, known, user_type, password_hash, code_hash, mail_code_hash, code_ends_at, attempts_left, accepted_terms, ends_at)
     values ($1, $2, false, 'individual', 'x', $3, $3, product_now() + interval '10 minutes', 5, 'x', product_now() + interval '1 day')`,
    [id, `${id}@example.test`, hashActivationCode(base.product.accounts, id, code)],
  );
  return { id, code };
}

test("evaluates five of 200 guesses at one code over two processes [T-02]", async () => {
  const { id, code } = await waiting();
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, at) => post(at, "/auth/activation", { id, code: String(200_000 + at) })),
  );
  const words = responses.map((response) => response.json<{ code: string }>().code);
  expect(words.filter((word) => word === "code_wrong")).toHaveLength(5);
  expect(words.filter((word) => word === "code_ended")).toHaveLength(195);
  for (const at of [0, 1])
    expect((await post(at, "/auth/activation", { id, code })).json()).toMatchObject({ code: "code_ended" });
});

test("commits an attempt before the comparison, so that a kill gives none back [T-02]", async () => {
  const { id, code } = await waiting();
  const left = async () =>
    (await base.owner.query<{ attempts_left: number }>("select attempts_left from registrations where id = $1", [id]))
      .rows[0]?.attempts_left;
  const tried = await countActivationAttempt(base.product.db.single, id); // the process is killed here
  expect([tried?.mail_code_hash, await left()]).toEqual([hashActivationCode(base.product.accounts, id, code), 4]);
  for (let at = 0; at < 4; at += 1) await post(at, "/auth/activation", { id, code: "000000" });
  expect((await post(0, "/auth/activation", { id, code })).json()).toMatchObject({ code: "code_ended" });
});

test("counts wrong passwords of both processes together [T-06]", async () => {
  const { email } = await base.user();
  const responses = [];
  for (let at = 0; at < 12; at += 1) {
    const challenge = (
      await base.app.inject({ method: "GET", url: `${apiBase}/captcha/challenge?purpose=login` })
    ).json<Parameters<typeof solveCaptcha>[0]>();
    const body = { email, password: `Wrong-horse-${at}`, ipAddress: null, captcha: await solveCaptcha(challenge) };
    responses.push((await post(at, "/auth/login", body)).statusCode);
  }
  expect(responses).toEqual([...Array<number>(10).fill(401), 429, 429]);
});

test("rejects payments and lookups while the address is unconfirmed [T-15]", async () => {
  const user = await base.user({ NGN: 100_000_00n });
  await base.owner.query("update users set email_verified_at = null where id = $1", [user.id]);
  const calls = [
    user.post("/verification/session", { nin: "12345678901", currency: "NGN", purpose: { code: "employment" } }),
    user.post("/payment/flexi-initiate", { type: "TOPUP", amount: "1000", currency: "NGN" }),
    user.post("/transaction/wallet-payment", {
      sessionCode: "x".repeat(22),
      transactionID: "EA00000000000001",
      amount: "1",
    }),
  ];
  for (const response of await Promise.all(calls))
    expect([response.statusCode, response.json()]).toMatchObject([403, { code: "email_not_confirmed" }]);
  const made = await base.owner.query("select id from purchases where owner_id = $1", [user.id]);
  const paid = await base.owner.query("select reference from payments where owner_id = $1", [user.id]);
  expect([made.rowCount, paid.rowCount]).toEqual([0, 0]);
  expect((await user.get("/user/profile")).json()).toMatchObject({ emailConfirmed: false });

  await base.owner.query("update users set email_verified_at = now() where id = $1", [user.id]);
  expect((await base.purchase(user)).sessionCode).toHaveLength(22);
});
