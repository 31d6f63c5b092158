import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultBreakerRules } from "../circuit-breaker.ts";
import {
  respondJson,
  createManualClock,
  createTestClient,
  readSample,
  startWireServer,
  type WireServer,
} from "../testing/wire-server.ts";
import { termii } from "./termii.ts";

const secretKey = "a-notice-key";
/** Two seconds after the sample was received. */
const clock = createManualClock("2026-03-04T10:51:05.000Z");
const recorded = (name: string) => readSample(import.meta.url, name);

let server: WireServer;
const { line, outside: httpClient } = createTestClient("termii", { limits: { totalMs: 5_000 } });
const open = (secret = secretKey) =>
  termii(line, { baseUrl: server.url, apiKey: "an-api-key", secretKey: secret, sender: "Idanimo" }, clock);

beforeAll(async () => void (server = await startWireServer()));
afterAll(async () => {
  httpClient.close();
  await server.close();
});

test("sends to the number without its plus, on the route that reaches every number", async () => {
  server.respondWith(respondJson(200, recorded("sent.json")));
  expect(await open().send({ to: "+2347060000000", text: "Hello" })).toEqual({ kind: "sent", messageId: "9122" });
  expect(server.requests.at(-1)).toMatchObject({
    method: "POST",
    path: "/api/sms/send",
    body: { api_key: "an-api-key", to: "2347060000000", from: "Idanimo", sms: "Hello", type: "plain", channel: "dnd" },
  });
});

test("returns a numeric id as text", async () => {
  server.respondWith(respondJson(200, '{"message_id":12345678901234567890}'));
  expect(await open().send({ to: "+2347060000000", text: "Hello" })).toEqual({
    kind: "sent",
    messageId: "12345678901234567890",
  });
});

test.each([
  { status: 401, body: { message: "Unauthorized" }, kind: "later" },
  { status: 429, body: { message: "slow down" }, kind: "later" },
  { status: 500, body: { message: "x" }, kind: "later" },
  { status: 200, body: { message: "Insufficient balance" }, kind: "later" },
  { status: 200, body: { message_id: {} }, kind: "later" },
])("returns $kind for $status with $body", async ({ status, body, kind }) => {
  server.respondWith(respondJson(status, body));
  expect((await open().send({ to: "+2347060000000", text: "Hello" })).kind).toBe(kind);
});

const senderIdMissing = "ApplicationSenderId not found for applicationId: 1 and senderName: Idanimo";
test.each([
  { status: 400, message: "Invalid Sender Id", outcome: "account" },
  { status: 400, message: "Insufficient balance", outcome: "quota" },
  { status: 400, message: "Sender ID not allowed for this phone number", outcome: "account" },
  { status: 400, message: "Your account is not active", outcome: "account" },
  { status: 404, message: senderIdMissing, outcome: "account" },
  { status: 404, message: "Not Found", outcome: "account" },
  { status: 405, message: "Method not allowed", outcome: "account" },
  { status: 422, message: "You are not set up on this route", outcome: "account" },
  { status: 422, message: [{ issue: senderIdMissing }], outcome: "account" },
  { status: 401, message: "Unauthorized", outcome: "auth" },
  { status: 402, message: "Insufficient balance", outcome: "quota" },
  { status: 403, message: "Forbidden", outcome: "auth" },
  { status: 200, message: "Insufficient balance", outcome: "quota" },
])("leaves an SMS waiting whose account is rejected: $status $message [R-27]", async ({ status, message, outcome }) => {
  const own = createTestClient("termii", { rules: defaultBreakerRules });
  const settings = { baseUrl: server.url, apiKey: "an-api-key", secretKey, sender: "Idanimo" };
  server.respondWith(respondJson(status, { code: status, message }));
  for (let sent = 0; sent < defaultBreakerRules.failures; sent += 1)
    expect(await termii(own.line, settings, clock).send({ to: "+2347060000000", text: "Hello" })).toEqual({
      kind: "later",
      why: outcome,
    });
  expect(own.line.health().state).toBe("down");
  expect(await own.registry.metrics()).toContain(
    `provider="termii",outcome="${outcome}"} ${defaultBreakerRules.failures}`,
  );
  own.outside.close();
});

test.each([
  { status: 400, message: "Phone number must be in international format" },
  { status: 400, message: "Invalid phone number" },
  { status: 422, message: "The destination is invalid" },
])("gives up an SMS whose number is rejected: $message [R-27]", async ({ status, message }) => {
  server.respondWith(respondJson(status, { message }));
  expect(await open().send({ to: "+2347060000000", text: "Hello" })).toMatchObject({ kind: "refused" });
  expect(line.health().state).toBe("up");
});

