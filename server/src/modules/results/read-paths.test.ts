import { randomInt } from "node:crypto";
import { brand } from "@idanimo/contract/brand";
import { liveEvent } from "@idanimo/contract/live-events";
import { apiBase } from "@idanimo/contract/operation";
import { bvnGroups, personGroups, vehicleFields } from "@idanimo/contract/record-views";
import { stakeholderFields } from "@idanimo/contract/records";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "../../http/app.ts";
import type { LookupAnswer, PersonFound } from "../../providers/source.ts";
import { createTestApp, freshNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adult, FakeCompanies } from "../../testing/fakes.ts";
import { buy, clockAt, pay, press } from "../../testing/journey.ts";
import { buy as buyFile } from "../verification/bulk/testing/bulk-file.ts";
import { isOfResults, type Of, readAll, readPaths, tellNothing } from "./testing/read-paths.ts";
import { fakeVehicles, freshVin } from "./testing/vehicle.ts";

/** Planted in every field that a record can have. */
const mark = "CANARY";
const planted = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `${mark}-${name}`]));
const namesOf = (groups: readonly { readonly fields: readonly { readonly names: readonly string[] }[] }[]) =>
  groups.flatMap(({ fields }) => fields.flatMap(({ names }) => names));
const pictures = ["photo", "image", "signature"];
const fields = planted([...namesOf(personGroups), ...namesOf(bvnGroups), ...pictures]);

const vehicles = fakeVehicles(planted([...namesOf([{ fields: vehicleFields }]), "made_in"]));
const companies = new FakeCompanies();
const people = planted([...stakeholderFields]);

let app: TestApp;
let base: string;
const mounted = new Set<string>();
beforeAll(async () => {
  app = await createTestApp({}, { sources: () => ({ ...vehicles.sources, ...companies.sources }) });
  base = await app.app.listen({ port: 0, host: "127.0.0.1" });
  const described = await buildApp({
    logger: false,
    trustedProxies: [],
    production: false,
    paymentOrigin: "https://pay.example",
    brandName: brand.name,
    routes: (of) => {
      of.addHook("onRoute", ({ method, url }) => [method].flat().forEach((one) => mounted.add(`${one} ${url}`)));
      app.product.routes(of);
    },
    isReady: () => Promise.resolve(true),
  });
  await described.ready();
  await described.close();
});
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

test("the matrix holds every path by which results, history and purchases are read", () => {
  const known = [...Object.keys(readPaths), ...tellNothing];
  expect([...mounted].filter(isOfResults).filter((route) => !known.includes(route))).toEqual([]);
});

