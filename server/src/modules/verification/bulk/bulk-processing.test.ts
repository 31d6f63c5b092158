import { apiBase } from "@idanimo/contract/operation";
import { partDescriptionForRequester, withheldParts } from "@idanimo/contract/record-parts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../../testing/app.ts";
import { buyBulkFile, randomNins, payBulkFile, readProgress, uploadBulkFile } from "../../../testing/bulk-file.ts";
import { adultPerson } from "../../../testing/fakes.ts";
import { submitDecision } from "../../../testing/lookup-steps.ts";
import { deleteJobs } from "../../../testing/queue.ts";
import { act, createBulkSteps, hourMs, linePrice, submit } from "./testing/bulk-steps.ts";

let app: TestApp;
const { company, rows, askedOf, begin, keyCount, verifyAfterTest } = createBulkSteps(() => app);
beforeAll(async () => void (app = await createTestApp({ BULK_RECORDS_MOST: "2000" })));
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

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
    expect((await app.wallets(user)).NGN).toBe(2n * linePrice);
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
    expect((await app.wallets(user)).NGN).toBe(linePrice);
  });

  test("runs at most 200 lines on slots of their own, behind other lookups [R-34]", async () => {
    const [user, other] = [await company(210), await app.user({ NGN: linePrice })];
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
    const requests = app.providers.personRecords.asked.slice(before).map(({ nin }) => nin);
    expect([requests[0], requests.length]).toEqual([bought.nin, 211]);
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
    await begun.query("select start_bulk_lines(id, 200) from purchases where session_code = $1", [file.sessionCode]);
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
    expect(Date.parse(stood.givenBackAt ?? "") - Date.now()).toBeGreaterThan(23.9 * hourMs);
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
    await app.setClockOffset(24 * hourMs - 5_000);
    await app.runSchedule("sweep_bulk");
    expect((await app.wallets(user)).NGN).toBe(0n);
    await app.runSchedule("purge_due"); // a paid line keeps its key until it starts
    await app.setClockOffset(24 * hourMs + 5_000);
    expect(await act(user, file, "go-on")).toBe("stopped"); // too late
    await app.runSchedule("sweep_bulk");
    expect((await app.wallets(user)).NGN).toBe(120n * linePrice);
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
    expect((await results(user, file.uploadId)).body).toContain(`1,"=""${open}""","","Not started",""`);
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
    expect(head).toMatch(/^\ufeff"Line","NIN","Label","State","Outcome","Not shared","title","firstName"/);
    const notShared = withheldParts("bulk_nin", ["identity", ...ticked]).map(partDescriptionForRequester);
    expect(notShared).toContain("their photo");
    expect(
      first.startsWith(
        `1,"=""${open}""","","View Result","DELIVERED","${notShared.join("; ")}","","'=HYPERLINK(1)","","O""Hara"`,
      ),
    ).toBe(true);
    expect(table.body).toContain("CANARYSTREET");
    for (const value of ["CANARYCREED", "CANARYKIN", "CANARYTITLE", "CANARYSTATE"])
      expect(table.body).not.toContain(value);
    expect(second.startsWith(`2,"=""${closed}""","","Awaiting Consent","",""`)).toBe(true);
    expect(table.body).not.toContain("PHOTOBYTES");
    const looks = await rows<{ n: number }>(
      "select count(*)::int as n from audit_log where actor_id = $1 and action = 'viewed_record'",
      [user.id],
    );
    expect(looks).toEqual([{ n: 1 }]);
    await app.setClockOffset(24 * hourMs + 60_000);
    const absent = (await results(user, file.uploadId)).body;
    expect(absent).not.toContain("HYPERLINK");
    expect(absent).not.toContain(open);
    expect(absent).toContain(open.slice(-2));
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
    await app.setClockOffset(24 * hourMs - 5_000);
    await app.runSchedule("sweep_bulk");
    expect(await keyCount(uploadId)).toBe(1);
    await app.setClockOffset(24 * hourMs + 5_000);
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
