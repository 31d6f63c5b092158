import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, get, type Server } from "node:http";
import { connect } from "node:http2";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { connect as connectTls, type ConnectionOptions } from "node:tls";
import { captchaChallenge, login, profile } from "@idanimo/contract/accounts";
import { bulkUploadPath } from "@idanimo/contract/bulk";
import { eventsPath } from "@idanimo/contract/live-events";
import { apiBase } from "@idanimo/contract/operation";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { debianProgram, missingWords } from "../../../scripts/debian-packages.mjs";
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

  const rules = readFileSync(inRoot("ops/alerts/idanimo.yml"), "utf8");

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
    const help = new Map(
      [...(await read("/metrics")).text.matchAll(/^# HELP (\w+) (.*)$/gm)].map(([, name = "", text = ""]) => [
        name,
        text,
      ]),
    );
    const isAlias = (name: string) => help.get(name)?.startsWith("Earlier name") === true;
    expect(exported.filter((name) => name.startsWith("idanimo_") && !isAlias(name) && !used.includes(name))).toEqual(
      [],
    );
  });

  test("reports every counter as 0 before its first event [T-78]", async () => {
    const { text } = await read("/metrics");
    const series = parseSeries(text);
    const counters = [...text.matchAll(/^# TYPE (idanimo_\w+) counter$/gm)].map(([, name = ""]) => name);
    expect(counters.length).toBeGreaterThan(5);
    expect(counters.filter((counter) => !series.some(({ name }) => name === counter))).toEqual([]);
    const alarms = series.filter(({ name }) => name === "idanimo_alarms_total");
    expect(alarms.map(({ labels }) => labels.get("kind"))).toContain("alarm_broken_invariant");
    expect(alarms.filter(({ value }) => value !== 0)).toEqual([]);
  });

  test("reports each series that a rule selects before it is needed [T-78]", async () => {
    const series = parseSeries((await read("/metrics")).text);
    const selectors = [...rules.matchAll(/\b(idanimo_\w+)\{([^}]+)\}/g)].flatMap(([, metric = "", matchers = ""]) =>
      [...matchers.matchAll(/(\w+)(=~?)"([^"]*)"/g)].flatMap(([, label = "", operator, value = ""]) =>
        (operator === "=~" ? value.split("|") : [value]).map((pattern) => ({ metric, label, pattern })),
      ),
    );
    expect(selectors.length).toBeGreaterThan(10);
    const isReported = ({ metric, label, pattern }: (typeof selectors)[number]) => {
      // the duration of a route is reported after its first response, its count from the start
      const wanted = metric.replace("idanimo_http_seconds_bucket", "idanimo_http_responses_total");
      const expected = new RegExp(`^(?:${pattern})$`);
      return series.some(({ name, labels }) => name === wanted && expected.test(labels.get(label) ?? ""));
    };
    expect(selectors.filter((selector) => !isReported(selector))).toEqual([]);
  });
});

describe.skipIf(nginx === undefined)("the proxy of ops/proxy", () => {
  let proxy: Proxy;
  beforeAll(async () => {
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

  test("answers 421 to a foreign Host over our TLS, and logs neither [T-13]", async () => {
    const before = await proxy.log();
    const foreign = await proxy.send({ path: "/a-page?token=abc", headers: { host: "evil.example" } });
    expect([foreign.status, foreign.headers["server"]]).toEqual([421, "nginx"]);
    expect(foreign.text).not.toMatch(/welcome/i);
    const session = connect(`https://${proxyName}`, proxy.target as object);
    const [headers] = await once(session.request({ ":path": "/", ":authority": "evil.example" }), "response");
    session.destroy();
    expect(headers[":status"]).toBe(421);
    expect(await proxy.log()).toBe(before);
  });

  test("accepts TLS 1.2 and 1.3 whatever else nginx.conf allows [T-76]", async () => {
    const old = await startProxy(nginx ?? "", port, `${folder}/old`, { http: "ssl_protocols TLSv1.1;" });
    try {
      for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
        const socket = connectTls({ ...old.target, minVersion: version, maxVersion: version } as ConnectionOptions);
        await once(socket, "secureConnect");
        expect(socket.getProtocol()).toBe(version);
        socket.destroy();
      }
    } finally {
      await old.close();
    }
  });

  test("limits connections by /64 of IPv6, and sends Retry-After [T-06 T-65]", async () => {
    const slow = createServer(() => {}).listen(0, "127.0.0.1");
    await once(slow, "listening");
    const behind = (slow.address() as AddressInfo).port;
    const limited = await startProxy(nginx ?? "", behind, `${folder}/limited`, {
      http: "set_real_ip_from 127.0.0.1; real_ip_header X-Comes-From;",
      connections: 2,
    });
    try {
      const open = (from: string) =>
        request({ ...limited.target, headers: { host: proxyName, "x-comes-from": from }, agent: false })
          .on("error", () => {})
          .end();
      const opened = ["2001:db8:0:1::1", "2001:db8:0:1:a::b"].map(open);
      await vi.waitFor(async () => expect(await countConnections(slow)).toBe(2));
      const sameNetwork = { "x-comes-from": "2001:db8:0:1:ffff:ffff:ffff:ffff" };
      const rejected = await limited.send({ path: "/", headers: sameNetwork });
      expect([rejected.status, rejected.headers["retry-after"]]).toEqual([429, "10"]);
      for (const other of ["2001:db8:0:2::1", "192.0.2.1", "192.0.2.2"]) opened.push(open(other));
      await vi.waitFor(async () => expect(await countConnections(slow)).toBe(5));
      for (const connection of opened) connection.destroy();
    } finally {
      await limited.close();
      slow.closeAllConnections();
      slow.close();
    }
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

/** Parses the Prometheus text format. */
const parseSeries = (text: string) =>
  [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = "", labels = "", value]) => ({
    name,
    labels: new Map([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = "", text = ""]) => [label, text])),
    value: Number(value),
  }));

const countConnections = (server: Server) =>
  new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
