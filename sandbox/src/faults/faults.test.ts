import { gunzipSync } from "node:zlib";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import {
  type Answer,
  requestNin,
  flutterwaveKey,
  openPaymentLink,
  premblyKeys,
  sendMail,
  startTestSandbox,
  type TestSandbox,
  waitFor,
  verifyPayment,
} from "../testing/test-sandbox.ts";

const strike = (stage: TestSandbox, rule: Record<string, unknown>) => stage.post("/__sandbox/faults", rule);
const whenCut = () => "cut" as const;
const hello = "Subject: Hello\r\n\r\nAda";

/** Which calls had a fault, as a row of 1 and 0. */
async function pattern(seed: string, calls = 40): Promise<string> {
  const stage = await startTestSandbox();
  await strike(stage, { target: "prembly", kind: "http_500", rate: 0.4, seed });
  let struck = "";
  for (let at = 0; at < calls; at++) struck += (await requestNin(stage, "70123456789")).status === 500 ? "1" : "0";
  return struck;
}

test("hits the same calls for the same seed, and others for another seed", async () => {
  const first = await pattern("7");
  expect(await pattern("7")).toBe(first);
  expect(await pattern("8")).not.toBe(first);
  expect(first.replaceAll("0", "").length).toBeGreaterThan(8);
  expect(first.replaceAll("0", "").length).toBeLessThan(24);
});

test("ends a rule after its count, reports it, and deletes it on request", async () => {
  const stage = await startTestSandbox();
  expect((await strike(stage, { target: "prembly", kind: "http_401", seed: "1", count: 2 })).status).toBe(201);
  const statuses = [];
  for (let at = 0; at < 4; at++) statuses.push((await requestNin(stage, "70123456789")).status);
  expect(statuses).toEqual([401, 401, 200, 200]);
  expect((await stage.call("/__sandbox/faults")).json).toMatchObject([{ kind: "http_401", calls: 4, fired: 2 }]);
  expect((await stage.call("/__sandbox/faults", { method: "DELETE" })).status).toBe(204);
  expect((await stage.call("/__sandbox/faults")).json).toEqual([]);
});

test("hits only calls whose path a rule names", async () => {
  const stage = await startTestSandbox();
  await strike(stage, { target: "flutterwave", kind: "http_500", path: "verify" });
  await stage.choose(await openPaymentLink(stage, "EA1"), "approve");
  expect((await verifyPayment(stage, "EA1")).status).toBe(500);
});

test.each([
  { rule: { target: "moon", kind: "hang" }, says: "target" },
  { rule: { target: "prembly", kind: "earthquake" }, says: "kind" },
  { rule: { target: "prembly", kind: "wrong_currency" }, says: "does not apply" },
  { rule: { target: "smtp", kind: "slow_drip" }, says: "does not apply" },
  { rule: { target: "prembly", kind: "hang", rate: 2 }, says: "rate" },
  { rule: { target: "prembly", kind: "hang", count: 0 }, says: "count" },
])("rejects an invalid rule: $says", async ({ rule, says }) => {
  const stage = await startTestSandbox();
  const { status, text } = await strike(stage, rule);
  expect(status).toBe(400);
  expect(text).toContain(says);
});

test.each([
  { kind: "http_500", status: 500 },
  { kind: "http_401", status: 401 },
  { kind: "http_429", status: 429 },
  { kind: "http_502_html", status: 502 },
  { kind: "ok_with_error", status: 200 },
])("returns $status for $kind before the lookup", async ({ kind, status }) => {
  const stage = await startTestSandbox();
  await strike(stage, { target: "prembly", kind });
  const response = await requestNin(stage, "70123456789");
  expect(response.status).toBe(status);
  expect(response.headers.get("retry-after")).toBe(kind === "http_429" ? "30" : null);
  expect(response.text.startsWith("<html>")).toBe(kind === "http_502_html");
  expect((await stage.stats()).lookups.asked).toBe(0);
});

test.each([
  { kind: "refuse", billed: 0 },
  { kind: "answer_lost", billed: 1 },
  { kind: "cut_mid_body", billed: 1 },
])("cuts the connection for $kind; billed: $billed", async ({ kind, billed }) => {
  const stage = await startTestSandbox();
  await strike(stage, { target: "prembly", kind });
  expect(await requestNin(stage, "70123456789").catch(whenCut)).toBe("cut");
  expect((await stage.stats()).lookups).toMatchObject({ asked: billed, billed });
});

test.each([
  { kind: "hang", passed: 120_000, ends: "cut" },
  { kind: "slow_first_byte", passed: 8_000, ends: "00" },
  { kind: "slow_drip", passed: 12_000, ends: "00" },
])("delays the response for $kind", async ({ kind, passed, ends }) => {
  const stage = await startTestSandbox();
  await strike(stage, { target: "prembly", kind });
  let ended: unknown;
  void requestNin(stage, "70123456789").then(
    ({ json }: Answer) => (ended = json.response_code),
    () => (ended = "cut"),
  );
  await waitFor(() => stage.sandbox.context.calls.prembly === 1);
  await stage.call("/__sandbox/clock");
  expect(ended).toBeUndefined();
  await waitFor(() => {
    stage.passTime(passed);
    return ended !== undefined;
  });
  expect(ended).toBe(ends);
});

test.each(["garbled_json", "bad_utf8"])("returns an unreadable response for %s", async (kind) => {
  const stage = await startTestSandbox();
  await strike(stage, { target: "prembly", kind });
  const response = await fetch(`${stage.url}/prembly/api/v1/wallet`, { headers: premblyKeys });
  const bytes = Buffer.from(await response.arrayBuffer());
  const read = () => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  expect(response.status).toBe(200);
  expect(read).toThrow(/JSON|encoded data/);
});

