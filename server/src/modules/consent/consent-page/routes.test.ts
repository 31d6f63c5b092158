import { purposeCodes } from "@idanimo/contract/consent";
import {
  disclosureFor,
  disclosureRuleVersion,
  searchTypesWithParts,
  withheldParts,
} from "@idanimo/contract/record-parts";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parsePdf } from "../../../documents/testing/parse-pdf.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import {
  type PendingConsent,
  requestConsent,
  setClockRelativeTo,
  openSubjectPage,
  submitDecision,
  replyBySms,
  submitForm,
  readRequestState,
} from "../../../testing/lookup-steps.ts";
import { consentTextVersion } from "../../notifications/index.ts";
import { openCaseContent } from "../cases/open-case.ts";
import { pageCopy } from "./page-copy.ts";

let app: TestApp;
let keyBase: pg.Pool;
beforeAll(async () => {
  app = await createTestApp();
  keyBase = new pg.Pool({ connectionString: app.keysUrl, max: 1 });
});
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(async () => {
  await keyBase.end();
  await app.close();
});

const payer = () => app.user({ NGN: 10_000_00n });
const deadlineOf = "select deadline as at from consents where request_id = $1";
const goneOf = "select gone_at as at from consents where request_id = $1";
const pending = { item: "awaiting_consent", outcome: null, consent: "pending" };
const denied = { item: "closed", outcome: "DENIED", consent: "denied" };
const granted = { item: "closed", outcome: "DELIVERED", consent: "granted" };

const get = (path: string) => app.app.inject({ url: `/consent/${path}` });
/** A page as a browser shows it, on one line. */
const pageOf = async ({ token }: Pick<PendingConsent, "token">, query = "") =>
  (await openSubjectPage(app, token + query)).body.replaceAll(/\s+/g, " ");
const rowsOf = async <Row extends object>(sql: string, values: readonly unknown[]) =>
  (await app.owner.query<Row>(sql, [...values])).rows;
const paperOf = async ({ token }: Pick<PendingConsent, "token">, query = "") => {
  const answer = await get(`${token}/receipt.pdf${query}`);
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/pdf"]);
  return { answer, ...parsePdf(answer.rawPayload) };
};
const keyCount = async () =>
  (await keyBase.query<{ count: number }>("select count(*)::int as count from record_keys")).rows[0]?.count;
const report = (token: string, reason: string, text = "", headers?: Record<string, string>) =>
  submitForm(
    app,
    `${token}/report`,
    [
      ["reason", reason],
      ["text", text],
    ],
    headers,
  );
const misuseOf = (requestId: string) =>
  rowsOf<{ id: string; sealed: Buffer; contact_hash: Buffer; owner_id: string; reference: string; days: number }>(
    `select id, sealed, contact_hash, owner_id, reference, extract(day from due_at - opened_at)::int as days
     from subject_cases where request_id = $1 and kind = 'misuse'`,
    [requestId],
  );

