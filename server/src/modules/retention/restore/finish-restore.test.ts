import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { randomIds } from "../../../kernel/ids.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { type Backup, restoreBackup, takeBackup } from "../../../testing/backup.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { requestConsent, submitDecision } from "../../../testing/lookup-steps.ts";
import { runCommand } from "../../operators/index.ts";

/** A database restored to an earlier time, while keys and decisions have changed since. */

let app: TestApp;
let later: TestDatabase;
let user: TestUser;
let leaver: TestUser;
beforeAll(async () => {
  [app, later] = await Promise.all([createTestApp(), createTestDatabase()]);
  user = await app.user({ NGN: 50_000_00n });
  leaver = await app.user({ NGN: 12_345_67n, USD: 89n });
});
afterAll(async () => {
  await app.checkInvariants();
  await Promise.all([app.close(), later.close()]);
  vi.unstubAllEnvs();
});

/** Puts a URL into an environment variable and returns its name. */
function setUrlVariable(name: string, url: string): string {
  vi.stubEnv(name, url);
  return name;
}

const runOperator = (...args: readonly string[]) =>
  runCommand({ owner: app.owner, db: app.db, keys: app.keys, ids: randomIds, sources: [] }, "after-restore", args);
const queryRow = async (text: string, values: readonly unknown[] = []) =>
  (await app.owner.query(text, [...values])).rows[0];
const asked = (phone: string) =>
  requestConsent(app, user, {
    contact: { phone, mail: null },
    fields: { firstname: "Plantedname", surname: "Foundsurname" },
  });

test("repeats deletions, blocks and closures made since the backup [R-33 T-51]", async () => {
  const granted = await asked("+2348055512345");
  await submitDecision(app, granted.token, "grant");
  const open = await asked("+2348055512346");
  const waiting = await requestConsent(app, user, { fields: { firstname: "Plantedname", photo: "PLANTEDPHOTO" } });
  await app.owner.query(
    "insert into mailed_tokens values (sha256('x'), $1, 'reset', now(), now() + interval '1 hour')",
    [user.id],
  );
  await app.owner.query(
    `update users set first_name = 'Planted', last_name = 'Planted', address = 'Planted', business_name = 'Planted',
       rc_number = 'RC99912345', designation = 'Planted', office_address = 'Planted', nin_masked = '*******9912', nin_sealed = 'Planted' where id = $1`,
    [leaver.id],
  );
  await app.owner.query("insert into recovery_codes select $1, sha256('planted')", [leaver.id]);
  await app.runSchedule("seal_audit");
  const backup: Backup = await takeBackup(app.owner);

  // after the backup, consent is withdrawn, another is denied, an account is blocked, and another one closes
  await submitDecision(app, granted.token, "withdraw");
  await submitDecision(app, open.token, "deny");
  await submitDecision(app, waiting.token, "grant"); // the key of the photo is destroyed
  await app.drainQueue();
  await later.owner.query(
    "insert into subject_blocks (id, contact_hash) values ('00000000-0000-4000-8000-00000000b10c', '\\xb10c')",
  );
  await app.keys.destroy([leaver.id]);
  await restoreBackup(app.owner, backup);
  expect(await queryRow("select state from consents where request_id = $1", [granted.itemId])).toEqual({
    state: "granted",
  });

  const words = ["--at", "2026-11-20 14:03:10", "--later", setUrlVariable("LATER_URL", later.url)];
  const reported = await runOperator(...words, "--expect", "3"); // two requests, one account
  expect(reported).toMatchObject({ isWell: true });
  expect(reported.lines).toEqual(
    expect.arrayContaining([
      "2 requests without a key are erased.",
      "1 blocks made after 2026-11-20 14:03:10 are restored.",
      `account ${leaver.id} was closed after 2026-11-20 14:03:10: it is closed again. Its balance was 1234567 NGN and 89 USD (minor units): check its case, whether that was paid out.`,
      "All invariants hold.",
    ]),
  );
  for (const { itemId } of [granted, open])
    expect(
      await queryRow(
        `select r.purged_at is not null as purged, r.search_sealed, r.value_hash, c.contact_sealed,
           exists (select from results s where s.request_id = r.id) as kept
         from verification_requests r join consents c on c.request_id = r.id where r.id = $1`,
        [itemId],
      ),
    ).toEqual({ purged: true, search_sealed: null, value_hash: null, contact_sealed: null, kept: false });
  // pending again: the photo cannot be shown any more, and the rest can
  expect(
    await queryRow(
      `select c.state, array(select array_to_string(p.parts, ' ') from result_parts p where p.request_id = c.request_id) as parts
       from consents c where request_id = $1`,
      [waiting.itemId],
    ),
  ).toEqual({ state: "pending", parts: ["identity"] });
  expect(await queryRow("select count(*)::int as n from result_parts")).toEqual({ n: 1 });
  expect(await queryRow("select count(*)::int as n from sign_ins where ended_at is null")).toEqual({ n: 0 });
  expect((await user.get("/user/profile")).statusCode).toBe(401);
  expect(await queryRow("select used_at is not null as used from mailed_tokens")).toEqual({ used: true });
  const row = JSON.stringify(await queryRow("select * from users where id = $1", [leaver.id]));
  expect(row).not.toMatch(/Planted|9912|8030000001|RC999/);
  expect(row).not.toContain(leaver.email);
  const anew = randomIds.rowId();
  await app.keys.create(anew);
  await app.owner.query(
    "insert into users (id, email, user_type, first_name, last_name, accepted_terms) values ($1, $2, 'individual', 'New', 'Holder', now())",
    [anew, leaver.email], // the email address is free again
  );
  expect(await queryRow("select count(*)::int as n from recovery_codes where user_id = $1", [leaver.id])).toEqual({
    n: 0,
  });
  expect(await app.wallets(leaver)).toEqual({ NGN: 0n, USD: 0n });
  expect(await queryRow("select kind, detail from cases where object_id = $1", [leaver.id])).toEqual({
    kind: "balance_after_restore",
    detail: "1234567 NGN and 89 USD",
  });
  expect(await queryRow("select count(*)::int as n from seals_due")).toEqual({ n: 0 });
  expect(await queryRow("select actor_kind, reason from audit_log where action = 'restored'")).toEqual({
    actor_kind: "system",
    reason: "as of 2026-11-20 14:03:10",
  });
});

