import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { codeOf, createTestConsole, json, rows, type TestConsole, type TestOperator } from "../testing/console.ts";
import { createGrievance } from "../testing/grievance-steps.ts";
import { createTestTerminal } from "../testing/terminal.ts";

/** Grievances in the console. */

let product: TestApp;
let operatorConsole: TestConsole;
let privacy: TestOperator;
let owner: TestOperator;
let auditor: TestOperator;
let support: TestOperator;
beforeAll(async () => {
  product = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "40" });
  operatorConsole = await createTestConsole(product);
  privacy = await operatorConsole.operator("privacy");
  owner = await operatorConsole.operator("owner");
  auditor = await operatorConsole.operator("auditor");
  support = await operatorConsole.operator("support");
});
afterEach(async () => {
  await product.setClockOffset(0);
  await product.drainQueue();
  await product.checkInvariants();
  expect(product.jobFailures()).toEqual([]);
});
afterAll(() => product.close());

const audit = async (id: string) =>
  (
    await rows<{ line: string }>(
      product,
      `select coalesce(actor_id::text, '-') || ' ' || action || ' ' || reason as line from audit_log
       where object_id = $1 order by at, id`,
      [id],
    )
  ).map(({ line }) => line);
type Row = { id: string; reference: string; urgency: string; assignee: { name: string } | null };
const list = async (query = "") => json<{ rows: Row[]; next: string | null }>(await privacy.get(`/grievances${query}`));
type Page = Row & { history: { by: string; action: string; text: string }[]; candidates: { id: string }[] };
const view = async (id: string) => json<Page>(await privacy.get(`/grievances/${id}`));
const lastSms = (phone: string) => product.providers.sms.sent.findLast(({ to }) => to === phone)?.text ?? "";
describe("the text of a grievance [OC-14]", () => {
  test("opens to a privacy officer with a reason, masked, and notifies the person", async () => {
    const words = "Call 0803 555 1122 or write to ada.obi@example.test. NIN 123 4567 8901, since 2026-11-02.";
    const { id, reference, pending } = await createGrievance(product, words);
    expect(codeOf(await privacy.get(`/grievances/${id}/text`))).toBe("case_reason_needed");
    expect((await privacy.post(`/grievances/${id}/open`, { reason: "first look" })).statusCode).toBe(200);
    const read = await privacy.get(`/grievances/${id}/text`);
    expect(json(read)).toEqual({
      text: "Call [number] or write to [email]. NIN [number], since 2026-11-02.",
      answer: null,
    });
    expect(await audit(id)).toEqual([`${privacy.id} case_read first look`]);
    await product.drainQueue();
    expect(lastSms(pending.phone)).toContain(`Your case ${reference} was read by an operator`);
    await product.setClockOffset(25 * 3_600_000);
    await product.owner.query(
      "update operator_sign_ins set seen_at = product_now(), ends_at = product_now() + interval '1 hour'",
    );
    expect(codeOf(await privacy.get(`/grievances/${id}/text`))).toBe("case_reason_needed");
  });

  test("opens to no other role, and a reason of one operator opens it to no other", async () => {
    const { id } = await createGrievance(product, "words of a person");
    const other = await operatorConsole.operator("privacy");
    await privacy.post(`/grievances/${id}/open`, { reason: "first look" });
    expect(codeOf(await other.get(`/grievances/${id}/text`))).toBe("case_reason_needed");
    for (const operator of [owner, auditor, support]) {
      expect(codeOf(await operator.get(`/grievances/${id}/text`))).toBe("operator_right_missing");
      expect(codeOf(await operator.post(`/grievances/${id}/open`, { reason: "x" }))).toBe("operator_right_missing");
    }
    expect((await auditor.get(`/grievances/${id}`)).statusCode).toBe(200);
    expect(codeOf(await support.get(`/grievances/${id}`))).toBe("operator_right_missing");
  });

  test("is gone 12 months after the answer: it is neither read nor answered", async () => {
    const { id } = await createGrievance(product, "old words");
    await privacy.post(`/grievances/${id}/open`, { reason: "first look" });
    await product.owner.query("update subject_cases set sealed = null where id = $1", [id]);
    for (const response of [
      await privacy.get(`/grievances/${id}/text`),
      await privacy.post(`/grievances/${id}/open`, { reason: "again" }),
      await privacy.post(`/grievances/${id}/reply`, { text: "Done." }),
    ])
      expect([response.statusCode, codeOf(response)]).toEqual([410, "case_erased"]);
    await product.owner.query("delete from subject_cases where id = $1", [id]);
  });

  test("appears in no list or page, and neither does the contact [OC-07]", async () => {
    const { id, pending, reference } = await createGrievance(product, "words of a person");
    await privacy.post(`/grievances/${id}/open`, { reason: "first look" });
    for (const path of ["/grievances", `/grievances/${id}`, "/today", `/grievances/${id}/text`]) {
      const { body } = await privacy.get(path);
      for (const secret of [pending.phone.slice(4), pending.nin, pending.token]) expect(body).not.toContain(secret);
      if (!path.endsWith("/text")) expect(body).not.toContain("words of a person");
    }
    expect((await list()).rows.map((row) => row.reference)).toContain(reference);
  });
});

