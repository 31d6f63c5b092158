import { apiBase } from "@idanimo/contract/operation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { findVisibleResults } from "../results/index.ts";
import { setClockRelativeTo } from "../../testing/lookup-steps.ts";
import { insertGrantedRecords } from "../../testing/many-records.ts";

/**
 * Many records expire at the same time while no job runs. They are inserted directly, so that 10,000 take a minute
 * with `EXPIRIES=10000`. All are read in every list and by the query of the read paths, and 300 also on their own
 * page.
 */
const count = Number(process.env["EXPIRIES"] ?? 300);

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterAll(() => app.close());

test("shows every record a second before expiry and none a second after [T-51 T-77 R-08]", async () => {
  const [user, mark] = [await app.user(), "CANARY-OF"];
  const made = await insertGrantedRecords(app, user, count, (nin) => ({
    firstname: `${mark}-${nin}`,
    surname: "Made-Up",
  }));
  const [first] = made;
  const inTurn = async (paths: readonly string[]) => {
    const bodies: string[] = [];
    for (let at = 0; at < paths.length; at += 20)
      bodies.push(
        ...(await Promise.all(paths.slice(at, at + 20).map((path) => user.get(path)))).map(({ body }) => body),
      );
    return bodies;
  };
  const some = made.filter((_one, at) => at % Math.ceil(count / 300) === 0);
  const ids = made.map(({ id }) => id);
  const read = async () => {
    const open = await app.db.transaction("system", (tx) => findVisibleResults(tx, ids));
    const one = await inTurn(some.map(({ id }) => `/verification/check-consent/${id}`));
    const pages = await inTurn(
      Array.from({ length: Math.ceil(count / 100) }, (_one, page) => `/user/matching-requests?size=100&page=${page}`),
    );
    const csv = await app.app.inject({
      url: `${apiBase}/user/history.csv`,
      headers: { authorization: `Bearer ${user.token}` },
    });
    const found = await user.post("/user/matching-requests", { q: first?.nin ?? "" });
    const lists = [...pages, csv.body, found.body].join("\n");
    const masked = `"searchValue":"${"*".repeat(9)}`;
    return {
      open: open.size,
      records: some.filter(({ nin }, at) => one[at]?.includes(`${mark}-${nin}`)).length,
      asked: some.filter(({ nin }, at) => one[at]?.includes(`"searchValue":"${nin}"`)).length,
      listed: made.filter(({ nin }) => lists.includes(nin)).length,
      masked: [...lists.matchAll(/"searchValue":"\*{9}/g)].length + one.filter((body) => body.includes(masked)).length,
    };
  };
  const end = "select expires_at as at from consents where request_id = $1";
  await setClockRelativeTo(app, end, [first?.id], -1);
  expect(await read()).toEqual({ open: count, records: some.length, asked: some.length, listed: count, masked: 0 });
  await setClockRelativeTo(app, end, [first?.id], 1);
  expect(await read()).toEqual({ open: 0, records: 0, asked: 0, listed: 0, masked: count + some.length });
  const stored = await app.keys.findAll(ids);
  expect(stored.size).toBe(count); // expired by the clock alone: nothing is purged yet
}, 3_600_000);
