import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { subjectCookieName } from "../../../http/cookies.ts";
import { createTestApp, randomNin, type TestApp } from "../../../testing/app.ts";
import { adultPerson } from "../../../testing/fakes.ts";
import {
  requestConsent,
  setClockRelativeTo,
  completeLookup,
  submitDecision,
  submitForm,
  replyBySms,
  openSubjectPage,
  readRequestState,
} from "../../../testing/lookup-steps.ts";
import { consentTextVersion } from "../../notifications/index.ts";
import { subjectCookieOf, createMyDataClient } from "./testing/my-data-client.ts";
import { randomPhone } from "../../../testing/phones.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "40" })));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const { send, open, shown, byLink, codeFor, byCode, askOf, names, payer } = createMyDataClient(() => app);

describe("sign-in by code [T-02 T-04 T-05]", () => {
  test.each([
    ["a phone number", randomPhone(), (to: string) => to],
    [
      "a phone number in local format",
      randomPhone(),
      (to: string) => `0${to.slice(4, 7)} ${to.slice(7, 10)}-${to.slice(10)}`,
    ],
    ["an email address in upper case", `${randomNin()}@example.test`, (to: string) => ` ${to.toUpperCase()} `],
  ])("sends six digits to %s, which sign in once", async (_what, contact, typed) => {
    await app.owner.query("delete from rate_limits");
    const page = await send("/my-data/code", { contact: typed(contact) });
    expect(page.statusCode).toBe(200);
    await app.drainQueue();
    const id = /name="id" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
    const mail = app.providers.mail.sent.findLast(({ to }) => to === contact);
    const text = mail?.text ?? app.providers.sms.sent.findLast(({ to }) => to === contact)?.text ?? "";
    const code = /code is (\d{6})/.exec(text)?.[1] ?? "";
    expect(mail?.subject ?? "Your Idanimo code").toBe("Your Idanimo code");
    const answer = await send("/my-data/enter", { id, contact, code });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/my-data"]);
    expect(answer.headers["set-cookie"]).toMatch(/HttpOnly; Secure; SameSite=Lax/);
    expect(await shown(subjectCookieOf(answer))).toContain("There were no requests about you in the last 12 months");
    expect((await send("/my-data/enter", { id, contact, code })).statusCode).toBe(400);
    const rows = await app.owner.query("select t::text from subject_sessions t");
    expect(JSON.stringify(rows.rows)).not.toContain(contact.replace("+", ""));
  });

  test("answers alike for a known and an unknown contact", async () => {
    const [known, unknown] = [randomPhone(), randomPhone()];
    await askOf(known);
    const pages = [await codeFor(known), await codeFor(unknown)];
    const plain = pages.map(({ page, id }, at) =>
      page.body
        .replaceAll(id, "ID")
        .replaceAll([known, unknown][at] ?? "", "N")
        .replaceAll(/ending in \d\d/g, ""),
    );
    expect(plain[0]).toBe(plain[1]);
    expect(pages.map(({ text, code }) => text.replaceAll(code, "")).every((text, _at, all) => text === all[0])).toBe(
      true,
    );
  });

  test.each(["", "0803", "+447700900123", "+12025550123", "a@b", "x".repeat(500), "+2341234567"])(
    "rejects %j as contact and sends nothing",
    async (contact) => {
      const before = app.providers.sms.sent.length + app.providers.mail.sent.length;
      const answer = await send("/my-data/code", { contact });
      await app.drainQueue();
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toContain("not a Nigerian mobile number or an email address");
      expect(app.providers.sms.sent.length + app.providers.mail.sent.length).toBe(before);
    },
  );

  test("ends the code after five wrong attempts, also concurrent ones", async () => {
    const contact = randomPhone();
    const { id, code } = await codeFor(contact);
    const wrong = code === "000000" ? "111111" : "000000";
    const tries = await Promise.all(
      Array.from({ length: 9 }, () => send("/my-data/enter", { id, contact, code: wrong })),
    );
    expect(tries.filter(({ body }) => body.includes("That code is wrong"))).toHaveLength(4);
    expect(tries.filter(({ body }) => body.includes("This code has expired"))).toHaveLength(5);
    expect((await send("/my-data/enter", { id, contact, code })).statusCode).toBe(400);
  });

  test("rejects a code for another contact, after ten minutes and after a newer one", async () => {
    const [one, other] = [randomPhone(), randomPhone()];
    const first = await codeFor(one);
    const second = await codeFor(other);
    const mixed = await send("/my-data/enter", { id: first.id, contact: other, code: first.code });
    expect(mixed.cookies).toEqual([]);
    await app.owner.query("delete from rate_limits");
    const newer = await codeFor(one);
    expect((await send("/my-data/enter", { id: first.id, contact: one, code: first.code })).statusCode).toBe(400);
    await app.setClockOffset(10 * 60_000);
    for (const [code, contact] of [
      [second, other],
      [newer, one],
    ] as const)
      expect((await send("/my-data/enter", { id: code.id, contact, code: code.code })).statusCode).toBe(400);
  });

  test("sends one code a minute and ten a day to one contact", async () => {
    const contact = randomPhone();
    const sent = () => app.providers.sms.sent.filter(({ to }) => to === contact).length;
    await codeFor(contact);
    const again = await send("/my-data/code", { contact });
    expect([again.statusCode, again.body]).toEqual([429, expect.stringContaining("Too many attempts. Wait")]);
    for (let time = 1; time < 12; time += 1) {
      await app.owner.query("delete from rate_limits where key like 'subject_code%'");
      await codeFor(contact);
    }
    expect(sent()).toBe(10);
    await app.owner.query("delete from rate_limits");
  });
});

