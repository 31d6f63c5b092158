import { randomUUID } from "node:crypto";
import { naira } from "@idanimo/contract/money";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { systemClock } from "../kernel/clock.ts";
import { flutterwave } from "./card-payments/flutterwave.ts";
import type { ListedPage } from "./card-payments/port.ts";
import { neverOpenRules, openProviders, type Providers } from "./index.ts";
import { prembly } from "./person-records/prembly.ts";
import { termii } from "./sms/termii.ts";
import type { LookupResult, Source } from "./source.ts";
import { eventually, type RunningSandbox, startSandbox } from "./testing/sandbox.ts";
import {
  respondJson,
  createManualClock,
  createTestClient,
  startWireServer,
  type WireServer,
} from "./testing/wire-server.ts";

/** The real adapters against the running sandbox, which only knows the wire contracts. */

let product: WireServer;
let sandbox: RunningSandbox;
let providers: Providers;

beforeAll(async () => {
  product = await startWireServer();
  product.respondWith(respondJson(200, {}));
  sandbox = await startSandbox(product.url);
  providers = openProviders(sandbox.settings, { registry: new Registry(), breakerRules: neverOpenRules });
});
afterAll(async () => {
  providers.close();
  await sandbox.stop();
  await product.close();
});
beforeEach(async () => void (await fetch(`${sandbox.url}/__sandbox/faults`, { method: "DELETE" })));

test("reports an open breaker until a call ends well [R-27]", async () => {
  const [registry, clock] = [new Registry(), createManualClock()];
  const flutterwave = { ...sandbox.settings.flutterwave, baseUrl: product.url };
  const breakerRules = { failures: 2, windowMs: 60_000, pauseMs: 15_000, slowMs: 5_000 };
  const own = openProviders({ ...sandbox.settings, flutterwave }, { registry, clock, breakerRules });
  const state = async () =>
    /^idanimo_provider_state\{provider="flutterwave"\} (\d)$/m.exec(await registry.metrics())?.[1];
  const calls = (outcome: string) => `idanimo_provider_calls_total{provider="flutterwave",outcome="${outcome}"}`;
  expect(await registry.metrics()).toContain(`${calls("server_error")} 0`);
  product.respondWith(respondJson(500, {}));
  for (let times = 0; times < 2; times += 1) await own.cardPayments.queryPayment(newReference());
  clock.pass(60_000);
  expect(await state()).toBe("2");
  product.respondWith(respondJson(200, {}));
  await own.cardPayments.queryPayment(newReference());
  expect(await state()).toBe("0");
  own.close();
});

const newReference = () => `EA${String(Math.floor(Math.random() * 1e14)).padStart(14, "0")}`;

async function openPage(reference: string): Promise<string> {
  const opened = await providers.cardPayments.openPage({
    reference,
    amount: naira(20_000_50n),
    description: "Wallet top up",
    returnTo: `${product.url}/payment/return`,
    payer: { email: "ada@example.test", name: "Ada Obi", phone: "+2348031234567" },
    lifeMinutes: 30,
  });
  if (opened.kind !== "opened") throw new Error(`not opened: ${JSON.stringify(opened)}`);
  return new URL(opened.link).pathname;
}

test.each([
  { outcome: "approve", word: { kind: "successful", paid: { currency: "NGN", minor: 20_000_50n } } },
  { outcome: "twice", word: { kind: "successful", paid: { currency: "NGN", minor: 20_000_50n } } },
  { outcome: "wrong_amount", word: { kind: "successful", paid: { currency: "NGN", minor: 19_900_50n } } },
  { outcome: "decline", word: { kind: "failed" } },
  { outcome: "late", word: { kind: "pending" } },
  { outcome: "closes", word: { kind: "pending" } },
  { outcome: "cancel", word: { kind: "unknown_there" } },
])("returns $word.kind for a payment that ends with $outcome", async ({ outcome, word }) => {
  const reference = newReference();
  const page = await openPage(reference);
  expect(await openPage(reference)).toBe(page);
  expect(await providers.cardPayments.queryPayment(reference)).toEqual({ kind: "unknown_there" });
  await sandbox.post(page, { outcome });
  expect(await providers.cardPayments.queryPayment(reference)).toMatchObject(word);
});

