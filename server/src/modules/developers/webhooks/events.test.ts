import { vehicleFields } from "@idanimo/contract/checks/vin/view";
import { findInvalidFields, type WebhookEventKind } from "@idanimo/contract/developers/webhook-events";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { buyBulkFile, payBulkFile, randomNins } from "../../../testing/bulk-file.ts";
import { canary, createCanarySources, fieldNamesOf, plantCanaries } from "../../../testing/canary-sources.ts";
import { completeLookup, requestConsent, setClockRelativeTo, submitDecision } from "../../../testing/lookup-steps.ts";
import { createBusiness, type TestMember } from "../../../testing/organisation-steps.ts";
import { allKindNames, openRecord, recordEndings } from "../../../testing/record-states.ts";
import { makeJobsDue } from "../../../testing/queue.ts";
import { createFakeVehicles } from "../../../testing/vehicles.ts";
import { openWebhookReceiver, type WebhookReceiver } from "../../../testing/webhook-receiver.ts";
import { createWebhookEndpoint } from "../../../testing/webhook-steps.ts";

const vehicles = createFakeVehicles(plantCanaries([...fieldNamesOf([{ fields: vehicleFields }]), "made_in"]));
const others = createCanarySources();

let app: TestApp;
let owner: TestMember;
let receiver: WebhookReceiver;
beforeAll(async () => {
  app = await createTestApp({}, { sources: () => ({ ...vehicles.sources, ...others.sources }) });
  receiver = await openWebhookReceiver();
  owner = await createBusiness(app, { NGN: 100_000_00n });
  await createWebhookEndpoint(owner, receiver.url);
});
afterEach(async () => {
  receiver.received.length = 0;
  await app.setClockOffset(0);
  expect(app.jobFailures()).toEqual([]);
  await app.checkInvariants();
});
afterAll(async () => {
  await receiver.close();
  await app.close();
});

const typesOf = (requestId: string) =>
  receiver.received.filter(({ body }) => body.data["requestId"] === requestId).map(({ body }) => body.type);
const dataOf = (type: WebhookEventKind) => receiver.received.find(({ body }) => body.type === type)?.body.data;

describe("events of a check", () => {
  test("report that a person was asked, granted, and withdrew, and that the result is gone [DP-08]", async () => {
    const asked = await requestConsent(app, owner);
    await app.drainQueue();
    expect(typesOf(asked.itemId)).toEqual(["request.asked"]);
    await submitDecision(app, asked.token, "grant", undefined, ["photo"]);
    await app.drainQueue();
    const request = {
      requestId: asked.itemId,
      sessionCode: asked.sessionCode,
      transactionId: asked.transactionID,
      searchType: "nin",
    };
    expect(dataOf("request.decided")).toEqual({
      ...request,
      decision: "granted",
      granted: expect.arrayContaining(["identity", "photo"]) as string[],
      withheld: expect.arrayContaining(["contact"]) as string[],
    });
    expect(dataOf("request.closed")).toEqual({ ...request, outcome: "DELIVERED" });
    await submitDecision(app, asked.token, "withdraw");
    await app.drainQueue();
    expect(dataOf("request.withdrawn")).toEqual(request);
    expect(dataOf("record.gone")).toEqual({ ...request, reason: "withdrawn" });
    expect(typesOf(asked.itemId).toSorted()).toEqual([
      "record.gone",
      "request.asked",
      "request.closed",
      "request.decided",
      "request.withdrawn",
    ]);
  });

  test("report a denial, and no record that never was [DP-08]", async () => {
    const asked = await requestConsent(app, owner);
    await submitDecision(app, asked.token, "deny");
    await app.drainQueue();
    expect(dataOf("request.decided")).toMatchObject({ decision: "denied", granted: [] });
    expect(dataOf("request.closed")).toMatchObject({ outcome: "DENIED" });
    expect(typesOf(asked.itemId).toSorted()).toEqual(["request.asked", "request.closed", "request.decided"]);
  });

  test("report a refund with its amount [DP-08]", async () => {
    const bought = await completeLookup(app, owner, { kind: "failed", why: canary });
    await app.drainQueue();
    expect(dataOf("request.closed")).toMatchObject({ outcome: "PROVIDER_FAILED" });
    expect(dataOf("refund.made")).toMatchObject({
      requestId: bought.itemId,
      amount: { amount: bought.amount, currency: "NGN" },
    });
  });

  test("go to endpoints of the owner alone, and only the kinds that they chose [DP-08]", async () => {
    const stranger = await createBusiness(app, { NGN: 100_000_00n });
    const elsewhere = await openWebhookReceiver();
    await createWebhookEndpoint(stranger, elsewhere.url, ["request.closed"]);
    await requestConsent(app, owner);
    await completeLookup(app, stranger, { kind: "failed", why: "server_error" });
    const person = await app.user({ NGN: 100_000_00n });
    await completeLookup(app, person, { kind: "failed", why: "server_error" });
    await app.drainQueue();
    expect(receiver.received.map(({ body }) => body.type)).toEqual(["request.asked"]);
    expect(elsewhere.received.map(({ body }) => body.type)).toEqual(["request.closed"]);
    await elsewhere.close();
  });
});

