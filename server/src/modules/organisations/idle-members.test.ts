import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { addMember, createOrganisation, outcome, type TestMember } from "../../testing/organisation-steps.ts";

let app: TestApp;
let owner: TestMember;
let member: TestMember;
beforeAll(async () => void (app = await createTestApp()));
beforeEach(async () => {
  await app.setClockOffset(0);
  owner = await createOrganisation(app);
  member = await addMember(app, owner, ["reader"]);
});
afterEach(async () => {
  await app.drainQueue();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const dayMs = 86_400_000;
/** Runs the job so many days after the member's last activity, the owner being active. */
async function runOnDay(day: number): Promise<void> {
  await app.setClockOffset(day * dayMs + 60_000);
  await app.owner.query(
    "update members set last_active_at = product_now() where organisation_id = $1 and user_id = $2",
    [owner.organisationId, owner.id],
  );
  await app.runSchedule("suspend_idle_members");
  await app.drainQueue();
}
const warnings = () =>
  app.providers.mail.sent.filter(({ to, subject }) => to === member.email && subject.includes("membership")).length;
const stateOf = async (of: TestMember) =>
  (
    await app.owner.query<{ state: string }>("select state from members where organisation_id = $1 and user_id = $2", [
      of.organisationId,
      of.id,
    ])
  ).rows[0]?.state;

test("a member without activity is warned twice by email, then suspended [TM-14]", async () => {
  const seen: [number, number, string | undefined][] = [];
  for (const day of [75, 76, 80, 87, 88, 89, 90]) {
    await runOnDay(day);
    seen.push([day, warnings(), await stateOf(member)]);
  }
  expect(seen).toEqual([
    [75, 0, "active"],
    [76, 1, "active"],
    [80, 1, "active"],
    [87, 2, "active"],
    [88, 2, "active"],
    [89, 2, "active"],
    [90, 2, "suspended"],
  ]);
  expect(outcome(await member.get("/organisation/members"))).toBe("404 not_found");
  const { rows } = await app.owner.query(
    "select actor_kind, organisation_id from audit_log where action = 'member_suspended' and object_id = $1",
    [member.id],
  );
  expect(rows).toEqual([{ actor_kind: "system", organisation_id: owner.organisationId }]);
});

test("activity starts the days anew, also after a warning [TM-14]", async () => {
  await runOnDay(76);
  await app.owner.query("update members set last_active_at = product_now() where user_id = $1", [member.id]);
  await runOnDay(91);
  expect([warnings(), await stateOf(member)]).toEqual([1, "active"]);
});

test("a shorter limit never suspends without both warnings [TM-14]", async () => {
  await app.owner.query("update organisations set idle_days = 14 where id = $1", [owner.organisationId]);
  await runOnDay(40);
  expect([warnings(), await stateOf(member)]).toEqual([1, "active"]);
  await runOnDay(40);
  expect([warnings(), await stateOf(member)]).toEqual([2, "active"]);
  await runOnDay(42);
  expect(await stateOf(member)).toBe("active");
  await runOnDay(44);
  expect(await stateOf(member)).toBe("suspended");
});

test("the last owner is never suspended [TM-14 TM-09]", async () => {
  await app.setClockOffset(200 * dayMs);
  for (let run = 0; run < 3; run += 1) await app.runSchedule("suspend_idle_members");
  await app.setClockOffset(210 * dayMs);
  await app.runSchedule("suspend_idle_members");
  expect(await stateOf(owner)).toBe("active");
  expect(await stateOf(member)).toBe("suspended");
});