test("reads a payment's webhook, and not one with a wrong hash", async () => {
  const noticed = (reference: string) =>
    eventually(() =>
      product.requests.find((call) => call.raw.includes(reference) && call.path.endsWith("/webhook/flutterwave")),
    );
  const [good, forged] = [newReference(), newReference()];
  await sandbox.post(await openPage(good), { outcome: "approve" });
  const notice = await noticed(good);
  expect(providers.cardPayments.readNotice(notice.headers, notice.raw)).toEqual({ kind: "charge", reference: good });
  await sandbox.post("/__sandbox/faults", { target: "flutterwave", kind: "webhook_wrong_hash" });
  await sandbox.post(await openPage(forged), { outcome: "approve" });
  const marked = await noticed(forged);
  expect(providers.cardPayments.readNotice(marked.headers, marked.raw)).toBeUndefined();
});

test("lists what was paid and what was refunded on a day [R-05]", async () => {
  const reference = newReference();
  await sandbox.post(await openPage(reference), { outcome: "approve" });
  const word = await providers.cardPayments.queryPayment(reference);
  const providerId = word.kind === "successful" ? word.providerId : "none";
  const { baseUrl, secretKey } = sandbox.settings.flutterwave;
  const refund = await fetch(`${baseUrl}/transactions/${providerId}/refund`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify({ amount: 100 }),
  });
  expect(refund.status).toBe(200);
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10); // in Lagos
  const pages: ListedPage[] = [];
  for await (const page of providers.cardPayments.listTransactions(today)) pages.push(page);
  expect(pages.flatMap(({ unreadable = [] }) => unreadable)).toEqual([]);
  expect(pages.flatMap(({ transactions }) => transactions)).toContainEqual(
    expect.objectContaining({ reference, providerId, state: "successful" }),
  );
  const refunds = pages.flatMap((page) => page.refunds);
  expect(refunds.filter(({ of }) => of === providerId)).toMatchObject([{ minor: 100_00n }]);
});

/** Calls the only source of a list. */
function ask<Asked, Found>(sources: readonly Source<Asked, Found>[], query: Asked): Promise<LookupResult<Found>> {
  const [source] = sources;
  if (!source) throw new Error("no source is configured");
  return source.query(query, randomUUID());
}

const look = (nin: string) => ask(providers.sources.nin, nin);

test.each([
  { nin: "12345670000", ends: { kind: "not_found" } },
  { nin: "12345670001", ends: { kind: "failed", why: "server_error" } },
  { nin: "12345670003", ends: { kind: "failed", why: "unreadable" } },
  {
    nin: "12345670005",
    ends: { kind: "found", record: { number: "12345670005", subject: { contact: { phone: null, mail: null } } } },
  },
  { nin: "12345670008", ends: { kind: "failed", why: "quota" } },
  {
    nin: "12345670009",
    ends: { kind: "found", record: { subject: { contact: { phone: expect.stringMatching(/^\+234\d+0009$/) } } } },
  },
  {
    nin: "12345670010",
    ends: { kind: "found", record: { subject: { contact: { phone: null, mail: expect.stringMatching(/0010@/) } } } },
  },
])("returns $ends.kind for the reserved NIN $nin", async ({ nin, ends }) =>
  expect(await look(nin)).toMatchObject(ends),
);

