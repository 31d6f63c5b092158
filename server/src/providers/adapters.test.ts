import { naira } from "@idanimo/contract/money";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { flutterwave } from "./card-payments/flutterwave.ts";
import { ipLookup } from "./ip-lookup/ipapi.ts";
import { prembly } from "./person-records/prembly.ts";
import { termii } from "./sms/termii.ts";
import { type Misbehaviour, misbehaviourNames, misbehaviours } from "./testing/misbehaviour.ts";
import { lineTo, startWireServer, type WireServer } from "./testing/wire-server.ts";

/** every adapter ends in an answer of its port, whatever the provider does, and never waits for ever. */

const latestMs = 8_000;
let server: WireServer;
const lines: ReturnType<typeof lineTo>[] = [];
const patientLine = (name: string) => {
  const made = lineTo(name, { limits: { bytes: 1024 * 1024 }, mostMs: 900 });
  lines.push(made);
  return made.line;
};

beforeAll(async () => void (server = await startWireServer()));
afterAll(async () => {
  for (const { outside } of lines) outside.close();
  await server.close();
});

const payments = () =>
  flutterwave(patientLine("flutterwave"), {
    baseUrl: server.url,
    pageOrigin: server.url,
    secretKey: "k",
    secretHash: "h",
  });
const calls: Readonly<Record<string, () => Promise<string>>> = {
  "opening a page": async () =>
    (
      await payments().open({
        reference: "EA10293847561029",
        amount: naira(1_000_00n),
        description: "",
        returnTo: "https://idanimo.example",
        payer: { email: "ada@example.test", name: "Ada", phone: null },
        lifeMinutes: 30,
      })
    ).kind,
  "asking for a payment": async () => (await payments().ask("EA10293847561029")).kind,
  "looking up a person": async () => {
    const settings = { baseUrl: server.url, pathPrefix: "", apiKey: "k", appId: "a" };
    return (await prembly(patientLine("prembly"), settings).nin.ask("12345678901", "attempt-1")).kind;
  },
  "sending an SMS": async () => {
    const settings = { baseUrl: server.url, apiKey: "k", secretKey: "s", sender: "Idanimo" };
    return (await termii(patientLine("termii"), settings, systemClock).send({ to: "+2348031234567", text: "x" })).kind;
  },
  "finding a country": async () => {
    const settings = { url: `${server.url}/json/`, fallbackUrl: server.url };
    return (await ipLookup(patientLine("ipapi"), patientLine("ipify"), settings, systemClock).find("102.89.1.7"))
      ? "found"
      : "null";
  },
};

/** The one answer of each call to any misbehaviour, and what differs from it. */
const declared: Readonly<
  Record<string, { readonly usually: string; readonly except?: Partial<Record<Misbehaviour, string>> }>
> = {
  "opening a page": { usually: "failed" },
  "asking for a payment": { usually: "unreachable" },
  "looking up a person": { usually: "failed", except: { "X-08 too many": "not_taken" } },
  "sending an SMS": { usually: "later" },
  "finding a country": { usually: "null" },
};

test.each(Object.keys(calls).flatMap((call) => misbehaviourNames.map((name) => ({ call, name }))))(
  "R-27: $call meets $name and ends as declared, in time",
  async ({ call, name }) => {
    server.behave(misbehaviours[name]);
    const began = Date.now();
    const ended = await calls[call]?.();
    expect(Date.now() - began).toBeLessThan(latestMs);
    expect(ended).toBe(declared[call]?.except?.[name] ?? declared[call]?.usually);
  },
);

test("T-54: what was asked never stands in the metrics", async () => {
  const asked = lines.find(({ line }) => line.name === "prembly");
  const told = await asked?.registry.metrics();
  expect(told).toContain('provider="prembly"');
  expect(told).not.toMatch(/12345678901|attempt-1/);
});
