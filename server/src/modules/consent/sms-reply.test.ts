import { consentCodeMaxAttempts } from "@idanimo/contract/consent";
import { apiBase } from "@idanimo/contract/operation";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import {
  type PendingConsent,
  requestConsent,
  setClockRelativeTo,
  postGatewayNotice,
  inboundSms,
  replyBySms,
  readRequestState,
} from "../../testing/lookup-steps.ts";

let app: TestApp;
const open: PendingConsent[] = [];
beforeAll(async () => void (app = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "100" })));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

async function question(phone?: string): Promise<PendingConsent> {
  const asked = await requestConsent(
    app,
    await app.user({ NGN: 10_000_00n }),
    phone ? { contact: { phone, mail: null } } : {},
  );
  open.push(asked);
  return asked;
}
const consentOf = async (asked: PendingConsent) => (await readRequestState(app, asked.itemId))?.consent;
const triesOf = async (asked: PendingConsent) =>
  (
    await app.owner.query<{ tries_left: number }>("select tries_left from consents where request_id = $1", [
      asked.itemId,
    ])
  ).rows[0]?.tries_left;
const otherThan = (code: string) => `${code.slice(0, 5)}${code.endsWith("A") ? "C" : "A"}`;

describe("T-40 a text message without the gateway's signature decides nothing", () => {
  test.each([
    ["no signature", { signature: null }],
    ["a signature of nobody", { signature: "0".repeat(128) }],
    ["a signature that is none", { signature: "yes" }],
    ["another secret", { secret: "somebody-else" }],
    ["no secret at all", { secret: "" }],
  ] as const)("%s", async (_what, signing) => {
    const asked = await question();
    const kept = await app.owner.query("select count(*)::int as n from inbound_notices");
    const answer = await postGatewayNotice(app, "/sms/receive", inboundSms(asked.phone, `YES ${asked.code}`), signing);
    expect(answer.json()).toEqual({ result: "received" }); // says nothing to a prober
    expect(await consentOf(asked)).toBe("pending");
    expect(await triesOf(asked)).toBe(consentCodeMaxAttempts);
    expect((await app.owner.query("select count(*)::int as n from inbound_notices")).rows).toEqual(kept.rows);
  });

  test.each([
    ["six minutes old", -360],
    ["six minutes ahead", 360],
  ])("one %s is stale", async (_what, seconds) => {
    const asked = await question();
    const at = new Date(Date.now() + seconds * 1000).toISOString();
    await postGatewayNotice(app, "/sms/receive", inboundSms(asked.phone, `YES ${asked.code}`, { received_at: at }));
    expect(await consentOf(asked)).toBe("pending");
  });

  test("one that is told again is taken once", async () => {
    const asked = await question();
    const wrong = inboundSms(asked.phone, `YES ${otherThan(asked.code)}`);
    for (let at = 0; at < 4; at += 1) await postGatewayNotice(app, "/sms/receive", wrong);
    expect(await triesOf(asked)).toBe(consentCodeMaxAttempts - 1);
  });

  test("API-24 SMS-01 the source's address form only counts, whatever it says", async () => {
    const asked = await question();
    const url = `${apiBase}/sms/receive?from=${encodeURIComponent(asked.phone)}&message=YES%20${asked.code}`;
    const answer = await app.app.inject({ url });
    expect(answer.json()).toEqual({ result: "received" });
    expect(await consentOf(asked)).toBe("pending");
  });
});

