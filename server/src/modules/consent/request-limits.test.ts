import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson } from "../../testing/fakes.ts";
import {
  requestConsent,
  completeLookup,
  payPurchase,
  submitDecision,
  replyBySms,
  submitForm,
  readRequestState,
} from "../../testing/lookup-steps.ts";
import { Vault } from "../../kernel/vault.ts";
import { isSameContact } from "./rules.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const price = 588_00n;
const blocked = { item: "closed", outcome: "BLOCKED", consent: "terminated" };
const pending = { item: "awaiting_consent", outcome: null, consent: "pending" };
const payer = () => app.user({ NGN: price });
type Contact = { readonly phone: string | null; readonly mail: string | null };
/** Somebody whom no other test asks about. */
function somebody(): { readonly phone: string; readonly mail: string } {
  const nin = randomNin();
  return { phone: `+23470${nin.slice(-8)}`, mail: `somebody${nin}@example.test` };
}
/** A look-up that finds somebody's record, under a number that nobody asked for before. */
function askAbout(contact: Contact, user: TestUser) {
  const nin = randomNin();
  return completeLookup(app, user, { kind: "found", record: adultPerson(nin, { contact }) });
}
/** Known as the program knows it: the keyed hash of the lower-case text. */
const hashOf = (kind: "phone" | "mail", value: string) =>
  new Vault(["a secret that only tests know, 32+"]).indexHash(kind, value.toLowerCase());
const block = (kind: "phone" | "mail", value: string, ownerId: string | null) =>
  app.owner.query("insert into subject_blocks (id, contact_hash, owner_id) values (gen_random_uuid(), $1, $2)", [
    hashOf(kind, value),
    ownerId,
  ]);
const written = ({ phone, mail }: Contact) =>
  [...app.providers.sms.sent, ...app.providers.mail.sent].filter(({ to }) => to === phone || to === mail).length;
const indexOf = async (requestId: string) =>
  (
    await app.owner.query<{ kind: string; hash: Buffer }>(
      "select kind, contact_hash as hash from subject_index where request_id = $1 order by kind",
      [requestId],
    )
  ).rows;

describe("T-45 each look-up of a person is noted under each contact of their record, by a keyed hash", () => {
  test("phone and mail, however the mail is written, whichever way is asked", async () => {
    const { phone, mail } = somebody();
    const bought = await askAbout({ phone, mail: mail.toUpperCase() }, await payer());
    expect(await indexOf(bought.itemId)).toEqual([
      { kind: "mail", hash: hashOf("mail", mail) },
      { kind: "phone", hash: hashOf("phone", phone) },
    ]);
  });

  test("the person is told of every look-up: as many first messages as questions", async () => {
    const person = somebody();
    for (let at = 0; at < 3; at += 1) await askAbout(person, await payer());
    const noted = await app.owner.query("select from subject_index where contact_hash = $1", [
      hashOf("phone", person.phone),
    ]);
    expect([written(person), noted.rowCount]).toEqual([3, 3]);
  });
});

describe("T-45 whom a person blocks cannot ask: nobody is written to, nothing is kept, the money goes back", () => {
  test.each([
    { by: "phone", whom: "this asker" },
    { by: "mail", whom: "this asker" },
    { by: "phone", whom: "everybody" },
  ] as const)("blocked by $by: $whom", async ({ by, whom }) => {
    const [person, user] = [somebody(), await payer()];
    await block(by, person[by], whom === "everybody" ? null : user.id);
    const bought = await askAbout(person, user);
    expect(await readRequestState(app, bought.itemId)).toEqual(blocked);
    expect([(await app.wallets(user)).NGN, written(person)]).toEqual([price, 0]);
    expect((await app.owner.query("select from results where request_id = $1", [bought.itemId])).rowCount).toBe(0);
    expect(await app.keys.find(bought.itemId)).toBeUndefined();
    expect(await indexOf(bought.itemId)).toHaveLength(2); // the person sees that somebody tried
    const audit = await app.owner.query<{ reason: string }>(
      "select reason from audit_log where object_id = $1 and action = 'consent_blocked'",
      [bought.itemId],
    );
    expect(audit.rows).toEqual([{ reason: "the person blocks it" }]);
  });

  test("a block of one asker stops no other, and a block of another stops nobody here", async () => {
    const person = somebody();
    await block("phone", person.phone, (await payer()).id);
    expect(await readRequestState(app, (await askAbout(person, await payer())).itemId)).toEqual(pending);
  });
});

