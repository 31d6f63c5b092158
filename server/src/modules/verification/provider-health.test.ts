import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson } from "../../testing/fakes.ts";
import { buySearch, payPurchase } from "../../testing/lookup-steps.ts";
import { assessHealth, searchHealthOf } from "./provider-health.ts";

type Answers = Parameters<typeof assessHealth>[0];
const good = (seconds = 1, ageSeconds = 5) => ({ result: "found", seconds, ageSeconds }) as const;
const bad = (ageSeconds = 5) => ({ result: "failed", seconds: 2, ageSeconds }) as const;
const open = (ageSeconds: number) => ({ result: "sent", seconds: null, ageSeconds }) as const;
const times = <Answer>(count: number, response: Answer) => Array.from({ length: count }, () => response);

describe("assessHealth", () => {
  test.each([
    ["is up without attempts", [], "up", null],
    ["is up while all succeed", times(4, good()), "up", 1],
    ["counts not_found as a success", [{ result: "not_found", seconds: 2, ageSeconds: 1 }], "up", 2],
    ["uses the median duration", [good(1), good(9), good(2)], "up", 2],
    ["is slow when the median is long", [good(6), good(6), good(1)], "slow", 6],
    ["is up after two failures", [bad(), bad()], "up", null],
    ["is slow when every other one fails", [bad(), good(), bad(), good(), bad(), good()], "slow", 1],
    ["is slow after five failures in a row", [...times(5, bad()), ...times(5, good())], "slow", 1],
    ["is down after six failures in a row", [...times(6, bad()), ...times(20, good())], "down", 1],
    ["counts not_accepted as a failure", times(6, { result: "not_accepted", seconds: 0, ageSeconds: 3 }), "down", null],
    ["counts an unanswered request as a failure", times(6, open(45)), "down", null],
    ["ignores a recent open request", [open(44), ...times(5, bad())], "slow", null],
    ["is slow a minute after the last failure", times(6, bad(60)), "slow", null],
    ["is still down a second earlier", [bad(59), ...times(5, bad(300))], "down", null],
  ] as const satisfies readonly (readonly [string, Answers, string, number | null])[])(
    "%s",
    (_why, answers, state, usualSeconds) => expect(assessHealth(answers)).toEqual({ state, usualSeconds }),
  );
});

describe("searchHealthOf", () => {
  const source = (state: "up" | "slow" | "down", usualSeconds: number | null = 1) => ({
    provider: state,
    health: () => ({ state, usualSeconds }),
  });
  const of = (...steps: readonly (readonly (readonly ReturnType<typeof source>[])[])[]) =>
    searchHealthOf(
      { sourceLabel: "", sourcesByStep: () => steps, nextStep: () => ({ kind: "end", answer: { kind: "not_found" } }) },
      [],
      (one) => one.health(),
    );
  test.each([
    ["uses a source that is up instead of one that is down", of([[source("down", 9), source("up", 2)]]), "up", 2],
    ["is down when a part has no source that is up", of([[source("up")], [source("down")]]), "down", 1],
    ["is slow with a slow part", of([[source("up"), source("down")]], [[source("slow", 7)]]), "slow", 8],
    ["takes the longest duration of a step's parts", of([[source("up", 2)], [source("up", 5)]]), "up", 5],
    ["has no duration if none is known", of([[source("up", null)]]), "up", null],
  ] as const)("%s", (_why, health, state, usualSeconds) => expect(health).toEqual({ state, usualSeconds }));
});

describe("source status across processes", () => {
  let app: TestApp;
  beforeAll(async () => void (app = await createTestApp()));
  afterEach(async () => {
    await app.setClockOffset(0);
    await app.checkInvariants();
  });
  afterAll(() => app.close());

  type SourcesResponse = { sources: { searchType: string; state: string; usualSeconds: number | null }[] };
  const reported = async (user: Pick<TestUser, "get">) =>
    (await user.get("/verification/sources"))
      .json<SourcesResponse>()
      .sources.filter(({ searchType }) => searchType === "nin");

  test("returns how the latest purchase was paid, and whether under the present terms", async () => {
    const user = await app.user({ NGN: 588_00n * 2n });
    const lastPurchase = async (of: Pick<TestUser, "get">) =>
      (await of.get("/verification/sources")).json<{ lastPurchase?: object }>().lastPurchase;
    expect(await lastPurchase(user), "before the first purchase").toBeUndefined();
    const unpaid = await buySearch(app, user, { nin: randomNin() });
    expect(await lastPurchase(user), "an unpaid purchase does not count").toBeUndefined();
    await payPurchase(user, unpaid);
    expect(await lastPurchase(user)).toEqual({ paymentType: "WALLET", acceptedCurrentTerms: true });
    expect(await lastPurchase(await app.user({ NGN: 0n })), "of another user").toBeUndefined();
    await app.owner.query("alter table purchases disable trigger user");
    await app.owner.query("update purchases set paid_at = '2026-11-25', created_at = '2026-11-25'");
    await app.owner.query("alter table purchases enable trigger user");
    expect(await lastPurchase(user)).toEqual({ paymentType: "WALLET", acceptedCurrentTerms: false });
  });

  test("shows a failing source as down in every process, then retries it", async () => {
    const user = await app.user({ NGN: 588_00n * 6n });
    for (let at = 0; at < 6; at += 1) {
      const nin = randomNin();
      app.providers.personRecords.respondTo(nin, { kind: "failed", why: "http_500" });
      const bought = await buySearch(app, user, { nin });
      await payPurchase(user, bought);
      await app.drainQueue();
    }
    const other = user.on((await app.startProcess()).app);
    expect(await reported(other)).toEqual([{ searchType: "nin", state: "down", usualSeconds: null }]);
    const purchases = "select count(*)::int as n from purchases";
    const before = (await app.owner.query(purchases)).rows;
    const rejected = await other.post("/verification/session", {
      nin: randomNin(),
      currency: "NGN",
      purpose: { code: "employment" },
    });
    expect(rejected.json()).toMatchObject({
      code: "source_down",
      message: "The source for NIN is down, so you can't pay for it now. Try again later.",
    });
    expect((await app.owner.query(purchases)).rows).toEqual(before);

    await app.setClockOffset(61_000);
    const [later, brave] = [await app.startProcess(), randomNin()];
    expect(await reported(user.on(later.app))).toMatchObject([{ state: "slow" }]);
    app.providers.personRecords.respondTo(brave, { kind: "found", record: adultPerson(brave) });
    const bought = await buySearch({ ...app, ...later }, { ...user, ...user.on(later.app) }, { nin: brave });
    await payPurchase(user, bought);
    await later.product.jobs["look_up"]?.({ itemId: bought.itemId } as never);
    expect(await reported(user.on((await app.startProcess()).app))).toMatchObject([{ state: "slow" }]); // one response is not enough for up
    await app.drainQueue();
  });
});
