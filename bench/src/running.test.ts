import { connect } from "node:http2";
import { get as getPlain } from "node:http";
import { request } from "node:https";
import { once } from "node:events";
import { captchaChallenge, login, profile } from "@idanimo/contract/accounts";
import { bulkUploadPath } from "@idanimo/contract/bulk";
import { eventsPath } from "@idanimo/contract/live-events";
import { apiBase } from "@idanimo/contract/operation";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { debianProgram, missingWords } from "../../scripts/debian.mjs";
import { signIn } from "./client.ts";
import { freePort, inRoot, newFolder, removeFolder, serverEntry, type Started, startProgram, stop } from "./program.ts";
import { type Asked, type Proxy, proxyName, startProxy } from "./proxy.ts";

const nginx = debianProgram("nginx");
if (nginx === undefined) console.error(`The proxy is not tested: it ${missingWords("nginx")}.`);

/** How often one address may ask for a captcha here. */
const captchas = 6;
const sameOrigin = { "sec-fetch-site": "same-origin", "content-type": "application/json" };

let folder: string;
let program: Started;
let port: number;
let machinePort: number;

beforeAll(async () => {
  folder = await newFolder();
  [port, machinePort] = [await freePort(), await freePort()];
  const settings = { DATA_DIR: `${folder}/data`, WEB_DIR: await webIn(folder), PORT: String(port), WATCH_STDIN: "1" };
  const limits = { CAPTCHA_COST: "1", LIMITS: `captcha_address=${captchas}`, BULK_RECORDS_MOST: "100000" };
  program = await startProgram(serverEntry, {
    ...settings,
    ...limits,
    TRUSTED_PROXIES: "127.0.0.1",
    METRICS_PORT: String(machinePort),
    LOG_LEVEL: "error",
  });
}, 60_000);
afterAll(async () => {
  await stop(program);
  await removeFolder(folder);
});

