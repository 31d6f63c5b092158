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
  const pending = await requestConsent(
    app,
    await app.user({ NGN: 10_000_00n }),
    phone ? { contact: { phone, mail: null } } : {},
  );
  open.push(pending);
  return pending;
}
const consentOf = async (pending: PendingConsent) => (await readRequestState(app, pending.itemId))?.consent;
const triesOf = async (pending: PendingConsent) =>
  (
    await app.owner.query<{ attempts_left: number }>("select attempts_left from consents where request_id = $1", [
      pending.itemId,
    ])
  ).rows[0]?.attempts_left;
const otherThan = (code: string) => `${code.slice(0, 5)}${code.endsWith("A") ? "C" : "A"}`;

describe("an unauthenticated SMS notice [T-40]", () => {
  test.each([
    ["no signature", { signature: null }],
    ["an unknown signature", { signature: "0".repeat(128) }],
    ["a malformed signature", { signature: "yes" }],
    ["another secret", { secret: "another-secret" }],
    ["no secret at all", { secret: "" }],
  ] as const)("decides nothing with %s", async (_what, signing) => {
    const pending = await question();
    const stored = await app.owner.query("select count(*)::int as n from inbound_notices");
    const response = await postGatewayNotice(
      app,
      "/sms/receive",
      inboundSms(pending.phone, `YES ${pending.code}`),
      signing,
    );
    expect(response.json()).toEqual({ result: "received" }); // reveals nothing to an attacker
    expect(await consentOf(pending)).toBe("pending");
    expect(await triesOf(pending)).toBe(consentCodeMaxAttempts);
    expect((await app.owner.query("select count(*)::int as n from inbound_notices")).rows).toEqual(stored.rows);
  });

  test.each([
    ["six minutes old", -360],
    ["six minutes in the future", 360],
  ])("decides nothing if it is %s", async (_what, seconds) => {
    const pending = await question();
    const at = new Date(Date.now() + seconds * 1000).toISOString();
    await postGatewayNotice(app, "/sms/receive", inboundSms(pending.phone, `YES ${pending.code}`, { received_at: at }));
    expect(await consentOf(pending)).toBe("pending");
  });

  test("uses one attempt if it is repeated", async () => {
    const pending = await question();
    const wrong = inboundSms(pending.phone, `YES ${otherThan(pending.code)}`);
    for (let at = 0; at < 4; at += 1) await postGatewayNotice(app, "/sms/receive", wrong);
    expect(await triesOf(pending)).toBe(consentCodeMaxAttempts - 1);
  });

  test("decides nothing through the GET form, which is only counted [API-24 SMS-01]", async () => {
    const pending = await question();
    const url = `${apiBase}/sms/receive?from=${encodeURIComponent(pending.phone)}&message=YES%20${pending.code}`;
    const response = await app.app.inject({ url });
    expect(response.json()).toEqual({ result: "received" });
    expect(await consentOf(pending)).toBe("pending");
  });
});