test("never sends to a text that is no international number", async () => {
  const before = server.requests.length;
  for (const to of ["08031234567", "+0123456789", "+234706,+234707", "", "+1"])
    expect(await open().send({ to, text: "x" })).toEqual({ kind: "refused", why: "no_phone_number" });
  expect(server.requests).toHaveLength(before);
});

const signed = (body: string, secret = secretKey) => ({
  "x-termii-signature": createHmac("sha512", secret).update(body).digest("hex"),
});
const inbound = recorded("inbound.json");
const read = (body: string, headers: Record<string, string | string[] | undefined> = signed(body)) =>
  open().readNotice(headers, Buffer.from(body));

test("reads a signed reply", () => {
  const at = new Date("2026-03-04T10:51:03.000Z");
  expect(read(inbound)).toEqual({ kind: "inbound", id: "8248", from: "+2347060000000", text: "YES K3HF7T", at });
});

test.each(["NO K3HF7T\\nAda Obi", "YES\\u200b K3HF7T", " YES K3HF7T "])(
  "reads a reply as it was written: %s [T-41]",
  (text) => {
    expect(read(inbound.replace("YES K3HF7T", text))).toMatchObject({ text: JSON.parse(`"${text}"`) as string });
  },
);

test.each([
  { why: "no signature", headers: {} },
  { why: "an empty signature", headers: { "x-termii-signature": "" } },
  { why: "another key's signature", headers: signed(inbound, "another-key") },
  { why: "the signature of another body", headers: signed(inbound.replace("YES", "NO")) },
  { why: "half a signature", headers: { "x-termii-signature": signed(inbound)["x-termii-signature"].slice(0, 64) } },
  { why: "two signatures", headers: { "x-termii-signature": [signed(inbound)["x-termii-signature"], "x"] } },
])("rejects a reply with $why [T-40]", ({ headers }) => expect(read(inbound, headers)).toBeUndefined());

test("accepts no webhook without a key [T-40]", () => {
  expect(open("").readNotice(signed(inbound, ""), Buffer.from(inbound))).toBeUndefined();
});

test.each([
  { received: "2026-03-04T10:46:06.000000Z", reads: true, why: "299 s old" },
  { received: "2026-03-04T10:46:04.000000Z", reads: false, why: "301 s old" },
  { received: "2026-03-04T10:56:06.000000Z", reads: false, why: "301 s ahead" },
  { received: "2026-03-04T11:51:03+01:00", reads: true, why: "in Lagos time" },
  { received: "2026-03-04 10:51:03", reads: true, why: "without a zone" },
  { received: "a while ago", reads: false, why: "unreadable" },
])("reads a signed reply whose time is $why: $reads [T-40]", ({ received, reads }) => {
  expect(read(inbound.replace("2026-03-04T10:51:03.000000Z", received)) !== undefined).toBe(reads);
});

test("uses the current time for a signed reply without a time", () => {
  expect(read(inbound.replace('"received_at":"2026-03-04T10:51:03.000000Z",', ""))).toMatchObject({ at: clock.now() });
});

test.each([
  { status: "DELIVERED", delivered: true },
  { status: "Delivered", delivered: true },
  { status: "Message Failed", delivered: false },
  { status: "DND Active on Phone Number", delivered: false },
  { status: "Rejected", delivered: false },
  { status: "Expired", delivered: false },
])("reads a delivery report with the status $status", ({ status, delivered }) => {
  expect(read(recorded("delivered.json").replace("DELIVERED", status))).toEqual({
    kind: "delivery",
    id: "1",
    messageId: "9122",
    delivered,
  });
});

test.each([
  recorded("delivered.json").replace("DELIVERED", "Message Sent"),
  '{"type":"device_status","status":"disconnected","device_id":"e0c5a9b","name":"TermiiWh"}',
])("reads a signed webhook of no use, and none without a signature: %s [T-40]", (body) => {
  expect(read(body)).toEqual({ kind: "other" });
  expect(read(body, {})).toBeUndefined();
});

test.each([
  inbound.replace("2347060000000", "IDANIMO"),
  inbound.replace('"YES K3HF7T"', "{}"),
  inbound.replace('"id":"8248","message_id":"3905",', ""),
  "[]",
  "{",
  "",
])("rejects a signed webhook of another shape: %s", (body) => expect(read(body)).toBeUndefined());

test.each([
  { id: "8\\u00002\\u200B4", expected: "8 2 4", title: "removes control characters from" },
  { id: "8".repeat(4_000), expected: undefined, title: "ignores a webhook with an overlong" },
])("$title id [T-40 T-62]", ({ id, expected }) => {
  const notice = read(inbound.replace('"id":"8248"', `"id":"${id}"`).replace('"message_id":', '"x":'));
  expect(notice && "id" in notice ? notice.id : undefined).toBe(expected);
});
