import { randomInt } from "node:crypto";
import { vehicleFields } from "@idanimo/contract/record-views";
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

/** Somebody holds a copy of the main database as it stood before a purge, and the key database as it is now. */

const vehicles = createFakeVehicles(plantCanaries([...fieldNamesOf([{ fields: vehicleFields }]), "made_in"]));
const others = createCanarySources();
/** Of a file: a thousand numbers with one beginning, so that they can be looked for as one. */
const beginning = String(randomInt(20_000_000, 99_999_999));
const numbers = Array.from({ length: 1_000 }, (_one, at) => beginning + String(at).padStart(3, "0"));

let app: TestApp;
let user: TestUser;
let beside: TestDatabase;
let keyBase: pg.Pool;
let mounted: ReadonlySet<string>;
const begun = new Map<SearchKindName, UnpaidSearch>();
/** While everything may be read, and what is left of the keys after the purge. */
let backup: Backup;

/** Everything personal that was typed or found. */
const secrets = () => [
  canary,
  beginning,
  ...[...begun.values()].flatMap(({ target: of, contact }) => [of.value, contact.phone.slice(1), contact.mail]),
];
const headers = () => ({ authorization: `Bearer ${user.token}` });
/** Paths by which the program that stands on a database tells of a record. */
async function readAllPaths(on: { readonly app: TestApp["app"] }): Promise<readonly string[]> {
  const told: string[] = [];
  for (const [name, { target: of }] of begun)
    for (const [route, { text }] of await requestReadPaths(on.app, mounted, headers(), { of, isRunning: false }))
      if (text.includes(canary) || text.includes(of.value)) told.push(`${name}: ${route}`);
  return told;
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

describe("T-51 T-53 after the purge an old backup opens nothing", () => {
  test("while the keys are there, what is restored beside them is read", async () => {
    await restoreBackup(beside.owner, backup);
    const told = await readAllPaths(await app.startProcess(beside.url));
    for (const name of allKindNames) expect(told).toContain(`${name}: GET /api/v2/verification/check-consent/:id`);
  });

  test("afterwards nothing is, on any path", async () => {
    await app.setClockOffset(8 * 86_400_000); // past the end of every kind
    await app.runSchedule("purge_due");
    await app.runSchedule("sweep_bulk");
    for (const { target: of } of begun.values()) expect(await app.keys.find(of.requestId)).toBeUndefined();
    await restoreBackup(beside.owner, backup);
    expect(await readAllPaths(await app.startProcess(beside.url))).toEqual([]);
  });

  test("none of its sealed values opens with any key that is left, in any place", async () => {
    const left = await keyBase.query<{ id: string; wrapped: Buffer }>("select id, wrapped from record_keys");
    const keys = left.rows.map(({ id, wrapped }) => app.vault.unwrap(id, wrapped));
    expect(keys.length).toBeGreaterThan(0); // the account's own
    const places = [
      "results.sealed",
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
        const id = row["request_id"] ?? row["id"] ?? row["upload_id"] ?? "";
        for (const key of keys) {
          tried += 1;
          expect(() => unseal(key, Buffer.from(sealed.slice(2), "hex"), { table, id, field })).toThrow("authenticate");
        }
      }
    }
    expect(tried).toBeGreaterThan(10);
    const [key] = keys;
    const place = { table: "results", id: "x", field: "sealed" };
    if (key) expect(unseal(key, seal(key, Buffer.from("it can be"), place), place).toString()).toBe("it can be");
  });
});

describe("T-53 EXPIRY-04 no personal value is in the open, before the purge or after", () => {
  test("in a copy of every table of both databases", async () => {
    const now = [await takeBackup(app.owner), await takeBackup(keyBase)];
    for (const copy of [backup, ...now])
      for (const [table, rows] of copy)
        expect([
          table,
          secrets().filter((one) => rows.includes(one) || rows.includes(Buffer.from(one).toString("hex"))),
        ]).toEqual([table, []]);
    expect([...backup.values()].join("")).toContain(begun.get("a person")?.target.requestId); // the copy is one
  });

  test("in a file of the database server: tables, indexes, its log of changes, temporary files", async () => {
    const seen = "SEEN-ON-DISK";
    await app.owner.query(
      "insert into cases (id, kind, detail) values (gen_random_uuid(), 'test', $1) on conflict do nothing", // it may be a second try
      [seen],
    );
    const { found, bytes } = await searchDisk([app.owner, keyBase], [...secrets(), seen]);
    expect(found).toEqual([seen]); // what is written in the open would be found
    expect(bytes).toBeGreaterThan(10_000_000);
  }, 240_000);
});