describe("work on a grievance [OC-14]", () => {
  test("assigns an active operator with the right, and records it", async () => {
    const { id } = await createGrievance(product, "please look");
    const assign = (operatorId: string | null) => privacy.post(`/grievances/${id}/assign`, { operatorId });
    expect(codeOf(await assign(support.id))).toBe("assignee_unsuitable");
    expect((await assign(owner.id)).statusCode).toBe(200);
    const page = await view(id);
    expect(page.assignee?.name).toMatch(/^Operator /);
    expect(page.candidates.map((one) => one.id)).toEqual(expect.arrayContaining([owner.id, privacy.id]));
    expect(page.candidates.map((one) => one.id)).not.toContain(support.id);
    expect(page.history.at(-1)).toMatchObject({ action: "case_assigned", text: page.assignee?.name });
    expect((await assign(null)).statusCode).toBe(200);
    expect(await audit(id)).toEqual([`${privacy.id} case_assigned ${owner.id}`, `${privacy.id} case_assigned no one`]);
    expect(codeOf(await auditor.post(`/grievances/${id}/assign`, { operatorId: null }))).toBe("operator_right_missing");
  });

  test("keeps notes without a number, an email or a control character", async () => {
    const { id } = await createGrievance(product, "please look");
    const note = (text: string) => privacy.post(`/grievances/${id}/note`, { text });
    for (const text of ["NIN 123 4567 8901", "write to ada@example.test", "bell \u0007", "", "x".repeat(501)])
      expect([text, (await note(text)).statusCode]).toEqual([text, 400]);
    expect((await note("The source was down that day.")).statusCode).toBe(200);
    expect((await view(id)).history).toMatchObject([{ action: "note", text: "The source was down that day." }]);
    expect(await audit(id)).toEqual([`${privacy.id} case_noted `]);
    for (const text of ["12345678901", "a@b", "\u0007"])
      await expect(
        product.owner.query(
          "insert into case_notes (id, case_id, written_by, text) values (gen_random_uuid(), $1, 'x', $2)",
          [id, text],
        ),
      ).rejects.toThrow("case_notes_text_check");
  });

  test("answers once through the sealed contact, by the job process", async () => {
    const { id, pending, reference } = await createGrievance(product, "please look");
    const reply = (operator: TestOperator) =>
      operator.post(`/grievances/${id}/reply`, { text: "We stopped the account.\nThey may not." });
    const answers = await Promise.all([reply(privacy), reply(owner)]);
    expect(answers.map((response) => codeOf(response) ?? "sent").toSorted()).toEqual(["case_ended", "sent"]);
    expect(lastSms(pending.phone)).not.toContain("is answered");
    await product.drainQueue();
    const sent = product.providers.sms.sent.filter(({ to, text }) => to === pending.phone && text.includes(reference));
    expect(sent.map(({ text }) => text)).toEqual([expect.stringContaining("is answered. We stopped the account.")]);
    expect((await audit(id)).filter((line) => line.includes("case_answered"))).toHaveLength(1);
    expect(codeOf(await privacy.post(`/grievances/${id}/assign`, { operatorId: owner.id }))).toBe("case_ended");
    expect((await list("?open=false")).rows.map((row) => row.id)).toContain(id);
    for (const text of ["of 12345678901", "write to ada@example.test"])
      expect((await privacy.post(`/grievances/${id}/reply`, { text })).statusCode).toBe(400);
  });

  test("does nothing when the audit row cannot be written [OC-18]", async () => {
    const { id } = await createGrievance(product, "please look");
    await product.owner.query(
      "alter table audit_log add constraint no_answers check (action <> 'case_answered') not valid",
    );
    try {
      expect((await privacy.post(`/grievances/${id}/reply`, { text: "Done." })).statusCode).toBe(500);
    } finally {
      await product.owner.query("alter table audit_log drop constraint no_answers");
    }
    const { rows } = await product.owner.query("select answered_at from subject_cases where id = $1", [id]);
    expect(rows).toEqual([{ answered_at: null }]);
  });
});

