import type { RecordPart } from "@idanimo/contract/record-parts";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import {
  grantAllParts,
  requestConsent,
  type PendingConsent,
  setClockRelativeTo,
  completeLookup,
  submitDecision,
  readRequestState,
} from "../../testing/lookup-steps.ts";
import { openRecord } from "../results/index.ts";

let app: TestApp;
let keyBase: pg.Pool;
beforeAll(async () => {
  app = await createTestApp();
  keyBase = new pg.Pool({ connectionString: app.keysUrl, max: 1 });
});
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(async () => {
  await keyBase.end();
  await app.close();
});

const canaries = { firstname: "CANARY-FIRST", surname: "CANARY-LAST", photo: "CANARYPHOTO0" };
const erasedAt = "select expires_at as at from consents where request_id = $1";
const createPayer = () => app.user({ NGN: 10_000_00n });

async function lookUpWithConsent(user: TestUser): Promise<PendingConsent> {
  const pending = await requestConsent(app, user, { fields: canaries });
  await grantAllParts(app, pending.token);
  await app.drainQueue();
  return pending;
}
type ResultView = { readonly data: object | null; readonly searchValue: string; readonly message: string };
const readResult = async (user: TestUser, { itemId }: PendingConsent) =>
  (await user.get(`/verification/check-consent/${itemId}`)).json<ResultView>();
const listed = async (user: TestUser, { itemId }: PendingConsent) =>
  (await user.get("/user/matching-requests"))
    .json<{ requests: { id: string; searchValue: string; action: string; status: string }[] }>()
    .requests.find((row) => row.id === itemId);
const maskNin = (nin: string) => `*********${nin.slice(-2)}`;

describe("a record's expiry [T-51 T-77 EXPIRY-05]", () => {
  test("hides it on every path a second after its end, without a job", async () => {
    const user = await createPayer();
    const pending = await lookUpWithConsent(user);
    await setClockRelativeTo(app, erasedAt, [pending.itemId], -1);
    expect(await readResult(user, pending)).toMatchObject({
      data: canaries,
      searchValue: pending.nin,
      message: "View Result",
    });
    expect(await listed(user, pending)).toMatchObject({
      searchValue: pending.nin,
      action: "View Result",
      status: "granted",
    });
    await setClockRelativeTo(app, erasedAt, [pending.itemId], 0);
    expect(await readResult(user, pending)).toMatchObject({ data: null });
    await setClockRelativeTo(app, erasedAt, [pending.itemId], 1);
    expect(await readResult(user, pending)).toMatchObject({
      data: null,
      searchValue: maskNin(pending.nin),
      message: "Expired",
    });
    expect(await listed(user, pending)).toMatchObject({
      searchValue: maskNin(pending.nin),
      action: "Expired",
      status: "expired",
    });
  });

  test("is 24 hours after the grant [EXPIRY-05]", async () => {
    const pending = await lookUpWithConsent(await createPayer());
    const hours = await app.owner.query<{ hours: number }>(
      "select extract(epoch from expires_at - decided_at)::float8 / 3600 as hours from consents where request_id = $1",
      [pending.itemId],
    );
    expect(hours.rows[0]?.hours).toBeCloseTo(24, 3);
  });
});