describe("what machines ask the running program", () => {
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${machinePort}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  const rules = readFileSync(inRoot("ops/alerts/idanimo.yml"), "utf8");
  const dashboard = readFileSync(inRoot("ops/dashboards/idanimo.json"), "utf8");
  const alerts = [...rules.matchAll(/- alert: Idanimo(\w+)/g)].map(([, name = ""]) => name);
  /** Of histograms a question asks for one of three series. */
  const metricOf = (series: string) => series.replace(/_(bucket|sum|count)$/, "");

  test("it lives and is ready, and says so on a port of its own too, which a process without calls has", async () => {
    expect([await ask("/health/live"), await ask("/health/ready")]).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect((await ask("/api/v2/health")).status).toBe(404);
  });

  test("every metric that a dashboard or an alert names is told, with the labels it is asked by", async () => {
    const { text } = await ask("/metrics");
    const told = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const asked = `${rules}\n${dashboard}`.match(/\b(idanimo|nodejs|process)_\w+/g) ?? [];
    expect(new Set(asked).size).toBeGreaterThan(20);
    expect([...new Set(asked.map(metricOf))].filter((name) => !told.has(name))).toEqual([]);
    // and what is told is looked at somewhere
    const own = [...told].filter((name) => name?.startsWith("idanimo_"));
    expect(own.filter((name) => name !== undefined && !asked.map(metricOf).includes(name))).toEqual([]);
  });

  test("every alert has its paragraph in the runbook, which has no other", () => {
    const heads = [...readFileSync(inRoot("docs/runbook.md"), "utf8").matchAll(/^## (.+)$/gm)].map(([, head]) => head);
    const words = (name: string) => name.replace(/(?!^)([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
    expect(heads).toEqual(alerts.map(words));
    const anchors = [...rules.matchAll(/runbook: docs\/runbook\.md#(.+)$/gm)].map(([, anchor]) => anchor);
    expect(anchors).toEqual(heads.map((head) => head?.toLowerCase().replaceAll(" ", "-")));
  });

  test("closes every file handle of finished calls and closed event streams [R-35]", async () => {
    const openFiles = () => readdirSync(`/proc/${program.process.pid}/fd`).length;
    const [account] = program.ready["accounts"] as { readonly email: string; readonly password: string }[];
    const url = `http://localhost:${port}`;
    const { token } = await signIn(url, account?.email ?? "", account?.password ?? "");
    const headers = { authorization: `Bearer ${token}` };
    const useOnce = async () => {
      const ending = new AbortController();
      const streams = Array.from({ length: 20 }, () =>
        fetch(url + apiBase + eventsPath, { headers, signal: ending.signal }),
      );
      for (const stream of await Promise.all(streams)) expect(stream.status).toBe(200);
      const calls = Array.from({ length: 100 }, () =>
        fetch(url + apiBase + profile.path, { headers: { ...headers, connection: "close" } }),
      );
      for (const call of await Promise.all(calls)) expect((await call.arrayBuffer()).byteLength).toBeGreaterThan(100);
      expect(openFiles()).toBeGreaterThan(20);
      ending.abort();
    };
    await useOnce(); // connections to the database, and files that are read at their first use, stay open
    await vi.waitFor(() => expect(openFiles()).toBeLessThan(60), { timeout: 10_000 });
    const before = openFiles();
    await useOnce();
    await vi.waitFor(() => expect(openFiles()).toBeLessThanOrEqual(before), { timeout: 10_000 });
  }, 40_000);

  const promtool = debianProgram("promtool", "prometheus");
  if (promtool === undefined) console.error(`The rules are not checked: that ${missingWords("prometheus")}.`);
  test.skipIf(promtool === undefined)("Prometheus reads the rules", () => {
    const said = spawnSync(promtool ?? "", ["check", "rules", inRoot("ops/alerts/idanimo.yml")], { encoding: "utf8" });
    expect([said.status, said.stdout]).toEqual([0, expect.stringContaining(`SUCCESS: ${alerts.length} rules found`)]);
  });
});

describe.skipIf(nginx === undefined)("behind the proxy of ops/proxy, over TLS,", () => {
  let proxy: Proxy;
  let account: { readonly email: string; readonly password: string };

  beforeAll(async () => {
    const accounts = program.ready["accounts"] as (typeof account)[];
    const first = accounts.find(({ email }) => email.startsWith("bright@")); // a business: it may send files
    if (!first) throw new Error("no example account");
    account = first;
    await mkdir(`${folder}/proxy`);
    proxy = await startProxy(nginx ?? "", [port], `${folder}/proxy`);
  });
  afterAll(() => proxy.close());

  /** Signs in from an address of this machine. @returns the cookie, as a browser would send it */
  async function signIn(from: string): Promise<{ readonly cookie: string; readonly set: string }> {
    const asked = await proxy.ask(`${apiBase}${captchaChallenge.path}?purpose=login`, { from });
    expect(asked.status).toBe(200);
    const challenge = JSON.parse(asked.text);
    const solution = await solveChallenge({ challenge, deriveKey });
    const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
    const body = JSON.stringify({ email: account.email, password: account.password, ipAddress: null, captcha });
    const answer = await proxy.ask(apiBase + login.path, { method: "POST", headers: sameOrigin, body, from });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    const set = (answer.headers["set-cookie"] ?? []).find((one) => one.startsWith("__Host-idanimo=")) ?? "";
    return { cookie: set.split(";")[0] ?? "", set };
  }

  test("the landing page comes over HTTP/2 with the program's own headers, and plain HTTP leads to it", async () => {
    const session = connect(`https://${proxyName}`, {
      ca: proxy.ca,
      servername: proxyName,
      port: proxy.port,
      host: "127.0.0.1",
    } as object);
    const stream = session.request({ ":path": "/", accept: "text/html" });
    const [headers] = await once(stream, "response");
    session.destroy();
    expect(headers[":status"]).toBe(200);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["server"]).toBe("nginx"); // and no version
    const plain = getPlain({ host: "127.0.0.1", port: proxy.plainPort, path: "/faq?a=1" });
    const [answer] = await once(plain, "response");
    expect([answer.statusCode, answer.headers.location]).toEqual([308, `https://${proxyName}/faq?a=1`]);
    answer.resume();
  });

  test("a name that is not ours gets no answer, and /health and /metrics are for machines inside", async () => {
    await expect(proxy.ask("/", { servername: "other.example" } as Asked)).rejects.toThrow(/alert|handshake|altnames/i);
    expect((await proxy.ask("/health/ready")).status).toBe(404);
    expect((await proxy.ask("/metrics")).text).not.toContain("idanimo_");
  });

  test("a browser keeps its sign-in, its events come at once, and a file of 100,000 lines passes", async () => {
    const { cookie, set } = await signIn("127.0.0.1");
    expect(set).toMatch(/^__Host-idanimo=[^;]+;.*Path=\/;.*HttpOnly; Secure; SameSite=Lax$/);
    expect(set).not.toMatch(/domain/i);
    const me = await proxy.ask(apiBase + profile.path, { headers: { cookie, "sec-fetch-site": "same-origin" } });
    expect(JSON.parse(me.text)).toMatchObject({ email: account.email });

    const began = performance.now();
    const stream = request({ ...proxy.reach, path: apiBase + eventsPath, headers: { host: proxyName, cookie } }).end();
    const [events] = await once(stream, "response");
    let heard = "";
    events.on("data", (chunk: Buffer) => (heard += chunk.toString()));
    await vi.waitFor(() => expect(heard).toContain("retry:"), { interval: 5 });
    expect(performance.now() - began).toBeLessThan(3_000);
    await signIn("127.0.0.4"); // a browser nobody knows: the account is told
    await vi.waitFor(() => expect(heard).toContain('"type":"notice"'), { timeout: 5_000, interval: 5 });
    stream.destroy();

    const body = Array.from({ length: 100_000 }, (_one, at) => String(20_000_000_000 + at)).join("\r\n");
    const headers = { ...sameOrigin, cookie, "content-type": "text/csv" };
    const taken = await proxy.ask(apiBase + bulkUploadPath, { method: "POST", headers, body });
    expect([taken.status, JSON.parse(taken.text)]).toMatchObject([200, { records: 100_000 }]);
    const log = await proxy.log();
    expect(log).toMatch(/200 POST \d/);
    expect(log).not.toMatch(/127\.0\.0|\/api\/|__Host/); // neither visitors nor addresses of pages
  }, 30_000);

  test("T-06 limits count the visitor whom the proxy saw, whatever the visitor says", async () => {
    const ask = (from: string, said: string) =>
      proxy.ask(`${apiBase}${captchaChallenge.path}?purpose=login`, {
        from,
        headers: { "x-forwarded-for": said, forwarded: `for=${said}`, "x-real-ip": said },
      });
    const answers: number[] = [];
    for (let at = 0; at <= captchas; at += 1) answers.push((await ask("127.0.0.2", `203.0.113.${at}`)).status);
    expect(answers).toEqual([...Array.from({ length: captchas }, () => 200), 429]);
    expect((await ask("127.0.0.3", "127.0.0.2")).status).toBe(200); // nobody uses up what is another's
  });

  test("T-65 a body that is too large and a header that is too long are refused at the door", async () => {
    const headers = { ...sameOrigin, "content-length": String(50_000_000) };
    expect((await proxy.ask(apiBase + login.path, { method: "POST", headers, body: "" })).status).toBe(413);
    expect((await proxy.ask("/", { headers: { "x-long": "x".repeat(40_000) } })).status).toBe(400);
  });
});

/** The built web, or where there is none yet a page that stands for it. */
async function webIn(folder: string): Promise<string> {
  if (existsSync(inRoot("web/build/documents.json"))) return inRoot("web/build");
  await mkdir(`${folder}/web`);
  await writeFile(`${folder}/web/index.html`, "<!doctype html><title>Idanimo</title>");
  const index = "index.html";
  const list = { documents: [{ path: "/", file: index }], signIn: { file: index, paths: [] }, app: { file: index } };
  await writeFile(`${folder}/web/documents.json`, JSON.stringify(list));
  return `${folder}/web`;
}
