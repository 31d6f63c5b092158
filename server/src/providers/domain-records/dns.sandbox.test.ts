import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningSandbox, startSandbox } from "../testing/sandbox.ts";
import { dnsDomainRecords } from "./dns.ts";

let sandbox: RunningSandbox;
beforeAll(async () => void (sandbox = await startSandbox("http://127.0.0.1:9")));
afterAll(() => sandbox.stop());

describe("dnsDomainRecords", () => {
  test("finds the records of a domain, and none of an unknown one [TM-11]", async () => {
    const records = dnsDomainRecords(sandbox.settings.dnsServers);
    await sandbox.post("/__sandbox/dns", { domain: "kano.example", texts: ["one", "y".repeat(300)] });
    expect(await records.find("kano.example")).toEqual(["one", "y".repeat(300)]);
    expect(await records.find("other.example")).toEqual([]);
    expect(await records.find("unknown.test")).toEqual([]);
  });

  test("distinguishes servers that do not answer from a missing record", async () => {
    expect(await dnsDomainRecords(["127.0.0.1:9"]).find("kano.example")).toBeUndefined();
  });
});