/** Everything this user's event stream says until it is closed. */
async function listen(user: TestUser): Promise<() => Promise<string>> {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${user.token}` };
  const answer = await fetch(`${base}${apiBase}/events`, { headers, signal: stop.signal });
  let text = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of answer.body ?? []) text += decoder.decode(chunk as Uint8Array);
    } catch {
      // closed below
    }
  })();
  return async () => {
    stop.abort();
    await reading;
    return text;
  };
}

/** A search that was bought and not paid for yet. */
type Begun = { readonly of: Of; readonly contact: { readonly phone: string; readonly mail: string } };
type Kind = {
  readonly begin: (user: TestUser, answer: Answer) => Promise<Begun>;
  /** Who tells of the record while it may be seen, beside the report. */
  readonly tellers: readonly string[];
};
/** What the register answers about somebody whose record is full of marks. */
type Answer = "an adult" | "a minor" | "nobody to reach" | "a failure" | "nothing";

const freshContact = () => ({
  phone: `+234806${randomInt(1_000_000, 9_999_999)}`,
  mail: `canary.${randomInt(1_000_000, 9_999_999)}@example.test`,
});
const noName: Pick<Of, "uploadId" | "cacId" | "reportCode"> = {
  uploadId: "00000000-0000-4000-8000-000000000000",
  cacId: "411001",
  reportCode: "22222-22222-22222-22222",
};

function saysOf(nin: string, answer: Answer, contact: Begun["contact"]): LookupAnswer<PersonFound> {
  if (answer === "nothing") return { kind: "not_found" };
  if (answer === "a failure") return { kind: "failed", why: "server_error" };
  const reached = answer === "nobody to reach" ? { phone: null, mail: null } : contact;
  return {
    kind: "found",
    record: adult(nin, { fields, contact: reached, ...(answer === "a minor" && { birthDate: "2020-01-01" }) }),
  };
}

const kinds = {
  "a person": {
    tellers: ["GET /api/v2/verification/check-consent/:id"],
    async begin(user, answer) {
      const [nin, contact] = [freshNin(), freshContact()];
      app.outside.personRecords.says(nin, saysOf(nin, answer, contact));
      const { itemId, sessionCode, transactionID, amount } = await buy(app, user, { nin });
      return { contact, of: { ...noName, requestId: itemId, sessionCode, transactionID, amount, value: nin } };
    },
  },
  "a line of a file": {
    tellers: ["GET /api/v2/verification/check-consent/:id", "GET /api/v2/verification/bulk/:uploadId/results.csv"],
    async begin(user, answer) {
      const [nin, contact] = [freshNin(), freshContact()];
      app.outside.personRecords.says(nin, saysOf(nin, answer, contact));
      const file = await buyFile(app, user, [nin]);
      const items = await app.owner.query<{ id: string }>(
        "select i.id from purchase_items i join purchases p on p.id = i.purchase_id where p.session_code = $1",
        [file.sessionCode],
      );
      return { contact, of: { ...noName, ...file, requestId: items.rows[0]?.id ?? "", value: nin } };
    },
  },
  "a vehicle": {
    tellers: ["GET /api/v2/verification/check-consent/:id", "GET /api/v2/results/:id/source.pdf"],
    async begin(user, answer) {
      const vin = freshVin();
      if (answer === "a failure") vehicles.vehicleId.says(vin, { kind: "failed", why: "server_error" });
      if (answer === "nothing") vehicles.vehicleId.says(vin, { kind: "not_found" });
      const { itemId, sessionCode, transactionID, amount } = await buy(app, user, { vin });
      const of = { ...noName, requestId: itemId, sessionCode, transactionID, amount, value: vin };
      return { contact: freshContact(), of };
    },
  },
} as const satisfies Record<string, Kind>;
type KindName = keyof typeof kinds;

const payer = () => app.user({ userType: "business", NGN: 20_000_00n });
const paid = async (user: TestUser, kind: Kind, answer: Answer = "an adult") => {
  const begun = await kind.begin(user, answer);
  await pay(user, begun.of);
  return begun;
};
const settled = async (user: TestUser, kind: Kind, answer?: Answer) => {
  const begun = await paid(user, kind, answer);
  await app.drainQueue();
  const sms = app.outside.sms.sent.findLast(({ to }) => to === begun.contact.phone)?.text ?? "";
  return { ...begun, token: /\/consent\/([A-Za-z0-9_-]{43})/.exec(sms)?.[1] ?? "" };
};
/** What was found may be seen: the subject has agreed where they must. */
const opened = async (user: TestUser, name: KindName) => {
  const begun = await settled(user, kinds[name]);
  if (name !== "a vehicle") expect((await press(app, begun.token, "grant")).statusCode).toBeLessThan(400);
  return begun;
};
const ends = {
  deadline: "select deadline as at from consents where request_id = $1",
  gone: "select coalesce(c.gone_at, x.gone_at) as at from results x left join consents c on c.request_id = x.request_id where x.request_id = $1",
};

/** What an account is in when its paths are read. */
type Reached = {
  readonly begun: Begun;
  /** Being looked up, so that nothing waits for its end. */
  readonly isRunning?: true;
  /** Of what was asked, too, only the last characters may be seen. */
  readonly isMasked?: true;
};
type State = readonly [kinds: readonly KindName[], reach: (user: TestUser, name: KindName) => Promise<Reached>];
const persons: readonly KindName[] = ["a person", "a line of a file"];
const alone: readonly KindName[] = ["a person"];
const oneByOne: readonly KindName[] = ["a person", "a vehicle"];
const every: readonly KindName[] = [...persons, "a vehicle"];
const states: Readonly<Record<string, State>> = {
  "being priced": [
    oneByOne,
    async (user, name) => ({ begun: await kinds[name].begin(user, "an adult"), isRunning: true }),
  ],
  "being looked up": [oneByOne, async (user, name) => ({ begun: await paid(user, kinds[name]), isRunning: true })],
  "waiting for the subject": [persons, async (user, name) => ({ begun: await settled(user, kinds[name]) })],
  refused: [
    alone,
    async (user, name) => {
      const begun = await settled(user, kinds[name]);
      await press(app, begun.token, "deny");
      return { begun };
    },
  ],
  "refused and purged": [
    alone,
    async (user, name) => {
      const begun = await settled(user, kinds[name]);
      await press(app, begun.token, "deny");
      await app.drainQueue();
      return { begun, isMasked: true };
    },
  ],
  "unanswered, with no job run": [
    alone,
    async (user, name) => {
      const begun = await settled(user, kinds[name]);
      await clockAt(app, ends.deadline, [begun.of.requestId], 1);
      return { begun, isMasked: true };
    },
  ],
  "unanswered and ended": [
    alone,
    async (user, name) => {
      const begun = await settled(user, kinds[name]);
      await clockAt(app, ends.deadline, [begun.of.requestId], 1);
      await app.runSchedule("expire_consents");
      return { begun, isMasked: true };
    },
  ],
  "taken back": [
    persons,
    async (user, name) => {
      const begun = await opened(user, name);
      await press(app, begun.token, "withdraw");
      return { begun, isMasked: true };
    },
  ],
  "a second past its end, with no job run": [
    every,
    async (user, name) => {
      const begun = await opened(user, name);
      await app.drainQueue();
      await clockAt(app, ends.gone, [begun.of.requestId], 1);
      return { begun, isMasked: true };
    },
  ],
  "past its end and purged": [
    oneByOne,
    async (user, name) => {
      const begun = await opened(user, name);
      await clockAt(app, ends.gone, [begun.of.requestId], 1);
      await app.runSchedule("purge_due");
      return { begun, isMasked: true };
    },
  ],
  "given back: the source failed": [
    every,
    async (user, name) => ({ begun: await settled(user, kinds[name], "a failure") }),
  ],
  "without a record": [oneByOne, async (user, name) => ({ begun: await settled(user, kinds[name], "nothing") })],
  "given back: a minor": [alone, async (user, name) => ({ begun: await settled(user, kinds[name], "a minor") })],
  "given back: nobody to reach": [
    alone,
    async (user, name) => ({ begun: await settled(user, kinds[name], "nobody to reach") }),
  ],
};

const hidden = (text: string, { contact }: Begun) =>
  [mark, "canary.", contact.phone.slice(4), Buffer.from(mark).toString("hex")].filter((secret) =>
    text.includes(secret),
  );
const auth = (user: TestUser) => ({ authorization: `Bearer ${user.token}` });

/** What reaches an account by itself: pushes and mails, and its stream, whose every value is a word of ours or an id. */
function toldByItself(user: TestUser, stream: string): string {
  for (const [, data = ""] of stream.matchAll(/^data: (.+)$/gm)) {
    const { type, ...ids } = liveEvent.parse(JSON.parse(data));
    for (const id of Object.values(ids))
      expect([type, id]).toEqual([type, expect.stringMatching(/^([0-9a-f-]{36}|EA\d{14})$/)]);
    expect(Object.keys(JSON.parse(data) as object)).toHaveLength(Object.keys(ids).length + 1);
  }
  const mails = app.outside.mail.sent.filter(({ to }) => to === user.email);
  return stream + JSON.stringify(mails) + JSON.stringify(app.outside.push.sent);
}

describe("T-42 T-43 T-51 R-08 no byte of a record leaves before a yes, after its end, or to anybody else, on any path", () => {
  const cases = Object.entries(states).flatMap(([state, [of, reach]]) => of.map((name) => ({ state, name, reach })));
  test.each(cases)("$name, $state", async ({ name, reach }) => {
    const user = await payer();
    const stopListening = await listen(user);
    const { begun, isRunning = false, isMasked } = await reach(user, name);
    const answers = await readAll(app.app, mounted, auth(user), { of: begun.of, isRunning });
    for (const [route, { status, text }] of answers) {
      expect([route, hidden(text, begun)]).toEqual([route, []]);
      if (isMasked) expect([route, text.includes(begun.of.value)]).toEqual([route, false]);
      if (readPaths[route]?.isFile) expect([route, status]).toEqual([route, 404]);
    }
    const byItself = toldByItself(user, await stopListening()) + (answers.get("GET /api/v2/user/notices")?.text ?? "");
    expect(hidden(byItself, begun)).toEqual([]);
    expect(byItself).not.toContain(begun.of.value);
  });

  test.each(every)(
    "EXPIRY-07 API-16 %s: a second before its end its asker reads it, where it is for them; nobody else does",
    async (name) => {
      const [user, other] = [await payer(), await payer()];
      const stopListening = await listen(user);
      const begun = await opened(user, name);
      await app.drainQueue();
      await clockAt(app, ends.gone, [begun.of.requestId], -1);
      const { of } = begun;
      const own = await readAll(app.app, mounted, auth(user), { of, isRunning: false });
      const tellers = [...own].filter(([, { text }]) => text.includes(mark)).map(([route]) => route);
      const report = "GET /api/v2/results/:id/report.pdf";
      expect(tellers.filter((route) => route !== report).toSorted()).toEqual([...kinds[name].tellers].toSorted());
      expect(hidden(toldByItself(user, await stopListening()), begun)).toEqual([]);
      const looks = await app.owner.query(
        "select from audit_log where object_id = $1 and actor_id = $2 and action ~ '^(looked_at|downloaded)_'",
        [of.requestId, user.id],
      );
      expect(looks.rowCount).toBe(tellers.length); // each look leaves its row
      for (const headers of [auth(other), {}]) {
        const answers = await readAll(app.app, mounted, headers, { of, isRunning: false });
        for (const [route, { text }] of answers) {
          expect([route, hidden(text, begun)]).toEqual([route, []]);
          expect([route, text.includes(of.value)]).toEqual([route, false]);
        }
      }
    },
  );
});

describe("T-42 T-43 R-08 who is behind a company is told when it was bought, and to its buyer", () => {
  const buyPeople = (user: TestUser, of: Of) =>
    user.post("/transaction/wallet-payment", {
      type: "STAKEHOLDERS",
      requestId: of.requestId,
      cacId: of.cacId,
      transactionID: `EA${String(randomInt(10 ** 13, 10 ** 14 - 1))}`,
      amount: "1125",
    });
  const found = async (user: TestUser): Promise<Of> => {
    const rc = String(randomInt(1_000_000, 9_999_999));
    const { itemId, sessionCode, transactionID, amount } = await buy(app, user, { rc });
    await pay(user, { sessionCode, transactionID, amount });
    await app.drainQueue();
    return { ...noName, requestId: itemId, sessionCode, transactionID, amount, value: rc, cacId: `411${rc}` };
  };
  const says = (of: Of, fails = false) => {
    for (const [source, stake] of [
      [companies.shareholders, "Shareholder"],
      [companies.directors, "Director"],
    ] as const)
      source.says(
        of.cacId,
        fails ? { kind: "failed", why: "server_error" } : { kind: "found", record: [{ ...people, stake }] },
      );
  };
  const tellers = async (of: Of, headers: Record<string, string>, isRunning = false) =>
    [...(await readAll(app.app, mounted, headers, { of, isRunning }))]
      .filter(([, { text }]) => text.includes(mark))
      .map(([route]) => route);

  test.each(["not bought", "being looked up", "given back"])("%s: nobody reads it", async (state) => {
    const user = await payer();
    const of = await found(user);
    says(of, state === "given back");
    if (state !== "not bought") expect((await buyPeople(user, of)).statusCode).toBe(200);
    if (state === "given back") await app.drainQueue();
    expect(await tellers(of, auth(user), state === "being looked up")).toEqual([]);
  });

  test("found: its buyer reads it, nobody else does", async () => {
    const [user, other] = [await payer(), await payer()];
    const of = await found(user);
    says(of);
    expect((await buyPeople(user, of)).statusCode).toBe(200);
    await app.drainQueue();
    const report = "GET /api/v2/results/:id/report.pdf"; // of the company, with its people where they were bought
    expect((await tellers(of, auth(user))).filter((route) => route !== report)).toEqual([
      "POST /api/v2/verification/call-external-apis",
      "POST /api/v2/verification/complete",
    ]);
    for (const headers of [auth(other), {}]) expect(await tellers(of, headers)).toEqual([]);
  });
});

describe("T-52 EXPIRY-04 after the purge the tables hold the last two characters and no more", () => {
  test.each(every)("%s", async (name) => {
    const begun = await opened(await payer(), name);
    await clockAt(app, ends.gone, [begun.of.requestId], 1);
    await app.runSchedule("purge_due");
    const tables = await app.owner.query<{ name: string; column: string }>(
      `select table_name as name, column_name as column from information_schema.columns
       where table_schema = 'public' and column_name in ('request_id', 'id') and udt_name = 'uuid'`,
    );
    const rows: string[] = [];
    for (const { name: table, column } of tables.rows) {
      const kept = await app.owner.query<{ row: string }>(
        `select t::text as row from ${table} t where ${column} = $1`,
        [begun.of.requestId],
      );
      rows.push(...kept.rows.map(({ row }) => row));
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
      const kept = await app.owner.query(`select from ${table} where request_id = $1 and ${column} is not null`, [
        begun.of.requestId,
      ]);
      expect([table, column, kept.rowCount]).toEqual([table, column, 0]);
    }
  });
});
