import { partsOfSearchType, partDescriptions, recordPartIds } from "@idanimo/contract/record-parts";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parsePdf } from "../../../documents/testing/parse-pdf.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
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
import { openCaseContent } from "../cases/open-case.ts";

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
  const optional = partsOfSearchType("nin").flatMap((asked) => (asked.optional ? [asked.part] : []));

  test("lists every part, with a ticked checkbox for each optional one", async () => {
    const asked = await requestConsent(app, await payer());
    const page = await openSubjectPage(app, asked.token);
    const boxes = [...page.body.matchAll(/<input type="checkbox" name="part" value="(\w+)" checked \/>/g)];
    expect(boxes.map(([, part]) => part)).toEqual(optional);
    for (const { part } of partsOfSearchType("nin")) expect(page.body).toContain(partDescriptions[part].slice(1));
    await submitDecision(app, asked.token, "deny");
  });

  test.each<{ why: string; ticked: readonly string[]; out: readonly string[] }>([
    { why: "all ticked", ticked: recordPartIds, out: [] },
    { why: "one unticked", ticked: ["picture", "reach", "life"], out: ["family"] },
    { why: "all unticked", ticked: [], out: optional },
    {
      why: "unknown parts, and one of another search type",
      ticked: ["bank", "credit", "<b>", "PICTURE"],
      out: optional,
    },
    { why: "required parts cannot be withheld", ticked: ["identity"], out: optional },
  ])("withholds the optional parts that the form does not name: $why", async ({ ticked, out }) => {
    const asked = await requestConsent(app, await payer());
    const answer = await submitForm(
      app,
      `${asked.token}/grant`,
      ticked.map((part) => ["part", part] as const),
    );
    expect(answer.statusCode).toBe(303);
    const rows = await rowsOf("select withheld from consents where request_id = $1", [asked.itemId]);
    expect(rows).toEqual([{ withheld: out }]);
    const page = await pageOf(asked);
    for (const part of optional) expect(page.toLowerCase().includes(partDescriptions[part])).toBe(out.includes(part)); // the receipt lists them as "Left out"
  });
});

test("counts denials and reports by other subjects, and shows the registered name [T-46]", async () => {
  const user = await app.user({ userType: "business", NGN: 10_000_00n });
  const [refused, reported, now] = [
    await requestConsent(app, user),
    await requestConsent(app, user),
    await requestConsent(app, user),
  ];
  expect(await pageOf(now)).toContain("No one has refused or reported them yet.");
  await submitDecision(app, refused.token, "deny");
  await report(reported.token, "money");
  expect(await pageOf(now)).toContain("Others refused: 2. Reported: 1."); // a report is also a denial
  // the subject's own denial is not counted
  expect(await pageOf(refused)).toContain("Others refused: 1. Reported: 1.");
  expect(await pageOf(reported)).toContain("Others refused: 1. Reported: 0.");
  expect(await pageOf(await requestConsent(app, await payer()))).toContain("No one has refused or reported them yet.");
  for (const what of ["business_name = 'Bright Homes Limited', rc_number = '123456'", "verified_at = now()"])
    await app.owner.query(`update users set ${what} where id = $1`, [user.id]);
  expect(await pageOf(now)).toMatch(/Bright Homes Limited.*Registered company name.*Business account since/);
});

test("asks a requester with the record's own contact, and both answers remain possible [T-38]", async () => {
  const asked = await requestConsent(app, await payer(), { contact: { phone: "+2348030000001", mail: null } }); // the requester's own phone
  expect(await rowsOf("select is_self from consents where request_id = $1", [asked.itemId])).toEqual([
    { is_self: true },
  ]);
  const page = await pageOf(asked);
  for (const words of ["Did you ask for your own record?", "Ada Obi", "Not you? Say no.", "Yes, I asked"])
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
      expect(late.body).toContain("You said no");
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
    expect(page).toContain(`You had until ${until}. No answer came, so it was no.`);
    expect(page).not.toContain("Yes, they may see");
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
    const before = await keyCount();
    const answers = await Promise.all(["unknown", "money", "other", "pretends"].map((why) => report(asked.token, why)));
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([303, 409, 409, 409]);
    expect(await misuseOf(asked.itemId)).toHaveLength(1);
    await app.drainQueue();
    expect(await keyCount()).toBe(before); // the request's key is destroyed, the case has one more
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
    await submitDecision(app, asked.token, "grant", undefined, ["picture", "reach", "life"]);
    const [proof] = await rowsOf<{ id: string }>(
      "select id from consent_evidence where request_id = $1 and event = 'granted'",
      [asked.itemId],
    );
    const page = await pageOf(asked);
    const { spokenText: heard, answer } = await paperOf(asked);
    for (const words of [
      "You said yes",
      "On this page",
      "Your next of kin and parents",
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
    for (const words of ["You said no", "By SMS"]) {
      expect(await pageOf(asked)).toContain(words);
      expect((await paperOf(asked)).spokenText).toContain(words);
    }
  });

  test("shows both the grant and its withdrawal", async () => {
    const asked = await requestConsent(app, await payer());
    await submitDecision(app, asked.token, "grant");
    await submitDecision(app, asked.token, "withdraw");
    const page = await pageOf(asked);
    for (const words of ["You took it back", "You said yes, then took it back", "Taken back"])
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
        expect(await pageOf(asked)).toContain("It is being deleted now");
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
    expect(await pageOf(asked)).not.toMatch(/delet/i);
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
    expect(page).toContain("Somebody wan see your identity record");
    expect(page.match(/<form[^>]*>/g)?.length).toBe(
      page.match(/<input type="hidden" name="lang" value="pcm"/g)?.length,
    );
    const said = await submitForm(app, `${asked.token}/deny`, [["lang", "pcm"]]);
    expect(said.headers.location).toBe(`/consent/${asked.token}?lang=pcm`);
    expect((await paperOf(asked, "?lang=pcm")).spokenText).toContain("You don talk no");
  });

  test.each(["ha", "yo", "ig", "fr", "en&lang=pcm", "%3Cscript%3E"])("is English for lang=%s", async (lang) => {
    const page = await pageOf({ token: "A".repeat(43) }, `?lang=${lang}`);
    expect(page).toContain('<html lang="en-NG" ');
    expect(page).toContain("This link does not work");
    expect(page).toContain('<li><a href="/my-data">See everybody who asked about you</a></li>');
  });
});
