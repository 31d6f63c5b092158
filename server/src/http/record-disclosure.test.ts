import { randomInt } from "node:crypto";
import { liveEvent } from "@idanimo/contract/live-events";
import { apiBase } from "@idanimo/contract/operation";
import { vehicleFields } from "@idanimo/contract/checks/vin/view";
import { stakeholderFields } from "@idanimo/contract/checks/company/record";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { createCanarySources, canary, fieldNamesOf, plantCanaries } from "../testing/canary-sources.ts";
import { FakeCompanies } from "../testing/fakes.ts";
import { buySearch, setClockRelativeTo, payPurchase } from "../testing/lookup-steps.ts";
import {
  isResultRoute,
  mountedRoutes,
  type ReadTarget,
  requestReadPaths,
  readPaths,
  routesWithoutResults,
} from "../testing/read-paths.ts";
import {
  type UnpaidSearch,
  recordEndings,
  allKindNames,
  searchKinds,
  missingNames,
  openRecord,
  recordStates,
} from "../testing/record-states.ts";
import { createFakeVehicles } from "../testing/vehicles.ts";

const vehicles = createFakeVehicles(plantCanaries([...fieldNamesOf([{ fields: vehicleFields }]), "made_in"]));
const others = createCanarySources();
const companies = new FakeCompanies();
const people = plantCanaries([...stakeholderFields]);

let app: TestApp;
let base: string;
let mounted: ReadonlySet<string>;
beforeAll(async () => {
  app = await createTestApp({}, { sources: () => ({ ...vehicles.sources, ...others.sources, ...companies.sources }) });
  base = await app.app.listen({ port: 0, host: "127.0.0.1" });
  mounted = await mountedRoutes(app);
});
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

test("covers every route that reads results, history and purchases", () => {
  const here = [...mounted].filter(isResultRoute).filter((route) => !routesWithoutResults.includes(route));
  expect(here.toSorted()).toEqual(Object.keys(readPaths).toSorted());
});

