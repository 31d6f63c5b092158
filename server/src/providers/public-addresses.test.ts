import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { openHttpClient } from "./http-client.ts";
import { createCheckedLookup, isLoopbackAddress, isPublicAddress } from "./public-addresses.ts";

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
    const client = openHttpClient({}, false, { accepts: isPublicAddress });
    for (const host of ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"]) {
      const end = await client.request({ method: "GET", url: `http://${host}:${port}/` });
      expect([host, end]).toEqual([host, { kind: "refused_connection", why: "not_public" }]);
    }
    expect(hits).toBe(0);
    client.close();
    trap.close();
  });
});

describe("a name whose answers change", () => {
  test("connects to the address that was checked, and to none after a private answer [DP-06 T-60]", async () => {
    let hits = 0;
    const trap = createServer((_request, response) => {
      hits += 1;
      response.end("{}");
    }).listen(0, "127.0.0.1");
    await once(trap, "listening");
    const { port } = trap.address() as AddressInfo; // oxlint-disable-line typescript/no-unsafe-type-assertion -- of a TCP server
    const answers = [
      ["203.0.113.9"],
      ["8.8.8.8", "127.0.0.1"],
      ["::ffff:127.0.0.1"],
      ["169.254.169.254"],
      ["127.0.0.1"],
    ];
    const asked: string[] = [];
    const client = openHttpClient({}, false, {
      accepts: isPublicAddress,
      lookupAddress: createCheckedLookup(isPublicAddress, (hostname, _options, done) => {
        asked.push(hostname);
        done(
          null,
          (answers.shift() ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
        );
      }),
    });
    const ends = [];
    while (answers.length > 0)
      ends.push(await client.request({ method: "POST", url: `http://rebinding.example:${port}/`, startBytes: 10 }));
    expect(ends).toEqual(ends.map(() => ({ kind: "refused_connection", why: "not_public" })));
    expect([hits, asked.length]).toEqual([0, 5]);
    client.close();
    trap.close();
  });

  test("is asked once per connection: a later answer cannot redirect it [DP-06 T-60]", async () => {
    const server = createServer((_request, response) => void response.end("ok")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // oxlint-disable-line typescript/no-unsafe-type-assertion -- of a TCP server
    const answers = ["127.0.0.1", "10.0.0.1"];
    let count = 0;
    const client = openHttpClient({}, false, {
      accepts: isLoopbackAddress,
      lookupAddress: createCheckedLookup(isLoopbackAddress, (_hostname, _options, done) => {
        count += 1;
        done(null, [{ address: answers.shift() ?? "10.0.0.1", family: 4 }]);
      }),
    });
    const url = `http://changing.example:${port}/`;
    expect(await client.request({ method: "POST", url, startBytes: 10 })).toMatchObject({ status: 200, text: "ok" });
    expect(count).toBe(1);
    server.closeAllConnections();
    const later = await client.request({ method: "POST", url, startBytes: 10 });
    expect(later).toEqual({ kind: "refused_connection", why: "not_public" });
    client.close();
    server.close();
  });
});
