import pg from "pg";
import { apiBase } from "@idanimo/contract/operation";
import { partDescriptionForRequester, withheldParts } from "@idanimo/contract/record-parts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../../testing/app.ts";
import { deleteJobs } from "../../../testing/queue.ts";
import { submitDecision } from "../../../testing/lookup-steps.ts";
import { adultPerson } from "../../../testing/fakes.ts";
import { maxFileBytes } from "./check-file.ts";
import {
  type BulkPurchase,
  buyBulkFile,
  randomNins,
  payBulkFile,
  readProgress,
  postSession,
  uploadBulkFile,
} from "../../../testing/bulk-file.ts";

let app: TestApp;
let keyBase: pg.Pool;
beforeAll(async () => {
  app = await createTestApp({ BULK_RECORDS_MOST: "2000" });
  keyBase = new pg.Pool({ connectionString: app.keysUrl, max: 1 });
});
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(async () => {
  await keyBase.end();
  await app.close();
});

const price = 588_00n;
const hour = 3_600_000;
const company = (lines: number) => app.user({ userType: "business", NGN: price * BigInt(lines) });
const base64 = (text: string) => Buffer.from(text).toString("base64");
const rows = async <Row extends object>(text: string, values: readonly unknown[]) =>
  (await app.owner.query<Row>(text, [...values])).rows;
const keyCount = async (id: string) => (await keyBase.query("select from record_keys where id = $1", [id])).rowCount;
const askedOf = (numbers: readonly string[]) =>
  app.providers.personRecords.asked.map(({ nin }) => nin).filter((nin) => numbers.includes(nin));
const act = async (user: TestUser, { uploadId }: BulkPurchase, what: "stop" | "go-on") =>
  (await user.post(`/verification/bulk/${uploadId}/${what}`, {})).json<{ state: string }>().state;
const begin = async ({ sessionCode }: BulkPurchase) => {
  const [row] = await rows<{ id: string }>("select id from purchases where session_code = $1", [sessionCode]);
  await app.product.jobs["begin_bulk"]?.({ purchaseId: row?.id } as never);
};
const submit = (user: TestUser, { sessionCode }: BulkPurchase) =>
  user.post("/verification/submit", { sessionCode, sessionStatus: "COMPLETED" });

