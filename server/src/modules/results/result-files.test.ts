import { apiBase } from "@idanimo/contract/operation";
import { downloads } from "@idanimo/contract/downloads";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { canary } from "../../testing/canary-sources.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import {
  type SearchPurchase,
  buySearch,
  setClockRelativeTo,
  completeLookup,
  payPurchase,
  readRequestState,
} from "../../testing/lookup-steps.ts";
import { createFakeVehicles, randomVin, pdfBytes, vehicleReportQuery } from "../../testing/vehicles.ts";

/** A vehicle source's own report as a file: download, storage and deletion. */

const vehicles = createFakeVehicles();
let app: TestApp;
beforeAll(async () => void (app = await createTestApp({}, { sources: () => vehicles.sources })));
afterEach(async () => {
  vehicles.vehicleReportFile.onAsk = undefined;
  vehicles.vehicleReportFile.state = "up";
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const price = 5_425_00n;
const payer = () => app.user({ NGN: price * 3n });
const run = (itemId: string) => app.product.jobs["look_up"]?.({ itemId } as never);
const count = async (table: "result_files" | "results", requestId: string) =>
  (await app.owner.query(`select from ${table} where request_id = $1`, [requestId])).rowCount;

async function bought(user: TestUser, vin = randomVin()): Promise<SearchPurchase & { readonly vin: string }> {
  const made = await buySearch(app, user, { vin });
  await payPurchase(user, made);
  return { ...made, vin };
}
async function delivered(user: TestUser, vin?: string) {
  const made = await bought(user, vin);
  await app.drainQueue();
  expect(await readRequestState(app, made.itemId)).toMatchObject({ outcome: "DELIVERED" });
  return made;
}
const at = (id: string) => downloads.sourceReport(id).slice(apiBase.length);
const dataOf = async (user: TestUser, id: string) =>
  (await user.get(`/verification/check-consent/${id}`)).json<{ data: Record<string, unknown> | null }>().data;
const erasedAt = "select expires_at as at from results where request_id = $1";

describe("the source's report [RESULT-VIN-05]", () => {
  test("is linked from the record and downloads unchanged as an attachment", async () => {
    const user = await payer();
    const { itemId, vin } = await delivered(user);
    expect(await dataOf(user, itemId)).toMatchObject({
      vin,
      pdfUri: `/api/v2/results/${itemId}/source.pdf`,
      previewImageURL: null,
    });
    const response = await user.get(at(itemId));
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(pdfBytes)).toBe(true);
    expect(response.headers).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "no-store",
      "content-disposition": 'attachment; filename="Idanimo-source-report.pdf"',
      "x-content-type-options": "nosniff",
    });
    const looks = await app.owner.query(
      "select from audit_log where object_id = $1 and actor_id = $2 and action = 'downloaded_source_report'",
      [itemId, user.id],
    );
    expect(looks.rowCount).toBe(1);
  });

  test("is stored sealed, and nowhere else once the item has ended [T-53]", async () => {
    const user = await payer();
    const { itemId } = await delivered(user);
    const files = await app.owner.query<{ sealed: Buffer; owner_id: string; name: string }>(
      "select * from result_files where request_id = $1",
      [itemId],
    );
    expect(files.rows).toMatchObject([{ owner_id: user.id, name: "source.pdf", media_type: "application/pdf" }]);
    expect(files.rows[0]?.sealed.includes(`${canary}-FILE`)).toBe(false);
    const stored = await app.owner.query(
      "select from lookup_attempts where request_id = $1 and response_sealed is not null",
      [itemId],
    );
    expect(stored.rowCount).toBe(0);
  });

  test("does not open if its sealed bytes are moved to another row [T-53]", async () => {
    const user = await payer();
    const [one, other] = [await delivered(user), await delivered(user)];
    await app.owner.query(
      "update result_files set sealed = (select sealed from result_files where request_id = $1) where request_id = $2",
      [one.itemId, other.itemId],
    );
    const response = await user.get(at(other.itemId));
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain("CANARY");
  });
});

