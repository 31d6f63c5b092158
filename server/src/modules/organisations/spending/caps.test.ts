import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp } from "../../../testing/app.ts";
import { payPurchase, type PayablePurchase } from "../../../testing/lookup-steps.ts";
import { insertMember, createBusiness, type TestMember } from "../../../testing/organisation-steps.ts";
import { randomIds } from "../../../kernel/ids.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp({ LIMITS: "lookup_account=100000" })));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
});
afterAll(() => app.close());

/** The price of a NIN check with tax. */
const ninMinor = 588_00n;
type CapInput = {
  readonly appliesTo?: "member" | "role";
  readonly subjectId: string;
  readonly period?: "day" | "month";
  readonly searchType?: string | null;
  readonly amount?: string | null;
  readonly count?: number | null;
};
async function setCap(by: TestMember, cap: CapInput): Promise<string> {
  const response = await by.post("/organisation/caps", {
    appliesTo: "member",
    period: "day",
    searchType: null,
    amount: null,
    count: null,
    ...cap,
  });
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json<{ cap: { id: string } }>().cap.id;
}
const payBody = ({ sessionCode, transactionID, amount }: PayablePurchase) => ({ sessionCode, transactionID, amount });
const pay = (member: TestMember, bought: PayablePurchase, headers = {}) =>
  member.post("/transaction/wallet-payment", payBody(bought), headers);
const codeOf = (response: { body: string }) => {
  const { status, code } = JSON.parse(response.body) as { status: unknown; code?: string };
  return code ?? status;
};
const payNew = async (member: TestMember) => codeOf(await pay(member, await app.purchase(member)));
const spentBy = async ({ id }: TestMember): Promise<bigint> =>
  (
    await app.owner.query<{ spent: bigint }>(
      "select coalesce(sum(amount_minor), 0)::bigint as spent from spending_counters where user_id = $1",
      [id],
    )
  ).rows[0]?.spent ?? 0n;

describe("a cap of a member", () => {
  test("rejects the payment that would exceed it before money moves [TM-06]", async () => {
    const owner = await createBusiness(app, { NGN: 10_000_00n });
    const member = await insertMember(app, owner.organisationId, ["requester"]);
    const capId = await setCap(owner, { subjectId: member.id, amount: "1200" });
    expect([await payNew(member), await payNew(member)]).toEqual(["success", "success"]);
    const third = await app.purchase(member);
    const response = await pay(member, third);
    expect(response.json()).toMatchObject({ status: 403, code: "cap_reached", details: { capId, leftMinor: "2400" } });
    const { resetsAt } = response.json<{ details: { resetsAt: string } }>().details;
    expect(resetsAt).toMatch(/T23:00:00Z$/); // midnight in Lagos
    expect(await app.wallets(owner)).toMatchObject({ NGN: 10_000_00n - 2n * ninMinor });
    expect(await payNew(owner)).toBe("success"); // not a cap of other members
  });

  test("returns the first response for a repeated key, with its details [TM-06]", async () => {
    const owner = await createBusiness(app, { NGN: 10_000_00n });
    const capId = await setCap(owner, { subjectId: owner.id, count: 0 });
    const bought = await app.purchase(owner);
    const key = { "idempotency-key": randomIds.publicId() };
    const first = await pay(owner, bought, key);
    expect(first.json()).toMatchObject({ code: "cap_reached", details: { capId, leftCount: "0" } });
    await owner.remove(`/organisation/caps/${capId}`);
    expect((await pay(owner, bought, key)).json()).toEqual(first.json());
    expect(codeOf(await pay(owner, bought))).toBe("success");
  });

  test("counts what was spent before it was set, and only its kind of check [TM-06]", async () => {
    const owner = await createBusiness(app, { NGN: 100_000_00n });
    expect(await payNew(owner)).toBe("success");
    await setCap(owner, { subjectId: owner.id, searchType: "nin", count: 1 });
    expect(await payNew(owner)).toBe("cap_reached");
    const other = await createBusiness(app, { NGN: 100_000_00n });
    await setCap(other, { subjectId: other.id, searchType: "bvn", count: 0 });
    expect(await payNew(other)).toBe("success");
  });

  test("starts again on the next day or in the next month of Lagos [TM-06]", async () => {
    const owner = await createBusiness(app, { NGN: 100_000_00n });
    await setCap(owner, { subjectId: owner.id, count: 1 });
    await setCap(owner, { subjectId: owner.id, period: "month", count: 2 });
    expect([await payNew(owner), await payNew(owner)]).toEqual(["success", "cap_reached"]);
    const { rows } = await app.owner.query<{ now: Date }>("select product_now() as now");
    const now = rows[0]?.now ?? new Date();
    // the days of one month that remain, or those of the next month
    const isLastDay = new Date(now.getTime() + 25 * 3_600_000).getUTCDate() === 1;
    await app.setClockOffset(86_400_000);
    expect(await payNew(owner)).toBe("success");
    await app.setClockOffset(2 * 86_400_000);
    if (!isLastDay && new Date(now.getTime() + 2 * 86_400_000 + 3_600_000).getUTCMonth() === now.getUTCMonth())
      expect(await payNew(owner)).toBe("cap_reached");
    await app.setClockOffset(35 * 86_400_000);
    expect(await payNew(owner)).toBe("success");
  });

  test("counts a dollar charge at the rate of its quote [TM-06]", async () => {
    const owner = await createBusiness(app, { USD: 1_000_00n });
    await owner.post("/user/currency", { currency: "USD" });
    const bought = await app.purchase(owner, { currency: "USD" });
    expect(codeOf(await pay(owner, bought))).toBe("success");
    const { rows } = await app.owner.query<{ naira: bigint }>(
      "select (total_minor * rate_minor + 50) / 100 as naira from purchases where id = $1",
      [bought.id],
    );
    expect(await spentBy(owner)).toBe(rows[0]?.naira);
    await setCap(owner, { subjectId: owner.id, amount: "1" });
    expect(codeOf(await pay(owner, await app.purchase(owner, { currency: "USD" })))).toBe("cap_reached");
  });

  test("gets back what is refunded [TM-06]", async () => {
    const owner = await createBusiness(app, { NGN: 100_000_00n });
    const member = await insertMember(app, owner.organisationId, ["requester"]);
    await setCap(owner, { subjectId: member.id, amount: "600" });
    const failing = await app.purchase(member);
    await payPurchase(member, failing);
    expect([await spentBy(member), await payNew(member)]).toEqual([ninMinor, "cap_reached"]);
    await app.owner.query("update consents set state = 'terminated' where request_id = $1", [failing.itemId]);
    await app.owner.query(
      "select close_item($1, 'PROVIDER_FAILED', gen_random_uuid(), gen_random_uuid(), gen_random_uuid())",
      [failing.itemId],
    );
    expect(await spentBy(member)).toBe(0n);
    expect(await payNew(member)).toBe("success");
  });
});