test("returns a contact and every field of the main shape for the sandbox's people", async () => {
  for (let at = 0; at < 12; at++) {
    const looked = await look(`2000000${1100 + at}`);
    if (looked.kind !== "found") throw new Error(looked.kind);
    expect(looked.record.subject.contact.phone).toMatch(/^\+23480\d{8}$/);
    expect(looked.record.subject.contact.mail).toMatch(/@example\.test$/);
    expect(looked.record.subject.birthDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    const fields = Object.keys(looked.record.fields);
    for (const name of "firstName lastName nin dob gender residenceAddress phone maritalStatus religion educationLevel profession email originLGA originState originPlace birthCountry birthState birthLGA employmentSatus photo residenceLGA residenceState height title".split(
      " ",
    ))
      expect(fields).toContain(name);
  }
});

test("returns a minor's birth date, and another person's own number", async () => {
  const minor = await look("12345670006");
  const ageYears =
    minor.kind === "found" ? (Date.now() - Date.parse(minor.record.subject.birthDate ?? "")) / 31_557_600_000 : 0;
  expect(Math.floor(ageYears)).toBe(15);
  const other = await look("12345670012");
  expect(other.kind === "found" && other.record.number !== "12345670012").toBe(true);
});

test("returns not billed twice, then a record that is billed once [R-12]", async () => {
  const kinds = [];
  for (let at = 0; at < 3; at++) kinds.push((await look("98765430007")).kind);
  expect(kinds).toEqual(["not_accepted", "not_accepted", "found"]);
  const stats = z.object({
    lookups: z.object({ byNumber: z.array(z.object({ number: z.string(), asked: z.number(), billed: z.number() })) }),
  });
  const { lookups } = stats.parse(await sandbox.get("/__sandbox/stats"));
  expect(lookups.byNumber.find((one) => one.number === "98765430007")).toMatchObject({ asked: 3, billed: 1 });
});

test.concurrent("waits for a response after eight seconds", async () => {
  expect(await look("12345670004")).toMatchObject({ kind: "found" });
});

test.concurrent("gives up a response that never comes", async () => {
  const made = createTestClient("prembly", { mostMs: 700 });
  expect(await prembly(made.line, sandbox.settings.prembly).nin.query("12345670002", "a")).toEqual({
    kind: "failed",
    why: "timeout",
  });
  made.outside.close();
});

const message = z.object({
  id: z.string(),
  channel: z.string(),
  to: z.string(),
  subject: z.optional(z.string()),
  text: z.string(),
});
const inboxOf = async (to: string) =>
  z.array(message).parse(await sandbox.get(`/inbox/messages?to=${encodeURIComponent(to)}`));

test.each([
  { to: "+2348031234567", delivered: true },
  { to: "+2348031230009", delivered: false },
])("reports the SMS to $to as delivered: $delivered", async ({ to, delivered }) => {
  const sent = await providers.sms.send({ to, text: "Idanimo: reply YES K3HF7T" });
  const messageId = sent.kind === "sent" ? sent.messageId : "none";
  expect((await inboxOf(to))[0]).toMatchObject({ channel: "sms", text: "Idanimo: reply YES K3HF7T" });
  const notice = await eventually(() => product.requests.find((call) => call.raw.includes(messageId)));
  expect(notice.path).toBe("/api/v2/sms/status/termii");
  expect(providers.sms.readNotice(notice.headers, notice.raw)).toMatchObject({
    kind: "delivery",
    messageId,
    delivered,
  });
});

test("receives a signed reply to an SMS, from the number it was sent to", async () => {
  await providers.sms.send({ to: "+2348037654321", text: "Reply YES K3HF7T" });
  const [asked] = await inboxOf("+2348037654321");
  await sandbox.post(`/inbox/messages/${asked?.id}/reply`, { text: "YES K3HF7T" });
  const notice = await eventually(() => product.requests.find((call) => call.path === "/api/v2/sms/receive"));
  const read = providers.sms.readNotice(notice.headers, notice.raw);
  expect(read).toMatchObject({ kind: "inbound", from: "+2348037654321", text: "YES K3HF7T" });
  const altered = Buffer.from(notice.raw.toString().replace("YES", "NO "));
  expect(providers.sms.readNotice(notice.headers, altered)).toBeUndefined();
});

test("delivers an email unchanged, and returns refused for an unknown mailbox", async () => {
  const id = randomUUID();
  const text = "Your Idanimo code is 123456.\n\nGood day, Ọláìyá\n";
  expect(await providers.mail.send({ id, to: "ada@example.test", subject: "Your code", text })).toMatchObject({
    kind: "sent",
  });
  expect((await inboxOf("ada@example.test"))[0]).toMatchObject({
    channel: "mail",
    subject: "Your code",
    text: text.trim(),
  });
  expect(await providers.mail.send({ id, to: "ada.obi0010@example.test", subject: "x", text })).toEqual({
    kind: "refused",
    why: "smtp_550",
  });
});

test.each(["http_500", "http_429", "http_401", "refuse", "answer_lost"])(
  "returns later for an email with the fault %s",
  async (kind) => {
    await sandbox.post("/__sandbox/faults", { target: "smtp", kind });
    const own = openProviders(sandbox.settings, { registry: new Registry() }); // a new connection, for the fault to hit
    const ended = await own.mail.send({ id: randomUUID(), to: "ada@example.test", subject: "x", text: "x" });
    own.close();
    expect(ended.kind).toBe("later");
  },
);

test("finds Nigeria for a visitor on this machine, also if the first service fails", async () => {
  expect(await providers.ipLookup.find("127.0.0.1")).toEqual({ ip: expect.any(String), country: "Nigeria" });
  expect(await providers.ipLookup.find("102.89.1.7")).toEqual({ ip: "102.89.1.7", country: "Nigeria" });
});

const kinds = ["refuse", "hang", "slow_first_byte", "slow_drip", "http_500", "http_502_html", "http_429", "http_401"];
const moreKinds = [
  "cut_mid_body",
  "answer_lost",
  "garbled_json",
  "huge_body",
  "gzip_bomb",
  "bad_utf8",
  "ok_with_error",
];
test.each([...kinds, ...moreKinds])(
  "ends every call as declared and in time with the fault %s [R-27]",
  async (kind) => {
    for (const target of ["prembly", "flutterwave", "termii"])
      await sandbox.post("/__sandbox/faults", { target, kind });
    const made = createTestClient("any", { mostMs: 800 });
    const began = Date.now();
    const [person, word, sms] = await Promise.all([
      prembly(made.line, sandbox.settings.prembly).nin.query("23456781234", "a"),
      flutterwave(made.line, sandbox.settings.flutterwave).queryPayment(newReference()),
      termii(made.line, sandbox.settings.termii, systemClock).send({ to: "+2348031234567", text: "x" }),
    ]);
    made.outside.close();
    expect(Date.now() - began).toBeLessThan(5_000);
    expect(person.kind).toBe(kind === "http_429" ? "not_accepted" : "failed");
    expect(word.kind).toBe("unreachable");
    expect(sms.kind).toBe("later");
  },
);

test("returns another person, currency and shape as they are [X-15 X-16 X-24]", async () => {
  const reference = newReference();
  await sandbox.post(await openPage(reference), { outcome: "approve" });
  await sandbox.post("/__sandbox/faults", { target: "flutterwave", kind: "wrong_currency" });
  expect(await providers.cardPayments.queryPayment(reference)).toMatchObject({
    kind: "successful",
    paid: { currency: "USD" },
  });
  await sandbox.post("/__sandbox/faults", { target: "prembly", kind: "wrong_person", count: 1 });
  const other = await look("23456781235");
  expect(other.kind === "found" && other.record.number !== "23456781235").toBe(true);
  await sandbox.post("/__sandbox/faults", { target: "prembly", kind: "schema_drift" });
  expect(["found", "failed"]).toContain((await look("23456781236")).kind);
});
