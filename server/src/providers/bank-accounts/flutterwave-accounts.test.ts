import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestClient, respondJson, startWireServer, type WireServer } from "../testing/wire-server.ts";
import { flutterwaveAccounts } from "./flutterwave-accounts.ts";

/** The published samples of "Bank account verification", Flutterwave v3. */
const found = {
  status: "success",
  message: "Account details fetched",
  data: { account_number: "0690000032", account_name: "Pastor Bright" },
};
const unknown = {
  status: "error",
  message: "Sorry, that account number is invalid, please check and try again",
  data: null,
};

let server: WireServer;
let made: ReturnType<typeof createTestClient>;
beforeAll(async () => void (server = await startWireServer()));
beforeEach(() => void (made = createTestClient("flutterwave-accounts", {})));
afterAll(async () => {
  made.outside.close();
  await server.close();
});

const settings = () => ({ baseUrl: server.url, pageOrigin: server.url, secretKey: "secret", secretHash: "hash" });
const query = () =>
  flutterwaveAccounts(made.line, settings()).query({ accountNumber: "0690000032", bankCode: "044" }, "attempt-1");

describe("flutterwaveAccounts", () => {
  test("sends the published request and reads the published response", async () => {
    server.respondWith(respondJson(200, found));
    expect(await query()).toEqual({
      kind: "found",
      record: { accountNumber: "0690000032", bankCode: "044", accountName: "Pastor Bright" },
    });
    expect(server.requests.at(-1)).toMatchObject({
      method: "POST",
      path: "/accounts/resolve",
      headers: { authorization: "Bearer secret" },
      body: { account_number: "0690000032", account_bank: "044" },
    });
  });

  test.each([
    [400, unknown, { kind: "not_found" }],
    [400, { ...unknown, message: "An error occurred at the bank" }, { kind: "failed", why: "http_400" }],
    [401, { ...unknown, message: "Authorization required" }, { kind: "failed", why: "auth" }],
    [429, { ...unknown, message: "Too many requests" }, { kind: "not_accepted", why: "rate_limited" }],
    [500, unknown, { kind: "failed", why: "server_error" }],
    [200, unknown, { kind: "failed", why: "unreadable" }],
    [200, { ...found, data: { account_number: "0690000032" } }, { kind: "failed", why: "unreadable" }],
  ])("reads status %i with %j as %j", async (status, body, outcome) => {
    server.respondWith(respondJson(status, body));
    expect(await query()).toEqual(outcome);
  });

  test("counts other rejections for the breaker, but not unknown accounts", async () => {
    const rules = { failures: 5, windowMs: 60_000, pauseMs: 60_000, slowMs: Infinity };
    const { line, outside } = createTestClient("flutterwave-accounts", { rules });
    const source = flutterwaveAccounts(line, settings());
    const queryOften = async () => {
      for (let at = 0; at < 6; at++) await source.query({ accountNumber: "0690000032", bankCode: "044" }, "attempt-1");
    };
    server.respondWith(respondJson(400, unknown));
    await queryOften();
    expect(source.health().state).toBe("up");
    server.respondWith(respondJson(400, { ...unknown, message: "An error occurred at the bank" }));
    await queryOften();
    expect(source.health().state).toBe("down");
    outside.close();
  });
});
