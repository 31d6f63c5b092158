import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { brand } from "@idanimo/contract/brand";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildApp } from "./app.ts";

const standIn = "https://origin-to-fill.invalid";
const canonical = (origin: string) => `<link rel="canonical" href="${origin}/">`;
let folder: string;
/** What the price list returns or throws. */
let total: string | Error = "₦588";
const amounts = async () => {
  if (total instanceof Error) throw total;
  return { total };
};
let app: FastifyInstance;
let switchedOff: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "idanimo-files-"));
  const files = {
    "index.html": `<!doctype html>${canonical(standIn)}`,
    "faq.html": `<!doctype html>${standIn}<data value="total">₦1</data> <data value="other">₦2</data>`,
    "sign-in.html": "<!doctype html>",
    "app.html": `<!doctype html>${standIn}/icons/preview.png`,
    "robots.txt": `Sitemap: ${standIn}/sitemap.xml`,
    "mark.svg": "<svg/>",
    "assets/script-a1b2.js": "",
    "service-worker.js": "keeps",
    "service-worker-retired.js": "drops",
    "documents.json": JSON.stringify({
      documents: [
        { path: "/", file: "index.html" },
        { path: "/faq", file: "faq.html" },
        { path: "/robots.txt", file: "robots.txt" },
      ],
      fill: { origin: standIn, files: ["index.html", "faq.html", "app.html", "robots.txt"] },
      found: ["index.html", "faq.html"],
      worker: { path: "/service-worker.js", file: "service-worker.js", retired: "service-worker-retired.js" },
      signIn: { file: "sign-in.html", paths: ["/login"] },
      app: { file: "app.html" },
    }),
  };
  await mkdir(join(folder, "assets"));
  await mkdir(join(folder, "icons"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const build = (keepsOfflinePage: boolean) =>
    buildApp({
      logger: false,
      trustedProxies: [],
      production: true,
      paymentOrigin: "https://pay.example",
      brandName: "Idanimo",
      web: { folder, publicUrl: "https://verify.example", keepsOfflinePage, amounts },
      routes: () => undefined,
      isReady: () => Promise.resolve(true),
    });
  [app, switchedOff] = await Promise.all([build(true), build(false)]);
});
afterAll(async () => {
  await Promise.all([app.close(), switchedOff.close()]);
  await rm(folder, { recursive: true });
});

const page = { accept: "text/html" };

test("contains the configured origin, whatever Host the client sends [T-13]", async () => {
  const asked = { ...page, host: "evil.example", "x-forwarded-host": "evil.example" };
  const { body, headers } = await app.inject({ url: "/", headers: asked });
  expect(body).toBe(`<!doctype html>${canonical("https://verify.example")}`);
  expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" });
  expect((await app.inject({ url: "/robots.txt" })).body).toBe("Sitemap: https://verify.example/sitemap.xml");
  expect((await app.inject({ url: "/main-dashboard", headers: page })).body).toContain("https://verify.example/icons/");
});

