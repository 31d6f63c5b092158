import { phoneOf } from "../../testing/phones.ts";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { makeJobsDue } from "../../testing/queue.ts";
import { adultPerson } from "../../testing/fakes.ts";
import {
  postGatewayNotice,
  reportLastSms,
  completeLookup,
  submitDecision,
  replyBySms,
  readRequestState,
} from "../../testing/lookup-steps.ts";
import { escalationChannels, nextAttemptAt, type DeliveryAttempt, type Channel } from "./rules.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  for (const outbox of [app.providers.sms, app.providers.mail]) outbox.respondWith("sent");
  // run messages that wait for a retry now, because they could become due during another test
  await makeJobsDue(app.owner);
  await app.drainQueue();
  await app.checkInvariants();
  app.jobFailures(); // they include messages that wait for a retry
});
afterAll(() => app.close());

const price = 588_00n;
const minuteMs = 60_000;
const rejection = { kind: "refused", why: "no such number" } as const;
const busy = { kind: "later", why: "busy" } as const;
const pending = { item: "awaiting_consent", outcome: null, consent: "pending" };
const noContact = { item: "closed", outcome: "NO_CONTACT", consent: "terminated" };

/** A lookup of a subject with these channels, up to an empty queue. */
async function asked(has: Partial<Record<Channel, true>>, user?: TestUser) {
  const nin = randomNin();
  const contact = {
    phone: has.sms ? phoneOf(nin) : null,
    mail: has.mail ? `subject${nin}@example.test` : null,
  };
  const payer = user ?? (await app.user({ NGN: price }));
  const { itemId } = await completeLookup(app, payer, { kind: "found", record: adultPerson(nin, { contact }) });
  return { itemId, contact, payer };
}
const both = { sms: true, mail: true } as const;
type Asked = Awaited<ReturnType<typeof asked>>;

/** The channel and state of each message to the subject. */
const steps = async ({ itemId }: Pick<Asked, "itemId">) =>
  (
    await app.owner.query<{ step: string }>(
      "select channel || ' ' || state as step from outbox_messages where request_id = $1 order by created_at, id",
      [itemId],
    )
  ).rows.map(({ step }) => step);
const nextStep = async ({ itemId }: Asked) =>
  (
    await app.owner.query<{ at: Date | null; steps: number }>(
      "select next_step_at as at, steps from consents where request_id = $1",
      [itemId],
    )
  ).rows[0];
async function later(minutes: number): Promise<void> {
  await app.setClockOffset(minutes * minuteMs);
  await app.runSchedule("escalate_consents");
  await app.drainQueue();
}

