import { readdir, readFile } from "node:fs/promises";
import { runMigrations } from "graphile-worker";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createTestDatabase as createEmptyDatabase } from "../../database/embedded/testing.ts";
import { migrate } from "../../database/migrate.ts";
import { openPool } from "../../database/pools.ts";
import { unseal } from "../../kernel/vault.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { restoreBackup, takeBackup } from "../../testing/backup.ts";
import { type PendingConsent, replyBySms, requestConsent, submitDecision } from "../../testing/lookup-steps.ts";
import { sealRecord } from "../results/index.ts";

/** Requests that the version before parts by purpose wrote, after the upgrade: what was agreed then is shown. */

const identity = { firstName: "Ngozi", surname: "Made-Up" };
const fields = {
  ...identity,
  title: "THE-TITLE",
  photo: "UEhPVE8=",
  phone: "THE-PHONE",
  residenceAddress: "THE-ADDRESS",
  profession: "THE-WORK",
  religion: "THE-RELIGION",
  nokSurname: "THE-KIN",
};
/** What that version stored after a grant without `reach` and `family`. */
const agreed = {
  ...identity,
  title: fields.title,
  photo: fields.photo,
  profession: fields.profession,
  religion: fields.religion,
};
const names = ["granted", "pending", "bySms", "unanswered", "grantedMeanwhile", "insertedMeanwhile"] as const;

let app: TestApp;
let user: TestUser;
let upgraded: Awaited<ReturnType<TestApp["startProcess"]>>;
let pool: pg.Pool;
let server: pg.Pool;
let drop: () => Promise<void>;
const requests = new Map<string, PendingConsent>();
const requestOf = (name: (typeof names)[number]): PendingConsent => {
  const found = requests.get(name);
  if (!found) throw new Error("no such request");
  return found;
};

