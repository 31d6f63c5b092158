import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp } from "../../testing/app.ts";
import { buySearch, payPurchase, requestConsent, submitDecision } from "../../testing/lookup-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
});
afterAll(() => app.close());

const payer = () => app.user({ NGN: 100_000_00n });

describe("checkAgain", () => {
  test("has the typed values while the request is open, and reads no record", async () => {
    const user = await payer();
    const nin = randomNin();
    const expectedName = { firstname: "Chinedu", lastname: "Obi" };
    const purpose = { code: "tenancy", note: "Flat 4" };
    const bought = await buySearch(app, user, { nin, expectedName, purpose, label: "Tenant: Obi" });
    await payPurchase(user, bought);
    await app.drainQueue();
    expect((await user.get(`/verification/again/${bought.itemId}`)).json()).toEqual({
      searchType: "nin",
      options: [],
      values: { nin },
      isErased: false,
      purpose: "tenancy",
      note: "Flat 4",
      expectedName,
      label: "Tenant: Obi",
    });
    const { rowCount } = await app.owner.query(
      "select from audit_log where object_id = $1 and action = 'viewed_record'",
      [bought.itemId],
    );
    expect(rowCount).toBe(0);
  });

  test("has type, purpose and label only, once the request has ended", async () => {
    const user = await payer();
    const asked = await requestConsent(app, user, {}, "tenancy");
    await user.post("/verification/label", { requestId: asked.itemId, label: "Tenant: Obi" });
    await submitDecision(app, asked.token, "deny");
    await app.drainQueue();
    const seen = await user.get(`/verification/again/${asked.itemId}`);
    expect(seen.body).not.toContain(asked.nin);
    expect(seen.json()).toMatchObject({
      values: {},
      isErased: true,
      purpose: "tenancy",
      note: null,
      label: "Tenant: Obi",
    });
  });
});
