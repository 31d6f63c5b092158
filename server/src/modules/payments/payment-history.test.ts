import * as texts from "@idanimo/contract/texts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { completeLookup } from "../../testing/lookup-steps.ts";

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.user({ NGN: 10_000_00n });
  for (let time = 0; time < 2; time += 1) await completeLookup(app, user, { kind: "failed", why: "x" });
});
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

type Log = { readonly transactions: readonly { readonly id: string }[]; readonly next: string | null };
const list = async (query: string) => {
  const response = await user.get(`/transaction/payment-history${query}`);
  return { status: response.statusCode, ...response.json<Log & { fields?: Record<string, string> }>() };
};

describe("the payment history", () => {
  test("is paginated from page 0 [API-23]", async () => {
    const { transactions } = await list("");
    expect(transactions).toHaveLength(4);
    const pages = await Promise.all([0, 1, 2, 3].map((page) => list(`?page=${page}&size=2`)));
    expect(pages.map((page) => page.transactions)).toEqual([transactions.slice(0, 2), transactions.slice(2), [], []]);
    expect(pages.map(({ next }) => next !== null)).toEqual([true, false, false, false]);
    const [first] = pages;
    expect((await list(`?page=1&size=3&after=${first?.next ?? ""}`)).transactions).toEqual(transactions.slice(2));
  });

  test("treats an empty page, size or cursor as absent [API-23]", async () => {
    expect(await list("?page=&size=&after=")).toEqual(await list(""));
  });

  test.each([
    ["?page=x", { page: "Send a number here." }],
    ["?page=-1", { page: "Send at least 0." }],
    ["?page=101", { page: "Send at most 100." }],
    ["?page=1.5", { page: "Send a whole number here." }],
    ["?size=0", { size: "Send at least 1." }],
    ["?size=101", { size: "Send at most 100." }],
    ["?after=a%00b", { after: texts.unreadableCharacter }],
    ["?limit=5", { limit: texts.fieldUnknown }],
  ])("rejects %s with our own message [API-23]", async (query, fields) => {
    expect(await list(query)).toMatchObject({ status: 400, fields });
  });
});
