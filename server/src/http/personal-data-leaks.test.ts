import { randomInt } from "node:crypto";
import { brand } from "@idanimo/contract/brand";
import { vehicleFields } from "@idanimo/contract/checks/vin/view";
import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { createCanarySources, canary, fieldNamesOf, plantCanaries } from "../testing/canary-sources.ts";
import {
  inboundSms,
  postGatewayNotice,
  completeLookup,
  openSubjectPage,
  ownOrigin,
  replyBySms,
} from "../testing/lookup-steps.ts";
import { responseText, mountedRoutes, requestReadPaths } from "../testing/read-paths.ts";
import { allKindNames, openRecord } from "../testing/record-states.ts";
import { createFakeVehicles } from "../testing/vehicles.ts";
import { uploadBulkFile } from "../testing/bulk-file.ts";
import { buildApp } from "./app.ts";

/**
 * Sends more than 1,000 canary values through all flows: every field of every record type, every searched number,
 * every contact, and a file of 1,000 numbers. Then searches everything that persists or leaves the server.
 * `restored-backup.test.ts` covers disk and backups, `e2e/browser-data-leaks.spec.ts` the browser.
 */

const vehicles = createFakeVehicles(plantCanaries([...fieldNamesOf([{ fields: vehicleFields }]), "made_in"]));
const others = createCanarySources();
/** Common prefix of the file's numbers, so that one search finds all of them. */
const beginning = String(randomInt(20_000_000, 99_999_999));
const numbers = Array.from({ length: 1_000 }, (_one, at) => beginning + String(at).padStart(3, "0"));
const form = {
  origin: ownOrigin,
  "sec-fetch-site": "same-origin",
  "content-type": "application/x-www-form-urlencoded",
};

let app: TestApp;
let user: TestUser;
const begun: Awaited<ReturnType<typeof openRecord>>[] = [];
const failed: string[] = [];
/** The complete log at level trace. */
const lines: string[] = [];
const registry = new Registry();
/** Redirect targets of responses. */
const addresses: string[] = [];
let shown = "";

beforeAll(async () => {
  const base = await createTestApp({}, { sources: () => ({ ...vehicles.sources, ...others.sources }) });
  const logging: FastifyInstance = await buildApp({
    logger: { level: "trace", stream: { write: (line: string) => void lines.push(line) } },
    trustedProxies: [],
    production: false,
    paymentOrigin: "https://pay.example",
    brandName: brand.name,
    routes: base.product.routes,
    isReady: () => Promise.resolve(true),
    registry,
  });
  logging.addHook("onSend", async (_request, response) => {
    const to = response.getHeader("location");
    if (to !== undefined) addresses.push(String(to));
  });
  await logging.ready();
  app = { ...base, app: logging, close: async () => void (await logging.close(), await base.close()) };
  const made = await app.user({ userType: "business", NGN: 100_000_00n });
  user = { ...made, ...made.on(logging) };
  await journey();
}, 120_000);
afterAll(() => app.close());

async function journey(): Promise<void> {
  const device = {
    endpoint: "https://fcm.googleapis.com/fcm/send/x",
    keys: { p256dh: "B".repeat(87), auth: "A".repeat(22) },
  };
  expect((await user.post("/user/push", device)).statusCode).toBe(200);
  const mounted = await mountedRoutes(app);
  const headers = { authorization: `Bearer ${user.token}` };
  for (const name of allKindNames) {
    const one = await openRecord({ app, vehicles, others, user }, name);
    begun.push(one);
    await app.drainQueue();
    for (const { text } of (
      await requestReadPaths(app.app, mounted, headers, { of: one.of, isRunning: false })
    ).values())
      shown += text;
    await openSubjectPage(app, one.token);
    await postGatewayNotice(app, "/sms/receive", inboundSms(one.contact.phone, `YES ${one.of.value}`));
    await replyBySms(app, one.contact.phone, "hello");
    if (one.token !== "") await theirOwnPage(one.token);
  }
  const { nin } = await completeLookup(app, user, { kind: "failed", why: canary }); // the payer is notified by email
  failed.push(nin);
  expect((await uploadBulkFile(app, user, numbers.join("\r\n"))).json()).toMatchObject({ records: 1_000 });
  const bad = {
    nin: `${beginning}0001`,
    currency: "NGN",
    purpose: { code: "credit", note: `${canary} note http://x.example` },
  };
  expect((await user.post("/verification/session", bad)).statusCode).toBe(400);
  await app.drainQueue();
  // all retention periods are over
  await app.setClockOffset(8 * 86_400_000);
  await app.runSchedule("purge_due");
  await app.runSchedule("delete_expired_rows");
  await app.drainQueue();
}

