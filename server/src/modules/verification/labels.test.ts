import { requestLabelDays, requestLabelMaxLength } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parseCsv } from "../../kernel/testing/parse-csv.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { scheduleRequestClosure } from "./account-closure.ts";
import { buySearch, payPurchase, requestConsent, submitDecision } from "../../testing/lookup-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
});
afterAll(() => app.close());

type Row = {
  readonly id: string;
  readonly label?: string;
  readonly givenName?: string;
  readonly searchValue: string;
  readonly action: string;
};
const payer = () => app.user({ NGN: 100_000_00n });
const listed = async (user: TestUser, filter: object = {}) =>
  (await user.post("/user/matching-requests", filter)).json<{ requests: readonly Row[] }>().requests;
const labelsOf = async (user: TestUser, filter: object = {}) => (await listed(user, filter)).map(({ label }) => label);
const setLabel = (user: TestUser, requestId: string, label: string) =>
  user.post("/verification/label", { requestId, label });

/** Buys a lookup that ends at once: without a record, or refunded because the source failed. */
async function buyLabelled(user: TestUser, label: string, answer: "failed" | "not_found" = "not_found") {
  const nin = randomNin();
  app.providers.personRecords.respondTo(
    nin,
    answer === "failed" ? { kind: "failed", why: "x" } : { kind: "not_found" },
  );
  const bought = await buySearch(app, user, { nin, label });
  await payPurchase(user, bought);
  await app.drainQueue();
  return { ...bought, nin };
}

