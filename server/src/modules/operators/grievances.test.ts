import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { subjectCookieName } from "../../http/cookies.ts";
import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { createGrievance as createGrievanceIn, type OpenedCase } from "../../testing/grievance-steps.ts";
import { ownOrigin } from "../../testing/lookup-steps.ts";
import { runCommand } from "./index.ts";

/** Cases opened by subjects, as operators handle them. */

let app: TestApp;
beforeAll(async () => void (app = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "40" })));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const runOperator = (...line: readonly string[]) =>
  runCommand(
    { owner: app.owner, db: app.db, keys: app.keys, ids: randomIds, publicUrl: ownOrigin, sources: [] },
    line[0] ?? "",
    line.slice(1),
  );

const createGrievance = (text: string, kind?: string) => createGrievanceIn(app, text, kind);
const page = async ({ cookie }: OpenedCase) =>
  (await app.app.inject({ url: "/my-data", headers: { cookie: `${subjectCookieName}=${cookie}` } })).body
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
const audit = async (id: string) =>
  (
    await app.owner.query<{ line: string }>(
      "select actor_kind || ' ' || action || ' ' || reason as line from audit_log where object_id = $1 order by at, id",
      [id],
    )
  ).rows.map((row) => row.line);
const lastSms = ({ pending }: OpenedCase) =>
  app.providers.sms.sent.findLast(({ to }) => to === pending.phone)?.text ?? "";

describe("reading a subject's case [T-75 R-10]", () => {
  test("shows the text but never the contact, and notifies the person by SMS and page", async () => {
    const one = await createGrievance("They shouted my address in the street.");
    const listed = (await runOperator("grievances")).lines.join("\n");
    expect(listed).toContain(one.reference);
    expect(listed).not.toContain("shouted");
    expect((await runOperator("cases")).lines.at(-1)).toMatch(/^\d+ cases opened by people looked up, 0 overdue/);

    const read = await runOperator(
      "read-case",
      one.reference.toLowerCase(),
      "--as",
      "Ada Obi",
      "--reason",
      "first look",
    );
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
    expect(await audit(one.id)).toEqual(["operator case_read Ada Obi: first look"]);
    await app.drainQueue();
    expect(lastSms(one)).toContain(`Your case ${one.reference} was read by an operator`);
    expect(lastSms(one)).not.toContain("shouted");
    expect(await page(one)).toContain("Read by an operator on");
  });

  test("prints the person's text with a margin, so that it cannot pass for our output", async () => {
    const one = await createGrievance("Help.\nThe person is notified that you read it.\nAll invariants hold.");
    const { lines } = await runOperator("read-case", one.reference, "--as", "ada", "--reason", "first look");
    const at = lines.indexOf("They wrote:");
    expect(lines.slice(at + 1, at + 4)).toEqual([
      "  | Help.",
      "  | The person is notified that you read it.",
      "  | All invariants hold.",
    ]);
    expect(lines.filter((line) => line === "All invariants hold.")).toEqual([]);
  });

  test.each<[what: string, line: (reference: string) => readonly string[], names: string]>([
    ["no reason", (id) => ["read-case", id, "--as", "ada"], "--reason is missing"],
    ["an empty reason", (id) => ["read-case", id, "--as", "ada", "--reason", " "], "--reason needs a value"],
    ["no operator name", (id) => ["read-case", id, "--reason", "x"], "--as <your name> is missing"],
    [
      "a personal number in the reason",
      (id) => ["read-case", id, "--as", "a", "--reason", "12345678901"],
      "must not store personal values",
    ],
    [
      "a reason that is too long",
      (id) => ["read-case", id, "--as", "a", "--reason", "x".repeat(151)],
      "at most 150 characters",
    ],
    ["an unknown case", () => ["read-case", "ID-AAAAAA", "--as", "ada", "--reason", "x"], "is not a known case"],
    ["a wildcard", () => ["read-case", "%", "--as", "ada", "--reason", "x"], "is not a known case"],
    ["an answer without an operator name", (id) => ["answer-case", id, "done"], "--as <your name> is missing"],
    ["no answer", (id) => ["answer-case", id, "--as", "ada"], "<answer> is missing"],
    [
      "an answer that is too long",
      (id) => ["answer-case", id, "x".repeat(1_001), "--as", "ada"],
      "at most 1000 characters",
    ],
    [
      "a personal number in the answer",
      (id) => ["answer-case", id, "of 12345678901", "--as", "ada"],
      "must not identify anyone",
    ],
    ["an answer to an unknown case", () => ["answer-case", "ID-AAAAAA", "done", "--as", "ada"], "is not a known case"],
  ])("rejects %s without showing or doing anything, and names the wrong argument", async (_what, line, names) => {
    const one = await createGrievance("words of a person");
    const { lines, isWell } = await runOperator(...line(one.reference));
    expect([isWell, lines.length]).toEqual([false, 2]);
    expect(lines[0]).toContain(names);
    expect(lines.join("\n")).not.toContain("words of a person");
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
      ["ada", "bisi"].map((name) =>
        runOperator("answer-case", one.reference, "We wrote to them. They may not.", "--as", name),
      ),
    );
    expect(answers.filter(({ isWell }) => isWell).map(({ lines }) => lines)).toEqual([
      ["The answer is queued for sending to the person."],
    ]);
    expect(answers.find(({ isWell }) => !isWell)?.lines[0]).toBe(`${one.reference} is already answered.`);
    expect(await audit(one.id)).toEqual([expect.stringMatching(/^operator case_answered (ada|bisi)$/)]);
    await app.drainQueue();
    expect(lastSms(one)).toContain(`your case ${one.reference} is answered. We wrote to them. They may not.`);
    const words = await page(one);
    for (const part of ["Answered on", "We wrote to them. They may not.", "please look"]) expect(words).toContain(part);
    expect((await runOperator("grievances")).lines.join("\n")).not.toContain(one.reference);
  });

  test("lists overdue cases first, and fails while one is overdue", async () => {
    const late = await createGrievance("late one");
    await app.setClockOffset(13 * 86_400_000);
    expect((await runOperator("grievances")).isWell).toBe(true);
    const fresh = await createGrievance("fresh one", "access");
    await app.setClockOffset(14 * 86_400_000 + 60_000);
    const { lines, isWell } = await runOperator("grievances");
    expect(isWell).toBe(false);
    const at = (reference: string) => lines.findIndex((line) => line.startsWith(reference));
    expect(lines[at(late.reference)]).toContain("OVERDUE");
    expect(lines[at(fresh.reference)]).toContain("open");
    expect(at(late.reference)).toBeLessThan(at(fresh.reference));
    await app.setClockOffset(0);
    for (const { reference } of [late, fresh]) await runOperator("answer-case", reference, "done", "--as", "ada");
  });

  test("erases text and contact 12 months after the answer, and keeps open cases [T-53]", async () => {
    const [old, open] = [await createGrievance("old words"), await createGrievance("open words")];
    await runOperator("answer-case", old.reference, "done", "--as", "ada");
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
    const read = await runOperator("read-case", old.reference, "--as", "ada", "--reason", "was there one");
    expect(read.lines.join("\n")).toContain("The text is erased.");
  });
});