describe("the purge [T-51 T-52 EXPIRY-04]", () => {
  async function readStored(requestId: string) {
    const row = await app.owner.query<Record<string, unknown>>(
      `select r.search_sealed, r.value_hash, r.value_masked, r.purged_at is not null as purged, c.contact_sealed, c.note_sealed, c.expected_name_sealed, c.phone_hash,
         (select count(*)::int from results x where x.request_id = r.id) as records,
         (select count(*)::int from result_parts p where p.request_id = r.id) as pieces,
         (select count(*)::int from outbox_messages m where m.request_id = r.id and m.sealed is not null) as letters
       from verification_requests r left join consents c on c.request_id = r.id where r.id = $1`,
      [requestId],
    );
    return row.rows[0];
  }
  const nothing = {
    search_sealed: null,
    value_hash: null,
    contact_sealed: null,
    note_sealed: null,
    expected_name_sealed: null,
    phone_hash: null,
    records: 0,
    pieces: 0,
    letters: 0,
    purged: true,
  };
  const pieceKeysOf = async (requestId: string): Promise<readonly string[]> => {
    const found = await app.owner.query<{ key_id: string }>("select key_id from result_parts where request_id = $1", [
      requestId,
    ]);
    return found.rows.map((row) => row.key_id);
  };

  test("deletes the keys, empties the columns and writes one audit row, once", async () => {
    const pending = await lookUpWithConsent(await createPayer());
    const keyIds = [pending.itemId, ...(await pieceKeysOf(pending.itemId))];
    expect(keyIds).toHaveLength(3); // of the request, the identity and the photo
    await setClockRelativeTo(app, erasedAt, [pending.itemId], -1);
    await app.runSchedule("purge_due");
    expect((await app.keys.findAll(keyIds)).size).toBe(keyIds.length);
    await setClockRelativeTo(app, erasedAt, [pending.itemId], 1);
    await app.runSchedule("purge_due");
    await app.runSchedule("purge_due");
    expect((await app.keys.findAll(keyIds)).size).toBe(0);
    expect(await readStored(pending.itemId)).toEqual({ ...nothing, value_masked: maskNin(pending.nin) });
    const audit = await app.owner.query("select from audit_log where object_id = $1 and action = 'purged'", [
      pending.itemId,
    ]);
    expect(audit.rowCount).toBe(1);
  });

  test.each(["denied", "withdrawn", "unanswered"])("runs at once for a consent that was %s", async (how) => {
    const pending = await requestConsent(app, await createPayer(), { fields: canaries });
    const keyIds = [pending.itemId, ...(await pieceKeysOf(pending.itemId))];
    expect(keyIds).toHaveLength(3);
    if (how === "denied") await submitDecision(app, pending.token, "deny");
    if (how === "withdrawn") {
      await submitDecision(app, pending.token, "grant");
      await submitDecision(app, pending.token, "withdraw");
    }
    if (how === "unanswered") {
      await setClockRelativeTo(app, "select deadline as at from consents where request_id = $1", [pending.itemId], 1);
      await app.runSchedule("expire_consents");
    }
    await app.drainQueue();
    expect((await app.keys.findAll(keyIds)).size).toBe(0);
    expect(await readStored(pending.itemId)).toEqual({ ...nothing, value_masked: maskNin(pending.nin) });
  });

  test("purges unpaid requests and lookups without a record after a day", async () => {
    const user = await createPayer();
    const [unpaid, nowhere] = [await app.purchase(user), await completeLookup(app, user, { kind: "not_found" })];
    await app.setClockOffset(24 * 3_600_000 + 60_000);
    await app.runSchedule("reconcile_payments");
    await app.runSchedule("purge_due");
    for (const one of [unpaid, nowhere])
      expect(await readStored(one.itemId)).toEqual({ ...nothing, value_masked: maskNin(one.nin) });
  });

  test("makes a saved copy and a restored row unreadable with its key", async () => {
    const user = await createPayer();
    const pending = await lookUpWithConsent(user);
    const copy = await app.owner.query<{ owner_id: string; source: string }>(
      "select owner_id, source from results where request_id = $1",
      [pending.itemId],
    );
    const pieces = await app.owner.query<{ key_id: string; parts: RecordPart[]; sealed: Buffer }>(
      "select key_id, parts, sealed from result_parts where request_id = $1 order by key_id",
      [pending.itemId],
    );
    const saved = {
      ...(copy.rows[0] ?? { owner_id: "", source: "" }),
      sealed: null,
      pieces: pieces.rows.map(({ key_id: keyId, ...piece }) => ({ keyId, ...piece })),
      hasSourceReport: false,
    };
    const keyIds = saved.pieces.map(({ keyId }) => keyId);
    const openSaved = (keys: ReadonlyMap<string, Buffer>) => openRecord(keys, "nin", pending.itemId, saved);
    const values = await app.owner.query<{ search_sealed: Buffer }>(
      "select search_sealed from verification_requests where id = $1",
      [pending.itemId],
    );
    expect(openSaved(await app.keys.findAll(keyIds))).toEqual(canaries); // readable while the keys exist
    await submitDecision(app, pending.token, "withdraw");
    await app.drainQueue();
    expect(openSaved(await app.keys.findAll([pending.itemId, ...keyIds]))).toBeUndefined();
    const other = await lookUpWithConsent(user);
    const [otherKey] = (await app.keys.findAll(await pieceKeysOf(other.itemId))).values();
    if (!otherKey) throw new Error("no key");
    expect(() => openSaved(new Map(keyIds.map((id) => [id, otherKey])))).toThrow("authenticate");
    // even if the rows are restored from a backup, no read path shows them
    await app.owner.query("insert into results (request_id, owner_id, sealed, source) values ($1, $2, null, $3)", [
      pending.itemId,
      saved.owner_id,
      saved.source,
    ]);
    for (const { keyId, parts, sealed } of saved.pieces)
      await app.owner.query("insert into result_parts values ($1, $2, $3, $4, $5)", [
        keyId,
        pending.itemId,
        saved.owner_id,
        parts,
        sealed,
      ]);
    await app.owner.query("alter table consents disable trigger user");
    await app.owner.query("alter table verification_requests disable trigger user");
    await app.owner.query(
      "update consents set state = 'granted', expires_at = product_now() + interval '1 day' where request_id = $1",
      [pending.itemId],
    );
    await app.owner.query("update verification_requests set purged_at = null, search_sealed = $2 where id = $1", [
      pending.itemId,
      values.rows[0]?.search_sealed,
    ]);
    expect(await readResult(user, pending)).toMatchObject({ data: null, searchValue: maskNin(pending.nin) });
    expect((await listed(user, pending))?.searchValue).toBe(maskNin(pending.nin));
    await app.owner.query("update consents set state = 'terminated' where request_id = $1", [pending.itemId]);
    await app.owner.query("alter table consents enable trigger user");
    await app.owner.query("alter table verification_requests enable trigger user");
    await app.owner.query("delete from result_parts where request_id = $1", [pending.itemId]);
    await app.owner.query("delete from results where request_id = $1", [pending.itemId]);
    await app.owner.query(
      "update verification_requests set purged_at = product_now(), search_sealed = null where id = $1",
      [pending.itemId],
    );
  });

  test("completes in the next run after its process died between key and rows", async () => {
    const user = await createPayer();
    const pending = await lookUpWithConsent(user);
    const pieceKeys = await pieceKeysOf(pending.itemId);
    await app.keys.destroy([pending.itemId, ...pieceKeys]);
    expect(await readResult(user, pending)).toMatchObject({ data: null, searchValue: maskNin(pending.nin) });
    expect((await listed(user, pending))?.searchValue).toBe(maskNin(pending.nin));
    await setClockRelativeTo(app, erasedAt, [pending.itemId], 1);
    await app.runSchedule("purge_due");
    expect(await readStored(pending.itemId)).toMatchObject({ records: 0, pieces: 0, purged: true });
  });

  test("purges more than one batch in one run", async () => {
    const user = await createPayer();
    const bought = await Promise.all(Array.from({ length: 12 }, () => app.purchase(user)));
    const ids = bought.map((one) => one.itemId);
    await app.owner.query(
      "update verification_requests set purge_due_at = product_now() - interval '1 second' where id = any ($1)",
      [ids],
    );
    await Promise.all([app.runSchedule("purge_due"), app.runSchedule("purge_due")]); // two processes at once
    expect((await app.keys.findAll(ids)).size).toBe(0);
    const left = await app.owner.query("select from verification_requests where id = any ($1) and purged_at is null", [
      ids,
    ]);
    expect(left.rowCount).toBe(0);
  });
});