test("returns 64 MB for huge and compressed responses", async () => {
  const stage = await startTestSandbox();
  await strike(stage, { target: "prembly", kind: "gzip_bomb", count: 1 });
  await strike(stage, { target: "prembly", kind: "huge_body" });
  const packed = await raw(stage);
  expect(packed.length).toBeLessThan(100_000);
  expect(gunzipSync(packed).length).toBeGreaterThan(64 * 1024 * 1024);
  expect((await raw(stage)).length).toBeGreaterThan(64 * 1024 * 1024);
});

function raw(stage: TestSandbox): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(`${stage.url}/prembly/api/v1/wallet`, { headers: premblyKeys }, (response) => {
      buffer(response).then(resolve, reject);
    });
  });
}

test("changes the record for wrong_person, schema_drift and wrong_currency", async () => {
  const stage = await startTestSandbox();
  await strike(stage, { target: "prembly", kind: "wrong_person", count: 1 });
  expect((await requestNin(stage, "70123456789")).json.nin_data.nin).not.toBe("70123456789");
  await strike(stage, { target: "prembly", kind: "schema_drift", count: 1 });
  const drifted = (await requestNin(stage, "70123456789")).json;
  expect(drifted.nin_data).toBeUndefined();
  expect(Object.values(drifted.data)).toContain("null");
  await stage.choose(await openPaymentLink(stage, "EA1"), "approve");
  await strike(stage, { target: "flutterwave", kind: "wrong_currency", count: 1 });
  expect((await verifyPayment(stage, "EA1")).json.data.currency).toBe("USD");
  expect((await verifyPayment(stage, "EA1")).json.data.currency).toBe("NGN");
});

test("fails five calls and serves five while a source flaps", async () => {
  const stage = await startTestSandbox();
  await strike(stage, { target: "ip", kind: "flapping" });
  let seen = "";
  for (let at = 0; at < 15; at++) seen += (await stage.call("/ipapi/json/")).status === 200 ? "1" : "0";
  expect(seen).toBe("000001111100000");
});

test.each([
  { kind: "webhook_none", now: 0, later: 0 },
  { kind: "webhook_late", now: 0, later: 1 },
  { kind: "webhook_twice", now: 1, later: 2 },
])("sends $now webhooks at once and $later in the end for $kind", async ({ kind, now, later }) => {
  const stage = await startTestSandbox();
  await strike(stage, { target: "flutterwave", kind });
  await stage.choose(await openPaymentLink(stage, "EA1"), "approve");
  await waitFor(() => stage.notices.length === now);
  stage.passTime(20_000);
  await waitFor(() => stage.notices.length === later);
  expect((await stage.stats()).notices).toMatchObject({ waiting: 0 });
});

test("sends a wrong hash for webhook_wrong_hash", async () => {
  const stage = await startTestSandbox();
  await strike(stage, { target: "flutterwave", kind: "webhook_wrong_hash" });
  await stage.choose(await openPaymentLink(stage, "EA1"), "approve");
  await waitFor(() => stage.notices.length === 1);
  expect(stage.notices[0]?.headers["verif-hash"]).not.toBe("sandbox-flw-secret-hash");
});

test.each([
  { kind: "refuse", says: /^$/, stored: 0 },
  { kind: "http_500", says: /^451/, stored: 0 },
  { kind: "http_429", says: /^450/, stored: 0 },
  { kind: "http_401", says: /^530/, stored: 0 },
  { kind: "answer_lost", says: /^$/, stored: 1 },
])("replies $says to a sender for $kind, and stores $stored emails", async ({ kind, says, stored }) => {
  const stage = await startTestSandbox();
  await strike(stage, { target: "smtp", kind });
  expect(await sendMail(stage.sandbox.smtpPort, "ada@example.test", hello)).toMatch(says);
  expect(stage.sandbox.context.messages.list(undefined)).toHaveLength(stored);
});

test.each([
  { kind: "hang", passed: 120_000, says: /^$/ },
  { kind: "slow_first_byte", passed: 8_000, says: /^250/ },
])("delays the SMTP greeting for $kind", async ({ kind, passed, says }) => {
  const stage = await startTestSandbox();
  await strike(stage, { target: "smtp", kind });
  let heard: string | undefined;
  void sendMail(stage.sandbox.smtpPort, "ada@example.test", hello).then((words) => (heard = words));
  await waitFor(() => stage.sandbox.context.calls.smtp === 1);
  await waitFor(() => {
    stage.passTime(passed);
    return heard !== undefined;
  });
  expect(heard).toMatch(says);
});

test("deletes messages, payments, lookups, faults and the clock offset on reset", async () => {
  const stage = await startTestSandbox();
  await strike(stage, { target: "ip", kind: "http_500" });
  await requestNin(stage, "70123456789");
  await openPaymentLink(stage, "EA1");
  await stage.post("/__sandbox/clock", { offsetMs: 5_000 });
  expect((await stage.call("/__sandbox/reset", { method: "POST" })).status).toBe(204);
  expect(await stage.stats()).toMatchObject({
    calls: { prembly: 0, flutterwave: 0 },
    lookups: { asked: 0 },
    payments: { links: 0 },
    faults: [],
  });
  expect((await stage.call("/__sandbox/clock")).json).toMatchObject({ offsetMs: 0 });
  const { status } = await stage.call("/flutterwave/v3/transactions/1/verify", { headers: flutterwaveKey });
  expect(status).toBe(400);
});