describe("the label of a request", () => {
  test("tells which request it was after a failure erased the number", async () => {
    const user = await payer();
    const { itemId, nin } = await buyLabelled(user, "Candidate: Chinedu Obi", "failed");
    await app.setClockOffset(25 * 3_600_000);
    await app.runSchedule("purge_due");
    expect(await app.keys.find(itemId)).toBeUndefined();
    const [row] = await listed(user);
    expect(row).toMatchObject({ id: itemId, label: "Candidate: Chinedu Obi", action: texts.rowRefunded });
    expect(row?.searchValue).toBe(`*********${nin.slice(-2)}`);
    const seen = await user.get(`/verification/check-consent/${itemId}`);
    expect(seen.json()).toMatchObject({ label: "Candidate: Chinedu Obi" });
  });

  test("is sealed, and is in no log, message or page of the subject", async () => {
    const user = await payer();
    const label = "Xylophone Qworth 77";
    const asked = await requestConsent(app, user);
    await setLabel(user, asked.itemId, label);
    const page = await app.app.inject({ url: `/consent/${asked.token}` });
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain("Xylophone");
    expect(asked.sms).not.toContain("Xylophone");
    const { rows } = await app.owner.query<{ text: string }>(
      "select label_sealed::text || encode(label_sealed, 'escape') as text from request_labels where request_id = $1",
      [asked.itemId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toMatch(/xylo|qworth/i);
    await submitDecision(app, asked.token, "grant");
    expect(await labelsOf(user)).toEqual([label]);
  });

  test("changes and is removed; the history finds only the current one", async () => {
    const user = await payer();
    const { itemId } = await buyLabelled(user, "Tenant: Bello");
    expect((await setLabel(user, itemId, "  Guard:   Musa ")).json()).toEqual({ label: "Guard: Musa" });
    expect(await labelsOf(user, { q: "musa" })).toEqual(["Guard: Musa"]);
    expect(await labelsOf(user, { q: "bello" })).toEqual([]);
    expect((await setLabel(user, itemId, "")).json()).toEqual({ label: null });
    expect(await labelsOf(user, { q: "musa" })).toEqual([]);
    expect(await labelsOf(user)).toEqual([undefined]);
  });

  test("is found by words and their beginnings, in any case and order, only by its account", async () => {
    const [user, other] = [await payer(), await payer()];
    await buyLabelled(user, "Candidate: Chinedu Obi", "failed");
    await buyLabelled(user, "Candidate: Ngozi Obi");
    await buyLabelled(other, "Candidate: Chinedu Obi");
    const found = (q: string, more: object = {}) => labelsOf(user, { q, ...more });
    expect(await found("chin")).toEqual(["Candidate: Chinedu Obi"]);
    expect(await found("OBI chinedu")).toEqual(["Candidate: Chinedu Obi"]);
    expect(await found("candidate:")).toEqual(["Candidate: Ngozi Obi", "Candidate: Chinedu Obi"]);
    expect(await found("chinedu ngozi")).toEqual([]);
    expect(await found("hinedu")).toEqual([]);
    expect(await found("candidate", { status: texts.rowRefunded })).toEqual(["Candidate: Chinedu Obi"]);
    expect(await found("candidate", { status: texts.rowNoData })).toEqual(["Candidate: Ngozi Obi"]);
    expect(await found("candidate", { type: "BVN" })).toEqual([]);
    const { rows } = await app.owner.query(
      "select word_hash from request_label_words group by word_hash having count(distinct owner_id) > 1",
    );
    expect(rows).toEqual([]);
  });

  test("is paged: each row once, newest first", async () => {
    const user = await payer();
    for (const name of ["one", "two", "three"]) await buyLabelled(user, `Driver ${name}`);
    type Page = { readonly requests: readonly Row[]; readonly next: string | null };
    const seen: (string | undefined)[] = [];
    for (let after: string | undefined; ;) {
      const page: Page = (await user.post("/user/matching-requests", { q: "driver", size: 1, after })).json();
      seen.push(...page.requests.map(({ label }) => label));
      if (page.next === null) break;
      after = page.next;
    }
    expect(seen).toEqual(["Driver three", "Driver two", "Driver one"]);
  });

  test("is in the history's CSV, beside the status word of the screen", async () => {
    const user = await payer();
    await buyLabelled(user, "Candidate: Chinedu");
    const [head, row] = parseCsv((await user.get("/user/history.csv")).body);
    expect(row?.[head?.indexOf("Label") ?? -1]).toBe("Candidate: Chinedu");
    expect(row?.at(-1)).toBe(texts.rowNoData);
    expect((await user.get("/user/history.csv?status=Expired")).body).not.toContain("Candidate");
  });

  test("rejects one that is too long, and another account's request", async () => {
    const [user, other] = [await payer(), await payer()];
    const { itemId } = await buyLabelled(user, "Mine");
    const long = await setLabel(user, itemId, "x".repeat(requestLabelMaxLength + 1));
    expect(long.json()).toMatchObject({ fields: { label: texts.requestLabelTooLong } });
    expect((await setLabel(other, itemId, "Theirs")).statusCode).toBe(404);
    expect((await setLabel(other, itemId, "")).statusCode).toBe(404);
    expect(await labelsOf(user)).toEqual(["Mine"]);
  });

  test("ends with its retention period, and with the account", async () => {
    const user = await payer();
    const { itemId } = await buyLabelled(user, "Candidate: Chinedu");
    const count = async () =>
      (await app.owner.query("select from request_label_words where request_id = $1", [itemId])).rowCount;
    await app.setClockOffset((requestLabelDays * 24 - 1) * 3_600_000);
    await app.runSchedule("delete_expired_rows");
    expect(await count()).toBeGreaterThan(0);
    await app.setClockOffset((requestLabelDays * 24 + 1) * 3_600_000);
    await app.runSchedule("delete_expired_rows");
    expect(await count()).toBe(0);
    await app.setClockOffset(0);
    const closing = await payer();
    const { itemId: of } = await buyLabelled(closing, "Candidate: Ngozi");
    const rows = async () => (await app.owner.query("select from request_labels where request_id = $1", [of])).rowCount;
    expect(await rows()).toBe(1);
    await app.product.db.transaction("system", (tx) => scheduleRequestClosure(tx, closing.id));
    expect(await rows()).toBe(0);
  });
});

describe("the name that the requester was given", () => {
  test("is in the row while the request is open, and not afterwards", async () => {
    const user = await payer();
    const nin = randomNin();
    const bought = await buySearch(app, user, { nin, expectedName: { firstname: "Chinedu", lastname: "Obi" } });
    await payPurchase(user, bought);
    await app.drainQueue();
    const [open] = await listed(user);
    expect(open).toMatchObject({ givenName: "Chinedu Obi" });
    await app.setClockOffset(49 * 3_600_000);
    const [over] = await listed(user);
    expect(over?.givenName).toBeUndefined();
  });
});

describe("filters of the history", () => {
  test("narrow by status and by days in Lagos, and are combined with a search", async () => {
    const user = await payer();
    const old = await requestConsent(app, user);
    await setLabel(user, old.itemId, "Old");
    const late = await buyLabelled(user, "Late");
    await app.owner.query("update purchase_items set created_at = '2026-03-01 22:59:59+00' where id = $1", [
      old.itemId,
    ]);
    await app.owner.query("update purchase_items set created_at = '2026-03-01 23:00:00+00' where id = $1", [
      late.itemId,
    ]);
    const found = (filter: object) => labelsOf(user, filter);
    expect(await found({ from: "2026-03-01", to: "2026-03-01" })).toEqual(["Old"]);
    expect(await found({ from: "2026-03-02" })).toEqual(["Late"]);
    expect(await found({ to: "2026-03-02" })).toEqual(["Late", "Old"]);
    expect(await found({ to: "2026-02-28" })).toEqual([]);
    expect(await found({ status: texts.rowNoData })).toEqual(["Late"]);
    expect(await found({ status: texts.awaitingConsent, from: "2026-03-02" })).toEqual([]);
    expect(await found({ q: "nin", to: "2026-03-01" })).toEqual(["Old"]);
    expect(await found({ q: "nin", status: texts.rowNoData })).toEqual(["Late"]);
    expect((await user.get("/user/matching-requests?from=2026-02-31")).json()).toMatchObject({
      fields: { from: texts.dayInvalid },
    });
  });
});
