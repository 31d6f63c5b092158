import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Tx } from "../../database/database.ts";
import { Events } from "../../kernel/events.ts";
import { seal } from "../../kernel/vault.ts";
import type { Mail } from "../../providers/mail/port.ts";
import type { Push } from "../../providers/push/port.ts";
import type { SendResult, Sms } from "../../providers/sms/port.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  type Message,
  findMessagesByRequest,
  recordDeliveryReceipts,
  SendRetryLater,
  notificationJobs,
  queueMessage,
} from "./index.ts";
import { button, composeMail, paragraph, strong } from "./mail-blocks.ts";
import { renderMailHtml } from "./mail-html.ts";
import { maxRetryDelaySeconds, retryDelayAfter } from "./rules.ts";

let base: TestDatabase;
let keyId: string;
let key: Buffer;
let results: SendResult[];
let sent: Partial<Parameters<Mail["send"]>[0]>[];

const minuteMs = 60_000;
const next = () => results.shift() ?? { kind: "sent", messageId: `m-${sent.length}` };
const sms: Sms = {
  name: "fake-sms",
  send: async (message) => {
    sent.push(message);
    return next();
  },
  readNotice: () => undefined,
};
const mailPort: Mail = {
  name: "fake-mail",
  send: async (message) => {
    sent.push(message);
    return next();
  },
  close: () => {},
};

const push: Push = {
  publicKey: null,
  accepts: () => false,
  send: () => Promise.resolve({ kind: "refused", why: "none here" }),
};

beforeAll(async () => void (base = await createTestDatabase()));
afterAll(() => base.close());
beforeEach(async () => {
  keyId = randomUUID();
  key = await base.keys.create(keyId);
  results = [];
  sent = [];
  await base.setClockOffset(0);
});

const parts = () => ({ db: base.db, keys: base.keys, sms, mail: mailPort, push, events: new Events<Tx>() });
const jobs = () => notificationJobs(parts());
const run = (messageId: string) => jobs().send_message({ messageId });
type About = { readonly [Name in "id" | "kind" | "keyId" | "key" | "requestId"]?: Message[Name] };
const common = (about: About) => ({ kind: "account_code", keyId, key, requestId: null, ...about }) as const;
const queue = (about: About = {}) =>
  base.db.transaction("system", (tx) =>
    queueMessage(tx, { ...common(about), channel: "sms", to: "+2348031234567", text: "Your code is 123456" }),
  );
const words = composeMail(
  "Your code",
  paragraph("Your code is ", strong("123456")),
  button("Sign in", "https://idanimo.test/"),
);
const queueMail = (about: About = {}) =>
  base.db.transaction("system", (tx) =>
    queueMessage(tx, { ...common(about), channel: "mail", to: "ada@example.test", ...words }),
  );
const rowOf = async (id: string) => {
  const found = await base.owner.query<{ state: string; sealed: Buffer | null; provider_id: string; attempts: number }>(
    "select state, sealed, provider_id, attempts from outbox_messages where id = $1",
    [id],
  );
  return found.rows[0];
};

