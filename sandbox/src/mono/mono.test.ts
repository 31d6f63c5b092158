import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";

const key = { "mono-sec-key": "test_sk_sandbox-mono" };
const search = (stage: TestSandbox, text: string, exact = true, headers: Record<string, string> = key) =>
  stage.call(`/mono/v3/lookup/cac?${new URLSearchParams({ search: text, exact: String(exact) })}`, { headers });

const wireKeys = `id approved_name rc_number classification classification_id active registration_approved
  registration_date email address branch_address head_office_address city lga state objectives delisting_status
  company_type_name nature_of_business_name business_commencement_date`.split(/\s+/);

test("returns one company for a number, with every key of the wire, the same every time", async () => {
  const [one, other] = [await startTestSandbox(), await startTestSandbox()];
  const { status, json } = await search(one, "7700123");
  expect(status).toBe(200);
  expect(json).toMatchObject({ status: "successful", message: "CAC lookup successful", timestamp: expect.any(String) });
  const [company, ...more] = JSON.parse(JSON.stringify(json.data));
  expect(more).toEqual([]);
  expect(Object.keys(company).toSorted()).toEqual(wireKeys.toSorted());
  expect(company).toMatchObject({ id: expect.any(Number), rc_number: "7700123" });
  expect((await search(other, "7700123")).json.data).toEqual(json.data);
});

test("finds several by a name, whose numbers find them again; an exact name finds one", async () => {
  const stage = await startTestSandbox();
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
  { text: "UNKNOWN 0000", status: 200, data: [], billed: 0 },
  { text: "7700001", status: 500, data: undefined, billed: 0 },
  { text: "7700007", status: 429, data: undefined, billed: 0 },
  { text: "7700008", status: 402, data: undefined, billed: 0 },
])("returns $status for $text, billed: $billed", async ({ text, status, data, billed }) => {
  const stage = await startTestSandbox();
  const response = await search(stage, text, false);
  expect([response.status, response.json.data]).toEqual([status, data]);
  expect((await stage.stats()).lookups.byNumber).toEqual([{ product: "cac", number: text, asked: 1, billed }]);
});

test("returns another company for a number ending 0012, or with a fault", async () => {
  const stage = await startTestSandbox();
  expect((await search(stage, "7700012")).text).not.toContain('"rc_number":"7700012"');
  await stage.post("/__sandbox/faults", { target: "mono", kind: "wrong_person" });
  expect((await search(stage, "7700123")).text).not.toContain('"rc_number":"7700123"');
});

test("returns 401 without the key and 400 without a text", async () => {
  const stage = await startTestSandbox();
  expect((await search(stage, "7700123", true, {})).status).toBe(401);
  expect((await search(stage, " ")).status).toBe(400);
});

const people = async (stage: TestSandbox, id: string, list: "" | "/directors") => {
  const { status, json } = await stage.call(`/mono/v3/lookup/cac/company/${id}${list}`, { headers: key });
  // the tests check the shape of foreign rows
  const rows: Record<string, unknown>[] = status === 200 ? JSON.parse(JSON.stringify(json.data)) : [];
  return { status, rows };
};
const idOf = async (stage: TestSandbox, rc: string) => String((await search(stage, rc)).json.data["0" as "id"].id);
const personKeys = `id surname firstname other_name email business_email phone_number gender former_nationality age city
  occupation former_name corporation_name rc_number state accreditationnumber is_lawyer form_type is_presenter is_chairman
  num_shares_alloted type_of_shares date_of_birth status date_of_termination date_of_appointment date_of_status_change
  identity_number appointed_by country_of_residence is_carried_over_from_name_avai lga government_organisation_name
  foreign_organisation_name is_corporate nationality address postcode street_number full_address2 affiliate_type_fk
  country_fk`.split(/\s+/);
const rolesIn = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => (row["affiliate_type_fk"] as { name: string } | null)?.name ?? null);

test("returns two untidy lists of people for a company's id, the same every time", async () => {
  const [one, other] = [await startTestSandbox(), await startTestSandbox()];
  const id = await idOf(one, "7700123");
  for (const list of ["", "/directors"] as const) {
    const { status, rows } = await people(one, id, list);
    expect(status).toBe(200);
    for (const row of rows) expect(Object.keys(row).toSorted()).toEqual(personKeys.toSorted());
    expect((await people(other, id, list)).rows).toEqual(rows);
    expect(rows.map((row) => row["age"])).toContain(0);
    expect(rows.flatMap((row) => Object.values(row))).toEqual(expect.arrayContaining([null, ""]));
  }
  const [owners, directors] = [(await people(one, id, "")).rows, (await people(one, id, "/directors")).rows];
  expect(rolesIn(owners)).toEqual(
    expect.arrayContaining([null, "SHAREHOLDER", "SECRETARY_COMPANY", "PERSON_WITH_SIGNIFICANT_CONTROL", "DIRECTOR"]),
  );
  expect(rolesIn(directors)).toEqual(expect.arrayContaining([null, "SHAREHOLDER", "DIRECTOR"]));
  expect(directors.filter((row) => owners.some((owner) => JSON.stringify(owner) === JSON.stringify(row)))).not.toEqual(
    [],
  );
  expect((await people(one, await idOf(one, "7700124"), "")).rows).not.toEqual(owners);
});

test.each([
  { rc: "7700005", shareholders: 200, directors: 200, isEmpty: true },
  { rc: "7700013", shareholders: 200, directors: 500 },
])("returns $shareholders and $directors for the people of the company $rc", async (expected) => {
  const stage = await startTestSandbox();
  const id = await idOf(stage, expected.rc);
  const [owners, directors] = [await people(stage, id, ""), await people(stage, id, "/directors")];
  expect([owners.status, directors.status]).toEqual([expected.shareholders, expected.directors]);
  expect(owners.rows.length === 0).toBe(expected.isEmpty === true);
});

test("returns 404 for an unknown company, and asks for a retry in each list separately", async () => {
  const stage = await startTestSandbox();
  for (const id of ["47700000", "9", "x"]) expect((await people(stage, id, "")).status).toBe(404);
  const statuses = [];
  for (const list of ["", "/directors", "", "", "/directors", "/directors"] as const)
    statuses.push((await people(stage, "47700007", list)).status);
  expect(statuses).toEqual([429, 429, 429, 200, 429, 200]);
  const counted = (await stage.stats()).lookups.byNumber;
  expect(counted).toEqual(
    expect.arrayContaining([
      { product: "cac_shareholders", number: "7700007", asked: 3, billed: 1 },
      { product: "cac_directors", number: "7700007", asked: 3, billed: 1 },
    ]),
  );
});
