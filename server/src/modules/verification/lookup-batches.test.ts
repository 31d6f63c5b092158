import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { FakeCompanies } from "../../testing/fakes.ts";
import { type SearchPurchase, buySearch, payPurchase } from "../../testing/lookup-steps.ts";
import { finishLookups } from "./attempt-store.ts";
import { createLookupBatches } from "./lookup-batches.ts";

const companies = new FakeCompanies();
let app: TestApp;
beforeAll(async () => void (app = await createTestApp({}, { sources: () => companies.sources })));
afterEach(async () => {
  companies.search.onAsk = undefined;
  await app.checkInvariants();
});
afterAll(() => app.close());

const rcOf = (at: number) => `88${String(at).padStart(5, "0")}`;
let next = 1;
/** Paid company lookups whose jobs have not started. */
async function paid(users: readonly TestUser[], each: number) {
  const all: (SearchPurchase & { readonly rc: string; readonly user: TestUser })[] = [];
  for (let at = 0; at < each; at += 1)
    for (const user of users) {
      const rc = rcOf(next++);
      const bought = await buySearch(app, user, { rc });
      await payPurchase(user, bought);
      all.push({ ...bought, rc, user });
    }
  return all;
}
const asked = (rc: string) => companies.search.queries.filter((one) => one.asked.text === rc).length;
const rows = async <Row extends object>(text: string, ids: readonly string[]) =>
  (await app.owner.query<Row>(text, [ids])).rows;
const countOf = "select request_id as id from results where request_id = any ($1)";

