import { randomInt } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { limitSpecs } from "../../http/rate-limits.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson } from "../../testing/fakes.ts";
import { completeLookup } from "../../testing/lookup-steps.ts";

let app: TestApp;
// raise the general lookup limit, which would also stop the enumeration
beforeAll(async () => void (app = await createTestApp({ LIMITS: "lookup_account=10000" })));
afterEach(async () => {
  await app.drainQueue();
  await app.checkInvariants();
});
afterAll(() => app.close());

const thousand = limitSpecs.alike_thousand_account.points;
const type = (user: Pick<TestUser, "post">, search: object) =>
  user.post("/verification/session", { currency: "NGN", purpose: { code: "credit" }, ...search });
const casesOf = async (user: TestUser) =>
  (
    await app.owner.query<{ kind: string; detail: string }>("select kind, detail from cases where object_id = $1", [
      user.id,
    ])
  ).rows;
const base = () => String(randomInt(10_000_000, 99_999_999));
const number = (from: string, at: number) => `${from}${String(at).padStart(11 - from.length, "0")}`;

describe("detectEnumeration [T-45]", () => {
  test("accepts at most 20 of 500 consecutive numbers, and logs none of them", async () => {
    expect(thousand).toBeLessThanOrEqual(20);
    const user = await app.user({ NGN: 10_000_00n });
    const other = user.on((await app.startProcess()).app);
    const from = base();
    const answers: number[] = [];
    for (let at = 0; at < 500; at += 20) {
      const round = Array.from({ length: 20 }, (_, by) => type(by % 2 ? user : other, { nin: number(from, at + by) }));
      for (const response of await Promise.all(round)) {
        answers.push(response.statusCode);
        if (response.statusCode !== 200) expect(response.json()).toMatchObject({ status: 429, code: "too_many_alike" });
      }
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(thousand);
    const cases = await casesOf(user);
    expect(cases.map(({ kind }) => kind)).toEqual(["number_enumeration"]);
    expect(JSON.stringify(cases)).not.toMatch(/\d{3}/);
    expect((await type(user, { nin: randomNin() })).statusCode).toBe(200); // another block is still allowed
    expect((await type(await app.user(), { nin: number(from, 1) })).statusCode).toBe(200); // and another account
  });

  test("stops an enumeration that crosses a multiple of a thousand just as early", async () => {
    const user = await app.user();
    const from = base().slice(0, 7);
    const taken: number[] = [];
    for (let at = 990; at < 1_030; at += 1)
      if ((await type(user, { nin: number(from, at) })).statusCode === 200) taken.push(at);
    expect(taken).toHaveLength(thousand);
  });

  test("stops an enumeration in steps of a thousand", async () => {
    const user = await app.user();
    const from = base().slice(0, 5);
    const most = limitSpecs.alike_million_account.points;
    const responses = [];
    for (let at = 0; at < most + 20; at += 1)
      responses.push((await type(user, { nin: number(from, at * 1_000 + randomInt(1_000)) })).statusCode);
    expect(responses.filter((status) => status === 200)).toHaveLength(most);
  });

  test("accepts 60 scattered numbers and opens no case", async () => {
    const user = await app.user();
    const responses = await Promise.all(Array.from({ length: 60 }, () => type(user, { nin: randomNin() })));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await casesOf(user)).toEqual([]);
  });

  test("does not count repeated numbers or requests rejected for another reason", async () => {
    const user = await app.user({ NGN: 10_000_00n });
    const from = base();
    for (let time = 0; time < thousand * 2; time += 1)
      expect((await type(user, { nin: number(from, 0) })).statusCode).toBe(200);
    const bought = await completeLookup(app, user, { kind: "found", record: adultPerson(number(from, 1)) });
    for (let time = 0; time < thousand; time += 1)
      expect((await type(user, { nin: bought.nin })).json()).toMatchObject({ code: "asked_recently" });
    for (let at = 2; at < thousand; at += 1)
      expect([at, (await type(user, { nin: number(from, at) })).statusCode]).toEqual([at, 200]);
    expect((await type(user, { nin: number(from, thousand) })).statusCode).toBe(429);
  });

  test("returns the same error for known and unknown numbers [T-44]", async () => {
    const user = await app.user();
    const from = base();
    for (let at = 0; at < thousand; at += 1) await type(user, { nin: number(from, at) });
    const [known, unknown] = [number(from, 111), number(from, 222)];
    app.providers.personRecords.respondTo(known, { kind: "found", record: adultPerson(known) });
    app.providers.personRecords.respondTo(unknown, { kind: "not_found" });
    const [one, two] = [await type(user, { nin: known }), await type(user, { nin: unknown })];
    expect(one.json()).toEqual(two.json());
  });
});
