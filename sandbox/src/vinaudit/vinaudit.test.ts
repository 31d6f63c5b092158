import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";
import { anotherVin } from "./vehicles.ts";

const keys = { key: "sandbox-vinaudit-key", user: "sandbox-vinaudit-user", pass: "sandbox-vinaudit-password" };
type Form = { vin: string; id?: string; key?: string; pass?: string; format?: string };
const ask = (stage: TestSandbox, path: string, form: Form) =>
  stage.call(`/vinaudit/${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...keys, format: "json", ...form }).toString(),
  });
const vinOf = (ending: string) => `2TDEM0A12B3C4${ending}`;
const idOf = async (stage: TestSandbox, vin: string) => String((await ask(stage, "v2/query", { vin })).json.id);

test("returns an id, data, a report and a list price for a VIN, always the same", async () => {
  const stage = await startTestSandbox();
  const vin = vinOf("5678");
  const first = (await ask(stage, "v2/query", { vin })).json;
  expect(first).toEqual({
    vin,
    id: expect.stringMatching(/^S9\d{10}$/),
    attributes: expect.objectContaining({ vin, make: expect.any(String), made_in: expect.any(String), type: "Car" }),
    success: true,
    error: "",
  });
  expect((await ask(stage, "v2/query", { vin })).json).toEqual(first);
  const report = (await ask(stage, "v2/pullreport", { vin, id: String(first.id) })).json;
  expect(report).toMatchObject({ vin, id: first.id, thefts: [], jsi: [], success: true, error: "" });
  expect((await ask(stage, "v2/report", { vin, id: String(first.id) })).json).toEqual(report);
  expect((await ask(stage, "v3/specifications", { vin })).json).toMatchObject({
    vin,
    attributes: { trim: expect.any(String), msrp: expect.stringMatching(/^\$\d\d,\d{3}$/) },
  });
});

test("reports a VIN ending 7777 as stolen, and no other VIN by accident", async () => {
  const stage = await startTestSandbox();
  const vin = vinOf("7777");
  const { text } = await ask(stage, "v2/pullreport", { vin, id: await idOf(stage, vin) });
  expect(text).toContain('"thefts":[{"date"');
  expect(text).toContain('"clean":false');
  expect(anotherVin(vin)).not.toMatch(/7777$/);
});

test("returns a report as a valid PDF, unbilled; none for a VIN ending 0011", async () => {
  const stage = await startTestSandbox();
  const vin = vinOf("7777");
  const pdf = { vin, id: await idOf(stage, vin), format: "pdf" };
  for (const path of ["v2/pullreport", "v2/report"]) {
    const { headers, text } = await ask(stage, path, pdf);
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(text).toMatch(/^%PDF-1\.4\n[^]*THEFT RECORD[^]*\n%%EOF\n$/);
    const places = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
    expect(places.map((position) => text.slice(position, position + 7))).toEqual(
      [1, 2, 3, 4, 5].map((at) => `${at} 0 obj`),
    );
    expect(text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1])).startsWith("xref")).toBe(true);
  }
  const none = { vin: vinOf("0011"), id: await idOf(stage, vinOf("0011")), format: "pdf" };
  expect((await ask(stage, "v2/pullreport", none)).json).toEqual({ success: false, error: "incomplete_report" });
  expect((await stage.stats()).lookups).toMatchObject({ asked: 5, billed: 2 });
});

test("bills a report with its id, however often it is read", async () => {
  const stage = await startTestSandbox();
  const vin = vinOf("0007");
  const id = await idOf(stage, vin);
  const errors = [];
  for (let at = 0; at < 4; at++)
    errors.push(/"error":"(\w*)"/.exec((await ask(stage, "v2/pullreport", { vin, id })).text)?.[1]);
  expect(errors).toEqual(["incomplete_report", "incomplete_report", "", "incomplete_report"]);
  expect((await stage.stats()).lookups).toMatchObject({ asked: 5, billed: 1 });
});

test.each([
  { form: { vin: vinOf("0000") }, status: 200, error: "invalid_vin" },
  { form: { vin: vinOf("0001") }, status: 500, error: "failed_request" },
  { form: { vin: vinOf("0008") }, status: 402, error: "failed_request" },
  { form: { vin: "short" }, status: 200, error: "invalid_vin" },
  { form: { vin: vinOf("5678"), pass: "wrong" }, status: 200, error: "unauthorized_request" },
])("returns $status and $error for a query of $form, unbilled", async ({ form, status, error }) => {
  const stage = await startTestSandbox();
  const response = await ask(stage, "v2/query", form);
  expect([response.status, response.json]).toEqual([status, { success: false, error }]);
  expect((await stage.stats()).lookups).toMatchObject({ billed: 0 });
});

test("rejects the id of another report, and a wrong key everywhere", async () => {
  const stage = await startTestSandbox();
  const vin = vinOf("5678");
  expect((await ask(stage, "v2/pullreport", { vin, id: "S1" })).json).toEqual({
    success: false,
    error: "missing_report",
  });
  for (const path of ["v2/pullreport", "v3/specifications"])
    expect((await ask(stage, path, { vin, key: "wrong" })).json).toEqual({
      success: false,
      error: "unauthorized_request",
    });
});

test("returns another vehicle for a VIN ending 0012, whose report is found by its VIN", async () => {
  const stage = await startTestSandbox();
  const { text } = await ask(stage, "v2/query", { vin: vinOf("0012") });
  expect(text).toContain(`"vin":"${anotherVin(vinOf("0012"))}"`);
});
