import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parsePdf } from "../documents/testing/parse-pdf.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { codeOf, createTestConsole, json, rows, type TestOperator } from "../testing/console.ts";
import { createGrievance } from "../testing/grievance-steps.ts";

/** The standard notice of the GAID: entered, and saved as a document. */

let product: TestApp;
let privacy: TestOperator;
let owner: TestOperator;
let auditor: TestOperator;
beforeAll(async () => {
  product = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "40" });
  const operatorConsole = await createTestConsole(product);
  privacy = await operatorConsole.operator("privacy");
  owner = await operatorConsole.operator("owner");
  auditor = await operatorConsole.operator("auditor");
});
afterEach(async () => {
  await product.drainQueue();
  await product.checkInvariants();
  expect(product.jobFailures()).toEqual([]);
});
afterAll(() => product.close());

const lagosDay = (daysAgo: number) =>
  new Date(Date.now() + 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10);
const words = "My NIN 12345678901 was used. Call me on 0803 555 1122.";
const notice = { arrivedOn: lagosDay(3), arrivedBy: "post", contact: "0803 555 1122", text: words };
const enter = (change: object = {}, operator = owner) => operator.post("/grievances/snag", { ...notice, ...change });
const saved = (id: string, operator = privacy) => operator.get(`/grievances/${id}/snag.pdf`);
const textOf = (response: { readonly rawPayload: Buffer }) => parsePdf(response.rawPayload).spokenText;

describe("a notice that arrived by post or email [OC-15]", () => {
  test("opens a grievance whose clock runs from the day of arrival", async () => {
    const entered = await enter();
    expect(entered.statusCode).toBe(200);
    const { id, reference } = json<{ id: string; reference: string }>(entered);
    expect(json(await privacy.get(`/grievances/${id}`))).toMatchObject({
      reference,
      kind: "grievance",
      arrivedBy: "post",
      openedAt: `${lagosDay(4)}T23:00:00.000Z`,
      dueAt: `${lagosDay(-10)}T23:00:00.000Z`,
      urgency: "later",
    });
    expect(
      await rows(product, "select actor_id::text, action, reason from audit_log where object_id = $1", [id]),
    ).toEqual([{ actor_id: owner.id, action: "case_grievance", reason: `arrived by post on ${notice.arrivedOn}` }]);
  });

  test("seals the contact, to which the answer is sent", async () => {
    const { id, reference } = json<{ id: string; reference: string }>(await enter());
    const stored = JSON.stringify(await rows(product, "select * from subject_cases where id = $1", [id]));
    expect(stored).not.toMatch(/555|1122|NIN/);
    expect((await privacy.post(`/grievances/${id}/reply`, { text: "We closed the account." })).statusCode).toBe(200);
    await product.drainQueue();
    const sent = product.providers.sms.sent.filter(({ text }) => text.includes(reference));
    expect(sent).toMatchObject([{ to: "+2348035551122", text: expect.stringContaining("We closed the account.") }]);
  });

  test("may have no contact; the answer is then not sent", async () => {
    const { id } = json<{ id: string }>(await enter({ contact: "", arrivedBy: "email" }));
    const before = product.providers.sms.sent.length;
    expect(json(await owner.post(`/grievances/${id}/reply`, { text: "Done." }))).toMatchObject({ isSent: false });
    await product.drainQueue();
    expect(product.providers.sms.sent).toHaveLength(before);
  });

  test.each([
    ["a day in the future", { arrivedOn: lagosDay(-1) }, "arrivedOn"],
    ["a day more than 12 months ago", { arrivedOn: lagosDay(380) }, "arrivedOn"],
    ["a day that does not exist", { arrivedOn: "2026-02-31" }, "arrivedOn"],
    ["a contact that is neither phone nor email", { contact: "12 Marina, Lagos" }, "contact"],
    ["an empty text", { text: " " }, "text"],
    ["no way of arrival", { arrivedBy: "" }, "arrivedBy"],
  ])("rejects %s and stores nothing", async (_what, change, field) => {
    const count = async () => rows(product, "select count(*)::int as count from subject_cases");
    const before = await count();
    const response = await enter(change);
    expect([response.statusCode, Object.keys(json<{ fields: object }>(response).fields)]).toEqual([400, [field]]);
    expect(await count()).toEqual(before);
  });

  test("is entered by no one without the right", async () => {
    expect(codeOf(await enter({}, auditor))).toBe("operator_right_missing");
  });

  test("is not stored, nor its key, when its audit row cannot be written [OC-18]", async () => {
    const keys = async () => (await product.keys.findIdsAfter("00000000-0000-0000-0000-000000000000", 10_000)).length;
    const before = await keys();
    await product.owner.query(
      "alter table audit_log add constraint no_notices check (action <> 'case_grievance') not valid",
    );
    try {
      expect((await enter()).statusCode).toBe(500);
    } finally {
      await product.owner.query("alter table audit_log drop constraint no_notices");
    }
    expect(await keys()).toBe(before);
  });
});

describe("the standard notice as a document [OC-15]", () => {
  test("has parties, grievance, answer and steps, without the person's numbers [OC-07]", async () => {
    const { id, reference, pending } = await createGrievance(product, `${words} Please stop them.`);
    await privacy.post(`/grievances/${id}/open`, { reason: "to answer it" });
    await owner.post(`/grievances/${id}/note`, { text: "The source was down." });
    const open = textOf(await saved(id));
    for (const part of [
      "Standard Notice to Address Grievance",
      reference,
      "Response due by",
      "privacy@idanimo.example",
      "My NIN [number] was used. Call me on [number]. Please stop them.",
      `Request ${pending.itemId}`,
      "Not answered yet.",
      "The source was down.",
      "Nigeria Data Protection Commission",
    ])
      expect(open).toContain(part);
    await privacy.post(`/grievances/${id}/reply`, { text: "We closed the account." });
    const response = await saved(id);
    expect(response.headers).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "no-store",
      "content-disposition": `attachment; filename="Idanimo-notice-${reference}.pdf"`,
    });
    const answered = textOf(response);
    expect(answered).toContain("We closed the account.");
    for (const secret of [pending.phone.slice(4), pending.nin, "12345678901", "0803 555"])
      expect(`${open} ${answered}`).not.toContain(secret);
    expect(
      await rows(product, "select actor_id::text from audit_log where object_id = $1 and action = 'notice_exported'", [
        id,
      ]),
    ).toEqual([{ actor_id: privacy.id }, { actor_id: privacy.id }]);
  });

  test("needs the privacy officer's own reason, and a text that exists", async () => {
    const { id } = await createGrievance(product, "please look");
    expect(codeOf(await saved(id))).toBe("case_reason_needed");
    for (const operator of [owner, auditor]) expect(codeOf(await saved(id, operator))).toBe("operator_right_missing");
    expect(codeOf(await saved("not-an-id"))).toBe("not_found");
    await privacy.post(`/grievances/${id}/open`, { reason: "to answer it" });
    expect((await saved(id)).statusCode).toBe(200);
    await product.owner.query("update subject_cases set sealed = null where id = $1", [id]);
    expect(codeOf(await saved(id))).toBe("case_erased");
    await product.owner.query("delete from subject_cases where id = $1", [id]);
  });
});