describe("a cap of a role", () => {
  test("applies to each of its members separately [TM-06]", async () => {
    const owner = await createBusiness(app, { NGN: 100_000_00n });
    const [ada, bola] = [
      await insertMember(app, owner.organisationId, ["requester"]),
      await insertMember(app, owner.organisationId, ["requester", "reader"]),
    ];
    await setCap(owner, { appliesTo: "role", subjectId: "requester", count: 1 });
    expect([await payNew(ada), await payNew(ada)]).toEqual(["success", "cap_reached"]);
    expect([await payNew(bola), await payNew(bola)]).toEqual(["success", "cap_reached"]);
    expect([await payNew(owner), await payNew(owner)]).toEqual(["success", "success"]);
  });
});

describe("an instant payment", () => {
  test("does not start above a cap [TM-06]", async () => {
    const owner = await createBusiness(app);
    await setCap(owner, { subjectId: owner.id, amount: "500" });
    const bought = await app.purchase(owner);
    const response = await owner.post("/payment/flexi-initiate", {
      type: "VERIFICATION",
      amount: bought.amount,
      currency: "NGN",
      sessionCode: bought.sessionCode,
    });
    expect(response.json()).toMatchObject({ status: 403, code: "cap_reached", details: { leftMinor: "50000" } });
  });
});

describe("fifty parallel payments", () => {
  const scenario = fc.record({
    balanceChecks: fc.integer({ min: 5, max: 25 }),
    cap: fc.oneof(
      fc.record({
        amount: fc.integer({ min: 1, max: 30 }).map((checks) => `${checks * 588}`),
        count: fc.constant(null),
      }),
      fc.record({ amount: fc.constant(null), count: fc.integer({ min: 0, max: 30 }) }),
    ),
    appliesTo: fc.constantFrom("member" as const, "role" as const),
    period: fc.constantFrom("day" as const, "month" as const),
    searchType: fc.constantFrom(null, "nin"),
  });

  test("never pass a cap or the balance [TM-05 TM-06]", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ balanceChecks, cap, appliesTo, period, searchType }) => {
        const owner = await createBusiness(app, { NGN: BigInt(balanceChecks) * ninMinor });
        const members = await Promise.all([1, 2].map(() => insertMember(app, owner.organisationId, ["requester"])));
        const [capped = owner, other = owner] = members;
        await setCap(owner, {
          appliesTo,
          subjectId: appliesTo === "role" ? "requester" : capped.id,
          period,
          searchType,
          ...cap,
        });
        const bought = await Promise.all(
          Array.from({ length: 50 }, async (_, at) => {
            const member = at % 2 === 0 ? capped : other;
            return { member, purchase: await app.purchase(member) };
          }),
        );
        const second = await secondProcess();
        const answers = await Promise.all(
          bought.map(async ({ member, purchase }, at) =>
            codeOf(
              await (at % 4 < 2
                ? pay(member, purchase)
                : second.inject({
                    method: "POST",
                    url: "/api/v2/transaction/wallet-payment",
                    headers: {
                      authorization: `Bearer ${member.token}`,
                      "idanimo-organisation": member.organisationId,
                      "content-type": "application/json",
                    },
                    payload: JSON.stringify(payBody(purchase)),
                  })),
            ),
          ),
        );
        const limit = cap.count ?? Number(BigInt(Number(cap.amount) * 100) / ninMinor);
        const paid = (of: TestMember) =>
          answers.filter((one, at) => one === "success" && bought[at]?.member === of).length;
        expect(paid(capped)).toBeLessThanOrEqual(limit);
        if (appliesTo === "role") expect(paid(other)).toBeLessThanOrEqual(limit);
        expect(paid(capped) + paid(other)).toBeLessThanOrEqual(balanceChecks);
        // nothing is rejected without need
        const most = Math.min(25, limit) + Math.min(25, appliesTo === "role" ? limit : 25);
        expect(paid(capped) + paid(other)).toBe(Math.min(most, balanceChecks));
        const left = BigInt(balanceChecks - paid(capped) - paid(other)) * ninMinor;
        expect(await app.wallets(owner)).toMatchObject({ NGN: left });
        expect(await spentBy(capped)).toBe(BigInt(paid(capped)) * ninMinor);
      }),
      { numRuns: 3 },
    );
  }, 300_000);
});

