import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import {
  inboundSms,
  type PendingConsent,
  postGatewayNotice,
  reportLastSms,
  replyBySms,
  requestConsent,
  setClockRelativeTo,
  submitDecision,
} from "../../testing/lookup-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "100" })));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

let phones = 0;
const newPhone = () => `+23480555${String((phones += 1)).padStart(5, "0")}`;
const payer = () => app.user({ NGN: 10_000_00n });
const ask = (phone: string, user?: TestUser): Promise<PendingConsent> =>
  (user ? Promise.resolve(user) : payer()).then((by) => requestConsent(app, by, { contact: { phone, mail: null } }));
/** Replies, runs the queue, and returns the SMS that the number got. */
async function reply(phone: string, text: string): Promise<readonly string[]> {
  const sent = app.providers.sms.sent.length;
  await replyBySms(app, phone, text);
  await app.drainQueue();
  return app.providers.sms.sent.slice(sent).flatMap(({ to, text: sms }) => (to === phone ? [sms] : []));
}
const smsTo = (phone: string) => app.providers.sms.sent.filter(({ to }) => to === phone).map(({ text }) => text);
const parts = "names, ID number, gender, birth date";

describe("WHO with a code [T-41]", () => {
  test("answers who asks, why, for what and until when; decides nothing", async () => {
    const [phone, user] = [newPhone(), await payer()];
    await app.owner.query("update users set first_name = 'Ada', last_name = 'Obi' where id = $1", [user.id]);
    const pending = await ask(phone, user);
    const [text] = await reply(phone, `who ${pending.code}?`);
    expect(text).toMatch(
      new RegExp(
        `^Idanimo: Ada Obi asks to see your identity record for 24 hours: ${parts}\\. Name not checked\\. Why: A job\\. ` +
          `Reply YES ${pending.code} or NO ${pending.code} by .* Lagos time\\. To block them: STOP ${pending.code}\\.$`,
      ),
    );
    expect(text).not.toContain(pending.nin);
    const row = await app.owner.query("select state, attempts_left from consents where request_id = $1", [
      pending.itemId,
    ]);
    expect(row.rows).toEqual([{ state: "pending", attempts_left: 5 }]);
  });

  test("answers what the requester sees and until when, after a grant", async () => {
    const [phone, user] = [newPhone(), await app.user({ userType: "business", NGN: 10_000_00n })];
    // a changed name has to be verified again
    for (const set of ["business_name = 'Ada Homes', rc_number = '1234567'", "verified_at = now()"])
      await app.owner.query(`update users set ${set} where id = $1`, [user.id]);
    const pending = await ask(phone, user);
    await submitDecision(app, pending.token, "grant", undefined, ["photo"]);
    await app.drainQueue();
    expect(await reply(phone, `WHO ${pending.code}`)).toEqual([
      expect.stringMatching(
        new RegExp(
          `Ada Homes can see your identity record until .* Lagos time: ${parts}, photo\\. Asked by a member of its staff\\. Name in company register\\. Why: A job\\. ` +
            `To withdraw: NO ${pending.code}\\.`,
        ),
      ),
    ]);
  });

  test("is answered without a code about the newest open request; decides nothing", async () => {
    const phone = newPhone();
    const [first, newest] = [await ask(phone), await ask(phone)];
    for (const text of ["Who is this?", "WHO"])
      expect(await reply(phone, text)).toEqual([
        expect.stringMatching(`asks to see .* Reply YES ${newest.code} or NO`),
      ]);
    const rows = await app.owner.query("select state, attempts_left from consents where request_id = any ($1)", [
      [first.itemId, newest.itemId],
    ]);
    expect(rows.rows).toEqual([0, 1].map(() => ({ state: "pending", attempts_left: 5 })));
    expect(await reply(newPhone(), "Who is this?")).toEqual([]);
  });

  test("of a request that is over says so", async () => {
    const phone = newPhone();
    const pending = await ask(phone);
    await reply(phone, `NO ${pending.code}`);
    expect(await reply(phone, `WHO ${pending.code}`)).toEqual([expect.stringContaining("that request is over")]);
  });
});

