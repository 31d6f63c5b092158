import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { requestConsent, submitDecision, submitForm, readRequestState } from "../../../testing/lookup-steps.ts";
import { openCaseContent } from "../cases/open-case.ts";
import { createConsentPageSteps, denied, pending } from "./testing/consent-page-steps.ts";

let app: TestApp;
const { payer, get, pageOf, rowsOf, keyCount, report, misuseOf, verifyAfterTest } = createConsentPageSteps(() => app);
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => verifyAfterTest());
afterAll(() => app.close());

describe("the misuse report [CONSENT-02]", () => {
  test.each([
    { before: "pending", first: undefined, end: denied },
    { before: "granted", first: "grant", end: { item: "closed", outcome: "DELIVERED", consent: "terminated" } },
    { before: "denied", first: "deny", end: denied },
  ] as const)("ends a $before request and opens a case", async ({ first, end }) => {
    const user = await payer();
    const pending = await requestConsent(app, user, {
      contact: { phone: "+2348051113333", mail: "reporter@example.test" },
    });
    if (first) await submitDecision(app, pending.token, first);
    const message = "They wait at my door.\nPlease <b>help</b>.";
    expect((await report(pending.token, "pressure", message.replace("\n", "\r\n"))).headers.location).toBe(
      `/consent/${pending.token}`,
    );
    expect(await readRequestState(app, pending.itemId)).toEqual(end);
    const [made, ...more] = await misuseOf(pending.itemId);
    expect(more).toEqual([]);
    expect(made).toMatchObject({ owner_id: user.id, days: 3 });
    const key = await app.keys.find(made?.id ?? "");
    expect(openCaseContent(key ?? Buffer.alloc(32), made?.id ?? "", made?.sealed ?? Buffer.alloc(0))).toEqual({
      text: `They threaten or press me\n\n${message}`,
      phone: "+2348051113333",
      mail: null, // the link came by SMS
    });
    const known = await rowsOf("select kind from subject_index where request_id = $1 and contact_hash = $2", [
      pending.itemId,
      made?.contact_hash,
    ]);
    expect(known).toEqual([{ kind: "phone" }]);
    const page = await pageOf(pending);
    expect(page).toContain(`You reported this.</strong> Your number is ${made?.reference}.`);
    expect(page).not.toContain("report misuse");
    expect((await report(pending.token, "other")).statusCode).toBe(409); // only once
    expect((await get(`${pending.token}/report`)).statusCode).toBe(303);
  });

  test("opens one case for concurrent reports, and leaves no unused key", async () => {
    const pending = await requestConsent(app, await payer());
    const pieces = await rowsOf("select from result_parts where request_id = $1", [pending.itemId]);
    const before = (await keyCount()) ?? 0;
    const responses = await Promise.all(
      ["unknown", "money", "other", "pretends"].map((why) => report(pending.token, why)),
    );
    expect(responses.map((response) => response.statusCode).toSorted()).toEqual([303, 409, 409, 409]);
    expect(await misuseOf(pending.itemId)).toHaveLength(1);
    await app.drainQueue();
    expect(await keyCount()).toBe(before - pieces.length); // the request's keys are destroyed, the case has one more
  });

  test.each([
    { what: "no reason", reason: "", text: "They   <i>lie</i>", says: "Choose what is wrong." },
    { what: "an unknown reason", reason: "dislike", text: "", says: "Choose what is wrong." },
    { what: "501 characters", reason: "other", text: "x".repeat(501), says: "Make it 500 letters or less" },
  ])("shows an error for $what and keeps the input", async ({ reason, text, says }) => {
    const pendingConsent = await requestConsent(app, await payer());
    const response = await report(pendingConsent.token, reason, text);
    expect(response.statusCode).toBe(422);
    expect(response.body).toContain(says);
    expect(response.body).toContain(text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
    if (reason === "other") expect(response.body.replaceAll(/\s+/g, " ")).toMatch(/value="other" required checked/);
    expect(await readRequestState(app, pendingConsent.itemId)).toEqual(pending);
    expect(await misuseOf(pendingConsent.itemId)).toEqual([]);
  });

  test("accepts 500 characters of any alphabet, and counts a line break once", async () => {
    const pending = await requestConsent(app, await payer());
    expect((await report(pending.token, "other", `${"ẹ\r\n".repeat(249)}ọ!`)).statusCode).toBe(303);
  });

  test("is rejected from another site and for an unknown link", async () => {
    const pendingConsent = await requestConsent(app, await payer());
    const elsewhere = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await report(pendingConsent.token, "other", "", elsewhere)).statusCode).toBe(403);
    expect((await submitForm(app, `${pendingConsent.token}/wrong-person`, [], elsewhere)).statusCode).toBe(403);
    for (const path of ["report", "wrong-person", "receipt.pdf"])
      expect((await get(`${"A".repeat(43)}/${path}`)).statusCode).toBe(404);
    expect((await report("A".repeat(43), "other")).statusCode).toBe(404);
    expect(await readRequestState(app, pendingConsent.itemId)).toEqual(pending);
  });
});