describe("T-41 only the code of a pending question, from the number it went to, decides", () => {
  test.each([
    ["YES alone", () => "YES"],
    ["the code alone", (code: string) => code],
    ["YES with another code", (code: string) => `YES ${otherThan(code)}`],
    ["a cut code", (code: string) => `YES ${code.slice(0, 5)}`],
    ["a code with more behind it", (code: string) => `YES ${code}A`],
    ["both answers", (code: string) => `YES NO ${code}`],
    ["a sentence around it", (code: string) => `I say YES ${code}`],
    ["a question", () => "Who are you?"],
  ])("%s is answered with how to reply", async (_what, textOf) => {
    const asked = await question();
    await replyBySms(app, asked.phone, textOf(asked.code));
    expect(await consentOf(asked)).toBe("pending");
    await app.drainQueue();
    const help = app.providers.sms.sent.at(-1);
    expect([help?.to, help?.text]).toEqual([asked.phone, expect.stringContaining("we could not read that")]);
  });

  test.each([
    ["small letters and spaces", (code: string) => `  yes ${code.toLowerCase()} `, "granted"],
    ["a full stop", (code: string) => `NO ${code}.`, "denied"],
  ])("%s do not matter", async (_what, textOf, state) => {
    const asked = await question();
    await replyBySms(app, asked.phone, textOf(asked.code));
    expect(await consentOf(asked)).toBe(state);
    await app.drainQueue();
  });

  test("the right code from another number decides nothing and costs no try", async () => {
    const asked = await question();
    await replyBySms(app, "+2348099999999", `YES ${asked.code}`);
    expect([await consentOf(asked), await triesOf(asked)]).toEqual(["pending", consentCodeMaxAttempts]);
  });

  test("the code of an older question decides nothing about a newer one", async () => {
    const old = await question("+2348077700001");
    await replyBySms(app, old.phone, `NO ${old.code}`);
    const fresh = await question("+2348077700001");
    await replyBySms(app, fresh.phone, `YES ${old.code}`);
    expect([await consentOf(old), await consentOf(fresh)]).toEqual(["denied", "pending"]);
    await app.drainQueue();
  });

  test("the code of somebody else's question decides nothing", async () => {
    const [one, other] = [await question(), await question()];
    await replyBySms(app, one.phone, `YES ${other.code}`);
    expect([await consentOf(one), await consentOf(other)]).toEqual(["pending", "pending"]);
  });

  test("after five wrong codes the right one is refused", async () => {
    const asked = await question();
    for (let at = 0; at < consentCodeMaxAttempts; at += 1)
      await replyBySms(app, asked.phone, `YES ${otherThan(asked.code)}`);
    await replyBySms(app, asked.phone, `YES ${asked.code}`);
    expect([await consentOf(asked), await triesOf(asked)]).toEqual(["pending", 0]);
  });

  test("forty guesses at once are five guesses", async () => {
    const asked = await question();
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        replyBySms(app, asked.phone, `YES ACDEF${"ACDEFHJKLMNPRTUVWXY3479"[at % 23]}`),
      ),
    );
    expect(await triesOf(asked)).toBe(0);
  });

  test("a right code costs the person's other questions no try", async () => {
    const all: PendingConsent[] = [];
    for (let at = 0; at < 6; at += 1) all.push(await question("+2348077700002"));
    const first = all[0];
    if (!first) throw new Error("no question");
    for (const asked of all.slice(1).reverse()) {
      await replyBySms(app, asked.phone, `YES ${asked.code}`);
      expect(await consentOf(asked)).toBe("granted");
    }
    expect(await triesOf(first)).toBe(consentCodeMaxAttempts);
    await replyBySms(app, first.phone, `NO ${first.code}`);
    expect(await consentOf(first)).toBe("denied");
    await app.drainQueue();
  });

  test("a reply after the deadline comes too late", async () => {
    const asked = await question();
    await setClockRelativeTo(app, "select deadline as at from consents where request_id = $1", [asked.itemId], 1);
    await replyBySms(app, asked.phone, `YES ${asked.code}`);
    expect(await consentOf(asked)).toBe("pending");
    await app.setClockOffset(0);
  });

  test("STOP refuses every question to that number, and no other", async () => {
    const [one, two] = [await question("+2348077700003"), await question("+2348077700003")];
    const other = await question();
    await replyBySms(app, one.phone, "stop");
    expect([await consentOf(one), await consentOf(two), await consentOf(other)]).toEqual([
      "denied",
      "denied",
      "pending",
    ]);
    await app.drainQueue();
  });

  test.each(['"Stop", please.', "STOPALL", "Unsubscribe", "END", "cancel!", "Quit\n-- \nAda Obi"])(
    "denies every question to that number on %j [T-41]",
    async (text) => {
      const [one, two] = [await question("+2348077700004"), await question("+2348077700004")];
      await replyBySms(app, one.phone, text);
      expect([await consentOf(one), await consentOf(two)]).toEqual(["denied", "denied"]);
      await app.drainQueue();
    },
  );

  test.each([
    ['"NO …"', (code: string) => `"NO ${code}" please`, "denied"],
    ['"YES …"', (code: string) => `"YES ${code}" please`, "pending"],
  ])("reads a denial tolerantly and a grant strictly: %s please [T-41]", async (_what, textOf, state) => {
    const asked = await question();
    await replyBySms(app, asked.phone, textOf(asked.code));
    expect(await consentOf(asked)).toBe(state);
    await app.drainQueue();
  });

  test("what STOP is answered with says how to keep people from asking at all", async () => {
    const asked = await question();
    await replyBySms(app, asked.phone, "STOP");
    await app.drainQueue();
    expect(app.providers.sms.sent.at(-1)).toEqual({
      to: asked.phone,
      text: expect.stringMatching(/you said no.*To block them or everybody: http:\S+\/my-data$/),
    });
  });

  test("a second number in the record was not written to, so its reply decides nothing and is not answered", async () => {
    const second = "+2348077700009";
    const asked = await requestConsent(app, await app.user({ NGN: 10_000_00n }), { fields: { phoneNumber2: second } });
    const sent = app.providers.sms.sent.length;
    await replyBySms(app, second, `YES ${asked.code}`);
    await app.drainQueue();
    expect([await consentOf(asked), await triesOf(asked)]).toEqual(["pending", consentCodeMaxAttempts]);
    expect(app.providers.sms.sent).toHaveLength(sent);
  });

  test("two decisions at once, by SMS and by SMS, are one", async () => {
    const asked = await question();
    await Promise.all([
      replyBySms(app, asked.phone, `YES ${asked.code}`),
      replyBySms(app, asked.phone, `NO ${asked.code}`),
    ]);
    const proofs = await app.owner.query("select from consent_evidence where request_id = $1 and event <> 'asked'", [
      asked.itemId,
    ]);
    expect(proofs.rowCount).toBe(1);
    await app.drainQueue();
  });

  test("codes hold no letter that looks or sounds like another, and their hashes say nothing (T-03)", async () => {
    for (const asked of open) expect(asked.code).toMatch(/^[ACDEFHJKLMNPRTUVWXY3479]{6}$/);
    expect(new Set(open.map((asked) => asked.code)).size).toBe(open.length);
    const rows = await app.owner.query<{ row: string }>("select c::text as row from consents c");
    for (const { row } of rows.rows) for (const asked of open) expect(row).not.toContain(asked.code);
  });
});

