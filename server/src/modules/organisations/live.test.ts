import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adultPerson } from "../../testing/fakes.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { createBusiness, createOrganisation, outcome, type TestMember } from "../../testing/organisation-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterAll(async () => {
  await app.checkInvariants();
  await app.close();
});

const buy = (by: TestMember) =>
  by.post("/verification/session", {
    nin: adultPerson("12345678917").number,
    currency: "NGN",
    purpose: { code: "tenancy" },
  });
const limits = async (by: TestMember) =>
  (
    await by.post("/verification/limits", { searches: [{ type: "nin", options: [], records: 1 }], currency: "NGN" })
  ).json<{ missingFacts: string[] }>().missingFacts;

describe("an organisation without number, address and terms", () => {
  test("cannot buy; the problem names what is missing, until it is given", async () => {
    const owner = await createOrganisation(app, { NGN: 5_000_00n, isLive: false });
    expect(await limits(owner)).toEqual(["rc_number", "office_address", "terms"]);
    const refused = await buy(owner);
    expect(outcome(refused)).toBe("403 organisation_incomplete");
    expect(refused.json()).toMatchObject({
      message: expect.stringContaining("RC number, office address and acceptance of the terms") as string,
      details: { missing: "rc_number office_address terms" },
    });
    expect(outcome(await owner.post("/organisation", { rcNumber: "RC 123456", acceptTerms: true }))).toBe("done");
    expect((await buy(owner)).json()).toMatchObject({ details: { missing: "office_address terms" } });
    const given = { officeAddress: "4 Bello Road, Kano", acceptTerms: true };
    expect(outcome(await owner.post("/organisation", given))).toBe("done");
    expect(await limits(owner)).toEqual([]);
    expect(outcome(await buy(owner))).toBe("done");
  });

  test("is rejected by the database too", async () => {
    const owner = await createOrganisation(app, { isLive: false });
    const { rows } = await app.owner.query<{ columns: string }>(
      "select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns where table_name = 'purchases' and is_generated = 'NEVER' and column_name not in ('id', 'owner_id', 'session_code', 'transaction_id')",
    );
    const business = await createBusiness(app, { NGN: 5_000_00n });
    await buy(business);
    await expect(
      app.owner.query(
        `insert into purchases (id, owner_id, session_code, transaction_id, ${rows[0]?.columns})
         select gen_random_uuid(), $1, 'x' || session_code, 'EA99999999999999', ${rows[0]?.columns} from purchases where owner_id = $2`,
        [owner.organisationId, business.id],
      ),
    ).rejects.toThrow("the organisation has not given its facts");
  });

  test("is not a business account, which gave them when it signed up", async () => {
    const business = await createBusiness(app, { NGN: 5_000_00n });
    expect(await limits(business)).toEqual([]);
    expect(outcome(await buy(business))).toBe("done");
  });
});
