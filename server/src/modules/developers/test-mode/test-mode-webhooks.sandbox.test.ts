import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Webhook } from "standardwebhooks";
import { eventually } from "../../../providers/testing/sandbox.ts";
import { callWithKey, createKey } from "../../../testing/developer-steps.ts";
import { buySearch, payPurchase } from "../../../testing/lookup-steps.ts";
import { createOrganisation, outcome, type TestMember } from "../../../testing/organisation-steps.ts";
import { openWebhookReceiver, type WebhookReceiver } from "../../../testing/webhook-receiver.ts";
import { createWebhookEndpoint, deliveriesOf, endpointsOf } from "../../../testing/webhook-steps.ts";
import { startTestModeApp, type TestModeApp } from "./testing/test-mode-app.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let stage: TestModeApp;
let member: TestMember;
let inTestMode: ReturnType<TestModeApp["inTestMode"]>;
let forTest: WebhookReceiver;
let forLive: WebhookReceiver;
let endpoint: { readonly id: string; readonly secret: string };
beforeAll(async () => {
  stage = await startTestModeApp();
  member = await createOrganisation(stage.live, { name: "Kano Lenders", NGN: 50_000_00n });
  inTestMode = stage.inTestMode(member);
  [forTest, forLive] = [await openWebhookReceiver(), await openWebhookReceiver()];
  endpoint = await createWebhookEndpoint(inTestMode, forTest.url);
  await createWebhookEndpoint(member, forLive.url);
});
beforeEach(() => {
  forTest.received.length = 0;
  forLive.received.length = 0;
});
afterAll(async () => {
  await forTest.close();
  await forLive.close();
  await stage.close();
});

const typesAt = (receiver: WebhookReceiver, itemId: string) =>
  receiver.received.filter(({ body }) => body.data["requestId"] === itemId).map(({ body }) => body.type);
const untilReceived = (receiver: WebhookReceiver, itemId: string, type: string) =>
  eventually(async () => typesAt(receiver, itemId).includes(type) || undefined);

describe("webhooks in test mode", () => {
  test("report checks of test mode to its endpoints alone, signed [DP-07 DP-17 DP-18]", async () => {
    const bought = await buySearch(stage.testDatabase, inTestMode, { nin: "61234574321" });
    await payPurchase(inTestMode, bought);
    await untilReceived(forTest, bought.itemId, "request.asked");
    await inTestMode.post(`/developers/test-mode/consents/${bought.itemId}`, { decision: "denied" });
    await untilReceived(forTest, bought.itemId, "request.closed");
    expect(typesAt(forTest, bought.itemId).toSorted()).toEqual(["request.asked", "request.closed", "request.decided"]);
    for (const { body, text, headers } of forTest.received) {
      expect(body.mode).toBe("test");
      const signed = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, headers[name]]);
      expect(new Webhook(endpoint.secret).verify(text, Object.fromEntries(signed))).toEqual(body);
    }
    await stage.live.drainQueue();
    expect(forLive.received).toEqual([]);
  });

  test("do not report checks of live, whose endpoints get them [DP-18]", async () => {
    const bought = await buySearch(stage.live, member, { rc: "RC 7744321" });
    await payPurchase(member, bought);
    await stage.live.drainQueue();
    await untilReceived(forLive, bought.itemId, "request.closed");
    expect(new Set(forLive.received.map(({ body }) => body.mode))).toEqual(new Set(["live"]));
    expect(forTest.received).toEqual([]);
  });

  test("are managed in their mode: list, test event, deliveries, disable, delete [DP-11 DP-18]", async () => {
    const made = await createWebhookEndpoint(inTestMode, forTest.url, ["refund.made"]);
    expect(await endpointsOf(inTestMode)).toMatchObject([{ mode: "test" }, { id: made.id, mode: "test" }]);
    expect(await endpointsOf(member)).toMatchObject([{ mode: "live" }]);
    expect(outcome(await member.post(`/developers/webhooks/${made.id}/test`, {}))).toBe("404 not_found");
    expect(outcome(await inTestMode.post(`/developers/webhooks/${made.id}/test`, {}))).toBe("done");
    await eventually(async () => forTest.received.find(({ body }) => body.data["endpointId"] === made.id));
    const delivered = await eventually(async () => {
      const { deliveries } = await deliveriesOf(inTestMode, made.id, "?state=delivered");
      return deliveries.length > 0 ? deliveries : undefined;
    });
    expect(delivered).toMatchObject([{ type: "webhook.test", attempts: [{ status: 200 }] }]);
    expect(outcome(await inTestMode.post(`/developers/webhooks/${made.id}`, { state: "disabled" }))).toBe("done");
    expect(outcome(await inTestMode.post(`/developers/webhooks/${made.id}/test`, {}))).toBe("409 webhook_disabled");
  });

  test("can be managed with a test key, and with no live one [DP-02 DP-18]", async () => {
    const urls = async (mode: "live" | "test") => {
      const { secret } = await createKey(member.on(stage.app), ["webhooks"], { mode });
      const response = await callWithKey(stage.live, secret, "/developers/webhooks", { to: stage.app });
      return response.json<{ endpoints: { mode: string; url: string }[] }>().endpoints.map(({ url }) => url);
    };
    expect(new Set(await urls("test"))).toEqual(new Set([forTest.url]));
    expect(await urls("live")).toEqual([forLive.url]);
  });
});
