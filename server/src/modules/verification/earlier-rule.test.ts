import { phoneOf } from "../../testing/phones.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { adultPerson } from "../../testing/fakes.ts";
import { createTestApp, randomNin, type TestApp } from "../../testing/app.ts";
import { buySearch, openSubjectPage, payPurchase, replyBySms, submitDecision } from "../../testing/lookup-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => app.checkInvariants());
afterAll(() => app.close());

/** A paid request that was created when its purpose showed other parts than today. */
describe("a request of an earlier disclosure rule", () => {
  const earlier = { required: ["identity", "photo"], optional: ["religion"] };

  async function askUnderEarlierRule() {
    const user = await app.user({ NGN: 10_000_00n });
    const nin = randomNin();
    const contact = { phone: phoneOf(nin), mail: null };
    const fields = {
      firstname: "CANARY-FIRST",
      photo: "CANARY-PHOTO",
      religion: "CANARY-RELIGION",
      address: "CANARY-HOME",
    };
    app.providers.personRecords.respondTo(nin, { kind: "found", record: adultPerson(nin, { contact, fields }) });
    const bought = await buySearch(app, user, { nin, purpose: { code: "tenancy" } });
    const change = `update consents set rule_version = 'earlier', parts_required = '{${earlier.required.join()}}',
      parts_offered = '{${earlier.optional.join()}}' where request_id = '${bought.itemId}'`;
    await app.owner.query(`begin; set local session_replication_role = replica; ${change}; commit`);
    await payPurchase(user, bought);
    await app.drainQueue();
    const sms = app.providers.sms.sent.findLast(({ to }) => to === contact.phone)?.text ?? "";
    const token = /\/consent\/([\w-]{43})/.exec(sms)?.[1] ?? "";
    const seen = async () => (await user.get(`/verification/check-consent/${bought.itemId}`)).body;
    const evidence = async () =>
      (
        await app.owner.query(
          "select rule_version, parts_offered, parts_chosen from consent_evidence where request_id = $1 and event = 'granted'",
          [bought.itemId],
        )
      ).rows;
    return { ...contact, sms, token, seen, evidence };
  }

  test("offers, grants and stores the parts of that rule by page [CL-13]", async () => {
    const asked = await askUnderEarlierRule();
    expect(asked.sms).toContain("birth date, photo");
    const page = (await openSubjectPage(app, asked.token)).body;
    expect([...page.matchAll(/name="part" value="(\w+)"/g)].map(([, part]) => part)).toEqual(["religion"]);
    expect((await submitDecision(app, asked.token, "grant", undefined, ["address"])).statusCode).toBe(400);
    expect((await submitDecision(app, asked.token, "grant", undefined, ["religion"])).statusCode).toBe(303);
    const seen = await asked.seen();
    for (const value of ["CANARY-FIRST", "CANARY-PHOTO", "CANARY-RELIGION"]) expect(seen).toContain(value);
    expect(seen).not.toContain("CANARY-HOME");
    expect(await asked.evidence()).toEqual([
      {
        rule_version: "earlier",
        parts_offered: ["identity", "photo", "religion"],
        parts_chosen: ["identity", "photo", "religion"],
      },
    ]);
  });

  test("grants the required parts of that rule by SMS [CL-13]", async () => {
    const asked = await askUnderEarlierRule();
    await replyBySms(app, asked.phone, `YES ${/YES ([A-Z0-9]{6})/.exec(asked.sms)?.[1]}`);
    const seen = await asked.seen();
    expect(seen).toContain("CANARY-PHOTO");
    expect(seen).not.toMatch(/CANARY-(RELIGION|HOME)/);
  });
});