test("is sent in an accepted encoding, and as 304 while unchanged", async () => {
  const plain = (await app.inject({ url: "/" })).rawPayload;
  const ask = (coding: string) => app.inject({ url: "/", headers: { "accept-encoding": coding } });
  const br = await ask("gzip, deflate, br");
  expect([br.headers["content-encoding"], br.headers["vary"]]).toEqual(["br", "accept-encoding"]);
  expect(brotliDecompressSync(br.rawPayload)).toEqual(plain);
  expect(gunzipSync((await ask("gzip, br;q=0")).rawPayload)).toEqual(plain);
  expect((await ask("identity")).headers["content-encoding"]).toBeUndefined();
  const again = await app.inject({ url: "/", headers: { "if-none-match": String(br.headers["etag"]) } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("caches hashed files for a year, others for an hour, and revalidates documents [G-F1]", async () => {
  for (const [url, cacheControl] of [
    ["/assets/script-a1b2.js", "public, max-age=31536000, immutable"],
    ["/mark.svg", "public, max-age=3600"],
    ["/login", "no-cache"],
  ] as const)
    expect([url, (await app.inject({ url })).headers["cache-control"]]).toEqual([url, cacheControl]);
});

test.each(["/assets/", "/assets", "/assets/none-a1b2.js", "/icons", "/%61ssets/x"])(
  "returns 404 for %s to a browser too [T-66]",
  async (url) => {
    const { statusCode, headers } = await app.inject({ url, headers: page });
    expect([statusCode, headers["content-type"]]).toEqual([404, "application/problem+json; charset=utf-8"]);
  },
);

test("serves security.txt, valid for half a year [T-66]", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-26T15:00:00Z"), toFake: ["Date"] });
  const { statusCode, headers, body } = await app.inject({ url: "/.well-known/security.txt" });
  vi.useRealTimers();
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(body.trim().split("\n")).toEqual([
    `Contact: mailto:${brand.securityEmail}`,
    "Expires: 2027-05-25T00:00:00.000Z",
    "Preferred-Languages: en",
    "Canonical: https://verify.example/.well-known/security.txt",
  ]);
});

test("does not serve a template or the manifest [T-66]", async () => {
  for (const url of ["/index.html", "/app.html", "/documents.json"]) {
    const { statusCode, body } = await app.inject({ url });
    expect([url, statusCode, body.includes(standIn)]).toEqual([url, 404, false]);
  }
});

test("never returns a document below the API, however the path is written [T-66 T-76]", async () => {
  for (const url of ["/api/v2/nothing", "/%61pi/v2/nothing", "/ap%69/v2/nothing?x=%"]) {
    const { statusCode, headers } = await app.inject({ url, headers: page });
    expect([url, statusCode, headers["content-type"]]).toEqual([url, 404, "application/problem+json; charset=utf-8"]);
  }
});

test("revalidates the service worker, and serves its removal if switched off [T-51]", async () => {
  const ask = (from: FastifyInstance) => from.inject({ url: "/service-worker.js" });
  const [stored, dropped] = [await ask(app), await ask(switchedOff)];
  expect([stored.body, dropped.body]).toEqual(["keeps", "drops"]);
  for (const { headers } of [stored, dropped]) {
    expect(headers["cache-control"]).toBe("no-cache");
    expect(headers["content-type"]).toMatch(/javascript/);
  }
});

test("contains current prices, at most a minute old, or the last ones on failure [PRICE-04]", async () => {
  const shownAmounts = async () =>
    (await app.inject({ url: "/faq" })).body
      .split(standIn)
      .at(-1)
      ?.replace(/^.*?(?=<data)/, "");
  const words = (of: string) => `<data value="total">${of}</data> <data value="other">₦2</data>`;
  const began = performance.now();
  const clock = vi.spyOn(performance, "now").mockReturnValue(began);
  expect(await shownAmounts()).toBe(words("₦588"));
  const first = (await app.inject({ url: "/faq" })).headers["etag"];
  total = "₦612.50";
  clock.mockReturnValue(began + 61_000);
  expect(await shownAmounts()).toBe(words("₦612.50"));
  expect((await app.inject({ url: "/faq", headers: { "if-none-match": String(first) } })).statusCode).toBe(200);
  total = new Error("the database is away");
  clock.mockReturnValue(began + 122_000);
  expect(await shownAmounts()).toBe(words("₦612.50"));
  clock.mockRestore();
});

test("lets search engines index public pages and their parts only [LAND-01]", async () => {
  const asked = async (url: string) => (await app.inject({ url, headers: page })).headers["x-robots-tag"];
  for (const url of ["/", "/faq", "/mark.svg"]) expect([url, await asked(url)]).toEqual([url, undefined]);
  for (const url of ["/login", "/main-dashboard", "/businessName/1", "/sitemap.xml", "/api/v1/nothing", "/health/live"])
    expect([url, await asked(url)]).toEqual([url, "noindex"]);
});