describe("escalation to the next channel [CONSENT-01]", () => {
  test.each([
    { has: both, why: "sends an SMS first and waits for its delivery report", path: ["sms sent"] },
    {
      has: { mail: true },
      why: "sends an email without a phone, and counts it once accepted",
      path: ["mail sent"],
    },
  ] as const)("$why", async ({ has, path }) => {
    const person = await asked(has);
    expect(await steps(person)).toEqual(path);
    await later(14);
    expect(await steps(person)).toEqual(path);
  });

  test.each([
    { has: both, ways: ["sms", "mail", "sms"] },
    { has: { sms: true }, ways: ["sms", "sms"] },
    { has: { mail: true }, ways: ["mail", "mail"] },
  ] as const)("refunds only after all channels have failed: $ways of $has [R-03]", async ({ has, ways }) => {
    for (const outbox of [app.providers.sms, app.providers.mail]) outbox.respondWith(rejection);
    const person = await asked(has);
    expect(await steps(person)).toEqual(ways.map((way) => `${way} failed`));
    expect(await nextStep(person)).toEqual({ at: null, steps: ways.length });
    expect(await readRequestState(app, person.itemId)).toEqual(pending);
    await later(60);
    expect(await steps(person)).toHaveLength(ways.length);
    await app.setClockOffset(0);
    await app.runSchedule("expire_consents");
    expect(await readRequestState(app, person.itemId)).toEqual(noContact);
    expect((await app.wallets(person.payer)).NGN).toBe(price);
  });

  test("sends an email at once after a failed SMS, and still accepts the SMS code", async () => {
    const before = app.providers.mail.sent.length;
    const person = await asked(both);
    await reportLastSms(app, "Message Failed");
    await app.drainQueue();
    expect(await steps(person)).toEqual(["sms failed", "mail sent"]);
    expect(await nextStep(person)).toEqual({ at: null, steps: 2 });
    const [sms, mail] = [app.providers.sms.sent.at(-1), app.providers.mail.sent.at(before)];
    const link = /http\S+\/consent\/[\w-]{43}/;
    expect(mail?.to).toBe(person.contact.mail);
    expect(link.exec(mail?.text ?? "")?.[0]).not.toBe(link.exec(sms?.text ?? "none")?.[0]);
    const code = /YES ([A-Z0-9]{6})/.exec(sms?.text ?? "")?.[1] ?? "none";
    expect(mail?.text).not.toContain(code); // an email is answered through its link
    await replyBySms(app, person.contact.phone ?? "", `YES ${code}`); // the SMS had arrived after all
    expect((await readRequestState(app, person.itemId))?.consent).toBe("granted");
    await later(60);
    expect((await steps(person)).filter((step) => step.startsWith("sms"))).toHaveLength(1);
  });

  test("sends an email if an SMS has no delivery report after 15 minutes", async () => {
    const person = await asked(both);
    await later(14);
    expect(await steps(person)).toEqual(["sms sent"]);
    await later(16);
    expect(await steps(person)).toEqual(["sms sent", "mail sent"]);
  });

  test("ignores an unsigned notice, and escalates once for a repeated signed one [T-40]", async () => {
    const person = await asked(both);
    const message_id = `message-${app.providers.sms.sent.length}`;
    const forged = { type: "outbound", id: "1", message_id, status: "Message Failed" };
    await postGatewayNotice(app, "/sms/status/termii", forged, { secret: "another-secret" });
    await app.drainQueue();
    expect(await steps(person)).toEqual(["sms sent"]);
    for (let at = 0; at < 3; at += 1) {
      await postGatewayNotice(app, "/sms/status/termii", forged);
      await app.drainQueue();
    }
    expect(await steps(person)).toEqual(["sms failed", "mail sent"]);
  });

  test("uses the next channel if a message is still queued after 15 minutes", async () => {
    app.providers.sms.respondWith(busy);
    const person = await asked(both);
    expect(await steps(person)).toEqual(["sms waiting"]);
    await later(16);
    expect((await steps(person)).slice(0, 2)).toEqual(["sms waiting", "mail sent"]);
  });

  test.each([
    { when: "before the next attempt", minutes: 0 },
    { when: "after the next attempt", minutes: 16 },
  ])("stops once a message is delivered, $when", async ({ minutes }) => {
    const person = await asked({ sms: true });
    if (minutes > 0) await later(minutes);
    await reportLastSms(app, "Delivered");
    const sent = await steps(person);
    expect(await nextStep(person)).toMatchObject({ at: null });
    await later(minutes + 60);
    expect(await steps(person)).toEqual(sent);
    expect(await readRequestState(app, person.itemId)).toEqual(pending);
  });

  test.each([
    { last: "the SMS was delivered", word: "Delivered", to: "phone" },
    { last: "the SMS failed, the email was sent", word: "Message Failed", to: "mail" },
  ] as const)(
    "sends the receipt over the channel of the answered message: $last [CONSENT-02]",
    async ({ word, to }) => {
      const person = await asked(both);
      await reportLastSms(app, word);
      await app.drainQueue();
      const sent = [app.providers.sms.sent.length, app.providers.mail.sent.length] as const;
      const link = /\/consent\/([\w-]{43})/;
      const asking = word === "Delivered" ? app.providers.sms.sent.at(-1) : app.providers.mail.sent.at(-1);
      expect((await submitDecision(app, link.exec(asking?.text ?? "")?.[1] ?? "", "grant")).statusCode).toBe(303);
      await app.drainQueue();
      const receipts = [...app.providers.sms.sent.slice(sent[0]), ...app.providers.mail.sent.slice(sent[1])];
      expect(receipts.filter((receipt) => Object.values(person.contact).includes(receipt.to))).toEqual([
        expect.objectContaining({
          to: person.contact[to],
          text: expect.stringMatching(/see your record until \w+ \d+, /),
        }),
      ]);
    },
  );

  test("stops after an answer", async () => {
    const person = await asked(both);
    await replyBySms(app, person.contact.phone ?? "", "STOP");
    await later(16);
    expect(await steps(person)).toEqual(["sms sent"]);
  });

  test("sends nothing after the deadline", async () => {
    const person = await asked(both);
    await later(24 * 60 + 1);
    expect(await steps(person)).toEqual(["sms sent"]);
  });
});