describe("the requests of a contact [T-38 T-43]", () => {
  const identity = "Names, identity number, gender, birth date";

  test("name the parts shared and not shared, and how the subject decided [CL-09]", async () => {
    const phone = randomPhone();
    const asked = await askOf(phone, await payer());
    await submitForm(app, `${asked.token}/grant`, [
      ["lang", "pcm"],
      ["part", "photo"],
    ]);
    const cookie = await byCode(phone);
    const notShared = "Phone, email; home address; education, profession, employment; origin, birthplace";
    for (const end of [async () => {}, () => submitDecision(app, asked.token, "withdraw")]) {
      await end();
      const page = await shown(cookie);
      expect(page).toContain(`Shared: ${identity}; photo. `);
      expect(page).toContain(`Not shared: ${notShared}`);
      const details = /How you decided(.*)Block/.exec(page)?.[1] ?? "";
      for (const words of ["On this page", "Naij\u00e1", consentTextVersion, `${identity} Photo Phone, email`])
        expect(details).toContain(words);
    }
  });

  test("name the parts that an open request asks for, before a decision [CL-09]", async () => {
    const phone = randomPhone();
    const asked = await askOf(phone, await payer());
    const cookie = await byCode(phone);
    const page = await shown(cookie);
    expect(page).toContain(`They will see: ${identity}. You may also show: Photo; phone, email; home address; `);
    await submitDecision(app, asked.token, "deny");
    expect(await shown(cookie)).not.toContain("They will see");
  });

  test("by SMS share the required parts only; a denied one shares nothing [CL-02 CL-09]", async () => {
    const phone = randomPhone();
    const asked = await askOf(phone, await payer());
    await replyBySms(app, phone, `YES ${asked.code}`);
    const denied = await askOf(phone, await payer());
    await submitDecision(app, denied.token, "deny");
    const page = await shown(await byCode(phone));
    expect(page.match(/ Shared: [^.]*\./g)).toEqual([` Shared: ${identity}.`]);
    expect(page).toMatch(/How By SMS/);
    expect(page).toMatch(/You shared Nothing/);
    expect(page.match(/Not shared/g)).toHaveLength(2); // of the grant, in its line and its details; not repeated for the denial
  });

  test("of evidence without parts name none [CL-13]", async () => {
    const phone = randomPhone();
    const asked = await askOf(phone, await payer());
    await submitDecision(app, asked.token, "grant");
    const change = `update consent_evidence set rule_version = null, language = null, parts_offered = '{}', parts_chosen = '{}'
      where request_id = '${asked.itemId}' and event = 'granted'`;
    await app.owner.query(`begin; set local session_replication_role = replica; ${change}; commit`); // as written before
    const page = await shown(await byCode(phone));
    expect(page).toContain("You consented. They can see it for");
    expect(page).not.toMatch(/hared: /);
    expect((await openSubjectPage(app, asked.token)).body).not.toMatch(/You (could share|shared)|Not shared/);
    await submitDecision(app, asked.token, "withdraw");
  });

  test("are shown by link while consent is granted, and by code after deletion", async () => {
    const phone = randomPhone();
    const requester = await payer();
    await names(requester.id, "Ngozi-Asks");
    const asked = await askOf(phone, requester);
    await submitDecision(app, asked.token, "grant");
    await app.drainQueue();
    await requester.get(`/verification/check-consent/${asked.itemId}`);
    await requester.get(`/verification/check-consent/${asked.itemId}`);
    const words = await shown(await byLink(asked.token));
    for (const part of [
      "Ngozi-Asks Obi",
      "A job",
      "You consented. They can see it for",
      "Opened once, on", // views less than a minute apart count as one
      "Withdraw my consent",
    ])
      expect(words).toContain(part);
    expect(words).toContain(`the number ending in ${phone.slice(-2)}`);
    await setClockRelativeTo(app, "select expires_at as at from consents where request_id = $1", [asked.itemId], 60);
    await app.runSchedule("purge_due");
    expect(await byLink(asked.token)).toBe("");
    const seen = await shown(await byCode(phone));
    for (const part of ["Ngozi-Asks Obi", "Access ended on", "Deleted on", "No one can see your record now"])
      expect(seen).toContain(part);
  });

  test("are found by email address in any case, and not by the record's other contact", async () => {
    const [phone, mail] = [randomPhone(), `Ngozi.${randomNin()}@Example.test`];
    const requester = await payer();
    const nin = randomNin();
    await names(requester.id, "Mail-Requester");
    await completeLookup(app, requester, {
      kind: "found",
      record: adultPerson(nin, { contact: { phone: null, mail } }),
    });
    const page = await shown(await byCode(mail.toLowerCase()));
    for (const words of ["Mail-Requester Obi", "the email address n\u2022\u2022\u2022@example.test"])
      expect(page).toContain(words);
    expect(page).not.toContain("ngozi"); // enough to recognise it, not enough to learn it
    const both = await requestConsent(app, await payer(), { contact: { phone, mail } });
    for (const cookie of [await byLink(both.token), await byCode(phone)])
      expect(await shown(cookie)).not.toContain("Mail-Requester Obi");
    await submitDecision(app, both.token, "deny");
  });

  test("cannot be reached from another contact's page, export or forms", async () => {
    const [mine, theirs] = [randomPhone(), randomPhone()];
    const requester = await payer();
    await names(requester.id, "Canary-Requester");
    const other = await askOf(theirs, requester);
    await submitDecision(app, other.token, "grant");
    const open = await askOf(theirs, requester);
    const cookie = await byCode(mine);
    for (const path of [
      "",
      "/copy",
      "/copy.json",
      "/copy.pdf",
      "/ask/grievance",
      "/erasure",
      `?after=${other.itemId}`,
    ]) {
      const answer = await app.app.inject({
        url: `/my-data${path}`,
        headers: { cookie: `${subjectCookieName}=${cookie}` },
      });
      expect([path, answer.statusCode, answer.body.includes("Canary-Requester")]).toEqual([path, 200, false]);
    }
    for (const act of [
      `requests/${other.itemId}/take-back`,
      `requests/${open.itemId}/no`,
      `requests/${open.itemId}/block`,
    ])
      expect((await send(`/my-data/${act}`, {}, cookie)).headers.location).toBe("/my-data?done=unchanged");
    await send("/my-data/ask/grievance", { text: "not mine", about: other.itemId }, cookie);
    await send("/my-data/block-everybody", {}, cookie);
    await send("/my-data/erasure", {}, cookie);
    expect(await readRequestState(app, other.itemId)).toMatchObject({ consent: "granted" });
    expect(await readRequestState(app, open.itemId)).toMatchObject({ consent: "pending" });
    const cases = await app.owner.query("select from subject_cases where request_id = $1 or owner_id = $2", [
      other.itemId,
      requester.id,
    ]);
    expect(cases.rowCount).toBe(0);
    await submitDecision(app, open.token, "deny");
  });

  test.each(["x", "A".repeat(43), "' or true --", "%00"])(
    "are not shown for a forged cookie %j, which also starts no action",
    async (cookie) => {
      expect((await open("/my-data", encodeURIComponent(cookie))).body).toContain("Send me a code");
      for (const path of ["copy.json", "copy.pdf", "copy", "erasure"])
        expect((await open(`/my-data/${path}`, encodeURIComponent(cookie))).statusCode).toBe(401);
      expect((await send("/my-data/block-everybody", {}, encodeURIComponent(cookie))).statusCode).toBe(401);
    },
  );

  test("are not shown for an unknown link; every such response is the same", async () => {
    const answers = await Promise.all(
      ["A".repeat(43), "short", "' or true --"].map((token) =>
        send(`/consent/${encodeURIComponent(token)}/my-data`, {}),
      ),
    );
    expect(answers.map(({ statusCode, cookies }) => [statusCode, cookies.length])).toEqual([
      [404, 0],
      [404, 0],
      [404, 0],
    ]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  test('require a new sign-in after half an hour or after "Leave"', async () => {
    const phone = randomPhone();
    await askOf(phone);
    const [one, other] = [await byCode(phone), await byCode(phone)];
    const left = await send("/my-data/leave", {}, one);
    expect([left.statusCode, subjectCookieOf(left)]).toEqual([303, ""]);
    expect((await open("/my-data/copy.json", one)).statusCode).toBe(401);
    await app.setClockOffset(30 * 60_000 - 10_000);
    expect((await open("/my-data/copy.json", other)).statusCode).toBe(200);
    await app.setClockOffset(30 * 60_000 + 10_000);
    expect((await open("/my-data/copy.json", other)).statusCode).toBe(401);
    expect((await open("/my-data", other)).body).toContain("Your session has expired");
  });
});

describe('protection of "my data" [T-11 T-39]', () => {
  test.each([
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a page that hides its origin", { origin: "null" }],
    ["a sibling subdomain", { "sec-fetch-site": "same-site" }],
    ["a client that is no browser", {}],
  ])("rejects a form from %s and changes nothing", async (_what, headers: Record<string, string>) => {
    const phone = randomPhone();
    const asked = await askOf(phone);
    await submitDecision(app, asked.token, "grant");
    const cookie = await byCode(phone);
    for (const path of [
      `requests/${asked.itemId}/take-back`,
      `requests/${asked.itemId}/block`,
      "block-everybody",
      "erasure",
      "leave",
      "ask/grievance",
    ])
      expect([path, (await send(`/my-data/${path}`, { text: "x" }, cookie, headers)).statusCode]).toEqual([path, 403]);
    expect(await readRequestState(app, asked.itemId)).toMatchObject({ consent: "granted" });
    expect((await open("/my-data", cookie)).statusCode).toBe(200);
  });

  test("puts no personal value in URLs, uses no script, and forbids caching", async () => {
    const phone = randomPhone();
    const asked = await askOf(phone);
    const cookie = await byCode(phone);
    for (const path of [
      "",
      "/copy",
      "/erasure",
      "/ask/correction",
      "/ask/grievance",
      "/ask/access",
      "/copy.json",
      "/copy.pdf",
    ]) {
      const page = await open(`/my-data${path}`, cookie);
      expect([path, page.statusCode, page.headers["cache-control"]]).toEqual([path, 200, "no-store"]);
      if (path.includes(".")) continue;
      expect(page.headers["referrer-policy"]).toBe("same-origin");
      expect(page.body).not.toMatch(/<script|onclick|javascript:/);
      const addresses = [...page.body.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, address]) => address ?? "");
      for (const value of [phone, phone.slice(4), asked.nin, asked.token, cookie])
        expect(addresses.join(" ")).not.toContain(value);
    }
    await submitDecision(app, asked.token, "deny");
  });
});

test("lists all requests newest first, 20 per page, while new ones arrive", async () => {
  const phone = randomPhone();
  const cookie = await byCode(phone);
  const requester = await payer();
  const first = await askOf(phone, requester);
  await submitDecision(app, first.token, "deny");
  await app.drainQueue();
  // the index rows of 22 more lookups
  for (let at = 1; at <= 22; at += 1) {
    const made = await app.purchase(requester);
    await app.owner.query(
      `insert into subject_index (contact_hash, kind, request_id, asked_at)
       select contact_hash, kind, $2, product_now() - make_interval(days => $3) from subject_index where request_id = $1`,
      [first.itemId, made.itemId, at],
    );
  }
  const rowsOf = (body: string) => [...body.matchAll(/id="r-([0-9a-f-]{36})"/g)].map(([, id]) => id ?? "");
  const seen: string[] = [];
  let path = "/my-data";
  for (let page = 0; page < 4; page += 1) {
    const { body } = await open(path, cookie);
    seen.push(...rowsOf(body));
    const next = /href="(\/my-data\?after=[^"]+)"/.exec(body)?.[1];
    if (next === undefined) break;
    path = next;
  }
  expect([seen.length, new Set(seen).size, seen[0]]).toEqual([23, 23, first.itemId]);
});
