import { dollars, naira } from "@idanimo/contract/money";
import { isRefunded, outcomes } from "@idanimo/contract/verification-states";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type EarlierOrder, decideOrderAction, stakeholderStateOf } from "./rules.ts";

const now = { reference: "EA00000000000001", total: naira(1_125_00n) };
const order = (but: Partial<EarlierOrder>): EarlierOrder => ({
  purchaseId: "one",
  sessionCode: "session",
  transactionId: "EA00000000000002",
  state: "initiated",
  outcome: null,
  total: now.total,
  isQuoteExpired: false,
  ...but,
});
const own = { transactionId: now.reference };
const word = (earlier: readonly EarlierOrder[]) => {
  const next = decideOrderAction(earlier, now);
  return next.do === "answer"
    ? `tell ${next.order.purchaseId}`
    : next.do === "make"
      ? `make, end ${next.ends.join()}`
      : "refuse";
};

describe("decideOrderAction [T-22 R-04]", () => {
  test.each([
    { earlier: [], next: "make, end ", why: "creates the first order" },
    { earlier: [order({})], next: "tell one", why: "reuses an open order, whatever its reference" },
    { earlier: [order({ isQuoteExpired: true })], next: "make, end one", why: "replaces an expired quote" },
    {
      earlier: [order({ total: dollars(1_58n) })],
      next: "make, end one",
      why: "replaces an order in another currency",
    },
    { earlier: [order({ total: naira(1_000_00n) })], next: "make, end one", why: "replaces an order at another price" },
    { earlier: [order({ state: "abandoned" })], next: "make, end ", why: "does not abandon an order twice" },
    { earlier: [order({ state: "paid" })], next: "refuse", why: "rejects a second order beside a paid one" },
    {
      earlier: [order({ state: "paid", ...own })],
      next: "tell one",
      why: "returns a paid order for its own reference",
    },
    {
      earlier: [order({ state: "completed", outcome: "DELIVERED" })],
      next: "refuse",
      why: "rejects a second order beside a delivered one",
    },
    {
      earlier: [order({ state: "completed", outcome: "PROVIDER_FAILED" })],
      next: "make, end ",
      why: "creates an order after a refund",
    },
    {
      earlier: [order({ state: "completed", outcome: "PROVIDER_FAILED", ...own })],
      next: "tell one",
      why: "returns a refunded order for its own reference, for a lost response",
    },
    {
      earlier: [order({ state: "completed", outcome: "PROVIDER_FAILED" }), order({ purchaseId: "two" })],
      next: "tell two",
      why: "reuses an open order after a refund",
    },
    {
      earlier: [order({ ...own, isQuoteExpired: true }), order({ purchaseId: "two", state: "paid" })],
      next: "refuse",
      why: "considers paid orders first",
    },
  ])("$why", ({ earlier, next }) => expect(word(earlier)).toBe(next));

  test("allows at most one unrefunded order in any sequence of events", () => {
    const events = fc.array(
      fc.record({
        act: fc.constantFrom("order", "pay", "deliver", "refund", "wait"),
        inDollars: fc.boolean(),
        reference: fc.nat(5),
        at: fc.nat(9),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(events, (all) => {
        let orders: readonly EarlierOrder[] = [];
        const change = (at: number, from: EarlierOrder["state"], to: Partial<EarlierOrder>) =>
          (orders = orders.map((one, position) =>
            position === at % orders.length && one.state === from ? { ...one, ...to } : one,
          ));
        for (const { act, inDollars, reference, at } of all) {
          if (act === "pay" && orders[at % orders.length]?.isQuoteExpired === false)
            change(at, "initiated", { state: "paid" });
          if (act === "deliver") change(at, "paid", { state: "completed", outcome: "DELIVERED" });
          if (act === "refund") change(at, "paid", { state: "completed", outcome: "PROVIDER_FAILED" });
          if (act === "wait") orders = orders.map((one) => ({ ...one, isQuoteExpired: true }));
          if (act === "order") {
            const total = inDollars ? dollars(1_58n) : naira(1_125_00n);
            const next = decideOrderAction(orders, { reference: `EA${reference}`, total });
            if (next.do !== "make") continue;
            orders = orders.map((one) => (next.ends.includes(one.purchaseId) ? { ...one, state: "abandoned" } : one));
            orders = [...orders, order({ purchaseId: String(orders.length), transactionId: `EA${reference}`, total })];
          }
          const matching = orders.filter(
            ({ state, outcome }) => (state === "paid" || state === "completed") && !(outcome && isRefunded(outcome)),
          );
          expect(matching.length + orders.filter(({ state }) => state === "initiated").length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

test("stakeholderStateOf maps every outcome of a paid lookup to found or returned", () => {
  expect([stakeholderStateOf(undefined), stakeholderStateOf({ outcome: null })]).toEqual(["not_bought", "running"]);
  for (const outcome of outcomes)
    expect(stakeholderStateOf({ outcome })).toBe(isRefunded(outcome) ? "returned" : "found");
});
