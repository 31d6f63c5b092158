import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../../testing/app.ts";
import { fakeCompany, FakeCompanies } from "../../../testing/fakes.ts";

/** A business is verified while the company register lists its name under its RC number. [T-46] */

const register = new FakeCompanies();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({}, { sources: () => register.sources });
});
afterAll(async () => {
  await app.checkInvariants();
  await app.close();
});

const asked = (rc: string) => register.search.queries.filter((one) => one.asked.text === rc).length;
const newRc = () => randomNin().slice(0, 7);
async function business(): Promise<TestUser & { readonly rc: string }> {
  const user = await app.user({ userType: "business" });
  return { ...user, rc: newRc() };
}
const isVerified = async (user: TestUser) => (await user.get("/user/profile")).json<{ verified: boolean }>().verified;
async function goesBy(user: TestUser, rcNumber: string, businessName: string) {
  const response = await user.post("/user/update", { rcNumber, businessName });
  expect(response.statusCode).toBe(200);
  await app.drainQueue();
}
/** Moves the business's last match attempt back by more than a day. */
const nextDay = (user: TestUser) =>
  app.owner.query("update users set match_attempted_at = match_attempted_at - interval '25 hours' where id = $1", [
    user.id,
  ]);

test("verifies a business whose name matches the register, until it is renamed [T-46]", async () => {
  const user = await business();
  expect(await isVerified(user)).toBe(false);
  await goesBy(user, user.rc, "Another Business Ltd");
  expect([await isVerified(user), asked(user.rc)]).toEqual([false, 1]);
  await goesBy(user, user.rc, `made-up foods ${user.rc}, Ltd.`);
  expect([await isVerified(user), asked(user.rc)]).toEqual([true, 2]);

  const changed = await user.post("/user/update", { businessName: "Another Name" });
  expect(changed.json<{ profile: { verified: boolean } }>().profile.verified).toBe(false); // cleared in the same transaction
  const audit = await app.owner.query("select from audit_log where action = 'business_verified' and object_id = $1", [
    user.id,
  ]);
  expect(audit.rowCount).toBe(1);
});

test("clears the mark in the database when the name or number changes [T-46]", async () => {
  const user = await business();
  await goesBy(user, user.rc, `Made-Up Foods ${user.rc}`);
  expect(await isVerified(user)).toBe(true);
  await app.owner.query("update users set rc_number = '1', verified_at = now() where id = $1", [user.id]);
  expect(await isVerified(user)).toBe(false);
  await expect(
    app.owner.query("update users set verified_at = now() where id = $1", [(await app.user()).id]),
  ).rejects.toThrow("users_verified_has_business");
});

test("verifies one account per company and opens one case for a second one [T-46]", async () => {
  const [first, second] = [await business(), await business()];
  const name = `Made-Up Foods ${first.rc}`;
  const written = `RC 0${first.rc}`; // the register treats it as the same number
  register.search.respondTo({ by: "rc", text: written }, { kind: "found", record: [fakeCompany(first.rc)] });
  await goesBy(first, first.rc, name);
  await goesBy(second, written, name);
  expect([await isVerified(first), await isVerified(second)]).toEqual([true, false]);
  await nextDay(second);
  await app.runSchedule("sweep_matches");
  await app.drainQueue();
  const cases = await app.owner.query("select kind, detail from cases where object_id = $1", [second.id]);
  expect(cases.rows).toEqual([
    { kind: "company_claimed_twice", detail: "another account is verified with this company" },
  ]);
  await expect(app.owner.query("update users set verified_at = now() where id = $1", [second.id])).rejects.toThrow(
    "users_one_verified",
  );

  expect((await first.post("/user/close", { confirm: "CLOSE", balance: { way: "none" } })).statusCode).toBe(200);
  register.search.respondTo({ by: "rc", text: written }, { kind: "found", record: [fakeCompany(first.rc)] });
  await nextDay(second);
  await app.runSchedule("sweep_matches");
  await app.drainQueue();
  expect(await isVerified(second)).toBe(true); // the first account is closed by now
});