describe("a stolen database [T-53]", () => {
  async function dump(pool: pg.Pool): Promise<string> {
    const tables = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const parts: string[] = [];
    for (const { name } of tables.rows)
      parts.push(
        (await pool.query<{ all: string | null }>(`select string_agg(t::text, ' ') as all from ${name} t`)).rows[0]
          ?.all ?? "",
      );
    return parts.join("\n");
  }

  test("has no search value, record, contact, note or code in plain text in any table", async () => {
    const user = await createPayer();
    const contact = { phone: "+2348066600077", mail: "canary.subject@example.test" };
    const made = await user.post("/verification/session", {
      nin: "73517351739",
      currency: "NGN",
      purpose: { code: "credit", note: "CANARY note words" },
    });
    expect(made.statusCode).toBe(200);
    const pending = await requestConsent(app, user, { fields: canaries, contact });
    const secrets = [
      ...Object.values(canaries),
      contact.phone.slice(1),
      contact.mail,
      pending.nin,
      "73517351739",
      "CANARY note",
      pending.token,
      pending.code,
      user.token,
    ];
    const reported = async () => {
      const text = `${await dump(app.owner)}\n${await dump(keyBase)}`;
      expect(text).toContain(pending.itemId); // the dump is not empty
      return secrets.filter((secret) => text.includes(secret) || text.includes(Buffer.from(secret).toString("hex")));
    };
    expect(await reported()).toEqual([]);
    await grantAllParts(app, pending.token);
    expect(await reported()).toEqual([]); // the receipt waits in the outbox
    await app.drainQueue();
    await readResult(user, pending);
    expect(await reported()).toEqual([]);
  });

  test("does not open a sealed value that was moved to another row or column", async () => {
    const user = await createPayer();
    const [one, other] = [await lookUpWithConsent(user), await lookUpWithConsent(user)];
    const swap = (from: PendingConsent, to: PendingConsent) =>
      app.owner.query(
        `update result_parts set sealed = (select sealed from result_parts where request_id = $1 and parts = '{identity}')
         where request_id = $2 and parts = '{identity}'`,
        [from.itemId, to.itemId],
      );
    await swap(one, other);
    const response = await user.get(`/verification/check-consent/${other.itemId}`);
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain("CANARY");
    // the value of one column in another column of the same row
    await app.owner.query(
      `update verification_requests set search_sealed =
         (select sealed from result_parts where request_id = $1 and parts = '{identity}') where id = $1`,
      [one.itemId],
    );
    const swapped = await user.get(`/verification/check-consent/${one.itemId}`);
    expect(swapped.statusCode).toBe(500);
    expect(swapped.body).not.toContain("CANARY");
    for (const table of ["result_parts", "results"])
      await app.owner.query(`delete from ${table} where request_id = any ($1)`, [[one.itemId, other.itemId]]);
    expect(await readRequestState(app, one.itemId)).toMatchObject({ outcome: "DELIVERED" });
  });
});