describe("createLookupBatches [R-03 R-12]", () => {
  test("asks once across two processes, whatever the outcome of other batch members", async () => {
    const users = [await app.user({ NGN: 100_000_00n }), await app.user({ NGN: 100_000_00n })];
    const bought = await paid(users, 6);
    const [ended, missing, ...well] = bought;
    if (!ended || !missing) throw new Error("too few");
    companies.search.respondTo({ by: "rc", text: missing.rc }, { kind: "not_found" });
    companies.search.onAsk = async ({ text }) => {
      if (text !== ended.rc) return;
      await app.owner.query(
        "select close_item($1, 'BLOCKED', gen_random_uuid(), gen_random_uuid(), gen_random_uuid())",
        [ended.itemId],
      );
    };
    const both = [app.product, (await app.startProcess()).product];
    const writing = await app.owner.connect(); // both processes read before either can write
    await writing.query("begin; lock table lookup_attempts in share mode");
    const running = Promise.allSettled(
      both.flatMap(({ jobs }) => bought.map(({ itemId }) => jobs["look_up"]?.({ itemId } as never))),
    );
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%open_attempts%'`;
    await vi.waitFor(async () => expect((await app.owner.query(waiting)).rowCount).toBe(2), 15_000);
    await writing.query("rollback");
    writing.release();
    await running;
    for (const { rc } of bought) expect(asked(rc)).toBe(1);
    const ids = bought.map(({ itemId }) => itemId);
    const items = await rows<{ id: string; outcome: string }>(
      "select id, outcome from purchase_items where id = any ($1)",
      ids,
    );
    const outcomes = new Map(items.map(({ id, outcome }) => [id, outcome]));
    expect(outcomes.get(ended.itemId)).toBe("BLOCKED");
    expect(outcomes.get(missing.itemId)).toBe("NO_DATA");
    for (const { itemId } of well) expect(outcomes.get(itemId)).toBe("DELIVERED");
    const stored = await rows<{ id: string }>(countOf, ids);
    expect(stored.map(({ id }) => id).toSorted()).toEqual(well.map(({ itemId }) => itemId).toSorted());
    const reported = await rows<{ link: string }>(
      "select link from notices where kind = 'result_ready' and key = any (select 'ended:' || id from unnest($1::uuid[]) as i (id))",
      ids,
    );
    expect(reported).toHaveLength(well.length);
    const open = await rows("select from lookup_attempts where request_id = any ($1) and result = 'sent'", ids);
    expect(open).toHaveLength(0);
  });

  test("keeps at most 64 provider requests of a process open", async () => {
    const bought = await paid([await app.user({ NGN: 1_000_000_00n })], 70);
    const { promise: silence, resolve: speak } = Promise.withResolvers<void>();
    companies.search.onAsk = () => silence;
    const running = bought.map(({ itemId }) => app.product.jobs["look_up"]?.({ itemId } as never));
    const ids = bought.map(({ itemId }) => itemId);
    const open = () => rows("select from lookup_attempts where request_id = any ($1) and result = 'sent'", ids);
    await vi.waitFor(async () => expect(await open()).toHaveLength(64), 15_000);
    expect(bought.filter(({ rc }) => asked(rc) > 0)).toHaveLength(64);
    speak();
    await Promise.all(running);
    for (const { rc } of bought) expect(asked(rc)).toBe(1);
  }, 60_000);

  test("opens no part of a step if one of them is open, but opens other steps", async () => {
    const [first, second] = await paid([await app.user({ NGN: 100_000_00n })], 2);
    if (!first || !second) throw new Error("too few");
    const { db } = app.product;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- opening steps needs the database alone
    const together = createLookupBatches({ db } as never);
    const step = (requestId: string, ...names: string[]) => ({
      attempts: names.map((part) => ({ id: crypto.randomUUID(), requestId, part, provider: "fake_companies" })),
      duplicateCheck: undefined,
    });
    expect(await together.openStep(step(first.itemId, "main"))).toBe("opened");
    const answers = await Promise.all([
      together.openStep(step(second.itemId, "main")),
      together.openStep(step(first.itemId, "more", "main")),
      together.openStep(step(second.itemId, "more")),
    ]);
    expect(answers).toEqual(["opened", "open already", "opened"]);
    const parts = await rows<{ part: string }>(
      "select part from lookup_attempts where request_id = any ($1) order by part",
      [first.itemId],
    );
    expect(parts.map((row) => row.part)).toEqual(["main"]);
    await app.owner.query("delete from lookup_attempts where request_id = any ($1)", [[first.itemId, second.itemId]]);
    await app.drainQueue();
  });

  test("leaves a lookup with a dead attempt unchanged and finishes the others [T-33]", async () => {
    const [dead, well, bare] = await paid([await app.user({ NGN: 100_000_00n })], 3);
    if (!dead || !well || !bare) throw new Error("too few");
    const ids = [dead, well, bare].map(({ itemId }) => itemId);
    await app.owner.query(
      `insert into lookup_attempts (id, request_id, part, provider, result, response_sealed) values
       (gen_random_uuid(), $1, 'kept', 'fake', 'found', 'x'), (gen_random_uuid(), $1, 'main', 'fake', 'failed', null),
       (gen_random_uuid(), $2, 'kept', 'fake', 'found', 'x'), (gen_random_uuid(), $2, 'main', 'fake', 'sent', null),
       (gen_random_uuid(), $3, 'left', 'fake', 'sent', null)`,
      ids,
    );
    const mains = await rows<{ id: string; request_id: string }>(
      "select id, request_id from lookup_attempts where request_id = any ($1) and part = 'main'",
      ids,
    );
    const over = ids.map((requestId) => ({
      requestId,
      attempts: mains.flatMap(({ id, request_id }) =>
        request_id === requestId ? [{ id, result: "found" as const }] : [],
      ),
    }));
    const ended = await app.product.db.transaction("system", (tx) => finishLookups(tx, over));
    expect(Object.fromEntries(ended)).toEqual({ [well.itemId]: true, [bare.itemId]: true });
    const stand = await rows<{ at: number; part: string; result: string; kept: boolean }>(
      `select array_position($1::uuid[], request_id) as at, part, result, response_sealed is not null as kept
       from lookup_attempts where request_id = any ($1) order by at, part`,
      ids,
    );
    expect(
      stand.map(({ at, part, result, kept: isStored }) => `${at} ${part} ${result}${isStored ? " kept" : ""}`),
    ).toEqual(["1 kept found kept", "1 main failed", "2 kept found", "2 main found", "3 left failed"]);
    await app.owner.query("delete from lookup_attempts where request_id = any ($1)", [ids]);
    await app.drainQueue();
  });

  test("returns each attempt once when two jobs read one item at once [R-12]", async () => {
    const [one] = await paid([await app.user({ NGN: 100_000_00n })], 1);
    if (!one) throw new Error("too few");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- reading needs the database alone
    const together = createLookupBatches({ db: app.product.db } as never);
    await app.owner.query(
      `insert into lookup_attempts (id, request_id, part, provider, result) values
       (gen_random_uuid(), $1, 'main', 'fake', 'not_accepted'), (gen_random_uuid(), $1, 'main', 'fake', 'sent')`,
      [one.itemId],
    );
    const begun = await Promise.all([one.itemId, one.itemId].map(together.readProgress));
    for (const read of begun)
      expect(read !== "not_found" && read.attempts.map(({ result }) => result).toSorted()).toEqual([
        "not_accepted",
        "sent",
      ]);
    await app.owner.query("delete from lookup_attempts where request_id = $1", [one.itemId]);
    await app.drainQueue();
  });

  test("reads and opens concurrent lookups with one statement each [R-31]", async () => {
    const bought = await paid([await app.user({ NGN: 100_000_00n })], 4);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- reading and opening need the database alone
    const together = createLookupBatches({ db: app.product.db } as never);
    const sent = vi.spyOn(pg.Client.prototype, "query");
    const begun = await Promise.all(bought.map(({ itemId }) => together.readProgress(itemId)));
    const steps = bought.map(({ itemId: requestId }) => ({
      attempts: [{ id: crypto.randomUUID(), requestId, part: "main", provider: "fake_companies" }],
      duplicateCheck: undefined,
    }));
    const opened = await Promise.all(steps.map((step) => together.openStep(step)));
    const statements = sent.mock.calls.length;
    sent.mockRestore();
    expect(begun.map((one) => one !== "not_found" && one.item.state)).toEqual(bought.map(() => "looking_up"));
    expect(opened).toEqual(bought.map(() => "opened"));
    expect(statements).toBe(2);
    const [unknown] = await Promise.all(
      [crypto.randomUUID(), ...bought.map(({ itemId }) => itemId)].map(together.readProgress),
    );
    expect(unknown).toBe("not_found");
    await app.owner.query("delete from lookup_attempts where request_id = any ($1)", [
      bought.map(({ itemId }) => itemId),
    ]);
    await app.drainQueue();
  });
});