let started: Awaited<ReturnType<TestApp["startProcess"]>> | undefined;
async function secondProcess() {
  started ??= await app.startProcess();
  return started.app;
}

describe("caps of an organisation", () => {
  test("are set, replaced, listed and removed by members with the right [TM-06]", async () => {
    const owner = await createBusiness(app);
    const member = await insertMember(app, owner.organisationId, ["requester"]);
    const first = await setCap(owner, { subjectId: member.id, amount: "1000" });
    expect(await setCap(owner, { subjectId: member.id, count: 3 })).toBe(first);
    await setCap(owner, { appliesTo: "role", subjectId: "admin", period: "month", searchType: "bvn", count: 9 });
    expect((await owner.get("/organisation/caps")).json()).toMatchObject({
      caps: [
        { id: first, appliesTo: "member", subjectName: "Ada Obi", amount: null, count: 3, searchType: null },
        { appliesTo: "role", subjectId: "admin", subjectName: "Admin", searchType: "bvn", period: "month" },
      ],
    });
    expect(codeOf(await member.get("/organisation/caps"))).toBe("right_missing");
    expect(codeOf(await member.remove(`/organisation/caps/${first}`))).toBe("right_missing");
    const stranger = await createBusiness(app);
    await stranger.remove(`/organisation/caps/${first}`); // removes nothing
    expect((await owner.get("/organisation/caps")).json<{ caps: unknown[] }>().caps).toHaveLength(2);
    expect((await owner.remove(`/organisation/caps/${first}`)).json()).toEqual({ result: "success" });
    expect(codeOf(await (await app.user()).get("/organisation/caps"))).toBe("not_found");
  });

  test.each([
    { change: {}, field: "amount", title: "neither an amount nor a number" },
    { change: { count: 1, subjectId: randomIds.publicId() }, field: "subjectId", title: "someone who is no member" },
    { change: { count: 1, appliesTo: "role", subjectId: "king" }, field: "subjectId", title: "an unknown role" },
    { change: { count: 1.5 }, field: "count", title: "half a check" },
  ])("reject $title", async ({ change, field }) => {
    const owner = await createBusiness(app);
    const base = {
      appliesTo: "member",
      subjectId: owner.id,
      period: "day",
      searchType: null,
      amount: null,
      count: null,
    };
    const response = await owner.post("/organisation/caps", { ...base, ...change });
    expect(response.json()).toMatchObject({ code: "bad_input", fields: { [field]: expect.any(String) as string } });
  });
});

describe("the quote of a member", () => {
  test("says what is left of the caps that concern it [TM-06]", async () => {
    const owner = await createBusiness(app, { NGN: 100_000_00n });
    const id = await setCap(owner, { subjectId: owner.id, amount: "1000" });
    await setCap(owner, { subjectId: owner.id, searchType: "bvn", count: 1 });
    const quote = async () =>
      (await owner.post("/verification/quote", { nin: randomNin(), currency: "NGN" })).json<{ caps: unknown }>().caps;
    expect(await quote()).toMatchObject([{ id, left: 1000, leftCount: null, exceeded: false }]);
    expect(await payNew(owner)).toBe("success");
    expect(await quote()).toMatchObject([{ id, left: 412, exceeded: true }]);
    const alone = await app.user();
    const own = await alone.post("/verification/quote", { nin: randomNin(), currency: "NGN" });
    expect(own.json()).not.toHaveProperty("caps");
  });
});