describe("uploading a bulk file", () => {
  test("counts the lines, reports bad ones, and stores only a sealed good file [BULK-02]", async () => {
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
    expect([await keyCount(good.uploadId), await keyCount(bad.uploadId)]).toEqual([1, 0]);
    const kept = await rows<{ sealed: Buffer }>("select upload_id, sealed from bulk_chunks where owner_id = $1", [
      user.id,
    ]);
    expect(kept).toMatchObject([{ upload_id: good.uploadId }]);
    expect(kept[0]?.sealed.includes(nin)).toBe(false);
    expect(await readProgress(user, good.uploadId)).toMatchObject({ state: "checked", begun: 0, waiting: 0 });
    expect((await app.wallets(user)).NGN).toBe(price);
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
    const answer = await uploadBulkFile(app, user, payload, headers);
    expect(answer.json()).toMatchObject({ status, code, ...(words !== undefined && { fields: { file: words } }) });
    expect(await rows("select from bulk_uploads where owner_id = $1", [user.id])).toEqual([]);
  });

  test("rejects individuals and businesses without a confirmed email [T-17 WIZARD-10 T-15]", async () => {
    const individual = await app.user();
    expect((await uploadBulkFile(app, individual, randomNin())).json()).toMatchObject({ code: "not_for_this_account" });
    const user = await company(1);
    await rows("update users set email_proved_at = null where id = $1", [user.id]);
    expect((await uploadBulkFile(app, user, randomNin())).json()).toMatchObject({ code: "email_not_confirmed" });
  });

  test("limits the files of an account per day [T-45]", async () => {
    const user = await company(1);
    await rows("insert into rate_limits (key, points, expire) values ($1, 1000, $2)", [
      `bulk_account:${user.id}`,
      Date.now() + hour,
    ]);
    expect((await uploadBulkFile(app, user, randomNin())).json()).toMatchObject({ code: "too_many_requests" });
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
      const refused = async (text: string) =>
        (
          await user.post(`/verification/${call}`, {
            nin_csv: base64(text),
            currency: "NGN",
            ...(call === "session" && { purpose: { code: "other" } }),
          })
        ).json<object>();
      expect(await refused(randomNins(1_001).join("\n"))).toMatchObject({
        code: "bulk_too_long",
        message: expect.stringContaining("At most 1,000 are checked") as string,
      });
      expect(await refused(`${randomNin()}\n12`)).toMatchObject({
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
    await app.setClockOffset(24 * hour + 1_000);
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
    expect((await app.wallets(user)).NGN).toBe(2n * price);
  });

  test("destroys all keys if the purchase cannot be created", async () => {
    const user = await company(1);
    const { uploadId } = (await uploadBulkFile(app, user, randomNins(3).join("\n"))).json<{ uploadId: string }>();
    await rows("delete from bulk_chunks where upload_id = $1", [uploadId]); // simulates a lost chunk
    const before = (await keyBase.query("select id from record_keys order by id")).rows;
    expect((await postSession(user, { bulkUploadId: uploadId })).statusCode).toBe(500);
    expect((await keyBase.query("select id from record_keys order by id")).rows).toEqual(before);
    expect(await rows("select from purchases where owner_id = $1", [user.id])).toEqual([]);
  });
});

describe("running a paid bulk file", () => {
  test("asks each subject once; submit returns when every line is asked or closed [BULK-05]", async () => {
    const user = await company(4);
    const numbers = randomNins(4);
    const [missing = "", away = "", minor = "", adultNin = ""] = numbers;
    app.providers.personRecords.respondTo(missing, { kind: "not_found" });
    app.providers.personRecords.respondTo(away, { kind: "failed", why: "http_500" });
    app.providers.personRecords.respondTo(minor, {
      kind: "found",
      record: adultPerson(minor, { birthDate: "2020-01-01" }),
    });
    const file = await buyBulkFile(app, user, numbers);
    expect((await submit(user, file)).json()).toMatchObject({ status: 409, code: "purchase_unpaid" });
    await payBulkFile(user, file);
    const waiting = submit(user, file);
    await app.drainQueue();
    expect((await waiting).json()).toEqual({
      status: "done",
      bulkNin: { requestId: file.uploadId, status: "Bulk verification completed", detail: "4 lines" },
    });
    expect(askedOf(numbers).toSorted()).toEqual([...numbers].toSorted());
    expect(app.providers.sms.sent.filter(({ to }) => to === adultPerson(adultNin).subject.contact.phone)).toHaveLength(
      1,
    );
    expect(await readProgress(user, file.uploadId)).toMatchObject({
      state: "completed",
      begun: 4,
      waiting: 1,
      outcomes: { NO_DATA: 1, PROVIDER_FAILED: 1, MINOR: 1 },
    });
    expect((await app.wallets(user)).NGN).toBe(2n * price);
    // no notice or email per line; one notice for the file, once
    const reported = () => rows("select kind, link, facts from notices where owner_id = $1", [user.id]);
    expect(await reported()).toEqual([]);
    for (let times = 0; times < 2; times += 1) await app.runSchedule("sweep_bulk");
    expect(await reported()).toEqual([
      { kind: "bulk_completed", link: `/bulk/${file.uploadId}`, facts: { lines: "4", reference: expect.any(String) } },
    ]);
  });

  test("refunds a line about a person who was already asked today [T-45]", async () => {
    const user = await company(3);
    const [twice = "", once = ""] = randomNins(2);
    const first = await app.purchase(user, { nin: twice });
    await payBulkFile(user, { ...first, uploadId: "" });
    const file = await buyBulkFile(app, user, [twice, once]);
    await payBulkFile(user, file);
    await app.drainQueue();
    expect(askedOf([twice])).toHaveLength(1);
    expect(await readProgress(user, file.uploadId)).toMatchObject({ waiting: 1, outcomes: { BLOCKED: 1 } });
    expect((await app.wallets(user)).NGN).toBe(price);
  });

  test("runs at most 200 lines on slots of their own, behind other lookups [R-34]", async () => {
    const [user, other] = [await company(210), await app.user({ NGN: price })];
    const numbers = randomNins(210);
    for (const nin of numbers) app.providers.personRecords.respondTo(nin, { kind: "not_found" });
    const file = await buyBulkFile(app, user, numbers);
    await payBulkFile(user, file);
    expect((await readProgress(user, file.uploadId)).begun).toBe(0); // payment starts no line
    await begin(file);
    await begin(file);
    expect(await readProgress(user, file.uploadId)).toMatchObject({ state: "running", begun: 200 });
    const tasks = await rows<{ task: string; n: number }>(
      "select task_identifier as task, count(*)::int as n from graphile_worker.jobs where key like 'look_up:%' group by 1",
      [],
    );
    expect(tasks).toEqual([{ task: "look_up_line", n: 200 }]);
    expect(app.product.dedicatedSlots).toHaveProperty("look_up_line");
    const bought = await app.purchase(other);
    await payBulkFile(other, { ...bought, uploadId: "" });
    const before = app.providers.personRecords.asked.length;
    await app.drainQueue();
    await begin(file); // the second wake-up had nothing to start and is delayed by a second
    await app.drainQueue();
    const asked = app.providers.personRecords.asked.slice(before).map(({ nin }) => nin);
    expect([asked[0], asked.length]).toEqual([bought.nin, 211]);
    expect(await readProgress(user, file.uploadId)).toMatchObject({ state: "completed", outcomes: { NO_DATA: 210 } });
  }, 60_000);

  test("repeats wake-ups lost with a killed process and asks no line twice [R-20 R-21]", async () => {
    const user = await company(5);
    const numbers = randomNins(5);
    const file = await buyBulkFile(app, user, numbers);
    await payBulkFile(user, file);
    const lose = () => deleteJobs(app.owner);
    await lose(); // before any line starts
    await app.runSchedule("sweep_bulk");
    const begun = await app.owner.connect();
    await begun.query("begin; set local idanimo.owner = 'system'");
    await begun.query("select begin_lines(id, 200) from purchases where session_code = $1", [file.sessionCode]);
    await begun.query("rollback"); // killed while starting lines
    begun.release();
    expect((await readProgress(user, file.uploadId)).begun).toBe(0);
    await begin(file);
    await lose(); // after lines started
    await app.setClockOffset(61_000);
    await app.runSchedule("sweep_bulk");
    await app.drainQueue();
    expect(askedOf(numbers).toSorted()).toEqual([...numbers].toSorted());
    expect(await readProgress(user, file.uploadId)).toMatchObject({ state: "completed", waiting: 5 });
  });

  test("waits for a source that is down and starts no line", async () => {
    const user = await company(2);
    const file = await buyBulkFile(app, user, randomNins(2));
    await payBulkFile(user, file);
    app.providers.personRecords.state = "down";
    await app.drainQueue();
    expect(await readProgress(user, file.uploadId)).toMatchObject({ state: "running", begun: 0 });
    app.providers.personRecords.state = "up";
    await app.runSchedule("sweep_bulk");
    await app.drainQueue();
    expect(await readProgress(user, file.uploadId)).toMatchObject({ state: "completed", waiting: 2 });
  });
});

describe("stopping a running bulk file", () => {
  test("keeps the remaining lines, resumes where it stopped, and is idempotent", async () => {
    const user = await company(3);
    const numbers = randomNins(3);
    const file = await buyBulkFile(app, user, numbers);
    expect([await act(user, file, "stop"), await act(user, file, "go-on")]).toEqual(["checked", "checked"]);
    await payBulkFile(user, file);
    expect([await act(user, file, "stop"), await act(user, file, "stop")]).toEqual(["stopped", "stopped"]);
    await app.drainQueue();
    await app.runSchedule("sweep_bulk");
    await app.drainQueue();
    const stood = await readProgress(user, file.uploadId);
    expect(stood).toMatchObject({ state: "stopped", begun: 0 });
    expect(Date.parse(stood.givenBackAt ?? "") - Date.now()).toBeGreaterThan(23.9 * hour);
    expect([await act(user, file, "go-on"), await act(user, file, "go-on")]).toEqual(["running", "running"]);
    await app.drainQueue();
    expect(askedOf(numbers)).toHaveLength(3);
    expect(await act(user, file, "stop")).toBe("completed");
  });

  test("refunds lines not started within 24 hours exactly, without any lookup [R-03]", async () => {
    const user = await company(120);
    const numbers = randomNins(120);
    const file = await buyBulkFile(app, user, numbers);
    await payBulkFile(user, file);
    await act(user, file, "stop");
    await app.drainQueue();
    await app.setClockOffset(24 * hour - 5_000);
    await app.runSchedule("sweep_bulk");
    expect((await app.wallets(user)).NGN).toBe(0n);
    await app.runSchedule("purge_due"); // a paid line keeps its key until it starts
    await app.setClockOffset(24 * hour + 5_000);
    expect(await act(user, file, "go-on")).toBe("stopped"); // too late
    await app.runSchedule("sweep_bulk");
    expect((await app.wallets(user)).NGN).toBe(120n * price);
    expect(await readProgress(user, file.uploadId)).toMatchObject({ state: "completed", outcomes: { BLOCKED: 120 } });
    expect(askedOf(numbers)).toEqual([]);
    const [sold] = await rows("select state from purchases where session_code = $1", [file.sessionCode]);
    expect(sold).toEqual({ state: "completed" });
  });
});

describe("results.csv of a bulk file", () => {
  const results = (user: TestUser, uploadId: string) => user.get(`/verification/bulk/${uploadId}/results.csv`);

  // Covers: R-10 T-46
  test("shows visible records only, defuses formulas and audits each view [CL-02 T-42 T-59]", async () => {
    const user = await company(2);
    const [open = "", closed = ""] = randomNins(2);
    const personal = {
      religion: "CANARYCREED",
      nokSurname: "CANARYKIN",
      title: "CANARYTITLE",
      originState: "CANARYSTATE",
    };
    const fields = {
      ...personal,
      firstName: "=HYPERLINK(1)",
      lastName: `O"Hara`,
      residenceAddress: "CANARYSTREET",
      photo: "PHOTOBYTES",
    };
    app.providers.personRecords.respondTo(open, { kind: "found", record: adultPerson(open, { fields }) });
    const file = await buyBulkFile(app, user, [open, closed]);
    expect((await results(user, file.uploadId)).statusCode).toBe(404);
    await payBulkFile(user, file);
    expect((await results(user, file.uploadId)).body).toContain(`1,"=""${open}""","Not begun",""`);
    await app.drainQueue();
    const waiting = await results(user, file.uploadId);
    expect(waiting.body).not.toContain("HYPERLINK");
    const sms = app.providers.sms.sent.findLast(({ to }) => to === adultPerson(open).subject.contact.phone)?.text ?? "";
    const ticked = ["contact", "address", "education_work"] as const;
    await submitDecision(app, /consent\/([\w-]{43})/.exec(sms)?.[1] ?? "", "grant", undefined, ticked);
    const table = await results(user, file.uploadId);
    expect(table.headers).toMatchObject({
      "cache-control": "no-store",
      "content-disposition": 'attachment; filename="results.csv"',
    });
    const [head = "", first = "", second = ""] = table.body.split("\r\n");
    expect(head).toMatch(/^\ufeff"Line","NIN","State","Outcome","Not shared","title","firstName"/);
    const notShared = withheldParts("bulk_nin", ["identity", ...ticked]).map(partDescriptionForRequester);
    expect(notShared).toContain("their photo");
    expect(
      first.startsWith(
        `1,"=""${open}""","View Result","DELIVERED","${notShared.join("; ")}","","'=HYPERLINK(1)","","O""Hara"`,
      ),
    ).toBe(true);
    expect(table.body).toContain("CANARYSTREET");
    for (const value of ["CANARYCREED", "CANARYKIN", "CANARYTITLE", "CANARYSTATE"])
      expect(table.body).not.toContain(value);
    expect(second.startsWith(`2,"=""${closed}""","Awaiting Consent","",""`)).toBe(true);
    expect(table.body).not.toContain("PHOTOBYTES");
    const looks = await rows<{ n: number }>(
      "select count(*)::int as n from audit_log where actor_id = $1 and action = 'looked_at_record'",
      [user.id],
    );
    expect(looks).toEqual([{ n: 1 }]);
    await app.setClockOffset(24 * hour + 60_000);
    const gone = (await results(user, file.uploadId)).body;
    expect(gone).not.toContain("HYPERLINK");
    expect(gone).not.toContain(open);
    expect(gone).toContain(open.slice(-2));
    await app.runSchedule("expire_consents");
    await app.runSchedule("purge_due");
  });

  test("returns not found for a foreign file or an invalid id, and 401 signed out [T-43]", async () => {
    const [user, other] = [await company(1), await company(1)];
    const file = await buyBulkFile(app, user, randomNins(1));
    await payBulkFile(user, file);
    expect((await results(other, file.uploadId)).json()).toMatchObject({ code: "not_found" });
    expect((await results(user, "x")).json()).toMatchObject({ code: "not_found" });
    const visitor = await app.app.inject({ url: `${apiBase}/verification/bulk/${file.uploadId}/results.csv` });
    expect(visitor.statusCode).toBe(401);
  });
});

describe("purging a bulk file [T-58]", () => {
  test("deletes the file, key first, a day after the upload if it is not bought", async () => {
    const user = await company(1);
    const { uploadId } = (await uploadBulkFile(app, user, randomNin())).json<{ uploadId: string }>();
    await app.setClockOffset(24 * hour - 5_000);
    await app.runSchedule("sweep_bulk");
    expect(await keyCount(uploadId)).toBe(1);
    await app.setClockOffset(24 * hour + 5_000);
    await app.runSchedule("sweep_bulk");
    expect(await keyCount(uploadId)).toBe(0);
    expect(await rows("select from bulk_uploads where id = $1", [uploadId])).toEqual([]);
    expect((await user.get(`/verification/bulk/${uploadId}`)).statusCode).toBe(404);
  });

  test("deletes the file at once after payment, since its lines are requests", async () => {
    const user = await company(1);
    const file = await buyBulkFile(app, user, randomNins(1));
    await app.runSchedule("sweep_bulk");
    expect(await keyCount(file.uploadId)).toBe(1);
    await payBulkFile(user, file);
    await app.runSchedule("sweep_bulk");
    expect(await keyCount(file.uploadId)).toBe(0);
    expect(await rows("select from bulk_chunks where upload_id = $1", [file.uploadId])).toEqual([]);
    await app.drainQueue();
    expect(await readProgress(user, file.uploadId)).toMatchObject({ state: "completed", waiting: 1 });
  });
});
