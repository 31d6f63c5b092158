import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { type GrantedRecord, insertGrantedRecords } from "../../testing/many-records.ts";

/** Purging a backlog: in batches, by one process at a time, and never partially. */

let app: TestApp;
let user: TestUser;
let other: Awaited<ReturnType<TestApp["startProcess"]>>;
beforeAll(async () => {
  app = await createTestApp();
  other = await app.startProcess();
  user = await app.user();
});
beforeEach(() => app.setClockOffset(0));
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

const batch = 500;
/** Each request has its own key, and one for the only piece of its record. */
const keysPerRequest = 2;
const pieceKeysOf = new Map<readonly GrantedRecord[], readonly string[]>();
const createDueRequests = async (count: number): Promise<readonly GrantedRecord[]> => {
  const made = await insertGrantedRecords(app, user, count, (nin) => ({ firstname: nin }));
  const pieces = await app.owner.query<{ key_id: string }>(
    "select key_id from result_parts where request_id = any ($1)",
    [made.map(({ id }) => id)],
  );
  pieceKeysOf.set(
    made,
    pieces.rows.map((row) => row.key_id),
  );
  await app.setClockOffset(25 * 3_600_000);
  return made;
};
const runPurge = (of: { readonly schedule: typeof app.product.schedule }) =>
  of.schedule.find(({ name }) => name === "purge_due")?.run() ?? Promise.reject(new Error("no purge"));

/** Counts the requests in each state. */
async function countState(made: readonly GrantedRecord[]) {
  const ids = made.map(({ id }) => id);
  const keyIds = [...ids, ...(pieceKeysOf.get(made) ?? [])];
  const count = async (sql: string) =>
    (await app.owner.query<{ count: number }>(`select count(*)::int as count from ${sql}`, [ids])).rows[0]?.count;
  return {
    keys: (await app.keys.findAll(keyIds)).size,
    records: await count("results where request_id = any ($1)"),
    pieces: await count("result_parts where request_id = any ($1)"),
    purged: await count("verification_requests where id = any ($1) and purged_at is not null"),
    hashes: await count(
      "consents where request_id = any ($1) and num_nonnulls(phone_hash, code_hash, contact_sealed) > 0",
    ),
    letters: await count("outbox_messages where request_id = any ($1) and sealed is not null"),
    answers: await count("lookup_attempts where request_id = any ($1) and response_sealed is not null"),
    audited: await count("audit_log where object_id = any ($1) and action = 'purged'"),
  };
}
const purgedState = (count: number) => ({
  keys: 0,
  records: 0,
  pieces: 0,
  purged: count,
  hashes: 0,
  letters: 0,
  answers: 0,
  audited: count,
});
const unpurgedState = (count: number) => ({
  keys: keysPerRequest * count,
  records: count,
  pieces: count,
  purged: 0,
  hashes: count,
  letters: count,
  answers: count,
  audited: 0,
});

describe("purging a backlog [T-51 EXPIRY-04 R-10]", () => {
  test("takes a few statements per batch, however many rows are due", async () => {
    const made = await createDueRequests(2 * batch + 1);
    expect(await countState(made)).toEqual(unpurgedState(made.length));
    const querySpy = vi.spyOn(pg.Client.prototype, "query");
    await runPurge(app.product);
    const batches = 3;
    const newConnections = 1; // to the database of keys; its first statement checks the login
    expect(querySpy.mock.calls.length).toBeLessThanOrEqual(batches * 18 + newConnections);
    expect(await countState(made)).toEqual(purgedState(made.length));
  });

  test("writes one audit row per request when two processes run at once", async () => {
    const made = await createDueRequests(2 * batch);
    await Promise.all([runPurge(app.product), runPurge(other.product), runPurge(app.product), runPurge(other.product)]);
    await runPurge(app.product); // for batches skipped by a process that did not get the lock
    expect(await countState(made)).toEqual(purgedState(made.length));
  });

  test("writes one audit row per request beside the job of a single request", async () => {
    const made = await createDueRequests(20);
    const one = (requestId: string) => other.product.jobs["purge"]?.({ requestId } as never);
    await Promise.all([runPurge(app.product), ...made.map(({ id }) => one(id))]);
    await runPurge(app.product);
    expect(await countState(made)).toEqual(purgedState(20));
  });

  test("erases nothing if the key database does not respond", async () => {
    const made = await createDueRequests(3);
    vi.spyOn(app.product.keys, "destroy").mockRejectedValue(new Error("down"));
    await expect(runPurge(app.product)).rejects.toThrow("down");
    expect(await countState(made)).toEqual(unpurgedState(3));
    vi.restoreAllMocks();
    await runPurge(app.product);
    expect(await countState(made)).toEqual(purgedState(3));
  });

  test("leaves complete batches and unreadable records when its process dies", async () => {
    const made = await createDueRequests(2 * batch + 10);
    const { keys } = app.product;
    const destroy = keys.destroy.bind(keys);
    let batches = 0;
    vi.spyOn(keys, "destroy").mockImplementation(async (ids) => {
      await destroy(ids);
      batches += 1;
      if (batches === 2) throw new Error("killed"); // after the keys of the second batch are deleted, before its rows
    });
    await expect(runPurge(app.product)).rejects.toThrow("killed");
    const left = batch + 10;
    expect(await countState(made)).toEqual({
      ...unpurgedState(left),
      keys: keysPerRequest * 10,
      purged: batch,
      audited: batch,
    });
    vi.restoreAllMocks();
    await runPurge(app.product);
    expect(await countState(made)).toEqual(purgedState(made.length));
  });
});
