import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { productionSettings } from "../testing/production-settings.ts";
import { openProviders, type Providers } from "./index.ts";
import { openHttpClient } from "./http-client.ts";
import { respondJson, startWireServer, type WireServer } from "./testing/wire-server.ts";

const vapidKey = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + 11) % 256)).toString("base64url");
let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
  server.respondWith(respondJson(200, { status: "success", data: {} }));
});
afterAll(() => server.close());

describe("openHttpClient", () => {
  test("sends nothing over http in production", async () => {
    for (const isHttpsOnly of [true, false]) {
      const httpClient = openHttpClient({}, isHttpsOnly);
      const end = await httpClient.request({ method: "POST", url: `${server.url}/x`, body: { number: "1" } });
      expect(end).toMatchObject(
        isHttpsOnly ? { kind: "refused_connection", why: "bad_address" } : { kind: "response" },
      );
      httpClient.close();
    }
  });
});

describe("openProviders in production", () => {
  let providers: Providers;
  beforeAll(() => {
    const config = readConfig({ ...productionSettings, VAPID_PRIVATE_KEY: vapidKey });
    // as if the settings had allowed it
    const flutterwave = { ...config.flutterwave, baseUrl: `${server.url}/v3` };
    const ipLookup = { url: `${server.url}/json/`, fallbackUrl: `${server.url}/ip` };
    providers = openProviders({ ...config, flutterwave, ipLookup }, { registry: new Registry() });
  });
  afterAll(() => providers.close());

  test("calls no provider without TLS", async () => {
    const before = server.requests.length;
    expect(await providers.cardPayments.queryPayment("EA10293847561029")).toEqual({ kind: "unreachable" });
    expect(await providers.ipLookup.find("8.8.8.8")).toBeNull();
    expect(server.requests).toHaveLength(before);
  });

  test("accepts devices at https addresses only [T-60]", () => {
    const point = Buffer.alloc(65, 4).toString("base64url");
    const device = (endpoint: string) => ({ endpoint, p256dh: point, auth: Buffer.alloc(16).toString("base64url") });
    expect(providers.push.accepts(device("https://fcm.googleapis.com/x"))).toBe(true);
    for (const endpoint of ["http://fcm.googleapis.com/x", `${server.url}/push/${"a".repeat(20)}`])
      expect(providers.push.accepts(device(endpoint))).toBe(false);
  });
});
