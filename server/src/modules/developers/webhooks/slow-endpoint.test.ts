import { randomUUID } from "node:crypto";
import { apiBase } from "@idanimo/contract/operation";
import type pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openOwnerPool } from "../../../app/databases.ts";
import { type JobRunner, startJobs } from "../../../jobs/runner.ts";
import { eventually } from "../../../providers/testing/sandbox.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { createBusiness, type TestMember } from "../../../testing/organisation-steps.ts";
import { openWebhookReceiver, type WebhookReceiver } from "../../../testing/webhook-receiver.ts";
import { createWebhookEndpoint } from "../../../testing/webhook-steps.ts";

/** The queue runs as in the program, with its slots. */

let app: TestApp;
let url: string;
let queue: pg.Pool;
let jobs: JobRunner;
let prompt: WebhookReceiver;
let silent: WebhookReceiver;
let owner: TestMember;
let other: TestMember;
beforeAll(async () => {
  app = await createTestApp();
  url = await app.app.listen({ port: 0, host: "127.0.0.1" });
  queue = openOwnerPool(app.url, () => undefined);
  jobs = await startJobs(
    queue,
    app.product.jobs,
    [],
    pino({ level: "silent" }),
    () => true,
    app.product.dedicatedSlots,
  );
  [prompt, silent] = [await openWebhookReceiver(), await openWebhookReceiver()];
  silent.respond(() => undefined); // never
  owner = await createBusiness(app, { NGN: 100_000_00n });
  other = await createBusiness(app);
  await createWebhookEndpoint(owner, prompt.url, ["bulk.done"]);
  await createWebhookEndpoint(other, silent.url, ["bulk.done"]);
});
afterAll(async () => {
  await silent.close(); // ends the attempts
  await jobs.stop();
  await queue.end();
  await prompt.close();
  await app.close();
});

/** @returns the id that its event contains */
async function report(by: TestMember): Promise<string> {
  const uploadId = randomUUID();
  await app.product.db.transaction("system", (tx) =>
    app.product.services.events.emit(tx, "bulk_completed", { uploadId, ownerId: by.organisationId }),
  );
  return uploadId;
}

/** The longest time from a commit to the arrival of its event, and of a payment, while both are made in turn. */
async function longest(): Promise<{ readonly deliveryMs: number; readonly paymentMs: number }> {
  const times = { deliveryMs: 0, paymentMs: 0 };
  for (let at = 0; at < 20; at += 1) {
    const { sessionCode, transactionID, amount } = await app.purchase(owner);
    const began = performance.now();
    const paid = await fetch(`${url}${apiBase}/transaction/wallet-payment`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${owner.token}`,
        "idanimo-organisation": owner.organisationId,
        "content-type": "application/json",
      },
      body: JSON.stringify({ sessionCode, transactionID, amount }),
    });
    times.paymentMs = Math.max(times.paymentMs, performance.now() - began);
    expect(paid.status).toBe(200);
    const uploadId = await report(owner);
    const committed = performance.now();
    await eventually(async () => prompt.received.find(({ body }) => body.data["uploadId"] === uploadId));
    times.deliveryMs = Math.max(times.deliveryMs, performance.now() - committed);
  }
  return times;
}

test("delays no other endpoint by more than 1 s, and no payment [DP-12]", async () => {
  await longest(); // warms up
  const before = await longest();
  await Promise.all(Array.from({ length: 300 }, () => report(other)));
  const beside = await longest();
  await eventually(async () => silent.received.length > 0 || undefined);
  expect(silent.received.length).toBeLessThanOrEqual(5); // connections
  expect(beside.deliveryMs - before.deliveryMs).toBeLessThan(1_000);
  expect(beside.paymentMs - before.paymentMs).toBeLessThan(1_000);
}, 60_000);
