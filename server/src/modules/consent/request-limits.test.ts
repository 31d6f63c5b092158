import { phoneOf } from "../../testing/phones.ts";
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
/** A contact that no other test uses. */
function newContact(): { readonly phone: string; readonly mail: string } {
  const nin = randomNin();
  return { phone: phoneOf(nin), mail: `subject${nin}@example.test` };
}
/** A lookup that finds a record with this contact, under a new NIN. */
function askAbout(contact: Contact, user: TestUser) {
  const nin = randomNin();
  return completeLookup(app, user, { kind: "found", record: adultPerson(nin, { contact }) });
}
/** The keyed hash under which the product finds a contact. */
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

describe("indexSubjects [T-45]", () => {
  test("indexes a lookup by phone and email, whatever the spelling of the email", async () => {
    const { phone, mail } = newContact();
    const bought = await askAbout({ phone, mail: mail.toUpperCase() }, await payer());
    expect(await indexOf(bought.itemId)).toEqual([
      { kind: "mail", hash: hashOf("mail", mail) },
      { kind: "phone", hash: hashOf("phone", phone) },
    ]);
  });

  test("matches the messages: the subject gets one for every lookup", async () => {
    const person = newContact();
    for (let at = 0; at < 3; at += 1) await askAbout(person, await payer());
    const noted = await app.owner.query("select from subject_index where contact_hash = $1", [
      hashOf("phone", person.phone),
    ]);
    expect([written(person), noted.rowCount]).toEqual([3, 3]);
  });
});

describe("a requester whom the subject blocked [T-45]", () => {
  test.each([
    { by: "phone", whom: "this requester" },
    { by: "mail", whom: "this requester" },
    { by: "phone", whom: "all requesters" },
  ] as const)("sends no message, gets a refund and leaves no data: $whom blocked by $by", async ({ by, whom }) => {
    const [person, user] = [newContact(), await payer()];
    await block(by, person[by], whom === "all requesters" ? null : user.id);
    const bought = await askAbout(person, user);
    expect(await readRequestState(app, bought.itemId)).toEqual(blocked);
    expect([(await app.wallets(user)).NGN, written(person)]).toEqual([price, 0]);
    expect((await app.owner.query("select from results where request_id = $1", [bought.itemId])).rowCount).toBe(0);
    expect(await app.keys.find(bought.itemId)).toBeUndefined();
    expect(await indexOf(bought.itemId)).toHaveLength(2); // the subject sees the attempt
    const audit = await app.owner.query<{ reason: string }>(
      "select reason from audit_log where object_id = $1 and action = 'consent_blocked'",
      [bought.itemId],
    );
    expect(audit.rows).toEqual([{ reason: "the person blocks it" }]);
  });

  test("is blocked alone: other requesters still reach the subject", async () => {
    const person = newContact();
    await block("phone", person.phone, (await payer()).id);
    expect(await readRequestState(app, (await askAbout(person, await payer())).itemId)).toEqual(pending);
  });
});

