import { webhookRetrySeconds } from "@idanimo/contract/developers/limits";
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { addMember, createOrganisation, outcome, type TestMember } from "../../../testing/organisation-steps.ts";
import { makeJobsDue } from "../../../testing/queue.ts";
import { openWebhookReceiver, type ReceivedWebhook, type WebhookReceiver } from "../../../testing/webhook-receiver.ts";
import { createWebhookEndpoint, deliveriesOf, endpointsOf } from "../../../testing/webhook-steps.ts";

let app: TestApp;
let owner: TestMember;
let receiver: WebhookReceiver;
beforeAll(async () => void (app = await createTestApp()));
beforeEach(async () => {
  await app.setClockOffset(0);
  owner = await createOrganisation(app);
  receiver = await openWebhookReceiver();
});
afterEach(async () => {
  await receiver.close();
  expect(app.jobFailures()).toEqual([]);
  await app.checkInvariants();
});
afterAll(() => app.close());

const dayMs = 86_400_000;
const headersOf = ({ headers }: ReceivedWebhook) => ({
  "webhook-id": String(headers["webhook-id"]),
  "webhook-timestamp": String(headers["webhook-timestamp"]),
  "webhook-signature": String(headers["webhook-signature"]),
});
const sendTest = async (id: string) => {
  const response = await owner.post(`/developers/webhooks/${id}/test`, {});
  expect(outcome(response)).toBe("done");
  return response.json<{ deliveryId: string }>().deliveryId;
};
const replay = (id: string, body: object) => owner.post(`/developers/webhooks/${id}/replay`, body);
/** Runs what is due at an offset of the clock. */
async function runAt(offsetMs: number): Promise<void> {
  await app.setClockOffset(offsetMs);
  await makeJobsDue(app.owner);
  await app.drainQueue();
}

