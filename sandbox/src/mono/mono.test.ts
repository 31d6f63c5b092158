import { expect, test } from "vitest";
import { setStage, type Stage } from "../testing/stage.ts";

const key = { "mono-sec-key": "test_sk_sandbox-mono" };
const search = (stage: Stage, text: string, exact = true, headers: Record<string, string> = key) =>
  stage.call(`/mono/v3/lookup/cac?${new URLSearchParams({ search: text, exact: String(exact) })}`, { headers });

const wireKeys = `id approved_name rc_number classification classification_id active registration_approved
  registration_date email address branch_address head_office_address city lga state objectives delisting_status
  company_type_name nature_of_business_name business_commencement_date`.split(/\s+/);

test("a registration number is one company with every key of the wire, the same every time", async () => {
  const [one, other] = [await setStage(), await setStage()];
  const { status, json } = await search(one, "7700123");
  expect(status).toBe(200);
  expect(json).toMatchObject({ status: "successful", message: "CAC lookup successful", timestamp: expect.any(String) });
  const [company, ...more] = JSON.parse(JSON.stringify(json.data));
  expect(more).toEqual([]);
  expect(Object.keys(company).toSorted()).toEqual(wireKeys.toSorted());
  expect(company).toMatchObject({ id: expect.any(Number), rc_number: "7700123" });
  expect((await search(other, "7700123")).json.data).toEqual(json.data);
});

test("a name finds several, whose numbers then lead to them; an exact name finds one", async () => {
  const stage = await setStage();
  const found: { approved_name: string; rc_number: string }[] = JSON.parse(
    JSON.stringify((await search(stage, "Harmattan Foods", false)).json.data),
  );
  expect(found.length).toBeGreaterThan(2);
  for (const company of found) {
    expect(company.approved_name).toMatch(/^HARMATTAN FOODS .*(LIMITED|PLC)$/);
    expect((await search(stage, company.rc_number)).json.data).toEqual([company]);
  }
  expect((await search(stage, "Harmattan Foods")).json.data.length).toBe(1);
});

test.each([
  { text: "7700000", status: 200, data: [], billed: 0 },
  { text: "NOBODY 0000", status: 200, data: [], billed: 0 },
  { text: "7700001", status: 500, data: undefined, billed: 0 },
  { text: "7700007", status: 429, data: undefined, billed: 0 },
  { text: "7700008", status: 402, data: undefined, billed: 0 },
])("$text answers $status, billed: $billed", async ({ text, status, data, billed }) => {
  const stage = await setStage();
  const answer = await search(stage, text, false);
  expect([answer.status, answer.json.data]).toEqual([status, data]);
  expect((await stage.stats()).lookups.byNumber).toEqual([{ product: "cac", number: text, asked: 1, billed }]);
});

test("a number ending 0012, or a fault, answers with another company", async () => {
  const stage = await setStage();
  expect((await search(stage, "7700012")).text).not.toContain('"rc_number":"7700012"');
  await stage.post("/__sandbox/faults", { target: "mono", kind: "wrong_person" });
  expect((await search(stage, "7700123")).text).not.toContain('"rc_number":"7700123"');
});

test("without the key: 401; without a text: 400", async () => {
  const stage = await setStage();
  expect((await search(stage, "7700123", true, {})).status).toBe(401);
  expect((await search(stage, " ")).status).toBe(400);
});