test("deletes restored keys that today's key database no longer has [R-33]", async () => {
  const [back, alive] = [randomIds.rowId(), randomIds.rowId()];
  await app.keys.createMany([back, alive]);
  const today = await createTestDatabase();
  const all = await app.keys.findIdsAfter("00000000-0000-0000-0000-000000000000", 1_000);
  await today.keys.createMany(all.filter((id) => id !== back));
  const reported = await runOperator(
    "--at",
    "2026-11-20 14:03",
    "--later",
    "none",
    "--keys",
    setUrlVariable("KEYS_OF_TODAY", today.keysUrl),
    "--expect",
    "1",
  );
  expect(reported.lines).toContain("1 keys that were destroyed after 2026-11-20 14:03 are destroyed again.");
  expect(reported.lines).toContain(
    "Blocks made after 2026-11-20 14:03 are not known: those people may receive requests again.",
  );
  expect(await app.keys.findMissing([back, alive])).toEqual([back]);
  await today.close();
});

test("does nothing if it would delete over a tenth, or another number than expected [R-33]", async () => {
  const wrongOne = await createTestDatabase(); // the keys of another installation, or none
  const before = await app.keys.findIdsAfter("00000000-0000-0000-0000-000000000000", 1_000);
  const words = [
    "--at",
    "2026-11-20 14:03",
    "--later",
    "none",
    "--keys",
    setUrlVariable("WRONG_KEYS", wrongOne.keysUrl),
  ];
  const open = "select count(*)::int as n from users where closed_at is null";
  const accounts = await queryRow(open);
  for (const expected of [[], ["--expect", String(before.length - 1)]]) {
    const reported = await runOperator(...words, ...expected);
    expect(reported.isWell).toBe(false);
    expect(reported.lines[0]).toContain(
      `nothing was done. This would permanently delete ${before.length} of ${before.length} keys`,
    );
  }
  expect(await app.keys.findIdsAfter("00000000-0000-0000-0000-000000000000", 1_000)).toEqual(before);
  expect(await queryRow(open)).toEqual(accounts);
  await wrongOne.close();
});

test("rejects a URL as argument, because it contains a password [R-33]", async () => {
  const reported = await runOperator("--at", "2026-11-20 14:03", "--later", later.url);
  expect(reported.lines[0]).toContain("--later must be the name of an environment variable");
  expect(reported.lines.join()).not.toContain(later.url);
});

test("does nothing without a valid --at and a --later [R-33]", async () => {
  expect((await runOperator("--later", "none")).lines[0]).toContain("--at must be the time");
  expect((await runOperator("--at", "yesterday", "--later", "none")).lines[0]).toContain("--at must be the time");
  expect((await runOperator("--at", "2026-11-20")).lines[0]).toContain("--later is missing");
});