describe("T-41 a reply that comes when nothing waits for it changes nothing and is told so", () => {
  const heard = async (phone: string, text: string) => {
    const sent = app.providers.sms.sent.length;
    await replyBySms(app, phone, text);
    await app.drainQueue();
    return app.providers.sms.sent
      .slice(sent)
      .filter(({ to }) => to === phone)
      .map((sms) => sms.text);
  };
  const over = expect.stringMatching(/that request is over\. Nothing is shown any more\..*\/my-data$/);
  const stands = expect.stringMatching(/your yes stands\. Take it back.*\/my-data$/);

  test.each([
    {
      why: "after a no",
      first: (code: string) => `NO ${code}`,
      late: (code: string) => `YES ${code}`,
      says: over,
      state: "denied",
    },
    {
      why: "after a yes",
      first: (code: string) => `YES ${code}`,
      late: (code: string) => `NO ${code}`,
      says: stands,
      state: "granted",
    },
    { why: "STOP after a no", first: () => "STOP", late: () => "STOP", says: over, state: "denied" },
  ])("$why, at most twice an hour", async ({ first, late, says, state }) => {
    const asked = await question();
    await heard(asked.phone, first(asked.code));
    for (let at = 0; at < 2; at += 1) expect(await heard(asked.phone, late(asked.code))).toEqual([says]);
    expect(await heard(asked.phone, late(asked.code))).toEqual([]);
    expect(await consentOf(asked)).toBe(state);
    await app.setClockOffset(3_600_000 + 1_000);
    const at = new Date(Date.now()).toISOString();
    await postGatewayNotice(app, "/sms/receive", inboundSms(asked.phone, "hello", { received_at: at }));
    await app.drainQueue();
    expect(app.providers.sms.sent.at(-1)).toEqual({ to: asked.phone, text: says });
  });

  test("after the time has passed", async () => {
    const asked = await question();
    await setClockRelativeTo(app, "select deadline as at from consents where request_id = $1", [asked.itemId], 1);
    expect(await heard(asked.phone, `YES ${asked.code}`)).toEqual([over]); // also before the job has ended the question
    expect([await consentOf(asked), await triesOf(asked)]).toEqual(["pending", consentCodeMaxAttempts]);
    await app.runSchedule("expire_consents");
    await app.setClockOffset(0);
    expect(await heard(asked.phone, `YES ${asked.code}`)).toEqual([over]);
    expect(await consentOf(asked)).toBe("terminated");
  });

  test("T-40 the same notice told again is answered once, and leaves no key behind", async () => {
    const asked = await question();
    await heard(asked.phone, "STOP");
    const notice = inboundSms(asked.phone, "hello");
    const sent = app.providers.sms.sent.length;
    for (let at = 0; at < 3; at += 1) await postGatewayNotice(app, "/sms/receive", notice);
    await app.drainQueue();
    expect(app.providers.sms.sent).toHaveLength(sent + 1);
    const answers = await app.owner.query<{ id: string }>(
      "select key_id as id from outbox_messages where kind = 'reply_help'",
    );
    for (const { id } of answers.rows) expect(await app.keys.find(id)).toBeUndefined();
  });

  test("a number we never wrote to hears nothing", async () => {
    expect(await heard("+2348099999998", "YES")).toEqual([]);
  });
});
