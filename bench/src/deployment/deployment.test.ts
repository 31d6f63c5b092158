import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { get } from "node:http";
import { connect } from "node:http2";
import { request } from "node:https";
import { captchaChallenge, login, profile } from "@idanimo/contract/accounts";
import { bulkUploadPath } from "@idanimo/contract/bulk";
import { eventsPath } from "@idanimo/contract/live-events";
import { apiBase } from "@idanimo/contract/operation";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { debianProgram, missingWords } from "../../../scripts/debian.mjs";
import { type Credentials, signIn } from "../support/client.ts";
import {
  createFolder,
  freePort,
  inRoot,
  removeFolder,
  type RunningProgram,
  serverEntry,
  startProgram,
  stop,
} from "../support/processes.ts";
import { type Proxy, proxyName, startProxy } from "./proxy.ts";

const nginx = debianProgram("nginx");
if (nginx === undefined) console.error(`The proxy is not tested: it ${missingWords("nginx")}.`);

/** Captchas that one address may ask for. */
const captchas = 6;
const sameOrigin = { "sec-fetch-site": "same-origin", "content-type": "application/json" };

let folder: string;
let program: RunningProgram;
let [port, metricsPort] = [0, 0];
let account: Credentials;

beforeAll(async () => {
  folder = await createFolder();
  [port, metricsPort] = [await freePort(), await freePort()];
  program = await startProgram(serverEntry, {
    DATA_DIR: `${folder}/data`,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    TRUSTED_PROXIES: "127.0.0.1",
    CAPTCHA_COST: "1",
    LIMITS: `captcha_address=${captchas}`,
    BULK_RECORDS_MOST: "100000",
    LOG_LEVEL: "error",
    WATCH_STDIN: "1",
  });
  const accounts = program.ready["accounts"] as readonly Credentials[];
  const business = accounts.find(({ email }) => email.startsWith("bright@")); // may upload bulk files
  if (!business) throw new Error("no business account");
  account = { email: business.email, password: business.password };
}, 60_000);
afterAll(async () => {
  await stop(program);
  await removeFolder(folder);
});

describe("the running program", () => {
  test("closes every file handle of finished calls and event streams [R-35]", async () => {
    const openFiles = () => readdirSync(`/proc/${program.process.pid}/fd`).length;
    const url = `http://localhost:${port}${apiBase}`;
    const authorization = `Bearer ${await signIn(`http://localhost:${port}`, account)}`;
    const useOnce = async () => {
      const ending = new AbortController();
      const open = () => fetch(url + eventsPath, { headers: { authorization }, signal: ending.signal });
      for (const stream of await Promise.all(Array.from({ length: 20 }, open))) expect(stream.status).toBe(200);
      const read = () => fetch(url + profile.path, { headers: { authorization, connection: "close" } });
      for (const call of await Promise.all(Array.from({ length: 100 }, read)))
        expect((await call.arrayBuffer()).byteLength).toBeGreaterThan(100);
      expect(openFiles()).toBeGreaterThan(20);
      ending.abort();
    };
    await useOnce(); // database connections, and files that are read at their first use, stay open
    await vi.waitFor(() => expect(openFiles()).toBeLessThan(60), { timeout: 10_000 });
    const before = openFiles();
    await useOnce();
    await vi.waitFor(() => expect(openFiles()).toBeLessThanOrEqual(before), { timeout: 10_000 });
  }, 40_000);
});