test("verifies one of two accounts matched at once and opens a case for the other [T-46]", async () => {
  const both = [await business(), await business()];
  const rc = newRc();
  await app.owner.query("update users set rc_number = $2, business_name = $3 where id = any ($1)", [
    both.map(({ id }) => id),
    rc,
    `Made-Up Foods ${rc}`,
  ]);
  await Promise.all(both.map(({ id }) => app.product.jobs["match_business"]?.({ userId: id } as never)));
  const verified = await Promise.all(both.map(isVerified));
  expect(verified.toSorted()).toEqual([false, true]);
  const cases = await app.owner.query(
    "select object_id from cases where kind = 'company_claimed_twice' and object_id = any ($1)",
    [both.map(({ id }) => id)],
  );
  expect(cases.rows).toEqual([{ object_id: both[verified.indexOf(false)]?.id }]);
});

test("does not verify a business whose name changes during the lookup [T-46]", async () => {
  const user = await business();
  register.search.onAsk = async ({ text }) => {
    if (text === user.rc)
      await app.owner.query("update users set business_name = 'Quick Ltd' where id = $1", [user.id]);
  };
  await goesBy(user, user.rc, `Made-Up Foods ${user.rc}`);
  register.search.onAsk = undefined;
  expect([await isVerified(user), asked(user.rc)]).toEqual([false, 1]);
});

test("queries once a day, at most 30 times, and waits while the register is down [T-46]", async () => {
  const user = await business();
  register.search.state = "down";
  await goesBy(user, user.rc, "Not Yet Ltd");
  expect(asked(user.rc)).toBe(0);
  register.search.state = "up";
  const sweep = async () => {
    await app.runSchedule("sweep_matches");
    await app.drainQueue();
    return asked(user.rc);
  };
  expect([await sweep(), await sweep()]).toEqual([1, 1]);
  await nextDay(user);
  expect(await sweep()).toBe(2);
  await app.owner.query("update users set match_attempts = 30 where id = $1", [user.id]);
  await nextDay(user);
  expect(await sweep()).toBe(2);
});

test("retries in an hour, uncounted, when the register did not take the request [T-46]", async () => {
  const user = await business();
  register.search.respondTo(
    { by: "rc", text: user.rc },
    { kind: "not_accepted", why: "rate_limited" },
    {
      kind: "found",
      record: [fakeCompany(user.rc)],
    },
  );
  await goesBy(user, user.rc, `Made-Up Foods ${user.rc}`);
  await app.owner.query(
    "update users set match_attempted_at = match_attempted_at - interval '61 minutes' where id = $1",
    [user.id],
  );
  await app.runSchedule("sweep_matches");
  await app.drainQueue();
  expect(await isVerified(user)).toBe(true);
});

test("limits matches to five a day, free of charge, and discloses nothing [T-46]", async () => {
  const user = await business();
  const numbers = Array.from({ length: 7 }, newRc);
  for (const rc of numbers) await goesBy(user, rc, "Curious Ltd");
  expect(numbers.map(asked)).toEqual([1, 1, 1, 1, 1, 0, 0]);
  const seen = [
    await user.get("/user/profile"),
    await user.get("/user/notices"),
    await user.get("/transaction/payment-history"),
  ];
  expect(seen.map(({ body }) => body).join()).not.toMatch(/MADE-UP/i);
  expect(await app.transfers(user)).toEqual([]);
});

test("matches no individual and no account with an unconfirmed email address [T-46]", async () => {
  const user = await business();
  await app.owner.query("update users set email_verified_at = null where id = $1", [user.id]);
  await goesBy(user, user.rc, `Made-Up Foods ${user.rc}`);
  expect([asked(user.rc), await isVerified(await app.user())]).toEqual([0, false]);
});
