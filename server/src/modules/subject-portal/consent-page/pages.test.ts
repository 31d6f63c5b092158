import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parsePdf } from "../../../documents/testing/parse-pdf.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import {
  requestConsent,
  setClockRelativeTo,
  openSubjectPage,
  submitDecision,
  submitForm,
  readRequestState,
} from "../../../testing/lookup-steps.ts";
import { createConsentPageSteps, deadlineOf, denied, granted, pending } from "./testing/consent-page-steps.ts";

let app: TestApp;
const { payer, get, pageOf, rowsOf, receiptOf, report, misuseOf, verifyAfterTest } = createConsentPageSteps(() => app);
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

test("counts denials and reports by other subjects, and shows the registered name [T-46]", async () => {
  const user = await app.user({ userType: "business", NGN: 10_000_00n });
  const [rejected, reported, now] = [
    await requestConsent(app, user),
    await requestConsent(app, user),
    await requestConsent(app, user),
  ];
  expect(await pageOf(now)).toContain("No refusals or reports.");
  await submitDecision(app, rejected.token, "deny");
  await report(reported.token, "money");
  expect(await pageOf(now)).toContain("Refusals: 2. Reports: 1."); // a report is also a denial
  // the subject's own denial is not counted
  expect(await pageOf(rejected)).toContain("Refusals: 1. Reports: 1.");
  expect(await pageOf(reported)).toContain("Refusals: 1. Reports: 0.");
  expect(await pageOf(await requestConsent(app, await payer()))).toContain("No refusals or reports.");
  for (const what of ["business_name = 'Bright Homes Limited', rc_number = '123456'", "verified_at = now()"])
    await app.owner.query(`update users set ${what} where id = $1`, [user.id]);
  expect(await pageOf(now)).toMatch(
    /Bright Homes Limited.*Registered company name.*Who asks: Asked by a member of its staff\. Account since/,
  );
});

test("asks a requester with the record's own contact, and both answers remain possible [T-38]", async () => {
  const user = await payer();
  await app.owner.query("update users set phone_verified_at = now() where id = $1", [user.id]);
  const pending = await requestConsent(app, user, { contact: { phone: "+2348030000001", mail: null } }); // the requester's own phone
  expect(await rowsOf("select is_self from consents where request_id = $1", [pending.itemId])).toEqual([
    { is_self: true },
  ]);
  const page = await pageOf(pending);
  for (const words of [
    "Did you ask for your own record?",
    "Ada Obi",
    "Not you? Press No.",
    "Yes, I asked",
    "No, I did not ask",
  ])
    expect(page).toContain(words);
  expect((await submitDecision(app, pending.token, "deny")).statusCode).toBe(303);
});

describe("a consent link [T-39]", () => {
  test("decides nothing when its pages and receipt are loaded with GET or HEAD", async () => {
    const pendingConsent = await requestConsent(app, await payer());
    for (const path of ["", "/report", "/wrong-person", "/receipt.pdf"])
      for (const method of ["GET", "HEAD"] as const) {
        const response = await app.app.inject({ method, url: `/consent/${pendingConsent.token}${path}` });
        expect([response.statusCode, response.headers.location]).toEqual(
          path === "/receipt.pdf" ? [303, `/consent/${pendingConsent.token}`] : [200, undefined],
        );
      }
    expect(await readRequestState(app, pendingConsent.itemId)).toEqual(pending);
    expect(await misuseOf(pendingConsent.itemId)).toEqual([]);
  });

  test("answers a second decision with the current page", async () => {
    const pending = await requestConsent(app, await payer());
    await submitDecision(app, pending.token, "deny");
    for (const action of ["grant", "withdraw", "deny"] as const) {
      const late = await submitDecision(app, pending.token, action);
      expect(late.statusCode).toBe(409);
      expect(late.body).toContain("You did not consent");
      expect(late.body).toContain("Nothing was changed");
    }
    expect(await readRequestState(app, pending.itemId)).toEqual(denied);
  });

  test("shows after the deadline that there was no answer, and accepts no grant", async () => {
    const pending = await requestConsent(app, await payer());
    await setClockRelativeTo(app, deadlineOf, [pending.itemId], 1);
    const [{ until } = { until: "?" }] = await rowsOf<{ until: string }>(
      `select to_char(deadline at time zone 'Africa/Lagos', 'FMMonth FMDD, YYYY "at" FMHH12:MI AM, "Lagos time"') as until from consents where request_id = $1`,
      [pending.itemId],
    );
    const page = await pageOf(pending);
    expect(page).toContain(`You had until ${until}. You did not answer, so they see nothing.`);
    expect(page).not.toContain("I consent");
    expect((await submitDecision(app, pending.token, "grant")).statusCode).toBe(409);
    expect((await get(`${pending.token}/wrong-person`)).statusCode).toBe(303);
    expect((await submitForm(app, `${pending.token}/wrong-person`, [])).statusCode).toBe(409);
    await app.runSchedule("expire_consents"); // the same after the job has ended the consent
    for (const words of [`You had until ${until}.`, "No answer"]) expect(await pageOf(pending)).toContain(words);
  });

  test("does not call a request unanswered that reached the wrong person", async () => {
    const pending = await requestConsent(app, await payer());
    await submitForm(app, `${pending.token}/wrong-person`, []);
    await setClockRelativeTo(app, deadlineOf, [pending.itemId], 1);
    expect(await pageOf(pending)).not.toContain("Nobody answered");
  });
});

