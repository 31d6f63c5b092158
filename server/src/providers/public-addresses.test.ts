import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { openHttpClient } from "./http-client.ts";
import { isPublicAddress } from "./public-addresses.ts";

describe("isPublicAddress", () => {
  test.each(["8.8.8.8", "102.89.0.1", "2606:4700:4700::1111"])("accepts %s [T-60]", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  test.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "localhost",
  ])("rejects %s [T-60]", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("a client for public addresses", () => {
  test("connects to nothing else, by name or in any notation [T-60]", async () => {
    let hits = 0;
    const trap = createServer((_request, response) => {
      hits += 1;
      response.end("{}");
    }).listen(0, "127.0.0.1");
    await once(trap, "listening");
    const { port } = trap.address() as AddressInfo; // oxlint-disable-line typescript/no-unsafe-type-assertion -- of a TCP server
    const client = openHttpClient({}, false, { isPublicOnly: true });
    for (const host of ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"]) {
      const end = await client.request({ method: "GET", url: `http://${host}:${port}/` });
      expect([host, end]).toEqual([host, { kind: "refused_connection", why: "not_public" }]);
    }
    expect(hits).toBe(0);
    client.close();
    trap.close();
  });
});
