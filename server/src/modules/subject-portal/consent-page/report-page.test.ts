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
    const asked = await requestConsent(app, user, {
      contact: { phone: "+2348051113333", mail: "reporter@example.test" },
    });
    if (first) await submitDecision(app, asked.token, first);
    const said = "They wait at my door.\nPlease <b>help</b>.";
    expect((await report(asked.token, "pressure", said.replace("\n", "\r\n"))).headers.location).toBe(
      `/consent/${asked.token}`,
    );
    expect(await readRequestState(app, asked.itemId)).toEqual(end);
    const [made, ...more] = await misuseOf(asked.itemId);
    expect(more).toEqual([]);
    expect(made).toMatchObject({ owner_id: user.id, days: 3 });
    const key = await app.keys.find(made?.id ?? "");
    expect(openCaseContent(key ?? Buffer.alloc(32), made?.id ?? "", made?.sealed ?? Buffer.alloc(0))).toEqual({
      text: `They threaten or press me\n\n${said}`,
      phone: "+2348051113333",
      mail: null, // the link came by SMS
    });
    const known = await rowsOf("select kind from subject_index where request_id = $1 and contact_hash = $2", [
      asked.itemId,
      made?.contact_hash,
    ]);
    expect(known).toEqual([{ kind: "phone" }]);
    const page = await pageOf(asked);
    expect(page).toContain(`You reported this.</strong> Your number is ${made?.reference}.`);
    expect(page).not.toContain("report misuse");
    expect((await report(asked.token, "other")).statusCode).toBe(409); // only once
    expect((await get(`${asked.token}/report`)).statusCode).toBe(303);
  });

  test("opens one case for concurrent reports, and leaves no unused key", async () => {
    const asked = await requestConsent(app, await payer());
    const pieces = await rowsOf("select from result_parts where request_id = $1", [asked.itemId]);
    const before = (await keyCount()) ?? 0;
    const answers = await Promise.all(["unknown", "money", "other", "pretends"].map((why) => report(asked.token, why)));
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([303, 409, 409, 409]);
    expect(await misuseOf(asked.itemId)).toHaveLength(1);
    await app.drainQueue();
    expect(await keyCount()).toBe(before - pieces.length); // the request's keys are destroyed, the case has one more
  });

  test.each([
    { what: "no reason", reason: "", text: "They   <i>lie</i>", says: "Choose what is wrong." },
    { what: "an unknown reason", reason: "dislike", text: "", says: "Choose what is wrong." },
    { what: "501 characters", reason: "other", text: "x".repeat(501), says: "Make it 500 letters or less" },
  ])("shows an error for $what and keeps the input", async ({ reason, text, says }) => {
    const asked = await requestConsent(app, await payer());
    const answer = await report(asked.token, reason, text);
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain(says);
    expect(answer.body).toContain(text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
    if (reason === "other") expect(answer.body.replaceAll(/\s+/g, " ")).toMatch(/value="other" required checked/);
    expect(await readRequestState(app, asked.itemId)).toEqual(pending);
    expect(await misuseOf(asked.itemId)).toEqual([]);
  });

  test("accepts 500 characters of any alphabet, and counts a line break once", async () => {
    const asked = await requestConsent(app, await payer());
    expect((await report(asked.token, "other", `${"ẹ\r\n".repeat(249)}ọ!`)).statusCode).toBe(303);
  });

  test("is rejected from another site and for an unknown link", async () => {
    const asked = await requestConsent(app, await payer());
    const elsewhere = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await report(asked.token, "other", "", elsewhere)).statusCode).toBe(403);
    expect((await submitForm(app, `${asked.token}/wrong-person`, [], elsewhere)).statusCode).toBe(403);
    for (const path of ["report", "wrong-person", "receipt.pdf"])
      expect((await get(`${"A".repeat(43)}/${path}`)).statusCode).toBe(404);
    expect((await report("A".repeat(43), "other")).statusCode).toBe(404);
    expect(await readRequestState(app, asked.itemId)).toEqual(pending);
  });
});