describe("the signature", () => {
  test("of the public test vector is that of the specification [DP-07]", () => {
    const signed = new Webhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").sign(
      "msg_p5jXN8AQM9LWM0D4loKWxJek",
      new Date(1_614_265_330_000),
      '{"test": 2432232314}',
    );
    expect(signed).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  test("of a delivery is accepted by two libraries, and no altered body is [DP-07]", async () => {
    const { id, secret } = await createWebhookEndpoint(owner, `${receiver.url}path?query=1`);
    await sendTest(id);
    await app.drainQueue();
    const [one] = receiver.received;
    if (!one) throw new Error("nothing arrived");
    expect(one.path).toBe("/path?query=1");
    expect(new Webhook(secret).verify(one.text, headersOf(one))).toEqual(one.body);
    const svix = new SvixWebhook(secret);
    expect(() => void svix.verify(one.text, headersOf(one))).not.toThrow();
    expect(() => void svix.verify(`${one.text} `, headersOf(one))).toThrow(/signature/i);
    expect(one.body).toEqual({
      id: one.headers["webhook-id"],
      type: "webhook.test",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      mode: "live",
      data: { endpointId: id },
    });
    expect(() => new Webhook(secret).verify(one.text.replace("live", "test"), headersOf(one))).toThrow(/signature/i);
    const other = await createWebhookEndpoint(owner, receiver.url);
    expect(() => new Webhook(other.secret).verify(one.text, headersOf(one))).toThrow(/signature/i);
  });

  test("comes from both secrets for 24 hours after a change [DP-11]", async () => {
    const { id, secret: earlier } = await createWebhookEndpoint(owner, receiver.url);
    const changed = await owner.post(`/developers/webhooks/${id}/secret`, {});
    const { secret: current } = changed.json<{ secret: string }>();
    expect(current).not.toBe(earlier);
    await sendTest(id);
    await app.drainQueue();
    const [both] = receiver.received;
    if (!both) throw new Error("nothing arrived");
    for (const secret of [earlier, current])
      expect(new Webhook(secret).verify(both.text, headersOf(both))).toEqual(both.body);
    await app.setClockOffset(dayMs + 1_000);
    await sendTest(id);
    await makeJobsDue(app.owner);
    await app.drainQueue();
    expect(String(receiver.received[1]?.headers["webhook-signature"]).split(" ")).toHaveLength(1);
    expect(await endpointsOf(owner)).toMatchObject([{ earlierSecretUntil: null }]);
  });
});

describe("a delivery", () => {
  test("stores each attempt, and is sent again on request with the same id [DP-11]", async () => {
    const { id } = await createWebhookEndpoint(owner, receiver.url);
    receiver.respond((response) => response.writeHead(201).end(`${"é".repeat(999)}\0more`));
    const deliveryId = await sendTest(id);
    await app.drainQueue();
    const first = await deliveriesOf(owner, id);
    expect(first.deliveries).toMatchObject([
      {
        id: deliveryId,
        type: "webhook.test",
        state: "delivered",
        nextAttemptAt: null,
        body: receiver.received[0]?.text,
        attempts: [{ number: 1, status: 201, response: `${"é".repeat(999)}m`, error: null }],
      },
    ]);
    expect(outcome(await replay(id, { deliveryId }))).toBe("done");
    await app.drainQueue();
    expect((await deliveriesOf(owner, id, "?state=delivered")).deliveries[0]?.attempts).toHaveLength(2);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await endpointsOf(owner)).toMatchObject([{ attempts: { succeeded: 2, failed: 0 } }]);
    expect((await replay(id, { deliveryId: id })).json()).toEqual({ count: 0 });
    expect(outcome(await replay(id, {}))).toBe("400 bad_input");
  });

  test("is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, then fails [DP-10]", async () => {
    const { id } = await createWebhookEndpoint(owner, receiver.url);
    receiver.respond(500);
    await sendTest(id);
    await app.drainQueue();
    let passedMs = 0;
    for (const [at, seconds] of webhookRetrySeconds.entries()) {
      expect(receiver.received).toHaveLength(at + 1);
      await runAt(passedMs + seconds * 1_000 - 1_500);
      expect(receiver.received).toHaveLength(at + 1);
      passedMs += seconds * 1_000 + 5_000; // this machine may be slow
      await runAt(passedMs);
    }
    expect(webhookRetrySeconds).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]);
    expect(receiver.received).toHaveLength(8);
    await runAt(passedMs + dayMs);
    expect(receiver.received).toHaveLength(8);
    expect((await deliveriesOf(owner, id, "?state=failed")).deliveries[0]?.attempts).toHaveLength(8);
    expect(await endpointsOf(owner)).toMatchObject([{ state: "enabled", attempts: { succeeded: 0, failed: 8 } }]);
    receiver.respond(204);
    const since = new Date(Date.now() - dayMs).toISOString();
    expect((await replay(id, { failedSince: since })).json()).toEqual({ count: 1 });
    await runAt(passedMs + dayMs);
    expect((await deliveriesOf(owner, id)).deliveries).toMatchObject([{ state: "delivered" }]);
    expect(await endpointsOf(owner)).toMatchObject([{ failingSince: null }]);
  });

  test("follows no redirect, which is a failure [DP-06 DP-10]", async () => {
    const trap = await openWebhookReceiver();
    const { id } = await createWebhookEndpoint(owner, receiver.url);
    receiver.respond((response) => response.writeHead(307, { location: trap.url }).end());
    await sendTest(id);
    await app.drainQueue();
    expect((await deliveriesOf(owner, id)).deliveries).toMatchObject([
      { state: "pending", attempts: [{ status: 307 }] },
    ]);
    expect(trap.received).toEqual([]);
    await trap.close();
  });

  test("counts a 2xx status whose body breaks off or never ends [DP-10]", async () => {
    const { id } = await createWebhookEndpoint(owner, receiver.url);
    receiver.respond(
      (response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("cut", () => response.destroy());
      },
      (response) => void response.writeHead(200).write("a".repeat(100_000)),
    );
    for (let at = 0; at < 2; at += 1) {
      await sendTest(id);
      await app.drainQueue();
    }
    const { deliveries } = await deliveriesOf(owner, id);
    expect(deliveries.map(({ state }) => state)).toEqual(["delivered", "delivered"]);
    expect(deliveries[0]?.attempts[0]?.response).toBe("a".repeat(1_000));
  });

  test("without a server records why [DP-11]", async () => {
    const { id } = await createWebhookEndpoint(owner, "http://127.0.0.1:1/");
    await sendTest(id);
    await app.drainQueue();
    expect((await deliveriesOf(owner, id)).deliveries).toMatchObject([
      { state: "pending", attempts: [{ status: null, error: "econnrefused", response: "" }] },
    ]);
  });

  test("is listed in pages, newest first, and deleted after 30 days [DP-11]", async () => {
    const { id } = await createWebhookEndpoint(owner, receiver.url);
    for (let at = 0; at < 21; at += 1) await sendTest(id);
    await app.drainQueue();
    const first = await deliveriesOf(owner, id);
    const second = await deliveriesOf(owner, id, `?after=${first.next}`);
    expect([first.deliveries.length, second.deliveries.length, second.next]).toEqual([20, 1, null]);
    expect(new Set([...first.deliveries, ...second.deliveries].map((one) => one.id)).size).toBe(21);
    await app.setClockOffset(30 * dayMs + 60_000);
    await app.runSchedule("delete_expired_rows");
    expect((await deliveriesOf(owner, id)).deliveries).toEqual([]);
    const left = await app.owner.query("select from webhook_events where organisation_id = $1", [owner.organisationId]);
    expect(left.rowCount).toBe(0);
    const attempts =
      "select from webhook_attempts where not exists (select from webhook_deliveries where id = delivery_id)";
    expect((await app.owner.query(attempts)).rowCount).toBe(0);
  });
});