describe("T-45 a person is asked three times a day, over all askers", () => {
  test("the fourth is refused and refunded, until the first was a day ago; refused ones do not count", async () => {
    const person = somebody();
    for (let at = 0; at < 3; at += 1)
      expect(await readRequestState(app, (await askAbout(person, await payer())).itemId)).toEqual(pending);
    for (let at = 0; at < 2; at += 1) {
      const user = await payer();
      const bought = await askAbout({ ...person, mail: null }, user);
      expect(await readRequestState(app, bought.itemId)).toEqual(blocked);
      expect((await app.wallets(user)).NGN).toBe(price);
    }
    expect(written(person)).toBe(3);
    await app.setClockOffset(24 * 3_600_000 + 1_000);
    expect(await readRequestState(app, (await askAbout(person, await payer())).itemId)).toEqual(pending);
  });

  test("whoever asks cannot tell a block from a full day", async () => {
    const [asksFull, asksBlocked] = [await payer(), await payer()];
    const [full, closed] = [somebody(), somebody()];
    for (let at = 0; at < 3; at += 1) await askAbout(full, await payer());
    await block("phone", closed.phone, asksBlocked.id);
    const seen = async (user: TestUser, contact: Contact) => {
      const { itemId } = await askAbout(contact, user);
      const told = (await user.get(`/verification/check-consent/${itemId}`)).json<Record<string, unknown>>();
      const listed = (await user.get("/user/matching-requests")).json<{ requests: Record<string, unknown>[] }>();
      const notices = (await user.get("/user/notices")).json<{ notices: Record<string, unknown>[] }>();
      const same = (facts: object) =>
        JSON.stringify(facts)
          .replaceAll(itemId, "ID")
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
          .replaceAll(/EA\d{14}|\*+\w\w|"id":"[^"]+"/g, "ONE");
      return [told, listed, notices].map(same);
    };
    const [one, other] = [await seen(asksFull, full), await seen(asksBlocked, closed)];
    expect(one).toEqual(other);
    expect(one.join()).toContain("BLOCKED");
  });

  test("eight askers at once, on two processes, are three questions", async () => {
    const person = somebody();
    const { product } = await app.startProcess();
    const items: string[] = [];
    for (let at = 0; at < 8; at += 1) {
      const user = await payer();
      const bought = await app.purchase(user);
      app.providers.personRecords.respondTo(bought.nin, {
        kind: "found",
        record: adultPerson(bought.nin, { contact: at % 2 ? person : { ...person, mail: null } }),
      });
      await payPurchase(user, bought);
      items.push(bought.itemId);
    }
    const run = (itemId: string, at: number) => (at % 2 ? product : app.product).jobs["look_up"]?.({ itemId } as never);
    await Promise.all(items.map(run));
    const ends = await Promise.all(items.map((id) => readRequestState(app, id)));
    expect(ends.filter((end) => end?.outcome === "BLOCKED")).toHaveLength(5);
    expect(ends.filter((end) => end?.consent === "pending")).toHaveLength(3);
  });
});

