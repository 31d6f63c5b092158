import { Resolver } from "node:dns/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSettings } from "../config.ts";
import { type Sandbox, startSandbox } from "../sandbox.ts";

let sandbox: Sandbox;
const resolver = new Resolver({ timeout: 2_000, tries: 1 });
beforeAll(async () => {
  sandbox = await startSandbox(readSettings({ SANDBOX_PORT: "0", SANDBOX_SMTP_PORT: "0" }));
  resolver.setServers([`127.0.0.1:${sandbox.port}`]);
});
afterAll(() => sandbox.close());

const publish = (domain: string, texts: unknown) =>
  fetch(`http://127.0.0.1:${sandbox.port}/__sandbox/dns`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ domain, texts }),
  });

describe("the DNS server", () => {
  test("answers the TXT records that the control call set", async () => {
    await expect(resolver.resolveTxt("kano.example")).rejects.toMatchObject({ code: "ENODATA" });
    const long = "x".repeat(600);
    expect((await publish("Kano.example", ["v=spf1 -all", long])).status).toBe(200);
    const records = await resolver.resolveTxt("KANO.example");
    expect(records.map((parts) => parts.join(""))).toEqual(["v=spf1 -all", long]);
    await expect(resolver.resolve4("kano.example")).rejects.toMatchObject({ code: "ENODATA" });
  });

  test("knows only domains that do not exist outside", async () => {
    expect((await publish("kano.test", ["x"])).status).toBe(400);
    expect((await publish("kano.example", "x")).status).toBe(400);
    await expect(resolver.resolveTxt("kano.test")).rejects.toMatchObject({ code: "ENOTFOUND" });
  });
});