test("batches concurrent notices, and escalates each under its own call [R-31]", async () => {
  const batch = vi.spyOn(app.product.db, "batch");
  const people = [];
  for (let at = 0; at < 4; at += 1) people.push({ ...(await asked(both)), message: app.providers.sms.sent.length });
  batch.mockClear();
  const words = ["Delivered", "Message Failed", "Message Failed", "Delivered"];
  const responses = await Promise.all(
    [...people, { message: 999_999 }].map(({ message }, at) =>
      postGatewayNotice(app, "/sms/status/termii", {
        type: "outbound",
        id: `at-once-${at}`,
        message_id: `message-${message}`,
        status: words[at] ?? "Delivered",
      }),
    ),
  );
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 503]);
  const sizes = batch.mock.calls.flatMap(([what, size]) => (what === "message_arrival" ? [size] : []));
  expect(Math.max(...sizes)).toBeGreaterThan(1);
  batch.mockRestore();
  expect(await Promise.all(people.map(async (person) => (await nextStep(person))?.at ?? null))).toEqual([
    null,
    expect.any(Date),
    expect.any(Date),
    null,
  ]);
  const escalationJobs = await app.owner.query<{ item: string; call: string }>(
    "select payload->>'requestId' as item, payload->>'call' as call from graphile_worker._private_jobs where key like 'escalate_consent:%'",
  );
  const calls = new Map(escalationJobs.rows.map(({ item, call }) => [item, call]));
  expect(people.map(({ itemId }) => calls.get(itemId))).toEqual([
    undefined,
    responses[1]?.headers["x-request-id"],
    responses[2]?.headers["x-request-id"],
    undefined,
  ]);
  await app.drainQueue();
  expect(await Promise.all(people.map(steps))).toEqual([
    ["sms delivered"],
    ["sms failed", "mail sent"],
    ["sms failed", "mail sent"],
    ["sms delivered"],
  ]);
});

test("does not wait for a concurrent decision when it records a delivery [R-31]", async () => {
  const person = await asked(both);
  const before = await nextStep(person);
  const other = await app.owner.connect();
  await other.query("begin");
  await other.query("select from consents where request_id = $1 for update", [person.itemId]);
  try {
    await reportLastSms(app, "Delivered");
    expect(await steps(person)).toEqual(["sms delivered"]);
    expect(await nextStep(person)).toEqual(before);
  } finally {
    await other.query("commit");
    other.release();
  }
  await later(16); // the next attempt is due, and finds the message delivered
  expect(await steps(person)).toEqual(["sms delivered"]);
});

test("records evidence for each message, with its channel and the same code [T-47]", async () => {
  app.providers.sms.respondWith(rejection);
  const person = await asked(both);
  const proofs = await app.owner.query<{ channel: string; code: string }>(
    "select channel, code_hash::text as code from consent_evidence where request_id = $1 and event = 'asked' order by at, id",
    [person.itemId],
  );
  expect(proofs.rows.map(({ channel }) => channel)).toEqual(["sms", "mail"]);
  expect(new Set(proofs.rows.map(({ code }) => code)).size).toBe(1);
});