describe("a missing report [R-03 R-12]", () => {
  test.each([
    { kind: "failed", why: "no_pdf" },
    { kind: "not_accepted", why: "too_late" },
    { kind: "not_found" },
  ] as const)("does not stop the delivery, and the record has no link: $kind", async (outcome) => {
    const user = await payer();
    const vin = randomVin();
    vehicles.vehicleReportFile.respondTo(vehicleReportQuery(vin), outcome);
    const { itemId } = await delivered(user, vin);
    expect(await dataOf(user, itemId)).toMatchObject({ vin, pdfUri: null });
    expect((await user.get(at(itemId))).json()).toMatchObject({ status: 404, code: "not_found" });
    expect((await app.wallets(user)).NGN).toBe(price * 2n);
    expect(vehicles.vehicleReportFile.queries.filter(({ asked }) => asked.vin === vin)).toHaveLength(1);
  });

  test.each([
    { answer: { kind: "not_accepted", why: "breaker_open" }, comes: 0 },
    { answer: { kind: "found", record: { base64: pdfBytes.toString("base64") } }, comes: 1 },
  ] as const)(
    "does not delay delivery while its source is down; one query: $answer.kind",
    async ({ answer: outcome, comes }) => {
      vehicles.vehicleReportFile.state = "down";
      const user = await payer();
      const vin = randomVin();
      vehicles.vehicleReportFile.respondTo(vehicleReportQuery(vin), outcome);
      const { itemId } = await delivered(user, vin); // sold and delivered without waiting for the source
      expect(await count("result_files", itemId)).toBe(comes);
      expect(await dataOf(user, itemId)).toMatchObject({ vin, pdfUri: comes ? downloads.sourceReport(itemId) : null });
      expect((await user.get(at(itemId))).statusCode).toBe(comes ? 200 : 404);
      expect((await app.wallets(user)).NGN).toBe(price * 2n);
      expect(vehicles.vehicleReportFile.queries.filter(({ asked }) => asked.vin === vin)).toHaveLength(1);
    },
  );

  test("is skipped after a crash during its download, without a refund", async () => {
    const user = await payer();
    const { itemId, vin } = await bought(user);
    vehicles.vehicleReportFile.onAsk = () => Promise.reject(new Error("the process dies here"));
    await expect(run(itemId)).rejects.toThrow("dies here");
    vehicles.vehicleReportFile.onAsk = undefined;
    await expect(run(itemId)).rejects.toThrow("is being looked up");
    await app.setClockOffset(76_000);
    await run(itemId);
    expect(await readRequestState(app, itemId)).toMatchObject({ outcome: "DELIVERED" });
    expect(await dataOf(user, itemId)).toMatchObject({ vin, pdfUri: null });
    for (const source of [vehicles.vehicleId, vehicles.vehicleReport, vehicles.vehicleReportFile])
      expect(source.queries.filter(({ asked }) => JSON.stringify(asked).includes(vin))).toHaveLength(1);
    expect((await app.wallets(user)).NGN).toBe(price * 2n);
  });

  test("cannot be stored for an unpaid item or without a record [R-04]", async () => {
    const user = await payer();
    const unpaid = await buySearch(app, user, { vin: randomVin() });
    const paid = await bought(user);
    const write = (requestId: string) =>
      app.db.transaction("system", (tx) =>
        tx
          .insertInto("result_files")
          .values({
            request_id: requestId,
            owner_id: user.id,
            name: "source.pdf",
            media_type: "application/pdf",
            sealed: Buffer.from("x"),
          })
          .execute(),
      );
    for (const { itemId } of [unpaid, paid]) await expect(write(itemId)).rejects.toMatchObject({ code: "23503" });
  });
});

describe("access to the report [T-43 T-51]", () => {
  test("ends after seven days by the clock, without any job [EXPIRY-03 EXPIRY-06 T-51]", async () => {
    const user = await payer();
    const { itemId } = await delivered(user);
    await setClockRelativeTo(app, erasedAt, [itemId], -1);
    expect((await user.get(at(itemId))).statusCode).toBe(200);
    for (const late of [0, 1]) {
      await setClockRelativeTo(app, erasedAt, [itemId], late);
      expect((await user.get(at(itemId))).statusCode).toBe(404);
    }
    expect(await count("result_files", itemId)).toBe(1);
    const days = await app.owner.query<{ days: number }>(
      "select extract(epoch from x.expires_at - r.created_at)::float8 / 86400 as days from results x join verification_requests r on r.id = x.request_id where r.id = $1",
      [itemId],
    );
    expect(days.rows[0]?.days).toBeCloseTo(7, 3);
  });

  test("ends with the purge, which deletes the file and the record [T-52]", async () => {
    const user = await payer();
    const { itemId, vin } = await delivered(user);
    await setClockRelativeTo(app, erasedAt, [itemId], 1);
    await app.runSchedule("purge_due");
    expect([await count("results", itemId), await count("result_files", itemId)]).toEqual([0, 0]);
    expect(await app.keys.find(itemId)).toBeUndefined();
    const left = await app.owner.query(
      "select search_sealed, value_hash, value_masked from verification_requests where id = $1",
      [itemId],
    );
    expect(left.rows).toEqual([
      { search_sealed: null, value_hash: null, value_masked: `${"*".repeat(15)}${vin.slice(-2)}` },
    ]);
    await app.setClockOffset(0); // setting the clock back restores nothing
    expect((await user.get(at(itemId))).statusCode).toBe(404);
  });

  test("ends when the key is destroyed, even if the rows remain", async () => {
    const user = await payer();
    const { itemId } = await delivered(user);
    await app.keys.destroy([itemId]);
    expect((await user.get(at(itemId))).statusCode).toBe(404);
    expect(await dataOf(user, itemId)).toBeNull();
  });

  test("is answered alike for another user, an unknown id and an invalid id", async () => {
    const [user, other] = [await payer(), await payer()];
    const { itemId } = await delivered(user);
    const responses = [
      await other.get(at(itemId)),
      await user.get(at("00000000-0000-4000-8000-000000000000")),
      await user.get(at("x' or true --")),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
  });

  test("is not found for a person's record", async () => {
    const user = await app.user({ NGN: 588_00n });
    const { itemId } = await completeLookup(app, user, { kind: "not_found" });
    expect((await user.get(at(itemId))).statusCode).toBe(404);
  });

  test("redirects a signed-out page, and rejects programs and cross-site images", async () => {
    const user = await payer();
    const { itemId } = await delivered(user);
    const url = downloads.sourceReport(itemId);
    const page = await app.app.inject({ url, headers: { accept: "text/html" } });
    expect([page.statusCode, page.headers["location"]]).toEqual([303, "/login"]);
    expect((await app.app.inject({ url })).json()).toMatchObject({ status: 401, code: "not_signed_in" });
    const headers = {
      authorization: `Bearer ${user.token}`,
      "sec-fetch-site": "cross-site",
      "sec-fetch-dest": "image",
    };
    expect((await app.app.inject({ url, headers })).json()).toMatchObject({ status: 403, code: "cross_site" });
  });

  test("is limited to 20 downloads a minute per account", async () => {
    const user = await payer();
    const { itemId } = await delivered(user);
    const statuses = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await user.get(at(itemId))).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });
});