describe("an SMS reply [T-41]", () => {
  test.each([
    ["YES alone", () => "YES"],
    ["the code alone", (code: string) => code],
    ["YES with another code", (code: string) => `YES ${otherThan(code)}`],
    ["a truncated code", (code: string) => `YES ${code.slice(0, 5)}`],
    ["a code with an extra letter", (code: string) => `YES ${code}A`],
    ["both answers", (code: string) => `YES NO ${code}`],
    ["a sentence around it", (code: string) => `I say YES ${code}`],
    ["an unrelated question", () => "Is this a joke?"],
  ])("gets instructions for %s", async (_what, textOf) => {
    const pending = await question();
    await replyBySms(app, pending.phone, textOf(pending.code));
    expect(await consentOf(pending)).toBe("pending");
    await app.drainQueue();
    const help = app.providers.sms.sent.at(-1);
    expect([help?.to, help?.text]).toEqual([pending.phone, expect.stringContaining("we could not read that")]);
  });

  test.each([
    ["lower-case letters and spaces", (code: string) => `  yes ${code.toLowerCase()} `, "granted"],
    ["a full stop", (code: string) => `NO ${code}.`, "denied"],
  ])("is accepted with %s", async (_what, textOf, state) => {
    const pending = await question();
    await replyBySms(app, pending.phone, textOf(pending.code));
    expect(await consentOf(pending)).toBe(state);
    await app.drainQueue();
  });

  test("from another number decides nothing and uses no attempt", async () => {
    const pending = await question();
    await replyBySms(app, "+2348099999999", `YES ${pending.code}`);
    expect([await consentOf(pending), await triesOf(pending)]).toEqual(["pending", consentCodeMaxAttempts]);
  });

  test("with the code of an older request does not decide a newer one", async () => {
    const old = await question("+2348077700001");
    await replyBySms(app, old.phone, `NO ${old.code}`);
    const fresh = await question("+2348077700001");
    await replyBySms(app, fresh.phone, `YES ${old.code}`);
    expect([await consentOf(old), await consentOf(fresh)]).toEqual(["denied", "pending"]);
    await app.drainQueue();
  });

  test("with the code of another subject's request decides nothing", async () => {
    const [one, other] = [await question(), await question()];
    await replyBySms(app, one.phone, `YES ${other.code}`);
    expect([await consentOf(one), await consentOf(other)]).toEqual(["pending", "pending"]);
  });

  test("grants nothing after five wrong codes, and still denies with the right one", async () => {
    const pending = await question();
    for (let at = 0; at < consentCodeMaxAttempts; at += 1)
      await replyBySms(app, pending.phone, `${["YES", "NO", "STOP", "WHO"][at % 4]} ${otherThan(pending.code)}`);
    await replyBySms(app, pending.phone, `YES ${pending.code}`);
    expect([await consentOf(pending), await triesOf(pending)]).toEqual(["pending", 0]);
    await app.drainQueue();
    expect(app.providers.sms.sent.at(-1)).toEqual({
      to: pending.phone,
      text: expect.stringMatching(/Too many wrong codes.*Reply NO \w{6} to say no, or decide here: http\S+$/),
    });
    await replyBySms(app, pending.phone, `NO ${pending.code}`);
    expect(await consentOf(pending)).toBe("denied");
    await app.drainQueue();
  });

  test("is answered ten times an hour, and still decides afterwards", async () => {
    const pending = await question();
    const sent = app.providers.sms.sent.length;
    for (let at = 0; at < 12; at += 1) await replyBySms(app, pending.phone, "hello");
    await app.drainQueue();
    expect(app.providers.sms.sent).toHaveLength(sent + 10);
    await replyBySms(app, pending.phone, `NO ${pending.code}`);
    expect(await consentOf(pending)).toBe("denied");
    await app.drainQueue();
    expect(app.providers.sms.sent.at(-1)?.text).toContain("you said no");
  });

  test("counts five attempts for forty concurrent guesses", async () => {
    const pending = await question();
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        replyBySms(app, pending.phone, `YES ACDEF${"ACDEFHJKLMNPRTUVWXY3479"[at % 23]}`),
      ),
    );
    expect(await triesOf(pending)).toBe(0);
  });

  test("with a right code uses no attempt of the subject's other requests", async () => {
    const all: PendingConsent[] = [];
    for (let at = 0; at < 6; at += 1) all.push(await question("+2348077700002"));
    const first = all[0];
    if (!first) throw new Error("no consent request");
    for (const pending of all.slice(1).reverse()) {
      await replyBySms(app, pending.phone, `YES ${pending.code}`);
      expect(await consentOf(pending)).toBe("granted");
    }
    expect(await triesOf(first)).toBe(consentCodeMaxAttempts);
    await replyBySms(app, first.phone, `NO ${first.code}`);
    expect(await consentOf(first)).toBe("denied");
    await app.drainQueue();
  });

  test("after the deadline decides nothing", async () => {
    const pending = await question();
    await setClockRelativeTo(app, "select deadline as at from consents where request_id = $1", [pending.itemId], 1);
    await replyBySms(app, pending.phone, `YES ${pending.code}`);
    expect(await consentOf(pending)).toBe("pending");
    await app.setClockOffset(0);
  });

  test.each([
    ['"NO …"', (code: string) => `"NO ${code}" please`, "denied"],
    ['"YES …"', (code: string) => `"YES ${code}" please`, "pending"],
  ])("reads a denial tolerantly and a grant strictly: %s please [T-41]", async (_what, textOf, state) => {
    const pending = await question();
    await replyBySms(app, pending.phone, textOf(pending.code));
    expect(await consentOf(pending)).toBe(state);
    await app.drainQueue();
  });

  test("from the record's second number decides nothing and gets no answer", async () => {
    const second = "+2348077700009";
    const pending = await requestConsent(app, await app.user({ NGN: 10_000_00n }), {
      fields: { phoneNumber2: second },
    });
    const sent = app.providers.sms.sent.length;
    await replyBySms(app, second, `YES ${pending.code}`);
    await app.drainQueue();
    expect([await consentOf(pending), await triesOf(pending)]).toEqual(["pending", consentCodeMaxAttempts]);
    expect(app.providers.sms.sent).toHaveLength(sent);
  });

  test("ends without access if YES and NO arrive together", async () => {
    const pending = await question();
    await Promise.all([
      replyBySms(app, pending.phone, `YES ${pending.code}`),
      replyBySms(app, pending.phone, `NO ${pending.code}`),
    ]);
    const proofs = await app.owner.query<{ event: string }>(
      "select event from consent_evidence where request_id = $1 and event <> 'asked' order by at",
      [pending.itemId],
    );
    // a NO that comes second withdraws
    const first = (await consentOf(pending)) === "denied" ? ["denied"] : ["granted", "withdrawn"];
    expect(proofs.rows.map(({ event }) => event)).toEqual(first);
    await app.drainQueue();
  });

  test("uses a code without ambiguous letters, which its hash does not reveal [T-03]", async () => {
    for (const pending of open) expect(pending.code).toMatch(/^[ACDEFHJKLMNPRTUVWXY3479]{6}$/);
    expect(new Set(open.map((pending) => pending.code)).size).toBe(open.length);
    const rows = await app.owner.query<{ row: string }>("select c::text as row from consents c");
    for (const { row } of rows.rows) for (const pending of open) expect(row).not.toContain(pending.code);
  });
});

