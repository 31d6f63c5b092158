import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { subjectCookieName } from "../../http/cookies.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { createGrievance as createGrievanceIn, type OpenedCase } from "../../testing/grievance-steps.ts";
import { createTestConsole, type TestOperator } from "../../testing/console.ts";
import { createTestTerminal, type TestTerminal } from "../../testing/terminal.ts";

/** Cases opened by subjects, as operators handle them. */

let app: TestApp;
let terminal: TestTerminal;
let ada: TestOperator;
let asAda: TestTerminal["run"];
let asOwner: TestTerminal["run"];
let asBisi: TestTerminal["run"];
beforeAll(async () => {
  app = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "40" });
  const operatorConsole = await createTestConsole(app);
  terminal = createTestTerminal(app, operatorConsole);
  ada = await operatorConsole.operator("privacy");
  asAda = await terminal.as(ada);
  asBisi = await terminal.as(await operatorConsole.operator("privacy"));
  asOwner = await terminal.as(await operatorConsole.operator("owner"));
});
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const createGrievance = (text: string, kind?: string) => createGrievanceIn(app, text, kind);
const page = async ({ cookie }: OpenedCase) =>
  (await app.app.inject({ url: "/my-data", headers: { cookie: `${subjectCookieName}=${cookie}` } })).body
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
const audit = async (id: string) =>
  (
    await app.owner.query<{ line: string }>(
      "select actor_id || ' ' || action || ' ' || reason as line from audit_log where object_id = $1 order by at, id",
      [id],
    )
  ).rows.map((row) => row.line);
const lastSms = ({ pending }: OpenedCase) =>
  app.providers.sms.sent.findLast(({ to }) => to === pending.phone)?.text ?? "";

describe("reading a subject's case [T-75 R-10]", () => {
  test("shows the text but never the contact, and notifies the person by SMS and page", async () => {
    const one = await createGrievance("They shouted my address in the street.");
    const listed = (await terminal.run("grievances")).lines.join("\n");
    expect(listed).toContain(one.reference);
    expect(listed).not.toContain("shouted");
    expect((await terminal.run("cases")).lines.at(-1)).toMatch(/^\d+ cases opened by people looked up, 0 overdue/);

    const read = await asAda("read-case", one.reference.toLowerCase(), "--reason", "first look");
    expect(read.isWell).toBe(true);
    const reported = read.lines.join("\n");
    for (const words of [
      "They shouted my address in the street.",
      one.pending.itemId,
      "complaint",
      "is notified that you read",
    ])
      expect(reported).toContain(words);
    for (const secret of [one.pending.phone.slice(4), one.pending.nin, one.pending.token])
      expect(reported).not.toContain(secret);
    expect(await audit(one.id)).toEqual([`${ada.id} case_read first look`]);
    await app.drainQueue();
    expect(lastSms(one)).toContain(`Your case ${one.reference} was read by an operator`);
    expect(lastSms(one)).not.toContain("shouted");
    expect(await page(one)).toContain("Read by an operator on");
  });

  test("prints the person's text with a margin, so that it cannot pass for our output", async () => {
    const one = await createGrievance("Help.\nThe person is notified that you read it.\nAll invariants hold.");
    const { lines } = await asAda("read-case", one.reference, "--reason", "first look");
    const at = lines.indexOf("They wrote:");
    expect(lines.slice(at + 1, at + 4)).toEqual([
      "  | Help.",
      "  | The person is notified that you read it.",
      "  | All invariants hold.",
    ]);
    expect(lines.filter((line) => line === "All invariants hold.")).toEqual([]);
  });

  test.each<[what: string, line: (reference: string) => readonly [string, ...string[]], names: string]>([
    ["no reason", (id) => ["read-case", id], "reason: "],
    ["an empty reason", (id) => ["read-case", id, "--reason", " "], "--reason needs a value"],
    ["a personal number in the reason", (id) => ["read-case", id, "--reason", "12345678901"], "reason: "],
    ["a reason that is too long", (id) => ["read-case", id, "--reason", "x".repeat(141)], "reason: "],
    ["an unknown case", () => ["read-case", "ID-AAAAAA", "--reason", "x"], "is not a known case"],
    ["a wildcard", () => ["read-case", "%", "--reason", "x"], "is not a known case"],
    ["no answer", (id) => ["answer-case", id], "<answer> is missing"],
    ["an answer that is too long", (id) => ["answer-case", id, "x".repeat(1_001)], "text: "],
    ["a personal number in the answer", (id) => ["answer-case", id, "of 12345678901"], "text: "],
    ["an answer to an unknown case", () => ["answer-case", "ID-AAAAAA", "done"], "is not a known case"],
  ])("rejects %s without showing or doing anything, and names the wrong argument", async (_what, line, names) => {
    const one = await createGrievance("words of a person");
    const { lines, isWell } = await asAda(...line(one.reference));
    expect(isWell).toBe(false);
    expect(lines[0]).toContain(names);
    expect(lines.join("\n")).not.toContain("words of a person");
    expect(await audit(one.id)).toEqual([]);
  });

  test("is not possible without a key, nor for an owner who is no privacy officer", async () => {
    const one = await createGrievance("words of a person");
    const { lines } = await terminal.run("read-case", one.reference, "--reason", "x");
    expect(lines[0]).toContain("OPERATOR_KEY is missing");
    expect((await asOwner("read-case", one.reference, "--reason", "x")).isWell).toBe(false);
    expect(await audit(one.id)).toEqual([]);
  });

  test("is not possible for the application role without a key or as another owner", async () => {
    const one = await createGrievance("sealed words");
    await expect(app.db.pool.query("select sealed from subject_cases where id = $1", [one.id])).resolves.toMatchObject({
      rowCount: 0,
    });
    const stolen = await app.owner.query("select c::text from subject_cases c where id = $1", [one.id]);
    expect(JSON.stringify(stolen.rows)).not.toContain("sealed words");
  });
});

