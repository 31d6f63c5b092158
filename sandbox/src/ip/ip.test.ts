import { expect, test } from "vitest";
import { startTestSandbox } from "../testing/test-sandbox.ts";

test("returns a fictitious Nigerian address in the published fields, to any origin", async () => {
  const stage = await startTestSandbox();
  const { json, headers } = await stage.call("/ipapi/json/");
  expect(json).toMatchObject({
    ip: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/),
    version: "IPv4",
    city: expect.any(String),
    region: expect.any(String),
    country_code: "NG",
    country_name: "Nigeria",
    country_calling_code: "+234",
    currency_name: "Naira",
    timezone: "Africa/Lagos",
    org: expect.any(String),
  });
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect((await stage.call("/ipapi/127.0.0.1/json/")).json).toEqual(json);
  expect((await stage.call("/ipify?format=json")).json).toEqual({ ip: "102.89.23.41" });
});

test.each([
  { ip: "10.1.2.3", response: { error: true, reason: "Reserved IP Address" } },
  { ip: "not-an-address", response: { error: true, reason: "Invalid IP Address" } },
  { ip: "41.58.1.2", response: { ip: "41.58.1.2", country_name: "Nigeria" } },
  { ip: "2c0f:f5c0::1", response: { version: "IPv6", country_name: "Nigeria" } },
])("returns HTTP 200 for $ip too", async ({ ip, response }) => {
  const stage = await startTestSandbox();
  const { status, json } = await stage.call(`/ipapi/${ip}/json/`);
  expect(status).toBe(200);
  expect(json).toMatchObject(response);
});