describe("the daily limit of a subject [T-45]", () => {
  test("blocks and refunds the fourth request in 24 hours; blocked ones do not count", async () => {
    const person = newContact();
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

  test("looks to the requester the same as a block", async () => {
    const [asksFull, asksBlocked] = [await payer(), await payer()];
    const [full, closed] = [newContact(), newContact()];
    for (let at = 0; at < 3; at += 1) await askAbout(full, await payer());
    await block("phone", closed.phone, asksBlocked.id);
    const seen = async (user: TestUser, contact: Contact) => {
      const { itemId } = await askAbout(contact, user);
      const reported = (await user.get(`/verification/check-consent/${itemId}`)).json<Record<string, unknown>>();
      const listed = (await user.get("/user/matching-requests")).json<{ requests: Record<string, unknown>[] }>();
      const notices = (await user.get("/user/notices")).json<{ notices: Record<string, unknown>[] }>();
      const same = (facts: object) =>
        JSON.stringify(facts)
          .replaceAll(itemId, "ID")
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
          .replaceAll(/EA\d{14}|\*+\w\w|"id":"[^"]+"/g, "ONE");
      return [reported, listed, notices].map(same);
    };
    const [one, other] = [await seen(asksFull, full), await seen(asksBlocked, closed)];
    expect(one).toEqual(other);
    expect(one.join()).toContain("BLOCKED");
  });

  test("admits three of eight concurrent requests on two processes", async () => {
    const person = newContact();
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

describe("a requester who looks up their own record [T-38]", () => {
  test.each([
    {
      by: "phone",
      own: (user: TestUser): Contact => ({ phone: "+2348030000001", mail: `other.${user.id}@example.test` }),
    },
    { by: "mail", own: (user: TestUser): Contact => ({ phone: newContact().phone, mail: user.email.toUpperCase() }) },
  ])("gets the request at the record's contact, which says so: same $by", async ({ own }) => {
    const user = await payer();
    const contact = own(user);
    // only a contact that the account confirmed counts
    await app.owner.query("update users set phone_verified_at = now(), email_verified_at = now() where id = $1", [
      user.id,
    ]);
    const pendingConsent = await requestConsent(app, user, { contact });
    expect(pendingConsent.sms).toContain("Not your account? Say no.");
    const [sms] = app.providers.sms.sent.slice(-1);
    expect(sms?.to).toBe(contact.phone);
    expect(await readRequestState(app, pendingConsent.itemId)).toEqual(pending); // consent is required even for one's own record
    const row = await app.owner.query("select is_self from consents where request_id = $1", [pendingConsent.itemId]);
    expect(row.rows).toEqual([{ is_self: true }]);
    await submitDecision(app, pendingConsent.token, "deny");
  });

  test("is not assumed for a phone that the account did not confirm", async () => {
    const pending = await requestConsent(app, await payer(), { contact: { phone: "+2348030000001", mail: null } });
    expect(pending.sms).not.toContain("Not your account?");
    await submitDecision(app, pending.token, "deny");
  });

  test("is not assumed for another subject's record", async () => {
    const pending = await requestConsent(app, await payer());
    expect(pending.sms).not.toContain("Not your account?");
    await submitDecision(app, pending.token, "deny");
  });

  test.each([
    [{ phone: "+2348031234567", mail: null }, { phone: "+2348031234567", mail: null }, true],
    [{ phone: "+23408031234567", mail: null }, { phone: "+2348031234567", mail: null }, true],
    [{ phone: "+2348031234567", mail: null }, { phone: "+2348031234568", mail: null }, false],
    [{ phone: null, mail: "Ada@Example.test" }, { phone: null, mail: "ada@example.test" }, true],
    [{ phone: null, mail: null }, { phone: null, mail: null }, false],
    [{ phone: "+2348031234567", mail: "ada@example.test" }, { phone: null, mail: "obi@example.test" }, false],
  ])("compares %j and %j as the same contact: %s", (requester, record, same) => {
    expect(isSameContact(requester, record)).toBe(same);
  });
});

describe("a request that reached the wrong person [T-38]", () => {
  const notMe = (token: string) => submitForm(app, `${token}/wrong-person`, []);

  test("is refunded, and later messages, answers and replies have no effect", async () => {
    const [user, person] = [await payer(), newContact()];
    const pending = await requestConsent(app, user, { contact: person });
    expect((await notMe(pending.token)).statusCode).toBe(303);
    expect(await readRequestState(app, pending.itemId)).toEqual({
      item: "closed",
      outcome: "NO_CONTACT",
      consent: "terminated",
    });
    expect((await app.wallets(user)).NGN).toBe(price);
    // the link came by SMS: the email address may be the right person's
    expect((await indexOf(pending.itemId)).map(({ kind }) => kind)).toEqual(["mail"]);
    const proofs = await app.owner.query<{ line: string }>(
      `select event || ' ' || channel as line from consent_evidence where request_id = $1 and event <> 'asked'
       union all select actor_kind || ' ' || action from audit_log where object_id = $1 and action like 'consent%'`,
      [pending.itemId],
    );
    expect(proofs.rows.map(({ line }) => line)).toEqual(["wrong_person page", "subject consent_wrong_person"]);
    await app.drainQueue();
    expect(await app.keys.find(pending.itemId)).toBeUndefined();
    const sent = written(person);
    await replyBySms(app, person.phone, `YES ${pending.code}`);
    for (const again of [await notMe(pending.token), await submitDecision(app, pending.token, "grant")])
      expect(again.statusCode).toBe(409);
    await app.setClockOffset(16 * 60_000);
    await app.runSchedule("escalate_consents");
    await app.drainQueue();
    expect([written(person), (await readRequestState(app, pending.itemId))?.consent]).toEqual([sent, "terminated"]);
  });

  test("cannot change a decided request", async () => {
    const pending = await requestConsent(app, await payer());
    await submitDecision(app, pending.token, "deny");
    expect((await notMe(pending.token)).statusCode).toBe(409);
    expect(await readRequestState(app, pending.itemId)).toEqual({
      item: "closed",
      outcome: "DENIED",
      consent: "denied",
    });
  });
});