describe("an SMS reply if no request is pending or granted [T-41]", () => {
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

  test("is answered at most twice an hour", async () => {
    const pending = await question();
    await heard(pending.phone, `NO ${pending.code}`);
    for (const text of [`YES ${pending.code}`, "hello"]) expect(await heard(pending.phone, text)).toEqual([over]);
    expect(await heard(pending.phone, `WHO ${pending.code}`)).toEqual([]);
    expect(await consentOf(pending)).toBe("denied");
    await app.setClockOffset(3_600_000 + 1_000);
    const at = new Date(Date.now()).toISOString();
    await postGatewayNotice(app, "/sms/receive", inboundSms(pending.phone, "hello", { received_at: at }));
    await app.drainQueue();
    expect(app.providers.sms.sent.at(-1)).toEqual({ to: pending.phone, text: over });
  });

  test("is answered after the deadline", async () => {
    const pending = await question();
    await setClockRelativeTo(app, "select deadline as at from consents where request_id = $1", [pending.itemId], 1);
    expect(await heard(pending.phone, `YES ${pending.code}`)).toEqual([over]); // also before the job has ended the consent
    expect([await consentOf(pending), await triesOf(pending)]).toEqual(["pending", consentCodeMaxAttempts]);
    await app.runSchedule("expire_consents");
    await app.setClockOffset(0);
    expect(await heard(pending.phone, `YES ${pending.code}`)).toEqual([over]);
    expect(await consentOf(pending)).toBe("terminated");
  });

  test("is answered once if the notice is repeated, and leaves no key [T-40]", async () => {
    const pending = await question();
    await heard(pending.phone, `NO ${pending.code}`);
    const notice = inboundSms(pending.phone, "hello");
    const sent = app.providers.sms.sent.length;
    for (let at = 0; at < 3; at += 1) await postGatewayNotice(app, "/sms/receive", notice);
    await app.drainQueue();
    expect(app.providers.sms.sent).toHaveLength(sent + 1);
    const results = await app.owner.query<{ id: string }>(
      "select key_id as id from outbox_messages where kind = 'reply_help'",
    );
    for (const { id } of results.rows) expect(await app.keys.find(id)).toBeUndefined();
  });

  test.each(["YES", "HELP", "WHO ACD347", "START", "STOP"])(
    "gets no answer if we never sent a request to the number: %s",
    async (text) => expect(await heard("+2348099999998", text)).toEqual([]),
  );

  test("is recognised by its code while another request is pending, and uses no attempt", async () => {
    const old = await question("+2348077700005");
    await heard(old.phone, `NO ${old.code}`); // its record, key and hashes are purged now
    const fresh = await question("+2348077700005");
    expect(await heard(fresh.phone, `YES ${old.code}`)).toEqual([over]);
    expect([await consentOf(fresh), await triesOf(fresh)]).toEqual(["pending", consentCodeMaxAttempts]);
  });
});
