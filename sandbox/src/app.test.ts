import { request } from "node:http";
import { expect, test } from "vitest";
import { flutterwaveKey, premblyKeys, sendSms, startTestSandbox } from "./testing/test-sandbox.ts";
import { reservedEndings } from "./reserved-endings.ts";

test("explains every reserved ending, outcome and address on the home page", async () => {
  const stage = await startTestSandbox();
  const { text, headers } = await stage.call("/");
  for (const ending of Object.keys(reservedEndings)) expect(text).toContain(`<code>${ending}</code>`);
  for (const words of [
    "08031234567",
    "22231234567",
    "98031234567",
    "ABC123XY",
    "7777",
    "Approve but notify late",
    "/inbox",
    "/__sandbox/faults",
    "/__sandbox/stats",
  ])
    expect(text).toContain(words);
  for (const path of [
    "/flutterwave/v3",
    "/prembly",
    "/dojah",
    "/termii",
    "/ipapi/json/",
    "/smartcomply",
    "/mono",
    "/vinaudit/v2",
    "/stolen",
    "/match",
  ])
    expect(text).toContain(stage.url + path);
  expect(text).toContain(`smtp://127.0.0.1:${stage.sandbox.smtpPort}`);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
});

test.each(["/assets/sandbox.css", "/assets/inbox.js", "/assets/icon.svg"])("serves %s", async (path) => {
  const stage = await startTestSandbox();
  expect((await stage.call(path)).status).toBe(200);
});

test("rejects foreign origins and host names", async () => {
  const stage = await startTestSandbox();
  await sendSms(stage, "2348031234567", "Secret");
  const posted = await stage.post("/__sandbox/faults", {}, { "sec-fetch-site": "cross-site" });
  expect(posted.status).toBe(403);
  const status = await new Promise((resolve) => {
    const sentRequest = request(`${stage.url}/inbox/messages`, { headers: { host: "evil.example" } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sentRequest.end();
  });
  expect(status).toBe(403);
});

test("rejects an unknown path of a provider with the provider's error body", async () => {
  const stage = await startTestSandbox();
  const prembly = await stage.call("/prembly/verification/unknown", { headers: premblyKeys });
  expect(prembly.json).toEqual({ status: false, detail: "Not found" });
  expect((await stage.call("/flutterwave/v3/unknown", { headers: flutterwaveKey })).json).toEqual({
    status: "error",
    message: "Not found",
    data: null,
  });
  expect((await stage.call("/unknown")).status).toBe(404);
  expect((await stage.stats()).calls).toMatchObject({ ip: 0 });
  const broken = await stage.call("/termii/api/sms/send", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{",
  });
  expect([broken.status, Object.keys(broken.json)]).toEqual([400, ["message"]]);
});