describe("the metrics port", () => {
  const read = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}${path}`);
    return { status: response.status, text: await response.text() };
  };

  test("reports liveness and readiness, and serves no API", async () => {
    const paths = ["/health/live", "/health/ready", "/api/v2/health"];
    expect((await Promise.all(paths.map(read))).map(({ status }) => status)).toEqual([200, 200, 404]);
  });

  test("exports exactly the metrics that dashboards and alerts use", async () => {
    const used = ["alerts/idanimo.yml", "dashboards/idanimo.json"]
      .flatMap((file) => readFileSync(inRoot(`ops/${file}`), "utf8").match(/\b(idanimo|nodejs|process)_\w+/g) ?? [])
      .map((series) => series.replace(/_(bucket|sum|count)$/, "")); // the series of a histogram
    const exported = [...(await read("/metrics")).text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = ""]) => name);
    expect(new Set(used).size).toBeGreaterThan(20);
    expect(used.filter((name) => !exported.includes(name))).toEqual([]);
    expect(exported.filter((name) => name.startsWith("idanimo_") && !used.includes(name))).toEqual([]);
  });
});

describe.skipIf(nginx === undefined)("the proxy of ops/proxy", () => {
  let proxy: Proxy;
  beforeAll(async () => {
    await mkdir(`${folder}/proxy`);
    proxy = await startProxy(nginx ?? "", port, `${folder}/proxy`);
  });
  afterAll(() => proxy.close());

  const captchaPath = `${apiBase}${captchaChallenge.path}?purpose=login`;
  /** Signs in from a loopback address. @returns the session cookie as it is set */
  async function signInFrom(from: string): Promise<string> {
    const challenge = JSON.parse((await proxy.send({ path: captchaPath, from })).text);
    const solution = await solveChallenge({ challenge, deriveKey });
    const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
    const body = JSON.stringify({ ...account, ipAddress: null, captcha });
    const response = await proxy.send({ path: apiBase + login.path, method: "POST", headers: sameOrigin, body, from });
    expect([response.status, response.text]).toEqual([200, expect.any(String)]);
    return (response.headers["set-cookie"] ?? []).find((one) => one.startsWith("__Host-idanimo=")) ?? "";
  }

  test("serves the landing page over HTTP/2 and redirects plain HTTP to it", async () => {
    const session = connect(`https://${proxyName}`, proxy.target as object);
    const [headers] = await once(session.request({ ":path": "/", accept: "text/html" }), "response");
    session.destroy();
    expect([headers[":status"], headers["server"]]).toEqual([200, "nginx"]);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    const [plain] = await once(get({ host: "127.0.0.1", port: proxy.plainPort, path: "/faq?a=1" }), "response");
    plain.resume();
    expect([plain.statusCode, plain.headers.location]).toEqual([308, `https://${proxyName}/faq?a=1`]);
  });

  test("rejects other host names and hides health and metrics", async () => {
    const other = proxy.send({ path: "/", servername: "other.example" });
    await expect(other).rejects.toThrow(/alert|handshake|altnames/i);
    expect((await proxy.send({ path: "/health/ready" })).status).toBe(404);
    expect((await proxy.send({ path: "/metrics" })).text).not.toContain("idanimo_");
  });

  test("passes sessions, events and a file of 100,000 lines, and logs no personal data", async () => {
    const setCookie = await signInFrom("127.0.0.1");
    expect(setCookie).toMatch(/^__Host-idanimo=[^;]+;.*Path=\/;.*HttpOnly; Secure; SameSite=Lax$/);
    expect(setCookie).not.toMatch(/domain/i);
    const [cookie = ""] = setCookie.split(";");
    const own = await proxy.send({ path: apiBase + profile.path, headers: { ...sameOrigin, cookie } });
    expect(JSON.parse(own.text)).toMatchObject({ email: account.email });

    const began = performance.now();
    const headers = { host: proxyName, cookie };
    const stream = request({ ...proxy.target, path: apiBase + eventsPath, headers }).end();
    const [events] = await once(stream, "response");
    let received = "";
    events.on("data", (chunk: Buffer) => (received += chunk.toString()));
    await vi.waitFor(() => expect(received).toContain("retry:"), { interval: 5 });
    expect(performance.now() - began).toBeLessThan(3_000);
    await signInFrom("127.0.0.4"); // a new device, which the account is notified of
    await vi.waitFor(() => expect(received).toContain('"type":"notice"'), { timeout: 5_000, interval: 5 });
    stream.destroy();

    const body = Array.from({ length: 100_000 }, (_one, at) => String(20_000_000_000 + at)).join("\r\n");
    const csv = { ...sameOrigin, cookie, "content-type": "text/csv" };
    const uploaded = await proxy.send({ path: apiBase + bulkUploadPath, method: "POST", headers: csv, body });
    expect([uploaded.status, JSON.parse(uploaded.text)]).toMatchObject([200, { records: 100_000 }]);
    const log = await proxy.log();
    expect(log).toMatch(/200 POST \d/);
    expect(log).not.toMatch(/127\.0\.0|\/api\/|__Host/);
  }, 30_000);

  test("passes the real address of a visitor to the rate limits [T-06]", async () => {
    const ask = async (from: string, claimed: string) => {
      const headers = { "x-forwarded-for": claimed, forwarded: `for=${claimed}`, "x-real-ip": claimed };
      return (await proxy.send({ path: captchaPath, from, headers })).status;
    };
    const statuses: number[] = [];
    for (let at = 0; at <= captchas; at += 1) statuses.push(await ask("127.0.0.2", `203.0.113.${at}`));
    expect(statuses).toEqual([...Array<number>(captchas).fill(200), 429]);
    expect(await ask("127.0.0.3", "127.0.0.2")).toBe(200);
  });

  test("rejects too large a body and too long a header [T-65]", async () => {
    const headers = { ...sameOrigin, "content-length": String(50_000_000) };
    const large = await proxy.send({ path: apiBase + login.path, method: "POST", headers, body: "" });
    expect(large.status).toBe(413);
    expect((await proxy.send({ path: "/", headers: { "x-long": "x".repeat(40_000) } })).status).toBe(400);
  });
});
