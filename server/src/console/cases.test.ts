import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { randomIds } from "../kernel/ids.ts";
import { openCase } from "../modules/audit/index.ts";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { codeOf, createTestConsole, json, type TestConsole, type TestOperator } from "../testing/console.ts";

/** Cases of the product in the console. */

let product: TestApp;
let operatorConsole: TestConsole;
let support: TestOperator;
let auditor: TestOperator;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
  support = await operatorConsole.operator("support");
  auditor = await operatorConsole.operator("auditor");
});
afterEach(() => product.checkInvariants());
afterAll(() => product.close());

const open = async (kind: string, dueDays?: number) => {
  const id = randomIds.rowId();
  const detail = "requested 58800 NGN, received 48800 NGN";
  const made = { id, kind, objectId: randomIds.rowId(), detail, ...(dueDays !== undefined && { dueDays }) };
  await product.db.transaction("system", (tx) => openCase(tx, randomIds, made));
  return id;
};
type Page = {
  urgency: string;
  reference: string | null;
  detail: string;
  endedBy: string | null;
  about: { kind: string } | null;
  history: { by: string; action: string; text: string }[];
};
const view = async (id: string) => json<Page>(await support.get(`/cases/${id}`));

describe("a case [OC-14]", () => {
  test("has its detail, due time and history, and is closed once", async () => {
    const id = await open("payment_mismatch");
    expect(await view(id)).toMatchObject({
      urgency: "later",
      detail: "requested ₦588, received ₦488",
      about: { kind: "other" },
      history: [],
    });
    expect((await support.post(`/cases/${id}/assign`, { operatorId: support.id })).statusCode).toBe(200);
    expect((await support.post(`/cases/${id}/note`, { text: "asked the bank" })).statusCode).toBe(200);
    expect((await support.post(`/cases/${id}/close`, { reason: "the bank sent it back" })).statusCode).toBe(200);
    expect(codeOf(await support.post(`/cases/${id}/close`, { reason: "again" }))).toBe("case_ended");
    expect(codeOf(await support.post(`/cases/${id}/assign`, { operatorId: null }))).toBe("case_ended");
    const { urgency, endedBy, history } = await view(id);
    expect([urgency, endedBy]).toEqual(["done", `Operator ${support.id.slice(0, 8)}`]);
    expect(history.map(({ action, text }) => [action, text])).toEqual([
      ["case_assigned", `Operator ${support.id.slice(0, 8)}`],
      ["note", "asked the bank"],
      ["case_closed", "the bank sent it back"],
    ]);
  });

  test("is read by an auditor, who changes nothing", async () => {
    const id = await open("card_testing");
    expect((await auditor.get(`/cases/${id}`)).statusCode).toBe(200);
    for (const [act, body] of [
      ["assign", { operatorId: null }],
      ["note", { text: "x" }],
      ["close", { reason: "x" }],
    ] as const)
      expect(codeOf(await auditor.post(`/cases/${id}/${act}`, body))).toBe("operator_right_missing");
  });

  test("is listed by its due time: the next one first", async () => {
    const [later, soon] = [await open("reconciliation", 5), await open("card_testing", 1)];
    const { rows } = json<{ rows: { id: string; urgency: string }[] }>(await support.get("/cases"));
    const at = (id: string) => rows.findIndex((row) => row.id === id);
    expect(at(soon)).toBeLessThan(at(later));
    expect(rows[at(soon)]?.urgency).toBe("soon");
    const { items } = json<{ items: { kind: string; isUrgent: boolean }[] }>(await support.get("/today"));
    expect(items).toContainEqual(expect.objectContaining({ kind: "cases", isUrgent: true }));
    expect(items.map(({ kind }) => kind)).not.toContain("grievances");
  });

  test("of a guardian has a number, by which Find finds it", async () => {
    const id = await open("guardian_asked", 7);
    const number = `G-${id.slice(-6).toUpperCase()}`;
    expect(await view(id)).toMatchObject({ reference: number, about: { kind: "request" } });
    const found = await support.post("/find", { value: number.toLowerCase(), reason: "asked_us" });
    expect(json(found)).toEqual({ kind: "case", id, accountId: null });
    expect(codeOf(await support.post("/find", { value: "ID-AAAAAA", reason: "asked_us" }))).toBe("no_exact_match");
  });
});