describe("events of money and files", () => {
  test("report a settled payment with its state and amount [DP-08]", async () => {
    const reference = await app.startPayment(owner, { currency: "NGN", minor: 5_000_00n });
    app.providers.cardPayments.reportPaid(reference);
    expect((await owner.get(`/payment/flexi-check?txRef=${reference}`)).statusCode).toBeLessThan(500);
    await app.product.jobs["settle_payment"]?.({ reference } as never);
    await app.drainQueue();
    expect(dataOf("payment.settled")).toEqual({
      reference,
      state: "succeeded",
      amount: { amount: "5000", currency: "NGN" },
    });
  });

  test("report that all checks of a file ended [DP-08]", async () => {
    const file = await buyBulkFile(app, owner, ["12345678912"]);
    await payBulkFile(owner, file);
    app.providers.personRecords.respondTo("12345678912", { kind: "not_found" });
    await app.drainQueue();
    await app.runSchedule("sweep_bulk");
    await app.drainQueue();
    expect(dataOf("bulk.done")).toEqual({ uploadId: file.uploadId });
  });
});

describe("a file that stays stopped", () => {
  test("reports each line that was not started, with its refund [DP-08]", async () => {
    const file = await buyBulkFile(app, owner, randomNins(2));
    await payBulkFile(owner, file);
    await owner.post(`/verification/bulk/${file.uploadId}/stop`, {});
    await app.setClockOffset(24 * 3_600_000 + 5_000);
    await app.runSchedule("sweep_bulk");
    await makeJobsDue(app.owner);
    await app.drainQueue();
    const lines = receiver.received.filter(({ body }) => body.type !== "bulk.done").map(({ body }) => body);
    const types = lines.map(({ type }) => type);
    expect(types.toSorted()).toEqual(["refund.made", "refund.made", "request.closed", "request.closed"]);
    for (const { type, data } of lines)
      expect(data).toMatchObject(type === "refund.made" ? { amount: { currency: "NGN" } } : { outcome: "BLOCKED" });
    expect(new Set(lines.map(({ data }) => data["requestId"])).size).toBe(2);
  });
});

describe("events of keys", () => {
  test("report what needs attention, in the mode of the key [DP-08]", async () => {
    const keyId = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
    for (const mode of ["test", "live"] as const)
      await app.product.db.transaction("system", (tx) =>
        app.product.services.events.emit(tx, "key_warning", {
          keyId,
          organisationId: owner.id,
          mode,
          reason: mode === "live" ? "network_new" : "leaked",
        }),
      );
    await app.drainQueue();
    expect(receiver.received.map(({ body }) => body.data)).toEqual([{ keyId, reason: "network_new" }]);
  });
});

describe("an event", () => {
  test("is not delivered if its transaction is rolled back [DP-09]", async () => {
    const { rows: before } = await app.owner.query("select count(*)::int as n from webhook_events");
    const rolledBack = app.product.db.transaction("system", async (tx) => {
      await app.product.services.events.emit(tx, "bulk_completed", {
        uploadId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        ownerId: owner.id,
      });
      throw new Error("stop");
    });
    await expect(rolledBack).rejects.toThrow("stop");
    await app.drainQueue();
    expect(receiver.received).toEqual([]);
    expect((await app.owner.query("select count(*)::int as n from webhook_events")).rows).toEqual(before);
  });

  test("of no kind of check contains a planted value [DP-08]", async () => {
    const values: string[] = [canary];
    for (const name of allKindNames) {
      const { of, contact } = await openRecord({ app, vehicles, others, user: owner }, name);
      values.push(of.value, contact.phone, contact.phone.slice(4), contact.mail);
      await setClockRelativeTo(app, recordEndings.gone, [of.requestId], 1);
      await app.runSchedule("purge_due");
      await app.setClockOffset(0);
    }
    await app.setClockOffset(30 * 86_400_000); // events were written up to the end of each record
    await makeJobsDue(app.owner);
    await app.drainQueue();
    const kinds = new Set(receiver.received.map(({ body }) => body.type));
    expect([...kinds].toSorted()).toEqual(["record.gone", "request.asked", "request.closed", "request.decided"]);
    for (const { text, body, headers } of receiver.received) {
      expect(findInvalidFields(body.type as WebhookEventKind, body.data)).toEqual([]);
      for (const value of values) expect(text + JSON.stringify(headers)).not.toContain(value);
    }
    const { rows } = await app.owner.query<{ row: string }>("select e::text as row from webhook_events e");
    for (const { row } of rows) for (const value of values) expect(row).not.toContain(value);
  }, 60_000); // every kind of check, one after the other
});
