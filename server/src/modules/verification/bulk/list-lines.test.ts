import type { listBulkLines } from "@idanimo/contract/bulk-lines";
import type { OutputOf } from "@idanimo/contract/operation";
import * as texts from "@idanimo/contract/texts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parseCsv } from "../../../kernel/testing/parse-csv.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import {
  type BulkPurchase,
  buyBulkFile,
  payBulkFile,
  postSession,
  randomNins,
  uploadBulkFile,
} from "../../../testing/bulk-file.ts";
import { act, createBulkSteps } from "./testing/bulk-steps.ts";

let app: TestApp;
const { company, rows, verifyAfterTest } = createBulkSteps(() => app);
beforeAll(async () => void (app = await createTestApp({ BULK_RECORDS_MOST: "2000" })));
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

/** Buys a file as it is, and runs its lookups. */
async function buyText(user: TestUser, text: string, more: object = {}): Promise<BulkPurchase> {
  const { uploadId } = (await uploadBulkFile(app, user, text)).json<{ uploadId: string }>();
  const made = await postSession(user, { bulkUploadId: uploadId, ...more });
  const { quote, ...bought } = made.json<BulkPurchase & { quote: { total: number } }>();
  await payBulkFile(user, { ...bought, uploadId, amount: String(quote.total) });
  await app.drainQueue();
  return { ...bought, uploadId, amount: String(quote.total) };
}
type Lines = OutputOf<typeof listBulkLines>;
const listLines = async (user: TestUser, { uploadId }: BulkPurchase, query = "") =>
  (await user.get(`/verification/bulk/${uploadId}/lines${query}`)).json<Lines>();
const statusQuery = (status: string, after?: string | null) =>
  `?status=${encodeURIComponent(status)}${after ? `&after=${after}` : ""}`;

describe("the labels of a bulk file", () => {
  test("come from the columns of the file, and are the labels of its requests", async () => {
    const user = await company(3);
    const [first = "", second = "", third = ""] = randomNins(3);
    const text = `NIN,Label,Staff ID,Branch\n${first},Chinedu Obi,EMP-1,Kano\n${second},,EMP-2,\n${third},,,\n`;
    const uploaded = await uploadBulkFile(app, user, text);
    expect(uploaded.json()).toMatchObject({
      records: 3,
      badCount: 0,
      notes: [
        "Line 1 is a heading, so we skipped it.",
        "We use Label and Staff ID as the private label of each line.",
        texts.csvOtherColumnsIgnored,
      ],
    });
    const file = await buyText(user, text, { label: "Batch 7" });
    expect((await listLines(user, file)).lines.map(({ line, label }) => [line, label])).toEqual([
      [2, "Chinedu Obi · EMP-1"],
      [3, "EMP-2"],
      [4, "Batch 7"],
    ]);
    const found = await user.post("/user/matching-requests", { q: "emp-2" });
    expect(found.json<{ requests: readonly { label: string }[] }>().requests.map(({ label }) => label)).toEqual([
      "EMP-2",
    ]);
  });

  test("are sealed while the file waits to be bought, and deleted with it", async () => {
    const user = await company(1);
    const text = `NIN,Label\n${randomNins(1)[0] ?? ""},Xylophone\n`;
    const { uploadId } = (await uploadBulkFile(app, user, text)).json<{ uploadId: string }>();
    const stored = await rows<{ labels: Buffer }>(
      "select labels_sealed as labels from bulk_chunks where upload_id = $1",
      [uploadId],
    );
    expect(stored.map(({ labels }) => [labels.length > 0, labels.includes("Xylophone")])).toEqual([[true, false]]);
    await app.setClockOffset(25 * 3_600_000);
    await app.runSchedule("sweep_bulk");
    expect(await rows("select from bulk_chunks where upload_id = $1", [uploadId])).toEqual([]);
  });

  test("make a line invalid if they are too long", async () => {
    const user = await company(1);
    const text = `NIN,Label\n${randomNins(1)[0] ?? ""},${"x".repeat(61)}\n`;
    expect((await uploadBulkFile(app, user, text)).json()).toMatchObject({
      badCount: 1,
      bad: [{ line: 2, message: texts.csvLabelTooLong }],
    });
  });

  test("cannot become a formula in results.csv, and are read from it again [T-59]", async () => {
    const user = await company(4);
    const [nin = ""] = randomNins(1);
    const label = '=HYPERLINK("https://bad.test")';
    const file = await buyText(user, `NIN,Label\n${nin},"${label.replaceAll('"', '""')}"\n`);
    const results = (await user.get(`/verification/bulk/${file.uploadId}/results.csv`)).body;
    const [head, row] = parseCsv(results);
    expect(row?.[head?.indexOf("Label") ?? -1]).toBe(`'${label}`);
    const again = await buyText(user, results);
    expect((await listLines(user, again)).lines.map((line) => line.label)).toEqual([label]);
  });
});

describe("listBulkLines", () => {
  test("lists masked lines with their status, and filters them", async () => {
    const user = await company(3);
    const [missing = "", failing = "", asked = ""] = randomNins(3);
    app.providers.personRecords.respondTo(missing, { kind: "not_found" });
    app.providers.personRecords.respondTo(failing, { kind: "failed", why: "x" });
    const file = await buyText(user, [missing, failing, asked].join("\n"));
    const { lines, next } = await listLines(user, file);
    expect(next).toBeNull();
    expect(lines.map(({ line, number, status }) => [line, number, status])).toEqual([
      [1, `*********${missing.slice(-2)}`, texts.rowNoData],
      [2, `*********${failing.slice(-2)}`, texts.rowRefunded],
      [3, `*********${asked.slice(-2)}`, texts.awaitingConsent],
    ]);
    for (const { line, status } of lines)
      expect((await listLines(user, file, statusQuery(status))).lines.map((one) => one.line)).toEqual([line]);
    expect((await listLines(user, file, statusQuery(texts.rowExpired))).lines).toEqual([]);
    expect((await user.get(`/verification/bulk/${file.uploadId}/lines?status=x`)).statusCode).toBe(400);
    await app.setClockOffset(25 * 3_600_000);
    const late = await listLines(user, file, statusQuery(texts.rowExpired));
    expect(late.lines.map(({ line, status }) => [line, status])).toEqual([[3, texts.rowExpired]]);
  });

  test.each(["", texts.rowNotStarted])("pages a long file in order, each line once (status %j)", async (status) => {
    const user = await company(120);
    const file = await buyBulkFile(app, user, randomNins(120));
    await payBulkFile(user, file);
    const seen: number[] = [];
    for (let after: string | null = ""; after !== null;) {
      const query = status === "" ? `?after=${after}` : statusQuery(status, after);
      const page: Lines = await listLines(user, file, query);
      expect(page.lines.length).toBeLessThanOrEqual(50);
      seen.push(...page.lines.map(({ line }) => line));
      after = page.next;
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, at) => at + 1));
    await act(user, file, "stop"); // avoids the lookups
  });

  test("has no line of a file that is not paid, and finds no other account's file [T-43]", async () => {
    const user = await company(1);
    const { uploadId } = (await uploadBulkFile(app, user, randomNins(1).join("\n"))).json<{ uploadId: string }>();
    expect((await user.get(`/verification/bulk/${uploadId}/lines`)).json()).toEqual({ lines: [], next: null });
    expect((await (await company(1)).get(`/verification/bulk/${uploadId}/lines`)).statusCode).toBe(404);
  });
});
