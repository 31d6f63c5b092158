import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestPurchase, type TestUser } from "../testing/app.ts";
import { createBusiness, insertMember } from "../testing/organisation-steps.ts";
import { createTestConsole, type TestConsole, type TestOperator } from "../testing/console.ts";

let product: TestApp;
let operatorConsole: TestConsole;
let support: TestOperator;
let user: TestUser;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
  support = await operatorConsole.operator("support");
  user = await product.user({ NGN: 100_000_00n });
});
afterEach(() => product.checkInvariants());
afterAll(() => product.close());

type Row = { source: string; searchTypes: string[]; isOpen: boolean; message: string | null; changedBy: string | null };
const listed = async () => (await support.get("/sources")).json<{ sources: Row[] }>().sources;
const nameOfNinSource = async () =>
  (await listed()).find(({ searchTypes }) => searchTypes.includes("nin"))?.source ?? "none";
const switchTo = (source: string, state: "open" | "closed", messageCode?: string) =>
  support.post(`/sources/${source}`, { state, reason: "the register is moving", ...(messageCode && { messageCode }) });
const begin = (buyer: Pick<TestUser, "post">) =>
  buyer.post("/verification/session", { nin: randomNin(), currency: "NGN", purpose: { code: "employment" } });
const pay = (buyer: Pick<TestUser, "post">, { sessionCode, transactionID, amount }: TestPurchase, headers = {}) =>
  buyer.post("/transaction/wallet-payment", { sessionCode, transactionID, amount }, headers);
const statusOf = async (buyer: Pick<TestUser, "post">) => (await begin(buyer)).statusCode;

describe("the switch of a source [OC-13]", () => {
  test("holds on every process within five seconds, and lets paid checks end", async () => {
    const source = await nameOfNinSource();
    const other = user.on((await product.startProcess()).app);
    const paid = await product.purchase(user);
    expect([await statusOf(user), await statusOf(other)], "before, which both processes cache").toEqual([200, 200]);
    const quoted = await product.purchase(user);
    const before = (await product.wallets(user)).NGN;
    const key = { "idempotency-key": "paid-before" };
    expect((await pay(user, paid, key)).statusCode).toBe(200);
    expect((await switchTo(source, "closed", "maintenance")).statusCode).toBe(200);
    for (const process of [user, other])
      await expect.poll(() => statusOf(process), { timeout: 5_000, interval: 200 }).toBe(503);
    expect((await begin(other)).json()).toMatchObject({ code: "source_down" });
    const { sources } = (await other.get("/verification/sources")).json<{ sources: { searchType: string }[] }>();
    expect(sources.find(({ searchType }) => searchType === "nin")).toMatchObject({
      state: "down",
      message: "maintenance",
    });
    for (const process of [user, other]) {
      const [byWallet, withKey] = [
        await pay(process, quoted),
        await pay(process, quoted, { "idempotency-key": "quote-1" }),
      ];
      const byCard = await process.post("/payment/flexi-initiate", {
        type: "VERIFICATION",
        amount: quoted.amount,
        currency: "NGN",
        sessionCode: quoted.sessionCode,
      });
      for (const refused of [byWallet, withKey, byCard])
        expect(refused.json()).toMatchObject({ status: 503, code: "source_down" });
      expect((await pay(process, paid, key)).json(), "the first response of its key").toEqual({ status: "success" });
    }
    expect((await product.wallets(user)).NGN).toBe(before - 588_00n);
    await product.drainQueue();
    const { rows } = await product.owner.query<{ provider: string }>(
      "select provider from lookup_attempts where request_id = $1",
      [paid.itemId],
    );
    expect(rows).toEqual([{ provider: source }]);
    expect((await switchTo(source, "open")).statusCode).toBe(200);
    for (const process of [user, other])
      await expect.poll(() => statusOf(process), { timeout: 5_000, interval: 200 }).toBe(200);
    expect((await pay(user, quoted, { "idempotency-key": "quote-1" })).json()).toEqual({ status: "success" });
  }, 40_000);

  test("needs a message to close, changes nothing twice, and is audited", async () => {
    const source = await nameOfNinSource();
    expect((await switchTo(source, "closed")).statusCode).toBe(400);
    expect((await switchTo(source, "open")).json()).toMatchObject({ status: 409, code: "source_unchanged" });
    expect((await switchTo("unknown", "closed", "outage")).statusCode).toBe(404);
    const both = await Promise.all([switchTo(source, "closed", "outage"), switchTo(source, "closed", "outage")]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await listed()).find((row) => row.source === source)).toMatchObject({
      isOpen: false,
      message: "outage",
      changedBy: `Operator ${support.id.slice(0, 8)}`,
    });
    expect((await switchTo(source, "open")).statusCode).toBe(200);
    const { rows } = await product.owner.query<{ action: string; reason: string }>(
      "select action, reason from audit_log where actor_id = $1 order by at desc limit 2",
      [support.id],
    );
    expect(rows).toEqual(
      ["source_opened", "source_closed"].map((action) => ({ action, reason: `${source}: the register is moving` })),
    );
  });
});

test("a purchase that waits for approval cannot be approved while its source is closed [OC-13]", async () => {
  const source = await nameOfNinSource();
  const owner = await createBusiness(product, { NGN: 10_000_00n });
  const member = await insertMember(product, owner.organisationId, ["requester"]);
  await owner.post("/organisation/approval-rules", { searchTypes: ["nin"], purposes: [], above: null, enabled: true });
  const { approvalId } = (await pay(member, await product.purchase(member))).json<{ approvalId: string }>();
  const approve = () =>
    owner.post(`/organisation/approvals/${approvalId}/decide`, { decision: "approve", confirmedTotal: "588" });
  expect((await switchTo(source, "closed", "outage")).statusCode).toBe(200);
  await expect.poll(() => statusOf(user), { timeout: 5_000, interval: 200 }).toBe(503);
  expect((await approve()).json()).toMatchObject({ code: "source_down" });
  expect((await product.wallets(owner)).NGN).toBe(10_000_00n);
  expect((await switchTo(source, "open")).statusCode).toBe(200);
  await expect.poll(() => statusOf(user), { timeout: 5_000, interval: 200 }).toBe(200);
  expect((await approve()).json()).toMatchObject({ state: "approved" });
}, 20_000);
