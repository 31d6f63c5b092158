import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { buy, nins, payFile, progress } from "./testing/bulk-file.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const price = 588_00n;

test.each([1, 7])(
  "PRICE-15 R-14 a file of %i lines costs that many times one, to the kobo, and each line is asked once",
  async (count) => {
    const user = await app.user({ userType: "business", NGN: price * BigInt(count) });
    const numbers = nins(count);
    const file = await buy(app, user, numbers);
    expect(file.amount).toBe(String(588 * count));
    await payFile(user, file);
    expect((await app.wallets(user)).NGN).toBe(0n);
    await app.drainQueue();
    expect(await progress(user, file.uploadId)).toMatchObject({ state: "completed", begun: count, waiting: count });
    const asked = app.outside.personRecords.asked.map(({ nin }) => nin).filter((nin) => numbers.includes(nin));
    expect(asked.toSorted()).toEqual([...numbers].toSorted());
  },
  120_000,
);