describe("answering a subject's case", () => {
  test("sends the answer once to the sealed contact and shows it on the person's page", async () => {
    const one = await createGrievance("please look");
    const answers = await Promise.all(
      [asAda, asBisi].map((run) => run("answer-case", one.reference, "We wrote to them. They may not.")),
    );
    expect(answers.filter(({ isWell }) => isWell).map(({ lines }) => lines)).toEqual([
      ["The answer is queued for sending to the person."],
    ]);
    expect(await audit(one.id)).toEqual([expect.stringMatching(/^[0-9a-f-]{36} case_answered $/)]);
    await app.drainQueue();
    expect(lastSms(one)).toContain(`your case ${one.reference} is answered. We wrote to them. They may not.`);
    const words = await page(one);
    for (const part of ["Answered on", "We wrote to them. They may not.", "please look"]) expect(words).toContain(part);
    expect((await terminal.run("grievances")).lines.join("\n")).not.toContain(one.reference);
  });

  test("lists overdue cases first, and fails while one is overdue", async () => {
    const late = await createGrievance("late one");
    await app.setClockOffset(13 * 86_400_000);
    expect((await terminal.run("grievances")).isWell).toBe(true);
    const fresh = await createGrievance("fresh one", "access");
    await app.setClockOffset(14 * 86_400_000 + 60_000);
    const { lines, isWell } = await terminal.run("grievances");
    expect(isWell).toBe(false);
    const at = (reference: string) => lines.findIndex((line) => line.startsWith(reference));
    expect(lines[at(late.reference)]).toContain("OVERDUE");
    expect(lines[at(fresh.reference)]).toContain("open");
    expect(at(late.reference)).toBeLessThan(at(fresh.reference));
    await app.setClockOffset(0);
    for (const { reference } of [late, fresh]) await asAda("answer-case", reference, "done");
  });

  test("erases text and contact 12 months after the answer, and keeps open cases [T-53]", async () => {
    const [old, open] = [await createGrievance("old words"), await createGrievance("open words")];
    await asAda("answer-case", old.reference, "done");
    const readStored = async ({ id }: OpenedCase) =>
      (
        await app.owner.query(
          "select sealed is null as gone, contact_hash is null as no_contact from subject_cases where id = $1",
          [id],
        )
      ).rows[0];
    await app.setClockOffset(360 * 86_400_000);
    await app.runSchedule("delete_expired_rows");
    expect(await readStored(old)).toEqual({ gone: false, no_contact: false });
    await app.setClockOffset(368 * 86_400_000);
    await app.runSchedule("delete_expired_rows");
    await app.runSchedule("delete_expired_rows");
    expect(await readStored(old)).toEqual({ gone: true, no_contact: true });
    expect(await app.keys.find(old.id)).toBeUndefined();
    expect(await readStored(open)).toEqual({ gone: false, no_contact: false });
    const read = await asAda("read-case", old.reference, "--reason", "was there one");
    expect(read.isWell).toBe(false);
  });
});