describe("the choice of record parts [CONSENT-02]", () => {
  const rule = disclosureFor("nin", "employment") ?? { required: [], optional: [] };
  const withheldOf = async (user: TestUser, asked: PendingConsent) =>
    (await user.get(`/verification/check-consent/${asked.itemId}`)).json<{ withheld: string[] }>().withheld;
  const grantedOf = async ({ itemId }: PendingConsent) =>
    (
      await rowsOf<{ parts: string[] }>("select parts_granted as parts from consents where request_id = $1", [itemId])
    )[0]?.parts;
  const grant = (asked: PendingConsent, ...parts: readonly string[]) =>
    submitForm(
      app,
      `${asked.token}/grant`,
      parts.map((part) => ["part", part] as const),
    );
  const evidenceOf = ({ itemId }: PendingConsent) =>
    rowsOf(
      `select event, channel, language, text_version, parts_offered, parts_chosen, rule_version from consent_evidence
       where request_id = $1 and event <> 'asked' order by at, id`,
      [itemId],
    );

  test("lists the required parts as text, and an empty checkbox for each optional one [CL-01]", async () => {
    const asked = await requestConsent(app, await payer());
    const page = await openSubjectPage(app, asked.token);
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
    const asked = await requestConsent(app, user, { fields });
    expect((await grant(asked)).statusCode).toBe(303);
    await app.drainQueue();
    expect(await grantedOf(asked)).toEqual(["identity"]);
    expect(await withheldOf(user, asked)).toEqual(withheldParts("nin", ["identity"]));
    const answer = await user.get(`/verification/check-consent/${asked.itemId}`);
    expect(answer.body).toContain("CANARY-FIRST");
    expect(answer.body).not.toMatch(/CANARY-(ADDRESS|KIN)/);
  });

  test.each(rule.optional)("grants exactly %s for its box [CL-03]", async (part) => {
    const user = await payer();
    const asked = await requestConsent(app, user);
    expect((await grant(asked, part)).statusCode).toBe(303);
    expect(await grantedOf(asked)).toEqual(["identity", part]);
    expect(await withheldOf(user, asked)).toEqual(withheldParts("nin", ["identity", part]));
  });

  test("counts a repeated part once, and ignores a required one [CL-03]", async () => {
    const asked = await requestConsent(app, await payer());
    expect((await grant(asked, "photo", "photo", "identity")).statusCode).toBe(303);
    expect(await grantedOf(asked)).toEqual(["identity", "photo"]);
  });

  test.each([
    { why: "a part that the purpose never shows", parts: ["photo", "religion"] },
    { why: "a part of another search type", parts: ["credit"] },
    { why: "an unknown part", parts: ["<b>"] },
    { why: "a part in capitals", parts: ["PHOTO"] },
    { why: "an empty part", parts: [""] },
  ])("rejects $why with 400, says so and grants nothing [CL-03]", async ({ parts }) => {
    const asked = await requestConsent(app, await payer());
    const answer = await grant(asked, ...parts);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toMatch(
      /role="alert">Nothing was shared\. The form had a part that this request does not offer/,
    );
    expect(answer.body).toContain("I do not consent"); // the page again
    expect(answer.body).not.toMatch(/<input[^>]*checked/);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(await readRequestState(app, asked.itemId)).toEqual(pending);
    expect([await grantedOf(asked), await evidenceOf(asked)]).toEqual([[], []]);
    expect((await grant(asked, "photo")).statusCode).toBe(303); // the request can still be decided
  });

  test("keeps the first of two open tabs, and of a form sent twice [CL-03]", async () => {
    const asked = await requestConsent(app, await payer());
    for (let tab = 0; tab < 2; tab += 1) expect((await openSubjectPage(app, asked.token)).statusCode).toBe(200);
    const answers = await Promise.all([grant(asked, "photo"), grant(asked, "photo")]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409]);
    expect((await grant(asked, "contact", "family")).statusCode).toBe(409); // the other tab, with more boxes
    expect(await grantedOf(asked)).toEqual(["identity", "photo"]);
    expect(await evidenceOf(asked)).toHaveLength(1);
  });

  test("grants nothing more after a withdrawal or after access has ended [CL-03]", async () => {
    const [withdrawn, ended] = [await requestConsent(app, await payer()), await requestConsent(app, await payer())];
    for (const asked of [withdrawn, ended]) await grant(asked, "photo");
    await submitDecision(app, withdrawn.token, "withdraw");
    expect((await grant(withdrawn, "contact")).statusCode).toBe(409);
    await setClockRelativeTo(app, goneOf, [ended.itemId], 1);
    expect((await grant(ended, "contact")).statusCode).toBe(409);
    for (const asked of [withdrawn, ended]) expect(await grantedOf(asked)).toEqual(["identity", "photo"]);
  });

  test("decides nothing when a mail scanner follows the link and the form's addresses [CL-03]", async () => {
    const asked = await requestConsent(app, await payer());
    const scanner = { "user-agent": "Mozilla/5.0 (compatible; SafeLinks scanner)" };
    for (const path of ["", "/grant", "/grant?part=photo", "/deny", "/withdraw"])
      for (const method of ["GET", "HEAD"] as const)
        await app.app.inject({ method, url: `/consent/${asked.token}${path}`, headers: scanner });
    expect(await readRequestState(app, asked.itemId)).toEqual(pending);
    expect(await evidenceOf(asked)).toEqual([]);
  });

  test("never grants family or religion by SMS, where the page offers them [CL-07]", async () => {
    const user = await payer();
    const asked = await requestConsent(app, user);
    expect((await openSubjectPage(app, asked.token)).body).toMatch(
      /value="family" \/><span\s*>Next of kin, parents <small>\(other people&#39;s data\)/,
    );
    await replyBySms(app, asked.phone, `YES ${asked.code}`);
    expect(await grantedOf(asked)).toEqual(["identity"]);
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

test("counts denials and reports by other subjects, and shows the registered name [T-46]", async () => {
  const user = await app.user({ userType: "business", NGN: 10_000_00n });
  const [refused, reported, now] = [
    await requestConsent(app, user),
    await requestConsent(app, user),
    await requestConsent(app, user),
  ];
  expect(await pageOf(now)).toContain("No refusals or reports.");
  await submitDecision(app, refused.token, "deny");
  await report(reported.token, "money");
  expect(await pageOf(now)).toContain("Refusals: 2. Reports: 1."); // a report is also a denial
  // the subject's own denial is not counted
  expect(await pageOf(refused)).toContain("Refusals: 1. Reports: 1.");
  expect(await pageOf(reported)).toContain("Refusals: 1. Reports: 0.");
  expect(await pageOf(await requestConsent(app, await payer()))).toContain("No refusals or reports.");
  for (const what of ["business_name = 'Bright Homes Limited', rc_number = '123456'", "verified_at = now()"])
    await app.owner.query(`update users set ${what} where id = $1`, [user.id]);
  expect(await pageOf(now)).toMatch(/Bright Homes Limited.*Registered company name.*Who asks: Business account since/);
});

test("asks a requester with the record's own contact, and both answers remain possible [T-38]", async () => {
  const user = await payer();
  await app.owner.query("update users set phone_proved_at = now() where id = $1", [user.id]);
  const asked = await requestConsent(app, user, { contact: { phone: "+2348030000001", mail: null } }); // the requester's own phone
  expect(await rowsOf("select is_self from consents where request_id = $1", [asked.itemId])).toEqual([
    { is_self: true },
  ]);
  const page = await pageOf(asked);
  for (const words of [
    "Did you ask for your own record?",
    "Ada Obi",
    "Not you? Press No.",
    "Yes, I asked",
    "No, I did not ask",
  ])
    expect(page).toContain(words);
  expect((await submitDecision(app, asked.token, "deny")).statusCode).toBe(303);
});

describe("a consent link [T-39]", () => {
  test("decides nothing when its pages and receipt are loaded with GET or HEAD", async () => {
    const asked = await requestConsent(app, await payer());
    for (const path of ["", "/report", "/wrong-person", "/receipt.pdf"])
      for (const method of ["GET", "HEAD"] as const) {
        const answer = await app.app.inject({ method, url: `/consent/${asked.token}${path}` });
        expect([answer.statusCode, answer.headers.location]).toEqual(
          path === "/receipt.pdf" ? [303, `/consent/${asked.token}`] : [200, undefined],
        );
      }
    expect(await readRequestState(app, asked.itemId)).toEqual(pending);
    expect(await misuseOf(asked.itemId)).toEqual([]);
  });

  test("answers a second decision with the current page", async () => {
    const asked = await requestConsent(app, await payer());
    await submitDecision(app, asked.token, "deny");
    for (const action of ["grant", "withdraw", "deny"] as const) {
      const late = await submitDecision(app, asked.token, action);
      expect(late.statusCode).toBe(409);
      expect(late.body).toContain("You did not consent");
      expect(late.body).toContain("Nothing was changed");
    }
    expect(await readRequestState(app, asked.itemId)).toEqual(denied);
  });

  test("shows after the deadline that there was no answer, and accepts no grant", async () => {
    const asked = await requestConsent(app, await payer());
    await setClockRelativeTo(app, deadlineOf, [asked.itemId], 1);
    const [{ until } = { until: "?" }] = await rowsOf<{ until: string }>(
      `select to_char(deadline at time zone 'Africa/Lagos', 'FMMonth FMDD, YYYY "at" FMHH12:MI AM, "Lagos time"') as until from consents where request_id = $1`,
      [asked.itemId],
    );
    const page = await pageOf(asked);
    expect(page).toContain(`You had until ${until}. You did not answer, so they see nothing.`);
    expect(page).not.toContain("I consent");
    expect((await submitDecision(app, asked.token, "grant")).statusCode).toBe(409);
    expect((await get(`${asked.token}/wrong-person`)).statusCode).toBe(303);
    expect((await submitForm(app, `${asked.token}/wrong-person`, [])).statusCode).toBe(409);
    await app.runSchedule("expire_consents"); // the same after the job has ended the consent
    for (const words of [`You had until ${until}.`, "No answer"]) expect(await pageOf(asked)).toContain(words);
  });

  test("does not call a request unanswered that reached the wrong person", async () => {
    const asked = await requestConsent(app, await payer());
    await submitForm(app, `${asked.token}/wrong-person`, []);
    await setClockRelativeTo(app, deadlineOf, [asked.itemId], 1);
    expect(await pageOf(asked)).not.toContain("Nobody answered");
  });
});

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

describe("the wrong-person page [CONSENT-02]", () => {
  test("ends the request, refunds it and deletes its link to the contact", async () => {
    const asked = await requestConsent(app, await payer());
    expect((await get(`${asked.token}/wrong-person`)).body).toContain("Is this not you?");
    expect((await submitForm(app, `${asked.token}/wrong-person`, [])).statusCode).toBe(303);
    expect(await readRequestState(app, asked.itemId)).toEqual({
      item: "closed",
      outcome: "NO_CONTACT",
      consent: "terminated",
    });
    expect(await rowsOf("select from subject_index where request_id = $1", [asked.itemId])).toEqual([]);
    const page = await pageOf(asked);
    expect(page).toContain("Thank you for telling us");
    expect(page).not.toContain(`${asked.token}/my-data`);
    expect((await submitForm(app, `${asked.token}/wrong-person`, [])).statusCode).toBe(409);
  });

  test("cannot end a request that was granted", async () => {
    const asked = await requestConsent(app, await payer());
    await submitDecision(app, asked.token, "grant");
    expect((await submitForm(app, `${asked.token}/wrong-person`, [])).statusCode).toBe(409);
    expect((await get(`${asked.token}/wrong-person`)).statusCode).toBe(303);
    expect(await readRequestState(app, asked.itemId)).toEqual(granted);
  });
});

describe("the receipt [CONSENT-11]", () => {
  test("shows a grant's time, withheld parts, end of access and evidence", async () => {
    const asked = await requestConsent(app, await payer());
    await submitDecision(app, asked.token, "grant", undefined, ["photo", "contact"]);
    const [proof] = await rowsOf<{ id: string }>(
      "select id from consent_evidence where request_id = $1 and event = 'granted'",
      [asked.itemId],
    );
    const page = await pageOf(asked);
    const { spokenText: heard, answer } = await paperOf(asked);
    for (const words of [
      "You consented",
      "On this page",
      "English",
      consentTextVersion,
      "Names, identity number, gender, birth date Photo Phone number, email Home address", // offered
      "Names, identity number, gender, birth date Photo Phone number, email", // shared
      "Home address Education, profession, employment", // not shared
      "Lagos time",
      asked.itemId.replaceAll("-", "").replaceAll(/(.{4})(?=.)/g, "$1 "), // the requester's report shows it too
      proof?.id ?? "?",
    ]) {
      expect(page).toContain(words);
      expect(heard).toContain(words);
    }
    expect(heard).toContain("Ada Obi");
    expect(page).toMatch(/They can see your record for \d+ hours more/);
    expect(heard).toMatch(/They can see your record until \w+ \d+, 20\d\d at \d+:\d\d [AP]M, Lagos time\./);
    expect(heard).not.toMatch(/hours more/); // the document is read later
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="receipt.pdf"');
    expect(page).not.toContain("Receipt of deletion");
  });

  test("shows a denial by SMS", async () => {
    const asked = await requestConsent(app, await payer());
    await replyBySms(app, asked.phone, `NO ${asked.code}`);
    for (const words of ["You did not consent", "By SMS"]) {
      expect(await pageOf(asked)).toContain(words);
      expect((await paperOf(asked)).spokenText).toContain(words);
    }
  });

  test("shows both the grant and its withdrawal", async () => {
    const asked = await requestConsent(app, await payer());
    await submitDecision(app, asked.token, "grant");
    await submitDecision(app, asked.token, "withdraw");
    const page = await pageOf(asked);
    for (const words of ["You withdrew your consent", "You consented, then withdrew", "Withdrawn"])
      expect(page).toContain(words);
    const proofs = await rowsOf<{ id: string }>(
      "select id from consent_evidence where request_id = $1 and event in ('granted', 'withdrawn')",
      [asked.itemId],
    );
    const folded = /<details>.*<\/details>/.exec(page)?.[0] ?? "";
    expect(proofs.map(({ id }) => folded.includes(id))).toEqual([true, true]);
  });
});

describe("the receipt of deletion [CONSENT-11 R-10]", () => {
  test.each([
    { end: "a denial", act: (asked: PendingConsent) => submitDecision(app, asked.token, "deny") },
    {
      end: "access has ended",
      act: async (asked: PendingConsent) => {
        await submitDecision(app, asked.token, "grant");
        await setClockRelativeTo(app, goneOf, [asked.itemId], 1);
        expect(await pageOf(asked)).toContain("We are deleting it now");
        await app.runSchedule("purge_due");
      },
    },
    {
      end: "no answer",
      act: async (asked: PendingConsent) => {
        await setClockRelativeTo(app, deadlineOf, [asked.itemId], 1);
        await app.runSchedule("expire_consents");
        await app.runSchedule("purge_due");
      },
    },
  ])("shows the time and the sealed audit entry after $end", async ({ act }) => {
    const asked = await requestConsent(app, await payer());
    await act(asked);
    await app.drainQueue();
    await app.runSchedule("seal_audit");
    const [logged] = await rowsOf<{ id: string; position: string; hash: string }>(
      `select l.id, s.position::text as position, encode(s.hash, 'hex') as hash
       from audit_log l join audit_seals s on s.audit_id = l.id where l.object_id = $1 and l.action = 'purged'`,
      [asked.itemId],
    );
    const hash = logged?.hash.replaceAll(/(.{4})(?=.)/g, "$1 ") ?? "?";
    const said = ["Receipt of deletion", "Deleted on", logged?.id ?? "?", `${logged?.position}`, hash];
    const page = await pageOf(asked);
    const { spokenText: heard } = await paperOf(asked);
    for (const words of said) {
      expect(page).toContain(words);
      expect(heard).toContain(words);
    }
    expect(await app.keys.find(asked.itemId)).toBeUndefined();
  });

  test("does not mention deletion while consent is granted", async () => {
    const asked = await requestConsent(app, await payer());
    await submitDecision(app, asked.token, "grant");
    await app.drainQueue();
    expect(await pageOf(asked)).not.toMatch(/deleted|deleting|deletion/i);
  });
});

test("shows no value of the record on any page or PDF, in any state [T-42 T-54]", async () => {
  const fields = { firstname: "CANARY-FIRST", residence_address: "CANARY-ADDRESS", nok_firstname: "CANARY-KIN" };
  const asked = await requestConsent(app, await payer(), { fields });
  const secrets = ["CANARY", asked.nin, asked.phone.slice(-8), asked.code, asked.itemId];
  const look = async () => {
    const pages = [await openSubjectPage(app, asked.token), await get(`${asked.token}/report`)];
    const paper = await get(`${asked.token}/receipt.pdf`);
    const held = paper.statusCode === 200 ? parsePdf(paper.rawPayload).raw : "";
    for (const secret of secrets)
      for (const text of [...pages.map(({ body }) => body), held]) expect(text).not.toContain(secret);
  };
  await look();
  await submitDecision(app, asked.token, "grant");
  await look();
  await submitDecision(app, asked.token, "withdraw");
  await app.drainQueue();
  await look();
});

describe("the page's language [CONSENT-02]", () => {
  test("stays Naijá from the request through the form to the receipt", async () => {
    const asked = await requestConsent(app, await payer());
    const page = await pageOf(asked, "?lang=pcm");
    expect(page).toContain('<html lang="pcm-NG" ');
    expect(page).toContain("Unchecked account wan see your identity record");
    expect(page.match(/<form[^>]*>/g)?.length).toBe(
      page.match(/<input type="hidden" name="lang" value="pcm"/g)?.length,
    );
    const said = await submitForm(app, `${asked.token}/deny`, [["lang", "pcm"]]);
    expect(said.headers.location).toBe(`/consent/${asked.token}?lang=pcm`);
    expect((await paperOf(asked, "?lang=pcm")).spokenText).toContain("You no agree");
  });

  test.each(["ha", "yo", "ig", "fr", "en&lang=pcm", "%3Cscript%3E"])("is English for lang=%s", async (lang) => {
    const page = await pageOf({ token: "A".repeat(43) }, `?lang=${lang}`);
    expect(page).toContain('<html lang="en-NG" ');
    expect(page).toContain("This link does not work");
    expect(page).toContain('<li><a href="/my-data">See everyone who asked about you</a></li>');
  });
});
