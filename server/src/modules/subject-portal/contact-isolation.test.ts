import { randomPhone } from "../../testing/phones.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { subjectCookieName } from "../../http/cookies.ts";
import { seal } from "../../kernel/vault.ts";
import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, randomNin, type TestApp } from "../../testing/app.ts";
import { adultPerson } from "../../testing/fakes.ts";
import {
  setClockRelativeTo,
  reportLastSms,
  completeLookup,
  openSubjectPage,
  ownOrigin,
  submitDecision,
  replyBySms,
  submitForm,
  readRequestState,
} from "../../testing/lookup-steps.ts";
import { selectContact, openDeliveryDetails, linkTokenFor } from "../consent/index.ts";
import { openCaseContent } from "./cases/open-case.ts";
import { answerCase } from "./cases/operator-cases.ts";

/**
 * A record's phone may have a new owner while its email address does not. A person who verifies one of them must not
 * see or change anything of the other.
 */

let app: TestApp;
beforeAll(async () => void (app = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "40" })));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const tokenIn = (text = "") => /\/consent\/([\w-]{43})/.exec(text)?.[1] ?? "";
const cookieOf = (response: Awaited<ReturnType<typeof submitForm>>) =>
  response.cookies.find(({ name }) => name === subjectCookieName)?.value;
const enter = (token: string) => submitForm(app, `${token}/my-data`, []);
const my = (path: string, cookie: string, fields?: Record<string, string>) =>
  app.app.inject({
    url: `/my-data${path}`,
    headers: {
      cookie: `${subjectCookieName}=${cookie}`,
      ...(fields && {
        origin: ownOrigin,
        "sec-fetch-site": "same-origin",
        "content-type": "application/x-www-form-urlencoded",
      }),
    },
    ...(fields && { method: "POST", payload: new URLSearchParams(fields).toString() }),
  });
const copyOf = async (cookie: string) =>
  (await my("/copy.json", cookie)).json<{ requests: { reference: string }[]; blocks: unknown[]; cases: unknown[] }>();

/** A subject whose record has both contacts, with a message sent to each. */
async function asked() {
  const user = await app.user({ NGN: 10_000_00n });
  const nin = randomNin();
  const contact = { phone: randomPhone(), mail: `owner${nin}@example.test` };
  const { itemId } = await completeLookup(app, user, { kind: "found", record: adultPerson(nin, { contact }) });
  const sms = tokenIn(app.providers.sms.sent.at(-1)?.text);
  const code = /YES ([A-Z0-9]{6})/.exec(app.providers.sms.sent.at(-1)?.text ?? "")?.[1] ?? "";
  await reportLastSms(app, "Message Failed");
  await app.drainQueue();
  const mail = tokenIn(app.providers.mail.sent.findLast(({ to }) => to === contact.mail)?.text);
  return { user, itemId, contact, code, links: { phone: sms, mail } };
}
/** A request to a subject with only one contact. */
async function askedOver(contact: { phone: string | null; mail: string | null }) {
  const user = await app.user({ NGN: 10_000_00n });
  const { itemId } = await completeLookup(app, user, { kind: "found", record: adultPerson(randomNin(), { contact }) });
  return itemId;
}
const sentTo = ({ phone, mail }: { phone: string; mail: string }) => ({
  phone: app.providers.sms.sent.filter(({ to }) => to === phone).length,
  mail: app.providers.mail.sent.filter(({ to }) => to === mail).length,
});

