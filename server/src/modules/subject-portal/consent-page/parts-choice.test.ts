import { purposeCodes } from "@idanimo/contract/consent";
import {
  disclosureFor,
  disclosureRuleVersion,
  searchTypesWithParts,
  withheldParts,
} from "@idanimo/contract/record-parts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import {
  openSubjectPage,
  type PendingConsent,
  readRequestState,
  replyBySms,
  requestConsent,
  setClockRelativeTo,
  submitDecision,
  submitForm,
} from "../../../testing/lookup-steps.ts";
import { consentTextVersion } from "../../notifications/index.ts";
import { pageCopy } from "./page-copy.ts";
import { createConsentPageSteps, goneOf, pending } from "./testing/consent-page-steps.ts";

let app: TestApp;
const { payer, rowsOf, verifyAfterTest } = createConsentPageSteps(() => app);
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

describe("the choice of record parts [CONSENT-02]", () => {
  const rule = disclosureFor("nin", "employment") ?? { required: [], optional: [] };
  const withheldOf = async (user: TestUser, pending: PendingConsent) =>
    (await user.get(`/verification/check-consent/${pending.itemId}`)).json<{ withheld: string[] }>().withheld;
  const grantedOf = async ({ itemId }: PendingConsent) =>
    (
      await rowsOf<{ parts: string[] }>("select parts_granted as parts from consents where request_id = $1", [itemId])
    )[0]?.parts;
  const grant = (pending: PendingConsent, ...parts: readonly string[]) =>
    submitForm(
      app,
      `${pending.token}/grant`,
      parts.map((part) => ["part", part] as const),
    );
  const evidenceOf = ({ itemId }: PendingConsent) =>
    rowsOf(
      `select event, channel, language, text_version, parts_offered, parts_chosen, rule_version from consent_evidence
       where request_id = $1 and event <> 'asked' order by at, id`,
      [itemId],
    );

  test("lists the required parts as text, and an empty checkbox for each optional one [CL-01]", async () => {
    const pending = await requestConsent(app, await payer());
    const page = await openSubjectPage(app, pending.token);
    const boxes = [...page.body.matchAll(/<input type="checkbox" name="part" value="(\w+)" \/>/g)];
    expect(boxes.map(([, part]) => part)).toEqual(rule.optional);
    expect(page.body).not.toMatch(/<input[^>]*checked/);
    expect(page.headers["cache-control"]).toBe("no-store");
    for (const part of [...rule.required, ...rule.optional])
      expect(page.body.toLowerCase()).toContain(pageCopy.en.parts[part].toLowerCase());
  });

  test("grants only the required parts if no box is ticked [CL-02 CL-07]", async () => {
    const user = await payer();
    const fields = { firstname: "CANARY-FIRST", residence_address: "CANARY-ADDRESS", nok_firstname: "CANARY-KIN" };
    const pending = await requestConsent(app, user, { fields });
    expect((await grant(pending)).statusCode).toBe(303);
    await app.drainQueue();
    expect(await grantedOf(pending)).toEqual(["identity"]);
    expect(await withheldOf(user, pending)).toEqual(withheldParts("nin", ["identity"]));
    const response = await user.get(`/verification/check-consent/${pending.itemId}`);
    expect(response.body).toContain("CANARY-FIRST");
    expect(response.body).not.toMatch(/CANARY-(ADDRESS|KIN)/);
  });

  test.each(rule.optional)("grants exactly %s for its box [CL-03]", async (part) => {
    const user = await payer();
    const pending = await requestConsent(app, user);
    expect((await grant(pending, part)).statusCode).toBe(303);
    expect(await grantedOf(pending)).toEqual(["identity", part]);
    expect(await withheldOf(user, pending)).toEqual(withheldParts("nin", ["identity", part]));
  });

  test("counts a repeated part once, and ignores a required one [CL-03]", async () => {
    const pending = await requestConsent(app, await payer());
    expect((await grant(pending, "photo", "photo", "identity")).statusCode).toBe(303);
    expect(await grantedOf(pending)).toEqual(["identity", "photo"]);
  });

  test.each([
    { why: "a part that the purpose never shows", parts: ["photo", "religion"] },
    { why: "a part of another search type", parts: ["credit"] },
    { why: "an unknown part", parts: ["<b>"] },
    { why: "a part in capitals", parts: ["PHOTO"] },
    { why: "an empty part", parts: [""] },
  ])("rejects $why with 400, says so and grants nothing [CL-03]", async ({ parts }) => {
    const pendingConsent = await requestConsent(app, await payer());
    const response = await grant(pendingConsent, ...parts);
    expect(response.statusCode).toBe(400);
    expect(response.body).toMatch(
      /role="alert">Nothing was shared\. The form had a part that this request does not offer/,
    );
    expect(response.body).toContain("I do not consent"); // the page again
    expect(response.body).not.toMatch(/<input[^>]*checked/);
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(await readRequestState(app, pendingConsent.itemId)).toEqual(pending);
    expect([await grantedOf(pendingConsent), await evidenceOf(pendingConsent)]).toEqual([[], []]);
    expect((await grant(pendingConsent, "photo")).statusCode).toBe(303); // the request can still be decided
  });

  test("keeps the first of two open tabs, and of a form sent twice [CL-03]", async () => {
    const pending = await requestConsent(app, await payer());
    for (let tab = 0; tab < 2; tab += 1) expect((await openSubjectPage(app, pending.token)).statusCode).toBe(200);
    const responses = await Promise.all([grant(pending, "photo"), grant(pending, "photo")]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409]);
    expect((await grant(pending, "contact", "family")).statusCode).toBe(409); // the other tab, with more boxes
    expect(await grantedOf(pending)).toEqual(["identity", "photo"]);
    expect(await evidenceOf(pending)).toHaveLength(1);
  });

  test("grants nothing more after a withdrawal or after access has ended [CL-03]", async () => {
    const [withdrawn, ended] = [await requestConsent(app, await payer()), await requestConsent(app, await payer())];
    for (const pending of [withdrawn, ended]) await grant(pending, "photo");
    await submitDecision(app, withdrawn.token, "withdraw");
    expect((await grant(withdrawn, "contact")).statusCode).toBe(409);
    await setClockRelativeTo(app, goneOf, [ended.itemId], 1);
    expect((await grant(ended, "contact")).statusCode).toBe(409);
    for (const pending of [withdrawn, ended]) expect(await grantedOf(pending)).toEqual(["identity", "photo"]);
  });

  test("decides nothing when a mail scanner follows the link and the form's addresses [CL-03]", async () => {
    const pendingConsent = await requestConsent(app, await payer());
    const scanner = { "user-agent": "Mozilla/5.0 (compatible; SafeLinks scanner)" };
    for (const path of ["", "/grant", "/grant?part=photo", "/deny", "/withdraw"])
      for (const method of ["GET", "HEAD"] as const)
        await app.app.inject({ method, url: `/consent/${pendingConsent.token}${path}`, headers: scanner });
    expect(await readRequestState(app, pendingConsent.itemId)).toEqual(pending);
    expect(await evidenceOf(pendingConsent)).toEqual([]);
  });

  test("never grants family or religion by SMS, where the page offers them [CL-07]", async () => {
    const user = await payer();
    const pending = await requestConsent(app, user);
    expect((await openSubjectPage(app, pending.token)).body).toMatch(
      /value="family" \/><span\s*>Next of kin, parents <small>\(others&#39; data\)/,
    );
    await replyBySms(app, pending.phone, `YES ${pending.code}`);
    expect(await grantedOf(pending)).toEqual(["identity"]);
    for (const purpose of purposeCodes)
      for (const type of searchTypesWithParts)
        for (const part of ["family", "religion"] as const)
          expect(disclosureFor(type, purpose)?.required ?? []).not.toContain(part);
  });

  test("stores language, channel, versions and parts of each decision [CL-09]", async () => {
    const offered = [...rule.required, ...rule.optional];
    const common = {
      channel: "page",
      text_version: consentTextVersion,
      parts_offered: offered,
      rule_version: disclosureRuleVersion,
    };
    const [byPage, denied, bySms] = [
      await requestConsent(app, await payer()),
      await requestConsent(app, await payer()),
      await requestConsent(app, await payer()),
    ];
    await submitForm(app, `${byPage.token}/grant`, [
      ["lang", "pcm"],
      ["part", "photo"],
    ]);
    await submitDecision(app, byPage.token, "withdraw");
    await submitDecision(app, denied.token, "deny");
    await replyBySms(app, bySms.phone, `YES ${bySms.code}`);
    expect(await evidenceOf(byPage)).toEqual([
      { ...common, event: "granted", language: "pcm", parts_chosen: ["identity", "photo"] },
      { ...common, event: "withdrawn", language: "en", parts_chosen: [] },
    ]);
    expect(await evidenceOf(denied)).toEqual([{ ...common, event: "denied", language: "en", parts_chosen: [] }]);
    expect(await evidenceOf(bySms)).toEqual([
      { ...common, channel: "sms", event: "granted", language: "en", parts_chosen: ["identity"] },
    ]);
  });
});