describe("HELP, and a reply that cannot be read [T-41]", () => {
  test("repeats how to answer the newest pending request, with its code", async () => {
    const phone = newPhone();
    const [, newest] = [await ask(phone), await ask(phone)];
    const help = `Reply YES ${newest.code} to agree or NO ${newest.code} to say no. WHO ${newest.code}: who asks, and why.`;
    expect(await reply(phone, "HELP")).toEqual([expect.stringMatching(new RegExp(`^Idanimo: ${help}`))]);
    expect(await reply(phone, "What is this?")).toEqual([
      expect.stringMatching(new RegExp(`^Idanimo: we could not read that\\. ${help}`)),
    ]);
  });

  test("repeats how to withdraw if only a granted request is left", async () => {
    const phone = newPhone();
    const pending = await ask(phone);
    await reply(phone, `YES ${pending.code}`);
    for (const text of ["HELP", "hello"])
      expect(await reply(phone, text)).toEqual([
        expect.stringMatching(new RegExp(`You said yes to a request\\. Reply NO ${pending.code} to withdraw\\.`)),
      ]);
  });

  test.each(["HELP", "WHO", "STOP", "START"])(
    "is answered once for a notice that is repeated: %s [T-40]",
    async (text) => {
      const phone = newPhone();
      const { code } = await ask(phone);
      const notice = inboundSms(phone, text === "WHO" ? `WHO ${code}` : text);
      const sent = smsTo(phone).length;
      for (let at = 0; at < 3; at += 1) await postGatewayNotice(app, "/sms/receive", notice);
      await Promise.all([notice, notice].map((same) => postGatewayNotice(app, "/sms/receive", same)));
      await app.drainQueue();
      expect(smsTo(phone)).toHaveLength(sent + 1);
    },
  );
});

describe("the language of an SMS [CL-05 CL-09]", () => {
  const languagesOf = async ({ itemId }: PendingConsent) =>
    (
      await app.owner.query<{ line: string }>(
        "select event || ' ' || language as line from consent_evidence where request_id = $1 order by at",
        [itemId],
      )
    ).rows.map(({ line }) => line);
  const denyInPidgin = async ({ token }: PendingConsent) => {
    const response = await app.app.inject({
      method: "POST",
      url: `/consent/${token}/deny`,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: "http://localhost:8080",
        "sec-fetch-site": "same-origin",
      },
      payload: "lang=pcm",
    });
    expect(response.statusCode).toBe(303);
    await app.drainQueue();
  };

  test("is the one of the subject's newest decision, and the evidence stores it", async () => {
    const phone = newPhone();
    const first = await ask(phone);
    expect(first.sms).toContain("asks to see your identity record");
    await denyInPidgin(first);
    expect(smsTo(phone).at(-1)).toContain("you don talk no.");
    const second = await ask(phone);
    expect(second.sms).toContain("wan see your identity record");
    expect(await reply(phone, `WHO ${second.code}`)).toEqual([expect.stringContaining("Why: Work.")]);
    expect(await reply(phone, "help")).toEqual([expect.stringContaining("to talk no. WHO")]);
    expect(await reply(phone, `YES ${second.code}`)).toEqual([expect.stringContaining("you don talk yes.")]);
    expect(await reply(phone, `NO ${second.code}`)).toEqual([expect.stringContaining("you don take am back.")]);
    expect(await languagesOf(second)).toEqual(["asked pcm", "granted pcm", "withdrawn pcm"]);
    const third = await ask(phone); // a reply in Pidgin counts as a decision in Pidgin
    await submitDecision(app, third.token, "deny"); // on the page in English
    expect((await ask(phone)).sms).toContain("asks to see");
  });

  test("is English for another subject, and stays the same for the next message", async () => {
    const phone = newPhone();
    const first = await ask(phone);
    await denyInPidgin(first);
    expect((await ask(newPhone())).sms).toContain("asks to see");
    const second = await ask(phone);
    await reportLastSms(app, "Message Failed");
    await app.drainQueue();
    expect(smsTo(phone).filter((text) => text.includes("wan see your identity record"))).toHaveLength(2);
    expect(await languagesOf(second)).toEqual(["asked pcm", "asked pcm"]);
  });

  test("is answered in it by STOP, START and late replies", async () => {
    const phone = newPhone();
    await denyInPidgin(await ask(phone));
    const pending = await ask(phone);
    expect(await reply(phone, "STOP")).toEqual([expect.stringContaining("you don talk no to all requests")]);
    expect(await reply(phone, "START")).toEqual([expect.stringContaining("people fit ask you again")]);
    await setClockRelativeTo(app, "select deadline as at from consents where request_id = $1", [pending.itemId], -1);
    expect(await reply(phone, `YES ${pending.code}`)).toEqual([expect.stringContaining("that request don end.")]);
  });
});