describe("an endpoint that fails", () => {
  test("is disabled by 410 at once, with a notice and an email to those who manage it [DP-10]", async () => {
    const developer = await addMember(app, owner, ["developer"]);
    const reader = await addMember(app, owner, ["reader"]);
    const { id } = await createWebhookEndpoint(owner, receiver.url);
    receiver.respond(410);
    await sendTest(id);
    await app.drainQueue();
    expect(await endpointsOf(owner)).toMatchObject([{ state: "disabled", disabledReason: "gone" }]);
    const informed = async (member: TestMember) => {
      const { notices } = (await member.get("/user/notices")).json<{ notices: { kind: string; link: string }[] }>();
      const mails = app.providers.mail.sent.filter(
        ({ to, subject }) => to === member.email && subject === "A webhook endpoint was disabled",
      );
      const links = notices.filter(({ kind }) => kind === "webhook_disabled").map(({ link }) => link);
      return [mails.length, links];
    };
    const link = `/developers/webhooks/${id}`;
    expect(await informed(owner)).toEqual([1, [link]]);
    expect(await informed(developer)).toEqual([1, [link]]);
    expect(await informed(reader)).toEqual([0, []]);
    expect(outcome(await replay(id, { failedSince: new Date(0).toISOString() }))).toBe("409 webhook_disabled");
    await owner.post(`/developers/webhooks/${id}`, { state: "enabled" });
    receiver.respond(200);
    expect((await replay(id, { failedSince: new Date(0).toISOString() })).json()).toEqual({ count: 1 });
    await app.drainQueue();
    expect((await deliveriesOf(owner, id)).deliveries).toMatchObject([{ state: "delivered" }]);
  });

  test("for five days without a success is disabled, and what waits fails [DP-10]", async () => {
    const { id } = await createWebhookEndpoint(owner, receiver.url);
    receiver.respond(503);
    await sendTest(id);
    await app.drainQueue();
    await app.setClockOffset(5 * dayMs - 60_000);
    await sendTest(id);
    await sendTest(id);
    await app.drainQueue();
    expect(await endpointsOf(owner)).toMatchObject([{ state: "enabled" }]);
    await runAt(5 * dayMs + 60_000);
    expect(await endpointsOf(owner)).toMatchObject([{ state: "disabled", disabledReason: "failing" }]);
    expect((await deliveriesOf(owner, id, "?state=pending")).deliveries).toEqual([]);
    expect(
      app.providers.mail.sent.filter(
        ({ to, text }) => to === owner.email && text.includes("every attempt failed for five days"),
      ),
    ).toHaveLength(1);
  });

  test("keeps going after a success in those days [DP-10]", async () => {
    const { id } = await createWebhookEndpoint(owner, receiver.url);
    receiver.respond(503, 200, 503);
    await sendTest(id);
    await app.drainQueue();
    await runAt(3 * dayMs);
    await sendTest(id);
    await runAt(6 * dayMs);
    expect(await endpointsOf(owner)).toMatchObject([{ state: "enabled" }]);
  });
});

describe("a lost job", () => {
  test("is queued again by the sweep [DP-09]", async () => {
    const { id } = await createWebhookEndpoint(owner, receiver.url);
    await sendTest(id);
    await app.owner.query(
      "select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where key like 'webhook:%'))",
    );
    await app.runSchedule("sweep_webhooks");
    await app.drainQueue();
    expect(receiver.received).toEqual([]);
    await app.setClockOffset(61_000);
    await app.runSchedule("sweep_webhooks");
    await app.drainQueue();
    expect(receiver.received).toHaveLength(1);
  });
});