/** Collects a user's event stream until the returned function is called. */
async function listen(user: TestUser): Promise<() => Promise<string>> {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${user.token}` };
  const response = await fetch(`${base}${apiBase}/events`, { headers, signal: stop.signal });
  let text = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array);
    } catch {
      // aborted below
    }
  })();
  return async () => {
    stop.abort();
    await reading;
    return text;
  };
}

const payer = () => app.user({ userType: "business", NGN: 20_000_00n });
const hidden = (text: string, { contact }: UnpaidSearch) =>
  [canary, "canary.", contact.phone.slice(4), Buffer.from(canary).toString("hex")].filter((secret) =>
    text.includes(secret),
  );
const report = "GET /api/v2/results/:id/report.pdf";
const auth = (user: TestUser) => ({ authorization: `Bearer ${user.token}` });

/**
 * Everything sent to an account without a request: pushes, emails and its event stream, whose values must be known
 * words or ids.
 */
function sentWithoutRequest(user: TestUser, stream: string): string {
  for (const [, data = ""] of stream.matchAll(/^data: (.+)$/gm)) {
    const { type, ...ids } = liveEvent.parse(JSON.parse(data));
    for (const id of Object.values(ids))
      expect([type, id]).toEqual([type, expect.stringMatching(/^([0-9a-f-]{36}|EA\d{14})$/)]);
    expect(Object.keys(JSON.parse(data) as object)).toHaveLength(Object.keys(ids).length + 1);
  }
  const mails = app.providers.mail.sent.filter(({ to }) => to === user.email);
  return stream + JSON.stringify(mails) + JSON.stringify(app.providers.push.sent);
}

describe("a record", () => {
  const cases = Object.entries(recordStates).flatMap(([state, [of, reach]]) =>
    of.map((name) => ({ state, name, reach })),
  );
  //
  test.each(cases)(
    "is on no path before consent or after its end: $name, $state [T-42 T-43 T-51]",
    async ({ name, reach }) => {
      const user = await payer();
      const stopListening = await listen(user);
      const { begun, isRunning = false, isMasked } = await reach({ app, vehicles, others, user }, name);
      const responses = await requestReadPaths(app.app, mounted, auth(user), { of: begun.target, isRunning });
      for (const [route, { status, text }] of responses) {
        expect([route, hidden(text, begun)]).toEqual([route, []]);
        if (isMasked) expect([route, text.includes(begun.target.value)]).toEqual([route, false]);
        if (readPaths[route]?.isFile) expect([route, status]).toEqual([route, 404]);
      }
      const sent =
        sentWithoutRequest(user, await stopListening()) + (responses.get("GET /api/v2/user/notices")?.text ?? "");
      expect(hidden(sent, begun)).toEqual([]);
      expect(sent).not.toContain(begun.target.value);
    },
  );

  test.each(allKindNames)(
    "%s: a second before its end only its requester reads it [EXPIRY-07 API-16]",
    async (name) => {
      const [user, other] = [await payer(), await payer()];
      const stopListening = await listen(user);
      const begun = await openRecord({ app, vehicles, others, user }, name);
      await app.drainQueue();
      await setClockRelativeTo(app, recordEndings.gone, [begun.of.requestId], -1);
      const { of } = begun;
      const own = await requestReadPaths(app.app, mounted, auth(user), { of, isRunning: false });
      const disclosingRoutes = [...own].filter(([, { text }]) => text.includes(canary)).map(([route]) => route);
      expect(disclosingRoutes.toSorted()).toEqual([...searchKinds[name].recordRoutes, report].toSorted());
      expect(hidden(sentWithoutRequest(user, await stopListening()), begun)).toEqual([]);
      const looks = await app.owner.query(
        "select from audit_log where object_id = $1 and actor_id = $2 and action ~ '^(viewed|downloaded)_'",
        [of.requestId, user.id],
      );
      expect(looks.rowCount).toBe(1 + disclosingRoutes.length); // each view has an audit row, including the earlier one of the report
      for (const headers of [auth(other), {}]) {
        const responses = await requestReadPaths(app.app, mounted, headers, { of, isRunning: false });
        for (const [route, { text }] of responses) {
          expect([route, hidden(text, begun)]).toEqual([route, []]);
          expect([route, text.includes(of.value)]).toEqual([route, false]);
        }
      }
    },
  );
});

describe("the people behind a company", () => {
  const buyPeople = (user: TestUser, of: ReadTarget) =>
    user.post("/transaction/wallet-payment", {
      type: "STAKEHOLDERS",
      requestId: of.requestId,
      cacId: of.cacId,
      transactionID: `EA${String(randomInt(10 ** 13, 10 ** 14 - 1))}`,
      amount: "1125",
    });
  const found = async (user: TestUser): Promise<ReadTarget> => {
    const rc = String(randomInt(1_000_000, 9_999_999));
    const { itemId, sessionCode, transactionID, amount } = await buySearch(app, user, { rc });
    await payPurchase(user, { sessionCode, transactionID, amount });
    await app.drainQueue();
    return { ...missingNames, requestId: itemId, sessionCode, transactionID, amount, value: rc, cacId: `411${rc}` };
  };
  /** @param fails one of the two lists fails, so that the other one's price is refunded too */
  const says = (of: ReadTarget, fails = false) => {
    for (const [source, stake] of [
      [companies.shareholders, "Shareholder"],
      [companies.directors, "Director"],
    ] as const)
      source.respondTo(
        of.cacId,
        fails && stake === "Director"
          ? { kind: "failed", why: "server_error" }
          : { kind: "found", record: [{ ...people, stake }] },
      );
  };
  const disclosingRoutes = async (of: ReadTarget, headers: Record<string, string>, isRunning = false) =>
    [...(await requestReadPaths(app.app, mounted, headers, { of, isRunning }))]
      .filter(([, { text }]) => text.includes(canary))
      .map(([route]) => route);

  test.each(["not bought", "being looked up", "refunded"])(
    "are read by no user when %s [T-42 T-43 R-08]",
    async (state) => {
      const user = await payer();
      const of = await found(user);
      says(of, state === "refunded");
      if (state !== "not bought") expect((await buyPeople(user, of)).statusCode).toBe(200);
      if (state === "refunded") await app.drainQueue();
      expect(await disclosingRoutes(of, auth(user), state === "being looked up")).toEqual([]);
    },
  );

  test("are read by their buyer only, once found [T-42 T-43 R-08]", async () => {
    const [user, other] = [await payer(), await payer()];
    const of = await found(user);
    says(of);
    expect((await buyPeople(user, of)).statusCode).toBe(200);
    await app.drainQueue();
    expect(await disclosingRoutes(of, auth(user))).toEqual([
      "GET /api/v2/verification/check-consent/:id", // RESULT-BUSINESS-06
      "POST /api/v2/verification/call-external-apis",
      "POST /api/v2/verification/complete",
    ]);
    for (const headers of [auth(other), {}]) expect(await disclosingRoutes(of, headers)).toEqual([]);
  });
});

describe("after the purge", () => {
  test.each(allKindNames)("the tables contain only the last two characters of %s [T-52 EXPIRY-04]", async (name) => {
    const begun = await openRecord({ app, vehicles, others, user: await payer() }, name);
    await setClockRelativeTo(app, recordEndings.gone, [begun.of.requestId], 1);
    await app.runSchedule("purge_due");
    const tables = await app.owner.query<{ name: string; column: string }>(
      `select table_name as name, column_name as column from information_schema.columns
       where table_schema = 'public' and column_name in ('request_id', 'id') and udt_name = 'uuid'`,
    );
    const rows: string[] = [];
    for (const { name: table, column } of tables.rows) {
      const stored = await app.owner.query<{ row: string }>(
        `select t::text as row from ${table} t where ${column} = $1`,
        [begun.of.requestId],
      );
      rows.push(...stored.rows.map(({ row }) => row));
    }
    const { value } = begun.of;
    expect(rows.length).toBeGreaterThan(3);
    expect(hidden(rows.join("\n"), begun)).toEqual([]);
    expect(rows.join("\n")).not.toContain(value);
    const masked = await app.owner.query<{ value_masked: string }>(
      "select value_masked from verification_requests where id = $1",
      [begun.of.requestId],
    );
    expect(masked.rows[0]?.value_masked).toBe("*".repeat(value.length - 2) + value.slice(-2));
    const sealed = await app.owner.query<{ name: string; column: string }>(
      `select c.table_name as name, c.column_name as column from information_schema.columns c
       join information_schema.columns k on k.table_name = c.table_name and k.column_name = 'request_id'
       where c.table_schema = 'public' and c.column_name like '%sealed'`,
    );
    expect(sealed.rows.length).toBeGreaterThan(3);
    for (const { name: table, column } of sealed.rows) {
      const stored = await app.owner.query(`select from ${table} where request_id = $1 and ${column} is not null`, [
        begun.of.requestId,
      ]);
      expect([table, column, stored.rowCount]).toEqual([table, column, 0]);
    }
  });
});
