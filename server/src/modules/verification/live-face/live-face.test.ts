import { faceTicket } from "@idanimo/contract/live-face";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../../config/config.ts";
import { buildApp } from "../../../http/app.ts";
import { neverOpenRules, openProviders, type Providers } from "../../../providers/index.ts";
import { type RunningSandbox, startSandbox } from "../../../providers/testing/sandbox.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";

/** Ticket and picture of a live face, over HTTP to the sandbox. */
let sandbox: RunningSandbox;
let app: TestApp;
let providers: Providers;

beforeAll(async () => {
  sandbox = await startSandbox("http://127.0.0.1:9");
  const settings = { LIVE_FACE_BASE_URL: `${sandbox.url}/live-face`, LIVE_FACE_KEY: "sandbox-live-face-key" };
  app = await createTestApp(settings);
  providers = openProviders(readConfig(settings), { registry: new Registry(), breakerRules: neverOpenRules });
});
afterAll(async () => {
  providers.close();
  await app.close();
  await sandbox.stop();
});
afterEach(async () => void (await fetch(`${sandbox.url}/__sandbox/faults`, { method: "DELETE" })));

const ask = (user: TestUser) => user.post(faceTicket.path, {});
const faceOf = ({ liveFace }: Pick<Providers, "liveFace">) => {
  if (!liveFace) throw new Error("no provider of captures");
  return liveFace;
};
const send = async (path: string, body: object) => {
  const response = await fetch(`${sandbox.url}/live-face/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
};
const holder = "one-account";
const picture = "/9j/4AAQSkZJRg==";

/** Simulates the capture page. */
async function capture(): Promise<string> {
  const given = await faceOf(providers).createTicket(holder);
  const ticket = new URL(given?.address ?? "").hash.slice(1);
  await send("capture/open", { ticket });
  const { text } = await send("capture", { ticket, image: picture });
  return /lf_[\w-]{22}/.exec(text)?.[0] ?? "";
}

test("the ticket address contains no NIN, bearer token or query [LIVEFACE-02 F-05 T-50]", async () => {
  const user = await app.user();
  const response = await ask(user);
  expect(response.statusCode).toBe(200);
  const { address, origin, endsAt } = faceTicket.output.parse(response.json());
  const page = new URL(address);
  expect(origin).toBe(sandbox.url);
  expect(page.origin + page.pathname + page.search).toBe(`${sandbox.url}/live-face/capture`);
  expect(address).not.toContain(user.token);
  const leftMs = Date.parse(endsAt) - Date.now();
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(300_000);
  const other = faceTicket.output.parse((await ask(user)).json());
  expect(other.address, "each capture has its own").not.toBe(address);
});

test("returns not_offered without a provider and unavailable if it is down [LIVEFACE-01]", async () => {
  const without = await createTestApp();
  try {
    const rejected = await ask(await without.user());
    expect([rejected.statusCode, rejected.json()]).toMatchObject([409, { code: "not_offered" }]);
  } finally {
    await without.close();
  }
  await sandbox.post("/__sandbox/faults", { target: "live_face", kind: "http_500" });
  const rejection = await ask(await app.user());
  expect([rejection.statusCode, rejection.json()]).toMatchObject([503, { code: "unavailable" }]);
});

test("limits an account to 30 tickets an hour [T-50]", async () => {
  const user = await app.user();
  const statuses = [];
  for (let count = 0; count < 31; count += 1) statuses.push((await ask(user)).statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.at(-1)).toBe(429);
});

test("returns a picture once, to the account of its ticket only [T-50 T-55]", async () => {
  const reference = await capture();
  expect(await faceOf(providers).fetchPicture(reference, "another-account")).toEqual({ kind: "gone" });
  expect(await faceOf(providers).fetchPicture(reference, holder)).toEqual({ kind: "found", image: picture });
  expect(await faceOf(providers).fetchPicture(reference, holder)).toEqual({ kind: "gone" });
  expect(await faceOf(providers).fetchPicture("lf_AAAAAAAAAAAAAAAAAAAAAA", holder)).toEqual({ kind: "gone" });
  expect(await faceOf(providers).fetchPicture("../tickets", holder)).toEqual({ kind: "gone" });
});

test.each(["http_500", "garbled_json", "http_401", "answer_lost"])(
  "returns neither ticket nor picture when the provider fails with %s [R-27]",
  async (kind) => {
    const reference = await capture();
    await sandbox.post("/__sandbox/faults", { target: "live_face", kind });
    expect(await faceOf(providers).fetchPicture(reference, holder)).toEqual({ kind: "failed" });
    expect(await faceOf(providers).createTicket(holder)).toBeUndefined();
  },
);

test("only /liveFace may frame the capture page and grant the camera [LIVEFACE-01 T-50]", async () => {
  const captureOrigin = "https://face.example";
  const server = await buildApp({
    logger: false,
    trustedProxies: [],
    production: true,
    paymentOrigin: "https://pay.example",
    captureOrigin,
    brandName: "Idanimo",
    routes: () => {},
    isReady: () => Promise.resolve(true),
  });
  const headersAt = async (url: string) => (await server.inject({ url })).headers;
  for (const url of ["/liveFace", "/liveFace/", "/liveFace?x=1"]) {
    const headers = await headersAt(url);
    expect(headers["content-security-policy"]).toContain(`;frame-src 'self' ${captureOrigin} https://pay.example;`);
    expect(headers["permissions-policy"]).toContain(`camera=(self "${captureOrigin}")`);
    expect(headers["referrer-policy"]).toBe("no-referrer");
  }
  for (const url of ["/dashboard", "/liveFaces", "/x/liveFace"]) {
    const headers = await headersAt(url);
    expect(headers["content-security-policy"]).not.toContain(captureOrigin);
    expect(headers["permissions-policy"]).toContain("camera=()");
  }
  await server.close();
});
