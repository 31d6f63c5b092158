import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  respondJson,
  createManualClock,
  createTestClient,
  readSample,
  startWireServer,
  type WireServer,
} from "../testing/wire-server.ts";
import { ipLookup } from "./ipapi.ts";

const recorded = (name: string) => readSample(import.meta.url, name);
const hourMs = 3_600_000;

let main: WireServer;
let fallback: WireServer;
const mainLine = createTestClient("ipapi", { limits: { totalMs: 5_000 } });
const fallbackLine = createTestClient("ipify", { limits: { totalMs: 5_000 } });
const clock = createManualClock();
const open = () =>
  ipLookup(
    mainLine.line,
    fallbackLine.line,
    { url: `${main.url}/ipapi/json/`, fallbackUrl: `${fallback.url}/ipify?format=json` },
    clock,
  );

beforeAll(async () => {
  main = await startWireServer();
  fallback = await startWireServer();
});
beforeEach(() => {
  main.requests.length = 0;
  fallback.requests.length = 0;
  main.respondWith(respondJson(200, recorded("place.json")));
  fallback.respondWith(respondJson(200, recorded("address-only.json")));
});
afterAll(async () => {
  mainLine.outside.close();
  fallbackLine.outside.close();
  await main.close();
  await fallback.close();
});

test("looks up the country of an address once a day", async () => {
  const lookup = open();
  for (let at = 0; at < 3; at++)
    expect(await lookup.find("102.89.1.7")).toEqual({ ip: "102.89.1.7", country: "Nigeria" });
  expect(main.requests.map((call) => call.path)).toEqual(["/ipapi/102.89.1.7/json/"]);
  clock.pass(25 * hourMs);
  await lookup.find("102.89.1.7");
  expect(main.requests).toHaveLength(2);
});

test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.1.2.3", "192.168.1.1", "172.20.0.1", "fd00::1", "169.254.1.1"])(
  "looks up this machine's own address for the private address %s",
  async (ip) => {
    expect(await open().find(ip)).toEqual({ ip: "102.89.23.41", country: "Nigeria" });
    expect(main.requests.map((call) => call.path)).toEqual(["/ipapi/json/"]);
  },
);

test("looks up a mapped address in its short form, and encodes colons", async () => {
  const lookup = open();
  await lookup.find("::ffff:102.89.1.7");
  await lookup.find("2001:db8::7");
  expect(main.requests.map((call) => call.path)).toEqual(["/ipapi/102.89.1.7/json/", "/ipapi/2001%3Adb8%3A%3A7/json/"]);
});

test.each(["", "localhost", "1.2.3", "1.2.3.4/../5", "999.1.1.1"])(
  "sends no request for %j, which is no address",
  async (ip) => {
    expect(await open().find(ip)).toBeNull();
    expect(main.requests).toEqual([]);
  },
);

test.each([
  { why: "an error with status 200", how: respondJson(200, recorded("limited.json")) },
  { why: "a rate limit", how: respondJson(429, recorded("limited.json")) },
  { why: "garbled", how: respondJson(200, "{]") },
])("returns the address without a country from the fallback after $why [IP-02]", async ({ how }) => {
  main.respondWith(how);
  expect(await open().find("127.0.0.1")).toEqual({ ip: "102.89.23.40", country: null });
  expect(await open().find("102.89.1.7")).toEqual({ ip: "102.89.1.7", country: null });
});

test("returns null if both fail, and sends no request for a minute [IP-02 IP-04]", async () => {
  main.respondWith(respondJson(500, {}));
  fallback.respondWith(respondJson(200, { ip: "no address" }));
  const lookup = open();
  expect([await lookup.find("102.89.1.8"), await lookup.find("102.89.1.8")]).toEqual([null, null]);
  expect(main.requests).toHaveLength(1);
  clock.pass(61_000);
  await lookup.find("102.89.1.8");
  expect(main.requests).toHaveLength(2);
});