describe("a link per contact [T-38 T-43]", () => {
  test.each(["phone", "mail"] as const)(
    "neither shows, ends nor blocks requests of the other contact: link to the %s",
    async (over) => {
      const other = over === "phone" ? "mail" : "phone";
      const person = await asked();
      expect(person.links.phone).not.toBe(person.links.mail);
      const owned = await askedOver({ phone: null, mail: null, [over]: person.contact[over] });
      const foreign = await askedOver({ phone: null, mail: null, [other]: person.contact[other] });
      const cookie = cookieOf(await enter(person.links[over])) ?? "";
      const seen = (await copyOf(cookie)).requests.map(({ reference }) => reference);
      expect(seen.toSorted()).toEqual([person.itemId, owned].toSorted());
      await my("/block-everybody", cookie, {});
      await my("/erasure", cookie, {});
      expect(await readRequestState(app, owned)).toMatchObject({ consent: "denied" });
      expect(await readRequestState(app, foreign)).toMatchObject({ consent: "pending" });
      const blocked = await app.owner.query("select from subject_blocks where contact_hash = $1", [
        app.vault.indexHash(other, person.contact[other]),
      ]);
      expect(blocked.rowCount).toBe(0);
    },
  );

  test("cannot have a session with two contacts; the database rejects it", async () => {
    await expect(
      app.owner.query(
        "insert into subject_sessions (token_hash, phone_hash, mail_hash, way, ends_at) values ('\\x01', '\\x02', '\\x03', 'link', now())",
      ),
    ).rejects.toThrow("subject_sessions_check");
  });

  test.each(["phone", "mail"] as const)(
    "sends the receipt to the %s alone, with its own link [CONSENT-02]",
    async (over) => {
      const person = await asked();
      const before = sentTo(person.contact);
      await submitDecision(app, person.links[over], "grant");
      await app.drainQueue();
      expect(sentTo(person.contact)).toEqual({ ...before, [over]: before[over] + 1 });
      const outbox = over === "phone" ? app.providers.sms.sent : app.providers.mail.sent;
      expect(tokenIn(outbox.findLast(({ to }) => to === person.contact[over])?.text)).toBe(person.links[over]);
    },
  );

  test('answers an SMS by SMS, and a denial in "my data" over the session\'s contact', async () => {
    const bySms = await asked();
    const first = sentTo(bySms.contact);
    await replyBySms(app, bySms.contact.phone, `NO ${bySms.code}`);
    await app.drainQueue();
    expect(sentTo(bySms.contact)).toEqual({ ...first, phone: first.phone + 1 });
    const byMail = await asked();
    const second = sentTo(byMail.contact);
    await my(`/requests/${byMail.itemId}/no`, cookieOf(await enter(byMail.links.mail)) ?? "", {});
    await app.drainQueue();
    expect(sentTo(byMail.contact)).toEqual({ ...second, mail: second.mail + 1 });
  });

  test("removes the request only from the contact that reported a wrong person", async () => {
    const person = await asked();
    expect((await submitForm(app, `${person.links.phone}/wrong-person`, [])).statusCode).toBe(303);
    const left = await app.owner.query("select kind from subject_index where request_id = $1", [person.itemId]);
    expect(left.rows).toEqual([{ kind: "mail" }]);
    expect(cookieOf(await enter(person.links.phone))).toBeUndefined();
    expect((await copyOf(cookieOf(await enter(person.links.mail)) ?? "")).requests).toHaveLength(1);
  });
});

describe("a consent from before each contact had its own link [T-38]", () => {
  test.each([
    { contact: { phone: "+2348031234567", mail: null }, goes: { phone: "+2348031234567", mail: null } },
    { contact: { phone: null, mail: "a@example.test" }, goes: { phone: null, mail: "a@example.test" } },
    { contact: { phone: "+2348031234567", mail: "a@example.test" }, goes: { phone: "+2348031234567", mail: null } },
  ])("uses its one link and answers over $goes", ({ contact, goes }) => {
    const [key, id] = [Buffer.alloc(32, 7), "00000000-0000-4000-8000-000000000001"];
    const context = { table: "consents", id, field: "contact_sealed" };
    const before = seal(key, Buffer.from(JSON.stringify({ ...contact, token: "old", code: "ABCDEF" })), context);
    const details = openDeliveryDetails(key, id, before);
    expect(selectContact(details, "phone")).toEqual(goes);
    expect([linkTokenFor(details, "phone"), linkTokenFor(details, "mail")]).toEqual(["old", "old"]);
  });
});