describe("escalation under concurrency and crashes [R-21]", () => {
  test("sends one message from two processes", async () => {
    const person = await asked(both);
    const { product } = await app.startProcess();
    await app.setClockOffset(16 * minuteMs);
    const runs = [app.product, product].flatMap(({ schedule }) =>
      schedule.filter(({ name }) => name === "escalate_consents").flatMap(({ run }) => [run, run]),
    );
    expect(runs).toHaveLength(4);
    await Promise.all(runs.map((run) => run()));
    await app.drainQueue();
    expect(await steps(person)).toEqual(["sms sent", "mail sent"]);
  });

  test("recovers a lost job through the schedule", async () => {
    const person = await asked(both);
    await reportLastSms(app, "Message Failed");
    const jobs = await app.owner.query("select graphile_worker.remove_job($1)", [`escalate_consent:${person.itemId}`]);
    expect(jobs.rowCount).toBe(1);
    await app.drainQueue();
    expect(await steps(person)).toEqual(["sms failed"]);
    await later(16);
    expect(await steps(person)).toEqual(["sms failed", "mail sent"]);
  });

  test("rolls a failed attempt back, and the next run sends it", async () => {
    const person = await asked(both);
    await app.setClockOffset(16 * minuteMs);
    await app.owner.query(
      "create function no_proof() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$; " +
        "create trigger no_proof before insert on consent_evidence for each row execute function no_proof()",
    );
    await expect(app.runSchedule("escalate_consents")).rejects.toThrow("consents could not be processed");
    expect([await steps(person), (await nextStep(person))?.steps]).toEqual([["sms sent"], 1]);
    await app.owner.query("drop trigger no_proof on consent_evidence; drop function no_proof");
    await later(16);
    expect(await steps(person)).toEqual(["sms sent", "mail sent"]);
  });
});

describe("the requester's view of the escalation [CONSENT-01]", () => {
  let ears: pg.PoolClient;
  const heard: string[] = [];
  beforeAll(async () => {
    ears = await app.owner.connect();
    ears.on("notification", ({ payload = "" }) => heard.push(payload));
    await ears.query("listen idanimo_live");
  });
  afterAll(() => ears.release(true));

  test("shows state and time of each message and emits events, never the contact", async () => {
    const person = await asked(both);
    const reported = async () => {
      await ears.query("select 1"); // this query also delivers the notifications sent before it
      return heard.filter((text) => text.includes(person.itemId) && text.includes("consent_changed")).length;
    };
    const seen = async () =>
      (await person.payer.get(`/verification/check-consent/${person.itemId}`)).json<{ asked: object[] }>().asked;
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(await seen()).toEqual([{ channel: "sms", state: "sent", at }]);
    const first = await reported();
    expect(first).toBeGreaterThanOrEqual(2); // queued, and sent
    await reportLastSms(app, "Message Failed");
    expect(await seen()).toEqual([{ channel: "sms", state: "failed", at }]);
    const second = await reported();
    expect(second).toBeGreaterThan(first);
    await app.drainQueue();
    const body = (await person.payer.get(`/verification/check-consent/${person.itemId}`)).body;
    expect(await seen()).toEqual([
      { channel: "sms", state: "failed", at },
      { channel: "mail", state: "sent", at },
    ]);
    expect(await reported()).toBeGreaterThan(second);
    for (const contact of Object.values(person.contact)) expect(body + heard.join()).not.toContain(contact);
  });
});

describe("nextAttemptAt", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const step = (channel: Channel, state: DeliveryAttempt["state"], minutesAgo = 0): DeliveryAttempt => ({
    channel,
    state,
    at: new Date(now.getTime() - minutesAgo * minuteMs),
  });
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * minuteMs);
  const channels = escalationChannels({ phone: true, mail: true });
  test.each([
    ["is now if nothing was sent", [], now],
    ["is in 15 minutes after a sent SMS", [step("sms", "sent")], inMinutes(15)],
    ["is in 5 minutes if an SMS was queued 10 minutes ago", [step("sms", "waiting", 10)], inMinutes(5)],
    ["is now after a failed SMS", [step("sms", "failed", 3)], now],
    ["is null after a delivered SMS", [step("sms", "delivered")], null],
    ["is null after a sent email", [step("sms", "failed"), step("mail", "sent")], null],
    [
      "is null if an earlier SMS was delivered while the email is queued",
      [step("sms", "delivered"), step("mail", "waiting")],
      null,
    ],
    [
      "is in 15 minutes if an earlier SMS failed and the email is queued",
      [step("sms", "failed"), step("mail", "waiting")],
      inMinutes(15),
    ],
    ["is null after three failures", [step("sms", "failed"), step("mail", "failed"), step("sms", "failed")], null],
  ] as const)("%s", (_why, sent, at) => {
    expect(nextAttemptAt(channels, sent, now)).toEqual(at);
  });
});