describe("the wrong-person page [CONSENT-02]", () => {
  test("ends the request, refunds it and deletes its link to the contact", async () => {
    const pending = await requestConsent(app, await payer());
    expect((await get(`${pending.token}/wrong-person`)).body).toContain("Is this not you?");
    expect((await submitForm(app, `${pending.token}/wrong-person`, [])).statusCode).toBe(303);
    expect(await readRequestState(app, pending.itemId)).toEqual({
      item: "closed",
      outcome: "NO_CONTACT",
      consent: "terminated",
    });
    expect(await rowsOf("select from subject_index where request_id = $1", [pending.itemId])).toEqual([]);
    const page = await pageOf(pending);
    expect(page).toContain("Thank you for telling us");
    expect(page).not.toContain(`${pending.token}/my-data`);
    expect((await submitForm(app, `${pending.token}/wrong-person`, [])).statusCode).toBe(409);
  });

  test("cannot end a request that was granted", async () => {
    const pending = await requestConsent(app, await payer());
    await submitDecision(app, pending.token, "grant");
    expect((await submitForm(app, `${pending.token}/wrong-person`, [])).statusCode).toBe(409);
    expect((await get(`${pending.token}/wrong-person`)).statusCode).toBe(303);
    expect(await readRequestState(app, pending.itemId)).toEqual(granted);
  });
});

test("shows no value of the record on any page or PDF, in any state [T-42 T-54]", async () => {
  const fields = { firstname: "CANARY-FIRST", residence_address: "CANARY-ADDRESS", nok_firstname: "CANARY-KIN" };
  const pending = await requestConsent(app, await payer(), { fields });
  const secrets = ["CANARY", pending.nin, pending.phone.slice(-8), pending.code, pending.itemId];
  const look = async () => {
    const pages = [await openSubjectPage(app, pending.token), await get(`${pending.token}/report`)];
    const receipt = await get(`${pending.token}/receipt.pdf`);
    const held = receipt.statusCode === 200 ? parsePdf(receipt.rawPayload).raw : "";
    for (const secret of secrets)
      for (const text of [...pages.map(({ body }) => body), held]) expect(text).not.toContain(secret);
  };
  await look();
  await submitDecision(app, pending.token, "grant");
  await look();
  await submitDecision(app, pending.token, "withdraw");
  await app.drainQueue();
  await look();
});

describe("the page's language [CONSENT-02]", () => {
  test("stays Naijá from the request through the form to the receipt", async () => {
    const pending = await requestConsent(app, await payer());
    const page = await pageOf(pending, "?lang=pcm");
    expect(page).toContain('<html lang="pcm-NG" ');
    expect(page).toContain("Unchecked account wan see your identity record");
    expect(page.match(/<form[^>]*>/g)?.length).toBe(
      page.match(/<input type="hidden" name="lang" value="pcm"/g)?.length,
    );
    const response = await submitForm(app, `${pending.token}/deny`, [["lang", "pcm"]]);
    expect(response.headers.location).toBe(`/consent/${pending.token}?lang=pcm`);
    expect((await receiptOf(pending, "?lang=pcm")).spokenText).toContain("You no agree");
  });

  test.each(["ha", "yo", "ig", "fr", "en&lang=pcm", "%3Cscript%3E"])("is English for lang=%s", async (lang) => {
    const page = await pageOf({ token: "A".repeat(43) }, `?lang=${lang}`);
    expect(page).toContain('<html lang="en-NG" ');
    expect(page).toContain("This link does not work");
    expect(page).toContain('<li><a href="/my-data">See everyone who asked about you</a></li>');
  });
});