describe("the answer to a case goes only to the contact that opened it [T-75]", () => {
  const write = {
    "a report": (token: string) => submitForm(app, `${token}/report`, [["reason", "pressure"]]),
    "a complaint": async (token: string) =>
      my("/ask/grievance", cookieOf(await enter(token)) ?? "", { text: "Who are they?" }),
  };
  test.each([
    ["a report", "phone"],
    ["a report", "mail"],
    ["a complaint", "phone"],
    ["a complaint", "mail"],
  ] as const)("%s by the %s's link", async (what, over) => {
    const other = over === "phone" ? "mail" : "phone";
    const person = await asked();
    expect((await write[what](person.links[over])).statusCode).toBe(303);
    await app.drainQueue(); // a report is also a denial, which has a receipt
    const made = await app.owner.query<{ id: string; reference: string; contact_hash: Buffer; sealed: Buffer }>(
      "select id, reference, contact_hash, sealed from subject_cases order by opened_at desc limit 1",
    );
    const [found] = made.rows;
    if (!found) throw new Error("no case");
    const key = (await app.keys.find(found.id)) ?? Buffer.alloc(32);
    expect(found.contact_hash).toEqual(app.vault.indexHash(over, person.contact[over]));
    expect(openCaseContent(key, found.id, found.sealed)).toMatchObject({ [over]: person.contact[over], [other]: null });
    const before = sentTo(person.contact);
    const deps = { db: app.db, keys: app.keys, ids: randomIds, myDataUrl: `${ownOrigin}/my-data` };
    expect(
      await answerCase(
        deps,
        { reference: found.reference },
        { name: "Ada", operatorId: randomIds.publicId() },
        "They are stopped.",
      ),
    ).toEqual({
      isTold: true,
    });
    await app.drainQueue();
    expect(sentTo(person.contact)).toEqual({ ...before, [over]: before[over] + 1 });
  });
});

describe("sign-in by link [T-38]", () => {
  const deadline = "select deadline as at from consents where request_id = $1";
  const erasedAt = "select expires_at as at from consents where request_id = $1";
  const nothing = async () => undefined;
  test.each([
    { what: "a pending request", act: nothing, end: deadline },
    { what: "a denied request", act: (token: string) => submitDecision(app, token, "deny"), end: deadline },
    { what: "a granted request", act: (token: string) => submitDecision(app, token, "grant"), end: erasedAt },
  ])("works until the request or its access ends, then requires a code: $what", async ({ act, end }) => {
    const person = await asked();
    await act(person.links.mail);
    await app.drainQueue();
    await setClockRelativeTo(app, end, [person.itemId], -1);
    const cookie = cookieOf(await enter(person.links.mail));
    expect(cookie).toBeDefined();
    await setClockRelativeTo(app, end, [person.itemId], 0);
    const late = await enter(person.links.mail);
    expect([late.statusCode, late.headers.location, cookieOf(late)]).toEqual([303, "/my-data", undefined]);
    expect((await openSubjectPage(app, person.links.mail)).statusCode).toBe(200); // the receipt
  });

  test("forgets links after twelve months, and not a day before [T-52]", async () => {
    const person = await asked();
    await submitDecision(app, person.links.phone, "deny");
    const links = async () =>
      (
        await app.owner.query<{ known: number; listed: number }>(
          `select num_nonnulls(token_hash, mail_token_hash) as known,
            (select count(*)::int from subject_index where request_id = $1) as listed from consents where request_id = $1`,
          [person.itemId],
        )
      ).rows[0];
    const age = (by: string) =>
      app.owner.query(
        `with listed as (update subject_index set asked_at = product_now() - $2::interval where request_id = $1)
         update consents set asked_at = product_now() - $2::interval where request_id = $1`,
        [person.itemId, by],
      );
    await age("12 months -1 day");
    await app.runSchedule("delete_expired_rows");
    expect(await links()).toEqual({ known: 2, listed: 2 });
    await age("12 months 1 minute");
    for (let time = 0; time < 2; time += 1) await app.runSchedule("delete_expired_rows");
    expect(await links()).toEqual({ known: 0, listed: 0 });
    for (const token of Object.values(person.links)) expect((await openSubjectPage(app, token)).statusCode).toBe(404);
  });
});
