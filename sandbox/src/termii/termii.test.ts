import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { sendSms, startTestSandbox, type TestSandbox, waitFor } from "../testing/test-sandbox.ts";

const signed = (body: string, secret = "sandbox-termii-secret-key") =>
  createHmac("sha512", secret).update(body).digest("hex");

async function noticesAfterDelivery(stage: TestSandbox, count: number) {
  stage.passTime(1_000);
  await waitFor(() => stage.notices.length === count);
  return stage.notices.map(({ body }) => JSON.parse(body));
}

test("accepts an SMS with the published response", async () => {
  const stage = await startTestSandbox();
  const { status, json } = await sendSms(stage, "2348031234567", "Hello");
  expect(status).toBe(200);
  expect(json).toEqual({
    message_id: expect.stringMatching(/^\d+$/),
    message: "Successfully Sent",
    balance: 120,
    user: "Sandbox",
  });
});

test.each([
  { wrong: { api_key: "wrong" }, status: 401, says: "Unauthorized" },
  { wrong: { from: "IdanimoVerify" }, status: 404, says: "ApplicationSenderId not found" },
  { wrong: { to: "+2348031234567" }, status: 400, says: "international format" },
  { wrong: { to: "08031234567" }, status: 400, says: "international format" },
  { wrong: { sms: "" }, status: 422, says: "sms" },
  { wrong: { type: "unicode" }, status: 422, says: "type" },
  { wrong: { channel: "pigeon" }, status: 422, says: "not set up on this route" },
])("rejects an SMS with $status: $says", async ({ wrong, status, says }) => {
  const stage = await startTestSandbox();
  const right = {
    api_key: "sandbox-termii-api-key",
    to: "2348031234567",
    from: "Idanimo",
    sms: "Hi",
    type: "plain",
    channel: "dnd",
  };
  const response = await stage.post("/termii/api/sms/send", { ...right, ...wrong });
  expect(response.status).toBe(status);
  expect(response.json).toEqual({ code: status, message: expect.stringContaining(says) });
  expect((await stage.call("/inbox/messages")).json).toEqual([]);
});

test("reports a delivery a second later, signed over the exact bytes", async () => {
  const stage = await startTestSandbox();
  const { message_id } = (await sendSms(stage, "2348031234567", "Hello ẹ")).json;
  const [body] = await noticesAfterDelivery(stage, 1);
  expect(body).toEqual({
    type: "outbound",
    id: expect.any(String),
    message_id,
    receiver: "2348031234567",
    sender: "Idanimo",
    message: "Hello ẹ",
    sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    cost: "2",
    status: "DELIVERED",
    channel: "dnd",
  });
  const [notice] = stage.notices;
  expect(notice?.path).toBe("/api/v2/sms/status/termii");
  expect(notice?.headers["x-termii-signature"]).toBe(signed(notice?.body ?? ""));
});

test("reports an SMS to a phone ending 0009 as failed, and marks it in the inbox", async () => {
  const stage = await startTestSandbox();
  expect((await sendSms(stage, "2348031230009", "Hello")).status).toBe(200);
  expect((await noticesAfterDelivery(stage, 1))[0]).toMatchObject({ status: "Message Failed" });
  expect((await stage.call("/inbox/messages")).json).toMatchObject([{ to: "+2348031230009", state: "not_delivered" }]);
  expect((await stage.call("/inbox")).text).toContain("Not delivered");
});

test("sends to several recipients of one call under one id", async () => {
  const stage = await startTestSandbox();
  const { message_id } = (await sendSms(stage, ["2348031234567", "2348031234568"], "Hello")).json;
  const bodies = await noticesAfterDelivery(stage, 2);
  expect(bodies.map(({ receiver }) => receiver).toSorted()).toEqual(["2348031234567", "2348031234568"]);
  expect(bodies.every((body) => body.message_id === message_id)).toBe(true);
});

test("sends a wrong signature in a faulty webhook", async () => {
  const stage = await startTestSandbox();
  await stage.post("/__sandbox/faults", { target: "termii", kind: "webhook_wrong_hash" });
  await sendSms(stage, "2348031234567", "Hello");
  await noticesAfterDelivery(stage, 1);
  const [notice] = stage.notices;
  expect(notice?.headers["x-termii-signature"]).toMatch(/^[0-9a-f]{128}$/);
  expect(notice?.headers["x-termii-signature"]).not.toBe(signed(notice?.body ?? ""));
});