describe("the clock of a grievance [OC-14]", () => {
  test("is first and red within two days, in the list and on Today", async () => {
    const { id } = await createGrievance(product, "late one");
    const urgency = async () => (await view(id)).urgency;
    type Item = { kind: string; isUrgent: boolean; link: string };
    const first = async () => json<{ items: Item[] }>(await privacy.get("/today")).items[0];
    const at = async (days: number) => {
      await product.setClockOffset(days * 86_400_000);
      await product.owner.query(
        "update operator_sign_ins set seen_at = product_now(), ends_at = product_now() + interval '1 hour'",
      );
    };
    await at(11.9);
    expect(await urgency()).toBe("later");
    await at(12.1);
    expect(await urgency()).toBe("soon");
    expect(await first()).toMatchObject({ kind: "grievances", isUrgent: true, link: "/grievances" });
    const fresh = await createGrievance(product, "fresh one");
    const order = (await list()).rows.map((row) => row.id);
    expect(order.indexOf(id)).toBeLessThan(order.indexOf(fresh.id));
    await at(14.1);
    expect(await urgency()).toBe("overdue");
  });

  test("is paged by the database, 50 rows at a time", async () => {
    await product.owner.query(
      `insert into subject_cases (id, reference, kind, due_at)
       select gen_random_uuid(), 'ID-' || translate(lpad(i::text, 6, '0'), '0123456789', 'ABCDEFGHJK'), 'access',
         product_now() + interval '20 days' from generate_series(1, 60) i`,
    );
    const first = await list();
    expect(first.rows).toHaveLength(50);
    const second = await list(`?after=${first.next}`);
    expect(second.next).toBeNull();
    const ids = [...first.rows, ...second.rows].map((row) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
    const { rows } = await product.owner.query<{ count: number }>(
      "select count(*)::int as count from subject_cases where answered_at is null",
    );
    expect(ids).toHaveLength(rows[0]?.count ?? 0);
  });
});

test("the terminal assigns and notes with the same audit rows [OC-20]", async () => {
  const { id, reference } = await createGrievance(product, "please look");
  const terminal = createTestTerminal(product, operatorConsole);
  const run = await terminal.as(privacy);
  expect((await run("assign-case", reference, support.email)).isWell).toBe(false);
  expect((await run("assign-case", reference.toLowerCase(), owner.email)).isWell).toBe(true);
  expect((await run("note-case", reference, "NIN 12345678901")).isWell).toBe(false);
  expect((await run("note-case", reference, "called back")).isWell).toBe(true);
  expect(await audit(id)).toEqual([`${privacy.id} case_assigned ${owner.id}`, `${privacy.id} case_noted `]);
  const by = `Operator ${privacy.id.slice(0, 8)}`;
  expect((await view(id)).history).toMatchObject([
    { by, action: "case_assigned" },
    { by, action: "note", text: "called back" },
  ]);
});
