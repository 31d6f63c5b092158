import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../../testing/app.ts";
import {
  type BulkPurchase,
  buyBulkFile,
  randomNins,
  payBulkFile,
  readProgress,
  postSession,
  uploadBulkFile,
} from "../../../testing/bulk-file.ts";
import { maxFileBytes } from "./check-file.ts";
import { act, createBulkSteps, hourMs, linePrice, submit } from "./testing/bulk-steps.ts";

let app: TestApp;
const { company, rows, askedOf, queryKeys, keyCount, verifyAfterTest } = createBulkSteps(() => app);
beforeAll(async () => void (app = await createTestApp({ BULK_RECORDS_MOST: "2000" })));
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("uploading a bulk file", () => {
  test("counts the lines, reports bad ones, and stores the valid ones sealed [BULK-02]", async () => {
    const user = await company(1);
    const [nin, other] = [randomNin(), randomNin()];
    const good = (await uploadBulkFile(app, user, `${nin}\r\n\r\n${other}\r\n`)).json<{ uploadId: string }>();
    expect(good).toEqual({ uploadId: good.uploadId, records: 2, bad: [], badCount: 0, notes: [] });
    const bad = (await uploadBulkFile(app, user, `nin\n${nin}\n1234`)).json<{ uploadId: string }>();
    expect(bad).toMatchObject({
      records: 2,
      badCount: 1,
      bad: [{ line: 3, message: "NIN must be exactly 11 digits." }],
      notes: ["Line 1 is a heading, so we skipped it."],
    });
    expect([await keyCount(good.uploadId), await keyCount(bad.uploadId)]).toEqual([1, 1]);
    const stored = await rows<{ sealed: Buffer }>("select sealed from bulk_chunks where owner_id = $1", [user.id]);
    expect(stored.map(({ sealed }) => [sealed.length > 0, sealed.includes(nin)])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(await readProgress(user, good.uploadId)).toMatchObject({ state: "checked", begun: 0, waiting: 0 });
    expect((await app.wallets(user)).NGN).toBe(linePrice);
  });

  const csv = { "content-type": "text/csv; charset=utf-8" };
  test.each<[string, string, Record<string, string>, number, string, string?]>([
    [
      "another type of file [BULK-01]",
      "x",
      { "content-type": "image/png" },
      400,
      "bad_input",
      "Please select a CSV file.",
    ],
    ["a workbook [BULK-01]", "PK\u0003\u0004", csv, 400, "bad_input", "Please select a CSV file."],
    ["an unreadable file [BULK-03]", "\0", csv, 400, "bad_input", "Error reading the file."],
    ["too many lines [T-58]", "20000000001\n".repeat(2_001), csv, 422, "bulk_too_long"],
    ["too many bytes [T-58]", " ".repeat(maxFileBytes(2_000) + 1), csv, 413, "too_large"],
    ["a cross-site request [T-11]", randomNin(), { ...csv, "sec-fetch-site": "cross-site" }, 403, "cross_site"],
    ["an unknown token", randomNin(), { ...csv, authorization: `Bearer ${"A".repeat(43)}` }, 401, "not_signed_in"],
  ])("rejects and does not store %s", async (_what, payload, headers, status, code, words) => {
    const user = await company(1);
    const response = await uploadBulkFile(app, user, payload, headers);
    expect(response.json()).toMatchObject({ status, code, ...(words !== undefined && { fields: { file: words } }) });
    expect(await rows("select from bulk_uploads where owner_id = $1", [user.id])).toEqual([]);
  });

  test("rejects individuals and businesses without a confirmed email [T-17 WIZARD-10 T-15]", async () => {
    const individual = await app.user();
    expect((await uploadBulkFile(app, individual, randomNin())).json()).toMatchObject({ code: "not_for_this_account" });
    const user = await company(1);
    await rows("update users set email_verified_at = null where id = $1", [user.id]);
    expect((await uploadBulkFile(app, user, randomNin())).json()).toMatchObject({ code: "email_not_confirmed" });
  });

  test("limits the files of an account per day [T-45]", async () => {
    const user = await company(1);
    await rows("insert into rate_limits (key, points, expire) values ($1, 1000, $2)", [
      `bulk_account:${user.id}`,
      Date.now() + hourMs,
    ]);
    expect((await uploadBulkFile(app, user, randomNin())).json()).toMatchObject({ code: "too_many_requests" });
  });
});

describe("skipping the invalid lines of a bulk file", () => {
  const skip = (user: TestUser, uploadId: string) => user.post(`/verification/bulk/${uploadId}/skip-bad`, {});
  const codeOf = (response: { json: () => unknown }) => (response.json() as { code?: string }).code;

  test("sells the valid lines only, at their price [PRICE-15 R-14]", async () => {
    const user = await company(2);
    const [nin, other] = randomNins(2);
    const file = `${nin}\n1234\n${other}\n${nin}\n99`;
    const { uploadId } = (await uploadBulkFile(app, user, file)).json<{ uploadId: string }>();
    expect(codeOf(await postSession(user, { bulkUploadId: uploadId })), "before").toBe("bulk_not_usable");
    const skipped = await skip(user, uploadId);
    expect(skipped.json()).toEqual({ uploadId, records: 2 });
    expect((await skip(user, uploadId)).json(), "twice").toEqual({ uploadId, records: 2 });
    const made = await postSession(user, { bulkUploadId: uploadId });
    const { quote, ...bought } = made.json<BulkPurchase & { quote: { total: number } }>();
    expect(BigInt(Math.round(quote.total * 100))).toBe(linePrice * 2n);
    await payBulkFile(user, { ...bought, uploadId, amount: String(quote.total) });
    await app.drainQueue();
    expect(askedOf([nin ?? "", other ?? ""])).toHaveLength(2);
    expect(await readProgress(user, uploadId)).toMatchObject({ records: 2, skippedCount: 2, begun: 2 });
  });

  test("is rejected for a file without a valid line, a bought one and another user's", async () => {
    const user = await company(1);
    const bad = (await uploadBulkFile(app, user, "1234")).json<{ uploadId: string }>();
    expect(codeOf(await skip(user, bad.uploadId))).toBe("bulk_not_usable");
    const bought = await buyBulkFile(app, user, randomNins(1));
    expect(codeOf(await skip(user, bought.uploadId))).toBe("bulk_not_usable");
    expect((await skip(await company(1), bought.uploadId)).statusCode).toBe(404);
  });
});

describe("buying a bulk file", () => {
  test.each([1, 7, 1_000])("prices %i lines at exactly that many times one line [PRICE-15 R-14]", async (count) => {
    const user = await company(count);
    const numbers = randomNins(count);
    const file = await buyBulkFile(app, user, numbers);
    expect(file.amount).toBe(String(588 * count));
    const quoted = await user.post("/verification/quote", { bulkUploadId: file.uploadId, currency: "USD" });
    expect(quoted.json()).toMatchObject({ total: (83 * count) / 100, lines: [{ label: "Bulk NIN" }] });
    expect((await user.get(`/verification/session/${file.sessionCode}`)).json()).toMatchObject({
      state: "initiated",
      items: [{ requestId: file.uploadId, searchType: "bulk_nin", state: "priced" }],
    });
    await payBulkFile(user, file);
    expect((await app.wallets(user)).NGN).toBe(0n);
    const lines = await rows<{ lines: number; keys: number }>(
      `select count(*)::int as lines, count(distinct r.value_hash)::int as keys from purchase_items i
       join verification_requests r on r.id = i.id join consents c on c.request_id = i.id where i.owner_id = $1`,
      [user.id],
    );
    expect(lines).toEqual([{ lines: count, keys: count }]);
    await act(user, file, "stop"); // avoids a thousand lookups
    await app.drainQueue();
  });

  test("accepts a file of up to a thousand lines inside the payload [BULK-04]", async () => {
    const user = await company(3);
    const numbers = randomNins(3);
    const nin_csv = base64(numbers.join("\n"));
    const quoted = await user.post("/verification/quote", { nin_csv, currency: "NGN" });
    expect(quoted.json()).toMatchObject({ total: 3 * 588 });
    const made = (await postSession(user, { nin_csv })).json<BulkPurchase & { quote: { total: number } }>();
    expect(made.quote.total).toBe(3 * 588);
    await payBulkFile(user, { ...made, amount: "1764" });
    await app.drainQueue();
    expect(askedOf(numbers)).toHaveLength(3);
    for (const call of ["quote", "session"]) {
      const rejected = async (text: string) =>
        (
          await user.post(`/verification/${call}`, {
            nin_csv: base64(text),
            currency: "NGN",
            ...(call === "session" && { purpose: { code: "other" } }),
          })
        ).json<object>();
      expect(await rejected(randomNins(1_001).join("\n"))).toMatchObject({
        code: "bulk_too_long",
        message: expect.stringContaining("You can check at most 1,000") as string,
      });
      expect(await rejected(`${randomNin()}\n12`)).toMatchObject({
        code: "bad_input",
        fields: { nin_csv: "Line 2: NIN must be exactly 11 digits." },
      });
    }
  });

  test("prices and completes a bulk file beside another lookup [PRICE-15]", async () => {
    const user = await company(3);
    const numbers = randomNins(2);
    const { uploadId } = (await uploadBulkFile(app, user, numbers.join("\n"))).json<{ uploadId: string }>();
    const nin = randomNin();
    const made = (await postSession(user, { nin, bulkUploadId: uploadId })).json<BulkPurchase & { quote: object }>();
    expect(made.quote).toMatchObject({
      total: 3 * 588,
      lines: [
        { label: "NIN", amount: 500 },
        { label: "Bulk NIN", amount: 1_000 },
      ],
    });
    await payBulkFile(user, { ...made, uploadId, amount: "1764" });
    await app.drainQueue();
    expect(askedOf([nin, ...numbers])).toHaveLength(3);
    expect((await submit(user, made)).json()).toMatchObject({
      status: "done",
      basic: { status: "awaiting_consent" },
      bulkNin: { requestId: uploadId, status: "Bulk verification completed", detail: "2 lines" },
    });
  });

  test("rejects a file that is bad, foreign, unknown, paid or more than a day old", async () => {
    const [user, other] = [await company(2), await company(2)];
    const paid = await buyBulkFile(app, user, randomNins(1));
    await payBulkFile(user, paid);
    const idOf = async (text: string) => (await uploadBulkFile(app, user, text)).json<{ uploadId: string }>().uploadId;
    const [bad, old] = [await idOf("1"), await idOf(randomNin())];
    const mine = await idOf(randomNin());
    for (const [who, bulkUploadId] of [
      [user, paid.uploadId],
      [user, bad],
      [other, mine],
      [user, "00000000-0000-4000-8000-000000000000"],
    ] as const) {
      expect((await postSession(who, { bulkUploadId })).json()).toMatchObject({ status: 409, code: "bulk_not_usable" });
      expect((await who.post("/verification/quote", { bulkUploadId, currency: "NGN" })).json()).toMatchObject({
        code: "bulk_not_usable",
      });
    }
    await app.setClockOffset(24 * hourMs + 1_000);
    expect((await postSession(user, { bulkUploadId: old })).json()).toMatchObject({ code: "bulk_not_usable" });
  });

  test("replaces an unpaid purchase of the same file, but not a paid one [T-22]", async () => {
    const user = await company(4);
    const first = await buyBulkFile(app, user, randomNins(2));
    const again = () => postSession(user, { bulkUploadId: first.uploadId });
    const both = await Promise.all([again(), again(), again()]);
    expect(both.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
    const second = (await again()).json<BulkPurchase>();
    const { sessionCode, transactionID, amount } = first;
    const late = await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
    expect(late.json()).toMatchObject({ code: "quote_ended" });
    await payBulkFile(user, { ...second, amount });
    expect((await again()).json()).toMatchObject({ code: "bulk_not_usable" });
    expect((await app.wallets(user)).NGN).toBe(2n * linePrice);
  });

  test("destroys all keys if the purchase cannot be created", async () => {
    const user = await company(1);
    const { uploadId } = (await uploadBulkFile(app, user, randomNins(3).join("\n"))).json<{ uploadId: string }>();
    await rows("delete from bulk_chunks where upload_id = $1", [uploadId]); // simulates a lost chunk
    const before = (await queryKeys("select id from record_keys order by id")).rows;
    expect((await postSession(user, { bulkUploadId: uploadId })).statusCode).toBe(500);
    expect((await queryKeys("select id from record_keys order by id")).rows).toEqual(before);
    expect(await rows("select from purchases where owner_id = $1", [user.id])).toEqual([]);
  });
});