test("queues a message and its job in one transaction", async () => {
  const jobsOf = async (id: string) =>
    (await base.owner.query("select from graphile_worker.jobs where key = $1", [`send_message:${id}`])).rowCount;
  expect(await jobsOf(await queue())).toBe(1);
  let lost = "";
  const failing = base.db.transaction("system", async (tx) => {
    lost = await queueMessage(tx, {
      channel: "sms",
      kind: "reply_help",
      keyId,
      key,
      requestId: null,
      to: "+1",
      text: "x",
    });
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect([await rowOf(lost), await jobsOf(lost)]).toEqual([undefined, 0]);
});

test("seals recipient and text while a message waits, and erases them once sent [T-03]", async () => {
  const id = await queue();
  const waiting = await rowOf(id);
  expect(waiting?.sealed?.toString("latin1")).not.toMatch(/123456|80312/);
  await run(id);
  expect(sent).toEqual([{ to: "+2348031234567", text: "Your code is 123456" }]);
  expect(await rowOf(id)).toEqual({ state: "sent", sealed: null, provider_id: "fake-sms:m-1", attempts: 1 });
});

test("sends an email with its row's id, so that repeats can be recognised", async () => {
  const id = await queueMail();
  await run(id);
  expect(sent).toEqual([
    {
      id,
      to: "ada@example.test",
      subject: "Your code",
      text: "Your code is 123456\n\nSign in: https://idanimo.test/\n\nIdanimo\n",
      html: renderMailHtml("Your code", words.blocks),
    },
  ]);
});

test("sends an email from the previous release as plain text [R-07]", async () => {
  const id = await queueMail();
  const old = seal(key, Buffer.from(JSON.stringify({ to: "ada@example.test", subject: "Hello", text: "Old" })), {
    table: "outbox_messages",
    id,
    field: "sealed",
  });
  await base.owner.query("update outbox_messages set sealed = $2 where id = $1", [id, old]);
  await run(id);
  expect(sent).toEqual([{ id, to: "ada@example.test", subject: "Hello", text: "Old" }]);
});

test("sends once if the job runs twice", async () => {
  const id = await queue();
  await run(id);
  await run(id);
  expect(sent).toHaveLength(1);
});

test("fails and erases a message that the provider rejects", async () => {
  const id = await queue();
  results = [{ kind: "refused", why: "no_such_mailbox" }];
  await run(id);
  expect(await rowOf(id)).toMatchObject({ state: "failed", sealed: null });
});

test("retries a message after a temporary error, which names no person", async () => {
  const id = await queue();
  results = [{ kind: "later", why: "timeout" }];
  const failed = await run(id).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SendRetryLater);
  expect(String(failed)).not.toMatch(/123456|80312/);
  expect(await rowOf(id)).toMatchObject({ state: "waiting", attempts: 1 });
  await run(id);
  expect(await rowOf(id)).toMatchObject({ state: "sent", attempts: 2 });
});

test("retries a message within its TTL, at least every 15 minutes [R-27]", async () => {
  const id = await queue({ kind: "refund_notice" });
  const attempts = 30;
  results = Array.from({ length: attempts }, () => ({ kind: "later", why: "greeting_554" }) as const);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (retryDelayAfter(attempt) === "queue") await expect(run(id)).rejects.toThrow(SendRetryLater);
    else await run(id);
  }
  expect(await rowOf(id)).toMatchObject({ state: "waiting", sealed: expect.any(Buffer), attempts });
  const job = await base.owner.query<{ seconds: number }>(
    "select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs where key = $1",
    [`send_message:${id}`],
  );
  expect(job.rows).toHaveLength(1);
  expect(job.rows[0]?.seconds).toBeGreaterThan(maxRetryDelaySeconds - 60);
  expect(job.rows[0]?.seconds).toBeLessThanOrEqual(maxRetryDelaySeconds);
  await run(id);
  expect(await rowOf(id)).toMatchObject({ state: "sent", sealed: null });
});

test("fails and erases a message after its TTL [R-27]", async () => {
  const id = await queue({ kind: "refund_notice" });
  results = [{ kind: "later", why: "greeting_554" }];
  await expect(run(id)).rejects.toThrow(SendRetryLater);
  await base.setClockOffset(25 * 60 * minuteMs);
  await run(id);
  expect(sent).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ state: "failed", sealed: null });
});

test("does not send an expired code", async () => {
  const id = await queue();
  await base.setClockOffset(11 * minuteMs);
  await run(id);
  expect(sent).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ state: "failed", sealed: null });
});

test("fails a message whose key was destroyed", async () => {
  const id = await queue();
  await base.keys.destroy([keyId]);
  await run(id);
  expect(sent).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ state: "failed", sealed: null });
});

test("erases a message with a lost job after its TTL", async () => {
  const id = await queue({ kind: "consent_request" });
  await jobs().sweep_messages();
  expect(await rowOf(id)).toMatchObject({ state: "waiting" });
  await base.setClockOffset(26 * 60 * minuteMs);
  await jobs().sweep_messages();
  expect(await rowOf(id)).toMatchObject({ state: "failed", sealed: null });
});

describe("the message's own key [T-03 T-51]", () => {
  /** A process that crashes just before or just after it destroys keys. */
  const dying = (destroy = (_ids: readonly string[]) => Promise.resolve()) =>
    notificationJobs({
      ...parts(),
      keys: {
        find: (id) => base.keys.find(id),
        destroy: async (ids) => {
          await destroy(ids);
          throw new Error("killed");
        },
      },
    });
  const ownKey = async () => {
    const id = randomUUID();
    return queue({ id, keyId: id, key: await base.keys.create(id), kind: "consent_request" });
  };

  test.each(["sent", "failed"])(
    "is destroyed by a repeated job or the sweep after a crash: message %s",
    async (state) => {
      const [again, lost] = [await ownKey(), await ownKey()];
      if (state === "failed") results = [1, 2].map(() => ({ kind: "refused", why: "no_such_number" }) as const);
      for (const id of [again, lost]) await expect(dying().send_message({ messageId: id })).rejects.toThrow("killed");
      expect([await rowOf(again), await rowOf(lost)]).toMatchObject([{ state }, { state }]);
      await run(again);
      expect([await base.keys.find(again), await base.keys.find(lost)]).toEqual([undefined, expect.any(Buffer)]);
      await jobs().sweep_messages();
      expect(await base.keys.find(lost)).toBeUndefined();
      expect(sent).toHaveLength(2);
    },
  );

  test.each([
    ["before", undefined],
    ["after", (ids: readonly string[]) => base.keys.destroy(ids)],
  ])("is destroyed by the next sweep if one crashes %s destroying it", async (_when, destroy) => {
    const id = await ownKey();
    const waiting = await queue();
    await base.setClockOffset(26 * 60 * minuteMs);
    await expect(dying(destroy).sweep_messages()).rejects.toThrow("killed");
    await jobs().sweep_messages();
    expect([await rowOf(id), await base.keys.find(id)]).toMatchObject([{ state: "failed", sealed: null }, undefined]);
    expect([await rowOf(waiting), await base.keys.find(keyId)]).toMatchObject([{ state: "failed" }, key]);
  });

  test("is not a key that also opens other data, which remains", async () => {
    const id = await queue();
    await run(id);
    await run(id);
    await jobs().sweep_messages();
    expect(await base.keys.find(keyId)).toEqual(key);
  });
});

