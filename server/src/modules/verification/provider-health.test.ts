import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson } from "../../testing/fakes.ts";
import { buySearch, payPurchase } from "../../testing/lookup-steps.ts";
import { assessHealth, searchHealthOf } from "./provider-health.ts";

type Answers = Parameters<typeof assessHealth>[0];
const good = (seconds = 1, ageSeconds = 5) => ({ result: "found", seconds, ageSeconds }) as const;
const bad = (ageSeconds = 5) => ({ result: "failed", seconds: 2, ageSeconds }) as const;
const open = (ageSeconds: number) => ({ result: "sent", seconds: null, ageSeconds }) as const;
const times = <Answer>(count: number, answer: Answer) => Array.from({ length: count }, () => answer);

describe("how a source is doing, by its newest answers", () => {
  test.each([
    ["nobody was asked", [], "up", null],
    ["all is well", times(4, good()), "up", 1],
    ["there is no such record: that is an answer", [{ result: "not_found", seconds: 2, ageSeconds: 1 }], "up", 2],
    ["the middle of all answers counts", [good(1), good(9), good(2)], "up", 2],
    ["it takes long", [good(6), good(6), good(1)], "slow", 6],
    ["a few failures", [bad(), bad()], "up", null],
    ["every other one fails", [bad(), good(), bad(), good(), bad(), good()], "slow", 1],
    ["five failures in a row", [...times(5, bad()), ...times(5, good())], "slow", 1],
    ["six failures in a row", [...times(6, bad()), ...times(20, good())], "down", 1],
    ["not taken is as bad", times(6, { result: "not_taken", seconds: 0, ageSeconds: 3 }), "down", null],
    ["nor is silence an answer", times(6, open(45)), "down", null],
    ["who has only just been asked says nothing yet", [open(44), ...times(5, bad())], "slow", null],
    ["a minute after the last failure somebody may try", times(6, bad(60)), "slow", null],
    ["a second before it nobody may", [bad(59), ...times(5, bad(300))], "down", null],
  ] as const satisfies readonly (readonly [string, Answers, string, number | null])[])(
    "%s",
    (_why, answers, state, usualSeconds) => expect(assessHealth(answers)).toEqual({ state, usualSeconds }),
  );
});

describe("a search is as its sources are", () => {
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
    ["one that is up stands in for one that is down", of([[source("down", 9), source("up", 2)]]), "up", 2],
    ["a part that nobody can be asked for stops the whole", of([[source("up")], [source("down")]]), "down", 1],
    ["a slow part makes it slow", of([[source("up"), source("down")]], [[source("slow", 7)]]), "slow", 8],
    ["parts of one step take as long as the longest", of([[source("up", 2)], [source("up", 5)]]), "up", 5],
    ["nobody knows how long", of([[source("up", null)]]), "up", null],
  ] as const)("%s", (_why, standing, state, usualSeconds) => expect(standing).toEqual({ state, usualSeconds }));
});

describe("the source weather, from what all processes saw", () => {
  let app: TestApp;
  beforeAll(async () => void (app = await createTestApp()));
  afterEach(async () => {
    await app.setClockOffset(0);
    await app.checkInvariants();
  });
  afterAll(() => app.close());

  type Told = { sources: { searchType: string; state: string; usualSeconds: number | null }[] };
  const told = async (user: Pick<TestUser, "get">) =>
    (await user.get("/verification/sources")).json<Told>().sources.filter(({ searchType }) => searchType === "nin");

  test("a source that fails in one process is down in another one, where no money is taken for it, and is tried a minute later", async () => {
    const user = await app.user({ NGN: 588_00n * 6n });
    for (let at = 0; at < 6; at += 1) {
      const nin = randomNin();
      app.providers.personRecords.respondTo(nin, { kind: "failed", why: "http_500" });
      const bought = await buySearch(app, user, { nin });
      await payPurchase(user, bought);
      await app.drainQueue();
    }
    const other = user.on((await app.startProcess()).app);
    expect(await told(other)).toEqual([{ searchType: "nin", state: "down", usualSeconds: null }]);
    const purchases = "select count(*)::int as n from purchases";
    const before = (await app.owner.query(purchases)).rows;
    const refused = await other.post("/verification/session", {
      nin: randomNin(),
      currency: "NGN",
      purpose: { code: "employment" },
    });
    expect(refused.json()).toMatchObject({
      code: "source_down",
      message: "The source for NIN is not answering now, so we take no money for it. Try again later.",
    });
    expect((await app.owner.query(purchases)).rows).toEqual(before);

    await app.setClockOffset(61_000);
    const [later, brave] = [await app.startProcess(), randomNin()];
    expect(await told(user.on(later.app))).toMatchObject([{ state: "slow" }]);
    app.providers.personRecords.respondTo(brave, { kind: "found", record: adultPerson(brave) });
    const bought = await buySearch({ ...app, ...later }, { ...user, ...user.on(later.app) }, { nin: brave });
    await payPurchase(user, bought);
    await later.product.jobs["look_up"]?.({ itemId: bought.itemId } as never);
    expect(await told(user.on((await app.startProcess()).app))).toMatchObject([{ state: "slow" }]); // one answer is a beginning
    await app.drainQueue();
  });
});