/** Opens the personal-data page from a link in a message: reads everything, files a grievance, signs out. */
async function theirOwnPage(token: string): Promise<void> {
  const response = await app.app.inject({ method: "POST", url: `/consent/${token}/my-data`, headers: form });
  const cookie = [response.headers["set-cookie"] ?? []].flat()[0]?.split(";")[0] ?? "";
  for (const path of ["/my-data", "/my-data/copy", "/my-data/copy.json", "/my-data/copy.pdf", "/my-data/erasure"]) {
    const page = await app.app.inject({ url: path, headers: { cookie } });
    expect([path, page.statusCode]).toEqual([path, 200]);
    responseText(page);
  }
  const words = `${canary} is what I have to say`;
  for (const [path, payload] of [
    ["/my-data/ask/grievance", new URLSearchParams({ words, text: words }).toString()],
    ["/my-data/erasure", ""],
    ["/my-data/leave", ""],
  ])
    await app.app.inject({ method: "POST", url: path, headers: { ...form, cookie }, payload });
}

/** Every canary value, number and address. */
const secrets = () => [
  canary,
  beginning,
  ...failed,
  ...begun.flatMap(({ of, contact }) => [of.value, contact.phone.slice(1), contact.phone.slice(4), contact.mail]),
];
const leaksIn = (text: string) =>
  secrets().filter(
    (one) =>
      text.includes(one) || text.includes(encodeURIComponent(one)) || text.includes(Buffer.from(one).toString("hex")),
  );

describe("after all flows, no canary value", () => {
  test("was unused: the requester read them [T-54]", () => {
    const values = new Set([...shown.matchAll(new RegExp(`${canary}-[\\w -]+`, "g"))].map(([value]) => value));
    expect(values.size).toBeGreaterThan(100);
    expect(values.size + numbers.length + secrets().length).toBeGreaterThan(1_000);
  });

  test("is in the log at level trace [T-54]", () => {
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.join("")).toContain("matching-requests");
    expect(leaksIn(lines.join(""))).toEqual([]);
    expect(leaksIn(JSON.stringify(app.jobFailures().map(({ error }) => String(error))))).toEqual([]);
  });

  test("is in a metric or its labels [T-54]", async () => {
    const text = await registry.metrics();
    expect(text).toContain('route="/api/v2/verification/session"');
    expect(text).toContain('route="/consent/:token/my-data"');
    expect(leaksIn(text)).toEqual([]);
    expect(begun.filter(({ token }) => token !== "" && text.includes(token))).toEqual([]);
  });

  test("is in a redirect URL [T-54]", () => {
    expect(addresses.length).toBeGreaterThan(3);
    expect(leaksIn(addresses.join("\n"))).toEqual([]);
  });

  test("is in a push notification [T-54]", () => {
    expect(app.providers.push.sent.length).toBeGreaterThan(0);
    expect(leaksIn(JSON.stringify(app.providers.push.sent))).toEqual([]);
  });

  test("is in an email or text message; a contact is only a recipient [T-54]", () => {
    const { mail, sms } = app.providers;
    expect(mail.sent.length).toBeGreaterThan(0);
    expect(sms.sent.length).toBeGreaterThan(3);
    for (const { to: _to, ...words } of [...mail.sent, ...sms.sent]) expect(leaksIn(JSON.stringify(words))).toEqual([]);
    const theirs = begun.flatMap(({ contact }) => [contact.phone, contact.mail]);
    for (const { to } of mail.sent) expect([user.email, ...theirs]).toContain(to);
    for (const { to } of sms.sent) expect(theirs).toContain(to);
  });

  test("is in a list or file of the account [T-54]", async () => {
    const headers = { authorization: `Bearer ${user.token}` };
    await app.setClockOffset(0); // the session is still valid then
    const mounted = await mountedRoutes(app);
    for (const { of } of begun)
      for (const [route, { text }] of await requestReadPaths(app.app, mounted, headers, { of, isRunning: false })) {
        const found = leaksIn(text);
        expect([route, found]).toEqual([route, []]);
      }
  });
});