/** A database as the version before left it, without a superuser. */
async function openEarlierDatabase() {
  const made = await createEmptyDatabase(inject("pgUrl"));
  const role = `plain_${made.name}`;
  server = openPool({ url: made.url, size: 1, name: "test-server", onConnectionError: () => {} });
  await server.query(
    `create role ${role} createrole; grant idanimo_app to ${role}; alter database ${made.name} owner to ${role}`,
  );
  pool = openPool({ url: made.url, role, size: 2, name: "test-earlier", onConnectionError: () => {} });
  drop = async () => {
    await pool.end();
    await server.end();
    await made.drop();
    const admin = openPool({ url: inject("pgUrl"), size: 1, name: "test-admin", onConnectionError: () => {} });
    await admin.query(`drop role ${role}`);
    await admin.end();
  };
  const folder = new URL("../../database/migrations/", import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const earlier = files.slice(0, files.indexOf("0041_parts_by_purpose.sql"));
  await runMigrations({ pgPool: pool });
  await pool.query(
    "create table migrations (name text primary key, checksum text not null, at timestamptz default now())",
  );
  for (const name of earlier) {
    const text = await readFile(new URL(name, folder));
    await pool.query(`begin; ${text.toString()}; commit`);
    await pool.query("insert into migrations values ($1, encode(sha256($2), 'hex'))", [name, text]);
  }
  return made.url;
}

/** Stores a record as that version did: sealed as one with the request's key, without what was withheld. */
async function storeAsBefore(name: (typeof names)[number], record: object, withheld: readonly string[]) {
  const { itemId } = requestOf(name);
  const key = await app.keys.find(itemId);
  if (!key) throw new Error("no key");
  await server.query("update results set sealed = $2 where request_id = $1", [
    itemId,
    sealRecord(key, itemId, { ...record }),
  ]);
  await server.query("update consents set withheld = $2 where request_id = $1", [itemId, withheld]);
}

beforeAll(async () => {
  app = await createTestApp();
  user = await app.user({ NGN: 50_000_00n });
  for (const name of names) requests.set(name, await requestConsent(app, user, { fields }));
  await submitDecision(app, requestOf("granted").token, "grant");
  const url = await openEarlierDatabase();
  const backup = new Map(await takeBackup(app.owner));
  for (const table of ["public.migrations", "public.result_parts", "public.plate_owner_requests"]) backup.delete(table);
  // that version had no result without a sealed value
  backup.set(
    "public.results",
    (backup.get("public.results") ?? "").replaceAll('"sealed": null', '"sealed": "\\\\x00"'),
  );
  await restoreBackup(server, backup);
  for (const name of names)
    if (name === "granted") await storeAsBefore(name, agreed, ["reach", "family"]);
    else await storeAsBefore(name, fields, []);
  const { rows } = await pool.query<{ column: string }>(
    `select column_name as "column" from information_schema.columns where table_name = 'consents' and column_name like 'parts%'`,
  );
  expect(rows).toEqual([]);
  await migrate(pool);
  upgraded = await app.startProcess(url);
}, 60_000);
afterAll(async () => {
  await app.close();
  await drop();
});

type View = { readonly data: object | null; readonly withheld?: readonly string[]; readonly message: string };
const read = async (name: (typeof names)[number]) =>
  (await user.on(upgraded.app).get(`/verification/check-consent/${requestOf(name).itemId}`)).json<View>();
const onUpgraded = (): TestApp => ({ ...app, ...upgraded });
/** Everything that the request's own key opens of its record. */
async function storedRecord(name: (typeof names)[number]) {
  const { itemId } = requestOf(name);
  const key = await app.keys.find(itemId);
  const { rows } = await server.query<{ sealed: Buffer }>("select sealed from results where request_id = $1", [itemId]);
  if (!key || !rows[0]) return undefined;
  const text = unseal(key, rows[0].sealed, { table: "results", id: itemId, field: "sealed" }).toString();
  return JSON.parse(text) as object;
}
const readConsent = async (name: (typeof names)[number]) =>
  (
    await server.query<{ granted: string[]; rule: string }>(
      "select parts_granted as granted, rule_version as rule from consents where request_id = $1",
      [requestOf(name).itemId],
    )
  ).rows[0];
const runSchedule = async (name: string) => upgraded.product.schedule.find((one) => one.name === name)?.run();

describe("a request from before the upgrade [CL-13]", () => {
  test("shows exactly what was agreed if it was granted", async () => {
    const { data, withheld } = await read("granted");
    expect(data).toEqual(agreed);
    expect(withheld).toEqual(["contact", "address", "family"]);
  });

  test("can be granted on the page with added parts, and shows these only", async () => {
    const page = await upgraded.app.inject({ url: `/consent/${requestOf("pending").token}` });
    const offered = [...page.body.matchAll(/name="part" value="(\w+)"/g)].map((match) => match[1]);
    expect(offered.toSorted()).toEqual(
      [
        "address",
        "contact",
        "education_work",
        "family",
        "personal_details",
        "photo",
        "religion",
        "signature",
      ].toSorted(),
    );
    const decided = await submitDecision(onUpgraded(), requestOf("pending").token, "grant", undefined, [
      "address",
      "religion",
    ]);
    expect(decided.statusCode).toBe(303);
    const shown = { ...identity, residenceAddress: fields.residenceAddress, religion: fields.religion };
    expect((await read("pending")).data).toEqual(shown);
    expect(await storedRecord("pending")).toEqual(shown);
    const evidence = await server.query(
      "select parts_chosen as chosen, rule_version as rule from consent_evidence where request_id = $1 and event = 'granted'",
      [requestOf("pending").itemId],
    );
    expect(evidence.rows).toEqual([{ chosen: ["identity", "address", "religion"], rule: "earlier" }]);
  });

  test("shows the identity alone after a YES by SMS", async () => {
    const { phone, code } = requestOf("bySms");
    expect((await replyBySms(onUpgraded(), phone, `YES ${code}`)).statusCode).toBe(200);
    expect((await read("bySms")).data).toEqual(identity);
    expect(await storedRecord("bySms")).toEqual(identity);
  });

  // during an upgrade, processes of both versions run
  test("shows what that version grants after the migration", async () => {
    const { itemId } = requestOf("grantedMeanwhile");
    await storeAsBefore("grantedMeanwhile", { ...fields, photo: undefined }, ["picture"]);
    await server.query(
      `update consents set state = 'granted', decided_at = now(), decided_by = 'page', gone_at = now() + interval '1 day' where request_id = $1`,
      [itemId],
    );
    await server.query("select close_item($1, 'DELIVERED', gen_random_uuid(), gen_random_uuid(), gen_random_uuid())", [
      itemId,
    ]);
    const { data, withheld } = await read("grantedMeanwhile");
    expect(data).toEqual({ ...fields, photo: undefined });
    expect(withheld).toEqual(["photo", "signature"]);
  });

  test("gets its parts if that version inserts it after the migration", async () => {
    const { itemId } = requestOf("insertedMeanwhile");
    await server.query("delete from consents where request_id = $1", [itemId]);
    await server.query(
      `insert into consents (request_id, owner_id, search_type, retention_class, purpose_code, state)
       select id, owner_id, search_type, retention_class, 'tenancy', 'initiate' from verification_requests where id = $1`,
      [itemId],
    );
    const { rows } = await server.query(
      "select parts_required as required, parts_offered as offered, rule_version as rule from consents where request_id = $1",
      [itemId],
    );
    expect(rows).toEqual([
      {
        required: ["identity"],
        offered: [
          "photo",
          "signature",
          "contact",
          "address",
          "education_work",
          "personal_details",
          "religion",
          "family",
        ],
        rule: "earlier",
      },
    ]);
  });

  test("expires and is purged, with or without a decision", async () => {
    expect(await readConsent("granted")).toEqual({
      granted: ["identity", "photo", "signature", "education_work", "personal_details", "religion"],
      rule: "earlier",
    });
    await server.query(
      `create or replace function product_now() returns timestamptz language sql stable parallel safe
       as $$ select clock_timestamp() + interval '25 hours' $$`,
    );
    expect(await read("granted")).toMatchObject({ data: null, message: "Expired" });
    await runSchedule("expire_consents");
    await runSchedule("purge_due");
    for (const name of ["granted", "pending", "bySms", "unanswered"] as const) {
      expect([name, await storedRecord(name)]).toEqual([name, undefined]);
      expect([name, await app.keys.find(requestOf(name).itemId)]).toEqual([name, undefined]);
    }
  });
});
