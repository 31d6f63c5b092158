import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Database } from "../../../database/database.ts";
import { randomIds } from "../../../kernel/ids.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { createTestConsole, type TestConsole } from "../../../testing/console.ts";
import { completeLookup } from "../../../testing/lookup-steps.ts";
import { createBusiness, type TestMember } from "../../../testing/organisation-steps.ts";
import { createTestTerminal, type TestTerminal } from "../../../testing/terminal.ts";
import { openWebhookReceiver, type WebhookReceiver } from "../../../testing/webhook-receiver.ts";
import { createWebhookEndpoint } from "../../../testing/webhook-steps.ts";
import { refundAlone } from "../../payments/index.ts";

/** Refunds by operators are reported to the payer's webhooks, from the console and from the terminal. */

let app: TestApp;
let operatorConsole: TestConsole;
let owner: TestMember;
let receiver: WebhookReceiver;
let asAda: TestTerminal["run"];
let asBola: TestTerminal["run"];
beforeAll(async () => {
  app = await createTestApp();
  operatorConsole = await createTestConsole(app, undefined, { refundApprovalAbove: 5_000_00n });
  const terminal = createTestTerminal(app, await createTestConsole(app, undefined, { refundApprovalAbove: 0n }));
  asAda = await terminal.as(await operatorConsole.operator("finance"));
  asBola = await terminal.as(await operatorConsole.operator("finance"));
  receiver = await openWebhookReceiver();
  owner = await createBusiness(app, { NGN: 100_000_00n });
  await createWebhookEndpoint(owner, receiver.url, ["refund.made"]);
});
afterEach(async () => {
  receiver.received.length = 0;
  expect(app.jobFailures()).toEqual([]);
  await app.checkInvariants();
});
afterAll(async () => {
  await receiver.close();
  await app.close();
});

/** A check that found nothing, so that its charge of ₦588 was kept. */
const createCharged = () => completeLookup(app, owner, { kind: "not_found" });
/** Refunds in full with two operators at the terminal. */
async function refundAtTerminal(itemId: string): Promise<void> {
  for (const [by, line] of [
    [asAda, ["refund", itemId, "--reason", "the register was wrong"]],
    [asBola, ["confirm-refund", itemId]],
  ] as const) {
    const [name, ...args] = line;
    expect(await by(name, ...args)).toMatchObject({ isWell: true });
    if (by === asAda) expect(await reported()).toEqual([]);
  }
}
const reported = async () => {
  await app.drainQueue();
  return receiver.received.map(({ body }) => body.data);
};

describe("a refund by an operator", () => {
  test("in the console is reported once, with its amount [DP-08]", async () => {
    const bought = await createCharged();
    const finance = await operatorConsole.operator("finance");
    const refund = () =>
      finance.post("/refunds", { requestId: bought.itemId, reason: "source was wrong", amount: "200.50" });
    expect((await refund()).statusCode).toBe(200);
    expect((await refund()).statusCode).not.toBe(200);
    expect(await reported()).toEqual([
      {
        requestId: bought.itemId,
        sessionCode: bought.sessionCode,
        transactionId: bought.transactionID,
        searchType: "nin",
        amount: { amount: "200.50", currency: "NGN" },
      },
    ]);
  });

  test("at the terminal is reported when the second operator confirms it [DP-08]", async () => {
    const { itemId, amount } = await createCharged();
    await refundAtTerminal(itemId);
    expect(await reported()).toMatchObject([{ requestId: itemId, amount: { amount, currency: "NGN" } }]);
  });

  test("is reported once although its job runs again [DP-09]", async () => {
    const { itemId } = await createCharged();
    await refundAtTerminal(itemId);
    for (let times = 0; times < 3; times += 1) await app.product.jobs["report_refund"]?.({ itemId } as never);
    expect(await reported()).toHaveLength(1);
  });

  test("is not reported if its transaction is rolled back [DP-09]", async () => {
    const { itemId } = await createCharged();
    const rolledBack = new Database(app.owner).transaction("system", async (tx) => {
      const refund = { itemId, minor: undefined, by: "Ada", why: "a test", limitMinor: 5_000_00n };
      expect(await refundAlone(tx, randomIds, refund)).toBe("refunded");
      throw new Error("stop");
    });
    await expect(rolledBack).rejects.toThrow("stop");
    expect(await reported()).toEqual([]);
  });
});