describe("T-38 somebody who asks about themselves is asked like anybody else", () => {
  test.each([
    {
      by: "phone",
      own: (user: TestUser): Contact => ({ phone: "+2348030000001", mail: `other.${user.id}@example.test` }),
    },
    { by: "mail", own: (user: TestUser): Contact => ({ phone: somebody().phone, mail: user.email.toUpperCase() }) },
  ])("by the $by of the account: the record's contact alone gets the message, which says so", async ({ own }) => {
    const user = await payer();
    const contact = own(user);
    const asked = await requestConsent(app, user, { contact });
    expect(asked.sms).toContain("Then you asked to see your own record. If not, say no.");
    const [sms] = app.providers.sms.sent.slice(-1);
    expect(sms?.to).toBe(contact.phone);
    expect(await readRequestState(app, asked.itemId)).toEqual(pending); // nothing is granted by being oneself
    const row = await app.owner.query("select is_self from consents where request_id = $1", [asked.itemId]);
    expect(row.rows).toEqual([{ is_self: true }]);
    await submitDecision(app, asked.token, "deny");
  });

  test("anybody else's record is not called the asker's own", async () => {
    const asked = await requestConsent(app, await payer());
    expect(asked.sms).not.toContain("your own record");
    await submitDecision(app, asked.token, "deny");
  });

  test.each([
    [{ phone: "+2348031234567", mail: null }, { phone: "+2348031234567", mail: null }, true],
    [{ phone: "+23408031234567", mail: null }, { phone: "+2348031234567", mail: null }, true],
    [{ phone: "+2348031234567", mail: null }, { phone: "+2348031234568", mail: null }, false],
    [{ phone: null, mail: "Ada@Example.test" }, { phone: null, mail: "ada@example.test" }, true],
    [{ phone: null, mail: null }, { phone: null, mail: null }, false],
    [{ phone: "+2348031234567", mail: "ada@example.test" }, { phone: null, mail: "obi@example.test" }, false],
  ])("%j and %j are one person: %s", (asker, record, same) => {
    expect(isSameContact(asker, record)).toBe(same);
  });
});

describe("T-38 somebody who is not the one says so: the request ends, and nothing connects it with them any more", () => {
  const notMe = (token: string) => submitForm(app, `${token}/wrong-person`, []);

  test("the asker gets the money back; no further message, no answer and no reply counts", async () => {
    const [user, person] = [await payer(), somebody()];
    const asked = await requestConsent(app, user, { contact: person });
    expect((await notMe(asked.token)).statusCode).toBe(303);
    expect(await readRequestState(app, asked.itemId)).toEqual({
      item: "closed",
      outcome: "NO_CONTACT",
      consent: "terminated",
    });
    expect((await app.wallets(user)).NGN).toBe(price);
    // the link was the text message's: the mail address may be the right person's
    expect((await indexOf(asked.itemId)).map(({ kind }) => kind)).toEqual(["mail"]);
    const proofs = await app.owner.query<{ line: string }>(
      `select event || ' ' || channel as line from consent_evidence where request_id = $1 and event <> 'asked'
       union all select actor_kind || ' ' || action from audit_log where object_id = $1 and action like 'consent%'`,
      [asked.itemId],
    );
    expect(proofs.rows.map(({ line }) => line)).toEqual(["wrong_person page", "subject consent_wrong_person"]);
    await app.drainQueue();
    expect(await app.keys.find(asked.itemId)).toBeUndefined();
    const sent = written(person);
    await replyBySms(app, person.phone, `YES ${asked.code}`);
    for (const again of [await notMe(asked.token), await submitDecision(app, asked.token, "grant")])
      expect(again.statusCode).toBe(409);
    await app.setClockOffset(16 * 60_000);
    await app.runSchedule("climb_consents");
    await app.drainQueue();
    expect([written(person), (await readRequestState(app, asked.itemId))?.consent]).toEqual([sent, "terminated"]);
  });

  test("what was answered stays answered", async () => {
    const asked = await requestConsent(app, await payer());
    await submitDecision(app, asked.token, "deny");
    expect((await notMe(asked.token)).statusCode).toBe(409);
    expect(await readRequestState(app, asked.itemId)).toEqual({ item: "closed", outcome: "DENIED", consent: "denied" });
  });
});