test.each([
  { delivered: true, state: "delivered" },
  { delivered: false, state: "failed" },
])("records delivered=$delivered once, as $state", async ({ delivered, state }) => {
  const id = await queue();
  results = [{ kind: "sent", messageId: `notice-${state}` }];
  await run(id);
  const note = (delivered: boolean, provider = "fake-sms") =>
    base.db.transaction("system", (tx) =>
      recordDeliveryReceipts(tx, provider, [{ messageId: `notice-${state}`, delivered }]),
    );
  expect(await note(delivered, "another-provider")).toEqual(["unknown"]);
  expect(await note(delivered)).toMatchObject([{ messageId: id, requestId: null, kind: "account_code" }]);
  expect(await note(delivered)).toEqual(["unchanged"]);
  expect(await note(!delivered)).toEqual(["unchanged"]);
  expect(await rowOf(id)).toMatchObject({ state });
});

test("batches concurrent messages, each with its own outcome [R-31]", async () => {
  const batch = vi.spyOn(base.db, "batch");
  const sizes = (what: string) => batch.mock.calls.flatMap(([kind, size]) => (kind === what ? [size] : []));
  const dead = randomUUID();
  const ids = await Promise.all([queue(), queue(), queue(), queue({ keyId: dead, key: randomBytes(32) }), queue()]);
  await run(ids[4]); // run by another process
  const killedAt = sent.splice(0).length;
  results = [
    { kind: "sent", messageId: "x-1" },
    { kind: "refused", why: "no_such_number" },
    { kind: "later", why: "busy" },
  ];
  batch.mockClear();
  const { send_message: send } = jobs();
  const done = await Promise.allSettled(ids.map((messageId) => send({ messageId })));
  expect(done.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect([killedAt, sent.length]).toEqual([1, 3]);
  expect(await Promise.all(ids.map(rowOf))).toMatchObject([
    { state: "sent", provider_id: "fake-sms:x-1", sealed: null },
    { state: "failed", provider_id: null, sealed: null },
    { state: "waiting", attempts: 1, sealed: expect.any(Buffer) },
    { state: "failed", provider_id: null, sealed: null },
    { state: "sent", attempts: 1 },
  ]);
  expect(sizes("message_begin")).toEqual([5]);
  expect(sizes("message_end").reduce((sum, size) => sum + size)).toBe(3);
  batch.mockRestore();
});

test("counts the first of several concurrent notices about one message [R-31]", async () => {
  const ids = await Promise.all([queue(), queue()]);
  results = [
    { kind: "sent", messageId: "y-1" },
    { kind: "sent", messageId: "y-2" },
  ];
  for (const id of ids) await run(id);
  const [one, other] = [
    { messageId: "y-1", delivered: false },
    { messageId: "y-2", delivered: true },
  ];
  const all = [one, { ...one, delivered: true }, { messageId: "y-3", delivered: true }, other, other];
  const noted = await base.db.transaction("system", (tx) => recordDeliveryReceipts(tx, "fake-sms", all));
  expect(noted).toMatchObject([{ messageId: ids[0] }, "unchanged", "unknown", { messageId: ids[1] }, "unchanged"]);
  expect(await Promise.all(ids.map(rowOf))).toMatchObject([{ state: "failed" }, { state: "delivered" }]);
});

test("lists the messages of a request without the contact", async () => {
  const requestId = randomUUID();
  const client = await base.owner.connect();
  await client.query("set session_replication_role = replica"); // replica mode skips the foreign keys, which would need a complete purchase
  await client.query(
    `insert into verification_requests (id, owner_id, search_type, retention_class, value_masked)
     values ($1, $1, 'nin', 'person', '*********89')`,
    [requestId],
  );
  client.release(true);
  const id = await queue({ kind: "consent_request", requestId });
  await queueMail({ kind: "consent_request", requestId });
  await run(id);
  const reported = await base.db.transaction("system", (tx) => findMessagesByRequest(tx, [requestId]));
  expect(reported.get(requestId)).toEqual([
    { channel: "sms", kind: "consent_request", state: "sent", at: expect.any(Date) },
    { channel: "mail", kind: "consent_request", state: "waiting", at: expect.any(Date) },
  ]);
});
