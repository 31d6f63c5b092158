import type pg from "pg";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { archiveMeters } from "./archive-meters.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterAll(() => app.close());

/** What is told where the server's own words are replaced by these. */
async function toldOf(words: Readonly<Record<string, string>>): Promise<number | undefined> {
  const registry = new Registry();
  const query = (text: string) =>
    app.owner.query(Object.entries(words).reduce((sql, [from, to]) => sql.replaceAll(from, to), text));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it asks for nothing else
  archiveMeters(registry, { query } as unknown as pg.Pool);
  const [metric] = await registry.getMetricsAsJSON();
  return metric?.values[0]?.value;
}
const archiver = (archived: string, failed: string) => ({
  "current_setting('archive_mode')": "'on'",
  "from pg_stat_archiver": `from (select (${archived})::timestamptz as last_archived_time, (${failed})::timestamptz as last_failed_time,
    now() - interval '1 day' as stats_reset) a`,
});

test("R-33 a log of changes that is not put away is told by how long, and one that is, or need not be, rings nobody", async () => {
  const at = (minutes: number) => `now() - interval '${minutes} minutes'`;
  expect(await toldOf({})).toBeNaN();
  expect(await toldOf(archiver(at(5), at(9)))).toBe(0);
  expect(await toldOf(archiver(at(5), "null"))).toBe(0);
  expect(Math.round((await toldOf(archiver(at(30), at(1)))) ?? 0)).toBe(1_800);
  expect(Math.round((await toldOf(archiver("null", at(1)))) ?? 0)).toBe(86_400);
});
