import { expect, test } from "vitest";
import {
  flutterwaveKey,
  openPaymentLink,
  startTestSandbox,
  type TestSandbox,
  waitFor,
  verifyPayment,
} from "../testing/test-sandbox.ts";

const noticePath = "/api/v2/payment/webhook/flutterwave";
const bodies = (stage: TestSandbox) => stage.notices.map(({ body }) => JSON.parse(body));

test("sends the secret hash and the transaction without the card's token in a webhook", async () => {
  const stage = await startTestSandbox();
  await stage.choose(await openPaymentLink(stage, "EA1"), "approve");
  await waitFor(() => stage.notices.length === 1);
  const [notice] = stage.notices;
  expect(notice).toMatchObject({ path: noticePath, headers: { "verif-hash": "sandbox-flw-secret-hash" } });
  const [body] = bodies(stage);
  const { data } = (await verifyPayment(stage, "EA1")).json;
  const { token: _, ...card } = { token: "", ...data.card };
  expect(body).toEqual({
    event: "charge.completed",
    data: { ...data, card },
    meta_data: { purpose: "TOPUP" },
    "event.type": "CARD_TRANSACTION",
  });
});

test("reports a declined charge as failed", async () => {
  const stage = await startTestSandbox();
  await stage.choose(await openPaymentLink(stage, "EA1"), "decline");
  await waitFor(() => stage.notices.length === 1);
  expect(bodies(stage)[0]).toMatchObject({
    event: "charge.completed",
    data: { status: "failed", processor_response: "Declined by Financial Institution" },
  });
});

test("stays pending for 20 seconds when the webhook is late, then succeeds", async () => {
  const stage = await startTestSandbox();
  await stage.choose(await openPaymentLink(stage, "EA1"), "late");
  stage.passTime(19_000);
  expect((await verifyPayment(stage, "EA1")).json.data.status).toBe("pending");
  expect(stage.notices).toHaveLength(0);
  stage.passTime(1_000);
  expect((await verifyPayment(stage, "EA1")).json.data.status).toBe("successful");
  await waitFor(() => stage.notices.length === 1);
  expect(bodies(stage)[0].data.status).toBe("successful");
});

test("sends the same body twice when a webhook is duplicated", async () => {
  const stage = await startTestSandbox();
  await stage.choose(await openPaymentLink(stage, "EA1"), "twice");
  await waitFor(() => stage.notices.length === 1);
  stage.passTime(1_000);
  await waitFor(() => stage.notices.length === 2);
  expect(stage.notices[1]?.body).toBe(stage.notices[0]?.body);
  expect((await stage.stats()).payments).toMatchObject({ taken: 1, takenTwice: 0 });
});

test("repeats an unaccepted webhook after 2, 10 and 60 seconds only", async () => {
  const stage = await startTestSandbox();
  stage.answers.push(500, 302, 201, 404, 200);
  await stage.choose(await openPaymentLink(stage, "EA1"), "approve");
  for (const [attempts, wait] of [
    [1, 2_000],
    [2, 10_000],
    [3, 60_000],
  ] as const) {
    await waitFor(async () => stage.notices.length === attempts && triesNoted(stage) === attempts);
    stage.passTime(wait);
  }
  await waitFor(() => triesNoted(stage) === 4);
  stage.passTime(3_600_000);
  expect((await stage.stats()).notices).toEqual({ taken: 0, waiting: 0, givenUp: 1 });
  expect(stage.notices).toHaveLength(4);
});

const triesNoted = (stage: TestSandbox) =>
  Number(stage.sandbox.context.database.one("select max(attempts) as tries from notices")?.["tries"]);

test("sends a webhook again on request", async () => {
  const stage = await startTestSandbox();
  await stage.choose(await openPaymentLink(stage, "EA1"), "approve");
  const { id } = (await verifyPayment(stage, "EA1")).json.data;
  const again = await stage.post(`/flutterwave/v3/transactions/${id}/resend-hook`, {}, flutterwaveKey);
  expect(again.json.status).toBe("success");
  await waitFor(() => stage.notices.length === 2);
});
