import { downloads } from "@idanimo/contract/downloads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { respondJson, startWireServer, type WireServer } from "../../providers/testing/wire-server.ts";
import { createTestApp, disabledBreaker, type TestApp } from "../../testing/app.ts";
import { buySearch, payPurchase } from "../../testing/lookup-steps.ts";
import { randomVin } from "../../testing/vehicles.ts";

/** A source that puts URLs wherever it can: we follow none and show none, and the record is still delivered. */

/** Records every call to a URL, whatever its form. */
let trap: WireServer;
let liar: WireServer;
let app: TestApp;
beforeAll(async () => {
  [trap, liar] = await Promise.all([startWireServer(), startWireServer()]);
  const settings = { VINAUDIT_BASE_URL: `${liar.url}/v2`, VINAUDIT_SPECS_URL: `${liar.url}/v3/specifications` };
  const chosen = { breaker: disabledBreaker };
  app = await createTestApp(settings, {
    ...chosen,
    sources: ({ vehicleId, vehicleReport, vehicleReportFile, vehicleSpecs }) => ({
      vehicleId,
      vehicleReport,
      vehicleReportFile,
      vehicleSpecs,
    }),
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([trap.close(), liar.close()]);
});

/** Part of every URL, so that any copy of one is found. */
const mark = "CANARYADDRESS";
/** Spellings of this host and private networks, and values that are no web URL. */
const forms = (port: string): readonly string[] => [
  ...[
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7F.0.0.1",
    "0177.0.0.1",
    "017700000001",
    "00000127.0.0.1",
    "127.000.000.001",
    "127.127.127.127",
    "0",
    "0.0.0.0",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "localhost.localdomain",
    "a.localhost",
    "127.0.0.1.",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[fe80::1%25lo]",
    "[fd00::1]",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "127%2e0%2e0%2e1",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "127.0.0.1.nip.io",
    "7f000001.rebind.example",
    "make-127-0-0-1-rebind-93-184-216-34.rr.example",
    "spoofed.example.test",
  ].map((host) => `http://${host}:${port}/${mark}.pdf`),
  `https://127.0.0.1:${port}/${mark}.pdf`,
  `http://example.test@127.0.0.1:${port}/${mark}.pdf`,
  `http://127.0.0.1:${port}@example.test/${mark}.pdf`,
  `http://api.vinaudit.com:x@127.0.0.1:${port}/${mark}.pdf`,
  `http://api.vinaudit.com#@127.0.0.1:${port}/${mark}.pdf`,
  `http://127.0.0.1:${port}\\@example.test/${mark}.pdf`,
  `http:\\\\127.0.0.1:${port}\\${mark}.pdf`,
  `http:/127.0.0.1:${port}/${mark}.pdf`,
  `//127.0.0.1:${port}/${mark}.pdf`,
  `\\\\127.0.0.1\\${mark}.pdf`,
  ` http://127.0.0.1:${port}/${mark}.pdf`,
  `ht\ttp://127.0.0.1:${port}/${mark}.pdf`,
  `http://127.0.0.1:${port}/redirect?to=${mark}`,
  `ftp://127.0.0.1:${port}/${mark}.pdf`,
  `gopher://127.0.0.1:${port}/_${mark}`,
  `ws://127.0.0.1:${port}/${mark}`,
  `file:///etc/passwd?${mark}`,
  `file://127.0.0.1/${mark}`,
  `data:application/pdf;base64,${mark}`,
  `data:text/html,<script>${mark}</script>`,
  `javascript:alert("${mark}")`,
  `JaVaScRiPt:alert('${mark}')`,
  `java\nscript:alert('${mark}')`,
  `vbscript:${mark}`,
  `blob:http://127.0.0.1:${port}/${mark}`,
  `/api/v2/user/profile?${mark}`,
  `../../${mark}`,
];

/** Field names under which a source might send a URL. */
const named = (address: string) =>
  Object.fromEntries(
    ["pdfUri", "pdf_uri", "pdf_url", "pdf", "previewImageURL", "preview_image_url", "image", "photo", "url"].map(
      (name) => [name, address],
    ),
  );

// Covers: RESULT-VIN-02
test("follows and shows none of sixty URL forms from a source [T-60 T-56 C-21]", async () => {
  const { port } = new URL(trap.url);
  const all = forms(port);
  expect(new Set(all).size).toBeGreaterThanOrEqual(60);
  const before = trap.requests.length;
  await fetch(`${trap.url}/control`);
  expect(trap.requests).toHaveLength(before + 1); // the trap records calls

  const atOnce = 4;
  const user = await app.user({ NGN: 5_425_00n * BigInt(Math.ceil(all.length / atOnce)) });
  for (let at = 0; at < all.length; at += atOnce) {
    const [first = "", second = first, third = first, last = first] = all.slice(at, at + atOnce);
    const vin = randomVin();
    const attributes = (address: string) => ({ year: "2011", make: "HONDA", ...named(address) });
    const good = { success: true, error: "" };
    liar.respondWith((response, reached) => {
      const isFile = Object(reached.body).format === "pdf";
      if (isFile) return void response.writeHead(302, { location: encodeURI(last), link: encodeURI(last) }).end();
      const says = reached.path.endsWith("query")
        ? { vin, id: "S1", attributes: attributes(first), ...named(second), ...good }
        : reached.path.endsWith("pullreport")
          ? { vin, id: "S1", attributes: attributes(third), titles: [], thefts: [], ...named(last), ...good }
          : { vin, attributes: { trim: "EX", ...attributes(second) }, ...named(first), ...good };
      return respondJson(200, says, { location: encodeURI(first), refresh: `0; url=${encodeURI(second)}` })(
        response,
        reached,
      );
    });
    const bought = await buySearch(app, user, { vin });
    await payPurchase(user, bought);
    await app.drainQueue();
    const reported = await user.get(`/verification/check-consent/${bought.itemId}`);
    expect(reported.json()).toMatchObject({
      data: { vin, make: "HONDA", trim: "EX", pdfUri: null, previewImageURL: null },
    });
    expect(reported.body).not.toContain(mark);
    expect(reported.body).not.toContain(`:${port}`); // five digits alone could be part of a reference
    expect((await user.get(downloads.sourceReport(bought.itemId).replace("/api/v2", ""))).statusCode).toBe(404);
  }
  expect(trap.requests).toHaveLength(before + 1);
  await app.checkInvariants();
});
