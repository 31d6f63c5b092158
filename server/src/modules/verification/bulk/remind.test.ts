import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { type BulkPurchase, buyBulkFile, payBulkFile, randomNins } from "../../../testing/bulk-file.ts";
import { adultPerson } from "../../../testing/fakes.ts";
import { createBulkSteps, hourMs } from "./testing/bulk-steps.ts";

/** Reminding everyone on a bulk file who has not answered. */

let app: TestApp;
const { company, rows, verifyAfterTest } = createBulkSteps(() => app);
beforeAll(async () => void (app = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "100" })));
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

const [minuteMs, dayMs] = [60_000, 24 * hourMs];
/** Moves the clock to noon in Lagos of the next day, and some minutes. */
const toNoonAnd = (minutes: number) =>
  app.setClockOffset(Math.ceil(Date.now() / dayMs) * dayMs + 11 * hourMs - Date.now() + minutes * minuteMs);

let phones = 0;
/** Buys a file whose people are asked by SMS. */
async function askPeople(
  user: TestUser,
  count: number,
): Promise<BulkPurchase & { readonly phones: readonly string[] }> {
  const people = randomNins(count).map((nin) => {
    const phone = `+23480666${String((phones += 1)).padStart(5, "0")}`;
    app.providers.personRecords.respondTo(nin, {
      kind: "found",
      record: adultPerson(nin, { contact: { phone, mail: null } }),
    });
    return { nin, phone };
  });
  const file = await buyBulkFile(
    app,
    user,
    people.map(({ nin }) => nin),
  );
  await payBulkFile(user, file);
  await app.drainQueue();
  return { ...file, phones: people.map(({ phone }) => phone) };
}
const read = async (user: TestUser, { uploadId }: BulkPurchase) =>
  (await user.get(`/verification/bulk/${uploadId}/reminders`)).json<{
    possibleNow: number;
    reminded: number;
    possibleAt: string | null;
  }>();
const remind = (user: TestUser, { uploadId }: BulkPurchase) => user.post(`/verification/bulk/${uploadId}/remind`, {});
const remindersTo = (numbers: readonly string[]) =>
  app.providers.sms.sent.filter(({ to, text }) => numbers.includes(to) && text.startsWith("Idanimo: reminder. "))
    .length;

describe("remindBulk", () => {
  test("reminds everyone who has not answered, each once [T-45]", async () => {
    await toNoonAnd(0);
    const user = await company(4);
    const file = await askPeople(user, 4);
    const tooEarly = await remind(user, file);
    expect(tooEarly.json()).toMatchObject({ status: 409, code: "reminder_not_possible" });
    const early = await read(user, file);
    expect(early).toMatchObject({ possibleNow: 0, reminded: 0 });
    expect(Date.parse(early.possibleAt ?? "")).toBeGreaterThan(0);
    const denied = file.phones[0] ?? "";
    await rows(
      "update consents set deadline = product_now() where request_id = (select id from purchase_items where purchase_id = (select purchase_id from bulk_uploads where id = $1) and bulk_line = 1)",
      [file.uploadId],
    );
    await toNoonAnd(61);
    expect(await read(user, file)).toEqual({ possibleNow: 3, reminded: 0, possibleAt: null });
    const [first, second] = await Promise.all([remind(user, file), remind(user, file)]);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(first.json()).toEqual({ reminding: 3 });
    await app.drainQueue();
    expect([remindersTo(file.phones), remindersTo([denied])]).toEqual([3, 0]);
    expect(await read(user, file)).toEqual({ possibleNow: 0, reminded: 3, possibleAt: null });
    expect((await remind(user, file)).json()).toMatchObject({ code: "reminder_not_possible" });
    await app.drainQueue();
    expect(remindersTo(file.phones)).toBe(3);
  });

  test("continues after a run of the job, and reminds no one at night", async () => {
    await toNoonAnd(0);
    const user = await company(23);
    const file = await askPeople(user, 23);
    await toNoonAnd(9 * 60); // 9 PM
    expect((await remind(user, file)).json()).toMatchObject({ code: "reminder_not_possible" });
    await toNoonAnd(61);
    expect((await remind(user, file)).json()).toEqual({ reminding: 23 });
    await app.drainQueue();
    expect(remindersTo(file.phones)).toBe(23);
  });

  test("is rejected for a file that is not paid, and finds no other account's file [T-43]", async () => {
    const user = await company(1);
    const file = await buyBulkFile(app, user, randomNins(1));
    expect((await remind(user, file)).json()).toMatchObject({ code: "reminder_not_possible" });
    expect(await read(user, file)).toEqual({ possibleNow: 0, reminded: 0, possibleAt: null });
    expect((await remind(await company(1), file)).statusCode).toBe(404);
  });

  test("counts towards the account's limit of actions [T-45]", async () => {
    const user = await company(1);
    const file = await buyBulkFile(app, user, randomNins(1));
    await rows("insert into rate_limits (key, points, expire) values ($1, 1000, $2)", [
      `request_action_account:${user.id}`,
      Date.now() + hourMs,
    ]);
    expect((await remind(user, file)).json()).toMatchObject({ code: "too_many_requests" });
  });
});
