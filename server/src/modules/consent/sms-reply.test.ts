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

describe("an unauthenticated SMS notice [T-40]", () => {
  test.each([
    ["no signature", { signature: null }],
    ["an unknown signature", { signature: "0".repeat(128) }],
    ["a malformed signature", { signature: "yes" }],
    ["another secret", { secret: "another-secret" }],
    ["no secret at all", { secret: "" }],
  ] as const)("decides nothing with %s", async (_what, signing) => {
    const asked = await question();
    const kept = await app.owner.query("select count(*)::int as n from inbound_notices");
    const answer = await postGatewayNotice(app, "/sms/receive", inboundSms(asked.phone, `YES ${asked.code}`), signing);
    expect(answer.json()).toEqual({ result: "received" }); // reveals nothing to an attacker
    expect(await consentOf(asked)).toBe("pending");
    expect(await triesOf(asked)).toBe(consentCodeMaxAttempts);
    expect((await app.owner.query("select count(*)::int as n from inbound_notices")).rows).toEqual(kept.rows);
  });

  test.each([
    ["six minutes old", -360],
    ["six minutes in the future", 360],
  ])("decides nothing if it is %s", async (_what, seconds) => {
    const asked = await question();
    const at = new Date(Date.now() + seconds * 1000).toISOString();
    await postGatewayNotice(app, "/sms/receive", inboundSms(asked.phone, `YES ${asked.code}`, { received_at: at }));
    expect(await consentOf(asked)).toBe("pending");
  });

  test("uses one attempt if it is repeated", async () => {
    const asked = await question();
    const wrong = inboundSms(asked.phone, `YES ${otherThan(asked.code)}`);
    for (let at = 0; at < 4; at += 1) await postGatewayNotice(app, "/sms/receive", wrong);
    expect(await triesOf(asked)).toBe(consentCodeMaxAttempts - 1);
  });

  test("decides nothing through the GET form, which is only counted [API-24 SMS-01]", async () => {
    const asked = await question();
    const url = `${apiBase}/sms/receive?from=${encodeURIComponent(asked.phone)}&message=YES%20${asked.code}`;
    const answer = await app.app.inject({ url });
    expect(answer.json()).toEqual({ result: "received" });
    expect(await consentOf(asked)).toBe("pending");
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
    ["an unrelated question", () => "Who are you?"],
  ])("gets instructions for %s", async (_what, textOf) => {
    const asked = await question();
    await replyBySms(app, asked.phone, textOf(asked.code));
    expect(await consentOf(asked)).toBe("pending");
    await app.drainQueue();
    const help = app.providers.sms.sent.at(-1);
    expect([help?.to, help?.text]).toEqual([asked.phone, expect.stringContaining("we could not read that")]);
  });

  test.each([
    ["lower-case letters and spaces", (code: string) => `  yes ${code.toLowerCase()} `, "granted"],
    ["a full stop", (code: string) => `NO ${code}.`, "denied"],
  ])("is accepted with %s", async (_what, textOf, state) => {
    const asked = await question();
    await replyBySms(app, asked.phone, textOf(asked.code));
    expect(await consentOf(asked)).toBe(state);
    await app.drainQueue();
  });

  test("from another number decides nothing and uses no attempt", async () => {
    const asked = await question();
    await replyBySms(app, "+2348099999999", `YES ${asked.code}`);
    expect([await consentOf(asked), await triesOf(asked)]).toEqual(["pending", consentCodeMaxAttempts]);
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
    const asked = await question();
    for (let at = 0; at < consentCodeMaxAttempts; at += 1)
      await replyBySms(app, asked.phone, `${["YES", "NO", "STOP", "WHO"][at % 4]} ${otherThan(asked.code)}`);
    await replyBySms(app, asked.phone, `YES ${asked.code}`);
    expect([await consentOf(asked), await triesOf(asked)]).toEqual(["pending", 0]);
    await app.drainQueue();
    expect(app.providers.sms.sent.at(-1)).toEqual({
      to: asked.phone,
      text: expect.stringMatching(/Too many wrong codes.*Reply NO \w{6} to say no, or decide here: http\S+$/),
    });
    await replyBySms(app, asked.phone, `NO ${asked.code}`);
    expect(await consentOf(asked)).toBe("denied");
    await app.drainQueue();
  });

  test("is answered ten times an hour, and still decides afterwards", async () => {
    const asked = await question();
    const sent = app.providers.sms.sent.length;
    for (let at = 0; at < 12; at += 1) await replyBySms(app, asked.phone, "hello");
    await app.drainQueue();
    expect(app.providers.sms.sent).toHaveLength(sent + 10);
    await replyBySms(app, asked.phone, `NO ${asked.code}`);
    expect(await consentOf(asked)).toBe("denied");
    await app.drainQueue();
    expect(app.providers.sms.sent.at(-1)?.text).toContain("you said no");
  });

  test("counts five attempts for forty concurrent guesses", async () => {
    const asked = await question();
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        replyBySms(app, asked.phone, `YES ACDEF${"ACDEFHJKLMNPRTUVWXY3479"[at % 23]}`),
      ),
    );
    expect(await triesOf(asked)).toBe(0);
  });

  test("with a right code uses no attempt of the subject's other requests", async () => {
    const all: PendingConsent[] = [];
    for (let at = 0; at < 6; at += 1) all.push(await question("+2348077700002"));
    const first = all[0];
    if (!first) throw new Error("no consent request");
    for (const asked of all.slice(1).reverse()) {
      await replyBySms(app, asked.phone, `YES ${asked.code}`);
      expect(await consentOf(asked)).toBe("granted");
    }
    expect(await triesOf(first)).toBe(consentCodeMaxAttempts);
    await replyBySms(app, first.phone, `NO ${first.code}`);
    expect(await consentOf(first)).toBe("denied");
    await app.drainQueue();
  });

  test("after the deadline decides nothing", async () => {
    const asked = await question();
    await setClockRelativeTo(app, "select deadline as at from consents where request_id = $1", [asked.itemId], 1);
    await replyBySms(app, asked.phone, `YES ${asked.code}`);
    expect(await consentOf(asked)).toBe("pending");
    await app.setClockOffset(0);
  });

  test.each([
    ['"NO …"', (code: string) => `"NO ${code}" please`, "denied"],
    ['"YES …"', (code: string) => `"YES ${code}" please`, "pending"],
  ])("reads a denial tolerantly and a grant strictly: %s please [T-41]", async (_what, textOf, state) => {
    const asked = await question();
    await replyBySms(app, asked.phone, textOf(asked.code));
    expect(await consentOf(asked)).toBe(state);
    await app.drainQueue();
  });

  test("from the record's second number decides nothing and gets no answer", async () => {
    const second = "+2348077700009";
    const asked = await requestConsent(app, await app.user({ NGN: 10_000_00n }), { fields: { phoneNumber2: second } });
    const sent = app.providers.sms.sent.length;
    await replyBySms(app, second, `YES ${asked.code}`);
    await app.drainQueue();
    expect([await consentOf(asked), await triesOf(asked)]).toEqual(["pending", consentCodeMaxAttempts]);
    expect(app.providers.sms.sent).toHaveLength(sent);
  });

  test("ends without access if YES and NO arrive together", async () => {
    const asked = await question();
    await Promise.all([
      replyBySms(app, asked.phone, `YES ${asked.code}`),
      replyBySms(app, asked.phone, `NO ${asked.code}`),
    ]);
    const proofs = await app.owner.query<{ event: string }>(
      "select event from consent_evidence where request_id = $1 and event <> 'asked' order by at",
      [asked.itemId],
    );
    // a NO that comes second withdraws
    const first = (await consentOf(asked)) === "denied" ? ["denied"] : ["granted", "withdrawn"];
    expect(proofs.rows.map(({ event }) => event)).toEqual(first);
    await app.drainQueue();
  });

  test("uses a code without ambiguous letters, which its hash does not reveal [T-03]", async () => {
    for (const asked of open) expect(asked.code).toMatch(/^[ACDEFHJKLMNPRTUVWXY3479]{6}$/);
    expect(new Set(open.map((asked) => asked.code)).size).toBe(open.length);
    const rows = await app.owner.query<{ row: string }>("select c::text as row from consents c");
    for (const { row } of rows.rows) for (const asked of open) expect(row).not.toContain(asked.code);
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
    const asked = await question();
    await heard(asked.phone, `NO ${asked.code}`);
    for (const text of [`YES ${asked.code}`, "hello"]) expect(await heard(asked.phone, text)).toEqual([over]);
    expect(await heard(asked.phone, `WHO ${asked.code}`)).toEqual([]);
    expect(await consentOf(asked)).toBe("denied");
    await app.setClockOffset(3_600_000 + 1_000);
    const at = new Date(Date.now()).toISOString();
    await postGatewayNotice(app, "/sms/receive", inboundSms(asked.phone, "hello", { received_at: at }));
    await app.drainQueue();
    expect(app.providers.sms.sent.at(-1)).toEqual({ to: asked.phone, text: over });
  });

  test("is answered after the deadline", async () => {
    const asked = await question();
    await setClockRelativeTo(app, "select deadline as at from consents where request_id = $1", [asked.itemId], 1);
    expect(await heard(asked.phone, `YES ${asked.code}`)).toEqual([over]); // also before the job has ended the consent
    expect([await consentOf(asked), await triesOf(asked)]).toEqual(["pending", consentCodeMaxAttempts]);
    await app.runSchedule("expire_consents");
    await app.setClockOffset(0);
    expect(await heard(asked.phone, `YES ${asked.code}`)).toEqual([over]);
    expect(await consentOf(asked)).toBe("terminated");
  });

  test("is answered once if the notice is repeated, and leaves no key [T-40]", async () => {
    const asked = await question();
    await heard(asked.phone, `NO ${asked.code}`);
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
