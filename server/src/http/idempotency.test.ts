import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPurchase, type TestUser } from "../testing/app.ts";
import { bodyHashOf, claimKey, storeResponse } from "./idempotency.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
});
afterAll(() => app.close());

const route = "/transaction/wallet-payment";
const payer = () => app.user({ NGN: 10_000_00n });
const bodyOf = ({ sessionCode, transactionID, amount }: TestPurchase) => ({ sessionCode, transactionID, amount });
const claim = (user: TestUser, key: string, body: object) =>
  claimKey(app.db, user.id, route, { key, bodyHash: bodyHashOf(app.vault, body) });
const withKey = (user: TestUser, body: object, key: string) => user.post(route, body, { "idempotency-key": key });

describe("an Idempotency-Key", () => {
  test("returns the first response again, word for word, also a problem [T-23]", async () => {
    const [rich, poor] = [await payer(), await app.user()];
    for (const user of [rich, poor]) {
      const body = bodyOf(await app.purchase(user));
      const first = await withKey(user, body, "k1");
      const again = await withKey(user, body, "k1");
      expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
      expect(again.headers["content-type"]).toBe(first.headers["content-type"]);
    }
    expect((await app.transfers(rich)).length).toBe(2);
    await app.drainQueue();
  });

  test("is rejected with another body, and no money moves [T-23]", async () => {
    const user = await payer();
    const [one, other] = [await app.purchase(user), await app.purchase(user)];
    await withKey(user, bodyOf(one), "k");
    const response = await withKey(user, bodyOf(other), "k");
    expect(response.json()).toMatchObject({ status: 422, code: "same_key_other_body" });
    expect((await app.transfers(user)).length).toBe(2);
    await app.drainQueue();
  });

  test("is separate per user and per route [T-23]", async () => {
    const [user, other] = [await payer(), await payer()];
    for (const one of [user, other])
      expect((await withKey(one, bodyOf(await app.purchase(one)), "same")).statusCode).toBe(200);
    const topUp = { type: "TOPUP", amount: "20000", currency: "NGN" };
    expect((await user.post("/payment/flexi-initiate", topUp, { "idempotency-key": "same" })).statusCode).toBe(200);
    await app.drainQueue();
  });

  test("twenty concurrent requests charge once and return the response or 409 [T-23]", async () => {
    const user = await payer();
    const body = bodyOf(await app.purchase(user));
    const responses = await Promise.all(Array.from({ length: 20 }, () => withKey(user, body, "k")));
    for (const response of responses) expect([200, 409]).toContain(response.statusCode);
    expect(responses.some((response) => response.statusCode === 200)).toBe(true);
    expect((await app.transfers(user)).length).toBe(2);
    await app.drainQueue();
  });

  test.each(["", "x".repeat(201)])(
    "is rejected before anything happens if it is invalid (case %#) [T-23]",
    async (key) => {
      const user = await payer();
      const response = await withKey(user, bodyOf(await app.purchase(user)), key);
      expect(response.json()).toMatchObject({ status: 400, code: "bad_input" });
      expect(await app.transfers(user)).toEqual([]);
    },
  );

  test("is not stored for an operation that creates nothing [T-23]", async () => {
    const user = await payer();
    await user.post("/verification/quote", { nin: "12345678901", currency: "NGN" }, { "idempotency-key": "q" });
    expect((await app.owner.query("select from idempotency_keys where owner_id = $1", [user.id])).rowCount).toBe(0);
  });
});

describe("a stored key", () => {
  test.each([
    { seconds: 59, kind: "refused" },
    { seconds: 61, kind: "work" },
  ])('of a request that never finished gives "$kind" after $seconds s [R-20]', async ({ seconds, kind }) => {
    const user = await payer();
    expect((await claim(user, "dead", { a: 1 })).kind).toBe("work");
    await app.setClockOffset(seconds * 1000);
    expect((await claim(user, "dead", { a: 2 })).kind).toBe("refused"); // never with another body
    const claims = await Promise.all([1, 2, 3].map(() => claim(user, "dead", { a: 1 })));
    expect(claims.filter((claim) => claim.kind === "work")).toHaveLength(kind === "work" ? 1 : 0);
  });

  test("is deleted after a response that allows a retry [R-20]", async () => {
    const user = await payer();
    await claim(user, "busy", {});
    await storeResponse(app.db, user.id, route, "busy", { status: 503, body: "{}" });
    expect((await claim(user, "busy", {})).kind).toBe("work");
  });

  test("contains no body hash that trying every number could reverse [T-53]", async () => {
    const user = await payer();
    const body = { ...bodyOf(await app.purchase(user)), userNIN: "73517351739" };
    await withKey(user, body, "nin");
    const { rows } = await app.owner.query<{ kept: Buffer }>(
      "select body_hash as kept from idempotency_keys where owner_id = $1",
      [user.id],
    );
    const plain = ["sha256", "sha512", "md5"].map((how) => createHash(how).update(JSON.stringify(body)).digest());
    expect(rows).toHaveLength(1);
    expect(plain.filter((one) => rows[0]?.kept.equals(one))).toEqual([]);
    await app.drainQueue();
  });

  test("returns its response again days later [R-20]", async () => {
    const user = await payer();
    await claim(user, "old", {});
    await storeResponse(app.db, user.id, route, "old", { status: 200, body: "first" });
    await app.setClockOffset(3 * 86_400_000);
    expect(await claim(user, "old", {})).toEqual({
      kind: "replay",
      answer: { status: 200, body: "first" },
    });
  });
});
