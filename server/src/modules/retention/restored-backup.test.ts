import { randomInt } from "node:crypto";
import { vehicleFields } from "@idanimo/contract/checks/vin/view";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seal, unseal } from "../../kernel/vault.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { type Backup, restoreBackup, searchDisk, takeBackup } from "../../testing/backup.ts";
import { createCanarySources, canary, fieldNamesOf, plantCanaries } from "../../testing/canary-sources.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { type UnpaidSearch, allKindNames, type SearchKindName, openRecord } from "../../testing/record-states.ts";
import { mountedRoutes, requestReadPaths } from "../../testing/read-paths.ts";
import { createFakeVehicles } from "../../testing/vehicles.ts";
import { uploadBulkFile } from "../../testing/bulk-file.ts";

/** An attacker has a copy of the main database from before a purge, and the key database as it is now. */

const vehicles = createFakeVehicles(plantCanaries([...fieldNamesOf([{ fields: vehicleFields }]), "made_in"]));
const others = createCanarySources();
/** Numbers of a file share a prefix, so that all can be found by one search. */
const beginning = String(randomInt(20_000_000, 99_999_999));
const numbers = Array.from({ length: 1_000 }, (_one, at) => beginning + String(at).padStart(3, "0"));

let app: TestApp;
let user: TestUser;
let beside: TestDatabase;
let keyBase: pg.Pool;
let mounted: ReadonlySet<string>;
const begun = new Map<SearchKindName, UnpaidSearch>();
/** The backup before the purge, and the connection to the key database. */
let backup: Backup;

/** All personal values that were entered or found. */
const secrets = () => [
  canary,
  beginning,
  ...[...begun.values()].flatMap(({ target: of, contact }) => [of.value, contact.phone.slice(1), contact.mail]),
];
const headers = () => ({ authorization: `Bearer ${user.token}` });
/** Read paths of an application that reveal a personal value. */
async function readAllPaths(on: { readonly app: TestApp["app"] }): Promise<readonly string[]> {
  const reported: string[] = [];
  for (const [name, { target: of }] of begun)
    for (const [route, { text }] of await requestReadPaths(on.app, mounted, headers(), { of, isRunning: false }))
      if (text.includes(canary) || text.includes(of.value)) reported.push(`${name}: ${route}`);
  return reported;
}

beforeAll(async () => {
  app = await createTestApp({}, { sources: () => ({ ...vehicles.sources, ...others.sources }) });
  beside = await createTestDatabase();
  keyBase = new pg.Pool({ connectionString: app.keysUrl, max: 2 });
  mounted = await mountedRoutes(app);
  user = await app.user({ userType: "business", NGN: 100_000_00n });
  for (const name of allKindNames) begun.set(name, await openRecord({ app, vehicles, others, user }, name));
  expect((await uploadBulkFile(app, user, numbers.join("\r\n"))).json()).toMatchObject({ records: 1_000 });
  await app.drainQueue();
  backup = await takeBackup(app.owner);
});
afterAll(async () => {
  await keyBase.end();
  await app.close();
  await beside.close();
});

describe("a backup from before the purge [T-51 T-53]", () => {
  test("is readable while its keys exist", async () => {
    await restoreBackup(beside.owner, backup);
    const reported = await readAllPaths(await app.startProcess(beside.url));
    for (const name of allKindNames) expect(reported).toContain(`${name}: GET /api/v2/verification/check-consent/:id`);
  });

  test("is unreadable on every path after the purge", async () => {
    await app.setClockOffset(8 * 86_400_000); // after the expiry of every kind
    await app.runSchedule("purge_due");
    await app.runSchedule("sweep_bulk");
    for (const { target: of } of begun.values()) expect(await app.keys.find(of.requestId)).toBeUndefined();
    await restoreBackup(beside.owner, backup);
    expect(await readAllPaths(await app.startProcess(beside.url))).toEqual([]);
  });

  test("has no sealed value that a remaining key opens, in any column", async () => {
    const left = await keyBase.query<{ id: string; wrapped: Buffer }>("select id, wrapped from record_keys");
    const keys = left.rows.map(({ id, wrapped }) => app.vault.unwrap(id, wrapped));
    expect(keys.length).toBeGreaterThan(0); // the account's own key
    const places = [
      "results.sealed",
      "result_parts.sealed",
      "verification_requests.search_sealed",
      "consents.contact_sealed",
      "bulk_chunks.sealed",
    ];
    let tried = 0;
    for (const place of places) {
      const [table = "", field = ""] = place.split(".");
      const rows = JSON.parse(backup.get(`public.${table}`) ?? "[]") as Record<string, string | null>[];
      for (const row of rows) {
        const sealed = row[field];
        if (sealed === null || sealed === undefined) continue;
        const id = row["key_id"] ?? row["request_id"] ?? row["id"] ?? row["upload_id"] ?? "";
        for (const key of keys) {
          tried += 1;
          expect(() => unseal(key, Buffer.from(sealed.slice(2), "hex"), { table, id, field })).toThrow("authenticate");
        }
      }
    }
    expect(tried).toBeGreaterThan(10);
    const [key] = keys;
    const context = { table: "results", id: "x", field: "sealed" };
    if (key) expect(unseal(key, seal(key, Buffer.from("it can be"), context), context).toString()).toBe("it can be");
  });
});

describe("personal values in plain text, before and after the purge [T-53 EXPIRY-04]", () => {
  test("are in no table of either database", async () => {
    const now = [await takeBackup(app.owner), await takeBackup(keyBase)];
    for (const copy of [backup, ...now])
      for (const [table, rows] of copy)
        expect([
          table,
          secrets().filter((one) => rows.includes(one) || rows.includes(Buffer.from(one).toString("hex"))),
        ]).toEqual([table, []]);
    expect([...backup.values()].join("")).toContain(begun.get("a person")?.target.requestId); // the copy is not empty
  });

  test("are in no file of the database server: tables, indexes, WAL, temporary files", async () => {
    const seen = "SEEN-ON-DISK";
    await app.owner.query(
      "insert into cases (id, kind, detail) values (gen_random_uuid(), 'test', $1) on conflict do nothing", // the test may run again
      [seen],
    );
    const { found, bytes } = await searchDisk([app.owner, keyBase], [...secrets(), seen]);
    expect(found).toEqual([seen]); // a plain-text value would be found
    expect(bytes).toBeGreaterThan(10_000_000);
  }, 240_000);
});
