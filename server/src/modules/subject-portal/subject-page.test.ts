import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import {
  requestConsent,
  setClockRelativeTo,
  postGatewayNotice,
  reportLastSms,
  completeLookup,
  openSubjectPage,
  ownOrigin,
  submitDecision,
  replyBySms,
  readRequestState,
} from "../../testing/lookup-steps.ts";
import { adultPerson } from "../../testing/fakes.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const payer = () => app.user({ NGN: 10_000_00n });
const pending = { item: "awaiting_consent", outcome: null, consent: "pending" };
const granted = { item: "closed", outcome: "DELIVERED", consent: "granted" };
const denied = { item: "closed", outcome: "DENIED", consent: "denied" };
const deadlineOf = "select deadline as at from consents where request_id = $1";

async function trail(requestId: string) {
  const evidence = await app.owner.query<{ line: string }>(
    "select event || ' ' || channel as line from consent_evidence where request_id = $1 order by at, id",
    [requestId],
  );
  const audit = await app.owner.query<{ line: string }>(
    `select actor_kind || ' ' || action as line from audit_log where object_id = $1 and action like 'consent%' order by at, id`,
    [requestId],
  );
  return { evidence: evidence.rows.map((row) => row.line), audit: audit.rows.map((row) => row.line) };
}

describe("the recipient of a consent request [T-38]", () => {
  test("is the record's phone, then its email, never the requester", async () => {
    const user = await payer();
    const before = app.providers.mail.sent.length;
    const pending = await requestConsent(app, user, {
      contact: { phone: "+2348051112222", mail: "subject@example.test" },
    });
    await reportLastSms(app, "Message Failed");
    await app.drainQueue();
    const mails = app.providers.mail.sent.slice(before);
    expect(mails.map((mail) => mail.to)).toEqual(["subject@example.test"]);
    expect(app.providers.sms.sent.filter((sms) => sms.text.includes(pending.code)).map((sms) => sms.to)).toEqual([
      "+2348051112222",
    ]);
    const everything = JSON.stringify([app.providers.sms.sent, app.providers.mail.sent.map((mail) => mail.to)]);
    expect(everything).not.toContain("+2348030000001"); // the requester's own phone
    expect(everything).not.toContain(user.email);
    await submitDecision(app, pending.token, "deny");
    await app.drainQueue();
  });

  test.each(["phone", "email", "contact", "phoneNumber"])("is not a %s that the requester sent", async (name) => {
    const user = await payer();
    const made = await user.post("/verification/session", {
      nin: "12345678901",
      currency: "NGN",
      purpose: { code: "employment", [name]: "+2348030000001" },
    });
    const { items } = (
      await user.get(`/verification/session/${made.json<{ sessionCode: string }>().sessionCode}`)
    ).json<{ items: { requestId: string }[] }>();
    const row = await app.owner.query("select contact_sealed, phone_hash from consents where request_id = $1", [
      items[0]?.requestId,
    ]);
    expect(row.rows).toEqual([{ contact_sealed: null, phone_hash: null }]);
  });

  test("is hidden from the requester, who sees only the channel", async () => {
    const user = await payer();
    const pending = await requestConsent(app, user, {
      contact: { phone: "+2348051112223", mail: "other@example.test" },
    });
    await reportLastSms(app, "Message Failed");
    await app.drainQueue();
    const seen = await user.get(`/verification/check-consent/${pending.itemId}`);
    expect(seen.json()).toMatchObject({
      asked: [
        { channel: "sms", state: "failed" },
        { channel: "mail", state: "sent" },
      ],
    });
    for (const part of ["8051112223", "other@example.test", pending.token, pending.code])
      expect(seen.body).not.toContain(part);
    await submitDecision(app, pending.token, "deny");
    await app.drainQueue();
  });
});

describe("the consent link [T-39]", () => {
  test("leaves the request pending after ten visits", async () => {
    const pendingConsent = await requestConsent(app, await payer());
    for (let at = 0; at < 10; at += 1) expect((await openSubjectPage(app, pendingConsent.token)).statusCode).toBe(200);
    expect((await app.app.inject({ method: "HEAD", url: `/consent/${pendingConsent.token}` })).statusCode).toBeLessThan(
      500,
    );
    for (const action of ["grant", "deny", "withdraw"])
      expect((await app.app.inject({ url: `/consent/${pendingConsent.token}/${action}` })).statusCode).toBe(404);
    expect(await readRequestState(app, pendingConsent.itemId)).toEqual(pending);
    await submitDecision(app, pendingConsent.token, "deny");
    await app.drainQueue();
  });

  test.each([
    { first: "grant", end: granted },
    { first: "deny", end: denied },
  ] as const)("rejects every other decision with 409 after $first", async ({ first, end }) => {
    const pending = await requestConsent(app, await payer());
    const response = await submitDecision(app, pending.token, first);
    expect([response.statusCode, response.headers.location]).toEqual([303, `/consent/${pending.token}`]);
    for (const again of ["grant", "deny"] as const)
      expect((await submitDecision(app, pending.token, again)).statusCode).toBe(409);
    expect(await readRequestState(app, pending.itemId)).toEqual(end);
    await app.drainQueue();
  });

  test("accepts one of eight concurrent decisions, with one row of evidence", async () => {
    const pending = await requestConsent(app, await payer());
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, at) => submitDecision(app, pending.token, at % 2 ? "deny" : "grant")),
    );
    expect(responses.filter((response) => response.statusCode === 303)).toHaveLength(1);
    expect(responses.filter((response) => response.statusCode === 409)).toHaveLength(7);
    expect((await trail(pending.itemId)).evidence).toHaveLength(2); // requested, and decided
    await app.drainQueue();
  });

  test("answers alike for guessed and truncated links", async () => {
    const pendingConsent = await requestConsent(app, await payer());
    const guesses = [
      pendingConsent.token.slice(0, 42),
      `${pendingConsent.token}A`,
      "A".repeat(43),
      pendingConsent.token.slice(1) + pendingConsent.token.slice(0, 1),
      "' or true --",
    ];
    const pages = await Promise.all(guesses.map((guess) => openSubjectPage(app, encodeURIComponent(guess))));
    expect(new Set(pages.map((page) => page.statusCode))).toEqual(new Set([404]));
    expect(new Set(pages.map((page) => page.body)).size).toBe(1);
    for (const guess of guesses)
      expect((await submitDecision(app, encodeURIComponent(guess), "grant")).statusCode).toBe(404);
    expect(await readRequestState(app, pendingConsent.itemId)).toEqual(pending);
    await submitDecision(app, pendingConsent.token, "deny");
    await app.drainQueue();
  });

  test.each([
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a page that hides its origin", { origin: "null" }],
    ["another port of this host", { origin: "http://localhost:9999" }],
    ["a sibling subdomain", { "sec-fetch-site": "same-site" }],
  ])("rejects a form from %s", async (_what, headers: Record<string, string>) => {
    const pendingConsent = await requestConsent(app, await payer());
    expect((await submitDecision(app, pendingConsent.token, "grant", headers)).statusCode).toBe(403);
    expect(await readRequestState(app, pendingConsent.itemId)).toEqual(pending);
    await submitDecision(app, pendingConsent.token, "deny");
    await app.drainQueue();
  });

  test("sends its origin with forms, and nothing to other sites", async () => {
    const pending = await requestConsent(app, await payer());
    const page = await openSubjectPage(app, pending.token);
    // under "no-referrer" browsers send `Origin: null` with a form, which we reject
    expect(page.headers["referrer-policy"]).toBe("same-origin");
    expect(page.headers["cache-control"]).toBe("no-store");
    expect(page.body).not.toContain("<script");
    expect((await submitDecision(app, pending.token, "deny", { origin: ownOrigin })).statusCode).toBe(303);
    await app.drainQueue();
  });
});

test("names requester, purpose, parts and deadline, and no value of the record [T-46]", async () => {
  const user = await payer();
  await app.owner.query("update users set first_name = $2 where id = $1", [user.id, `<img src=x onerror="1">`]);
  const pending = await requestConsent(app, user, { fields: { firstname: "CANARY-NAME" } });
  const body = (await openSubjectPage(app, pending.token)).body.replaceAll(/\s+/g, " "); // as a browser shows it
  for (const words of ["Personal account", "A job", "Names", "24 hours", "No answer means no", "never ask for your"])
    expect(body).toContain(words);
  expect(body).toContain("&lt;img src=x onerror=&quot;1&quot;&gt;");
  for (const secret of ["<img src=x", "CANARY-NAME", pending.nin, pending.phone.slice(-8), pending.code])
    expect(body).not.toContain(secret);
  await submitDecision(app, pending.token, "deny");
  await app.drainQueue();
});

describe("the deadline of a decision [CONSENT-09 EXPIRY-02]", () => {
  test("accepts a grant one second before, and none at the deadline", async () => {
    const [early, late] = [await requestConsent(app, await payer()), await requestConsent(app, await payer())];
    await setClockRelativeTo(app, deadlineOf, [early.itemId], -1);
    expect((await submitDecision(app, early.token, "grant")).statusCode).toBe(303);
    await setClockRelativeTo(app, deadlineOf, [late.itemId], 0);
    expect((await submitDecision(app, late.token, "grant")).statusCode).toBe(409);
    expect((await openSubjectPage(app, late.token)).body).toContain("This request is over");
    await app.runSchedule("expire_consents");
    expect(await readRequestState(app, early.itemId)).toEqual(granted);
    expect(await readRequestState(app, late.itemId)).toEqual({
      item: "closed",
      outcome: "UNANSWERED",
      consent: "terminated",
    });
    await app.setClockOffset(0);
    await app.drainQueue();
  });

  test("keeps the key until the consent itself has ended [R-03]", async () => {
    const pending = await requestConsent(app, await payer());
    await setClockRelativeTo(app, deadlineOf, [pending.itemId], 0);
    await app.runSchedule("purge_due"); // the consent has not ended yet
    expect(await app.keys.find(pending.itemId)).toBeDefined();
    await app.runSchedule("expire_consents");
    await app.runSchedule("purge_due");
    expect(await app.keys.find(pending.itemId)).toBeUndefined();
    await app.setClockOffset(0);
    await app.drainQueue();
  });
});

describe("the evidence of a decision [T-47 R-10]", () => {
  test.each([
    { way: "page", yes: true, event: "granted" },
    { way: "page", yes: false, event: "denied" },
    { way: "sms", yes: true, event: "granted" },
    { way: "sms", yes: false, event: "denied" },
  ])("is recorded without the subject's data: $event by $way", async ({ way, yes, event }) => {
    const pending = await requestConsent(app, await payer());
    if (way === "page") await submitDecision(app, pending.token, yes ? "grant" : "deny");
    else await replyBySms(app, pending.phone, `${yes ? "YES" : "NO"} ${pending.code}`);
    expect(await trail(pending.itemId)).toEqual({
      evidence: ["asked sms", `${event} ${way}`],
      audit: [`subject consent_${event}`],
    });
    const rows = await app.owner.query("select * from consent_evidence where request_id = $1", [pending.itemId]);
    for (const secret of [pending.nin, pending.phone, pending.token, pending.code])
      expect(JSON.stringify(rows.rows)).not.toContain(secret);
    await app.drainQueue();
    const receipt = app.providers.sms.sent.at(-1);
    expect([receipt?.to, receipt?.text]).toEqual([
      pending.phone,
      expect.stringContaining(yes ? "you said yes" : "you said no"),
    ]);
  });

  test("is an audit row of the system if the deadline passed", async () => {
    const pending = await requestConsent(app, await payer());
    await setClockRelativeTo(app, deadlineOf, [pending.itemId], 1);
    await app.runSchedule("expire_consents");
    await app.runSchedule("expire_consents");
    expect((await trail(pending.itemId)).audit).toEqual(["system consent_expired"]);
    await app.setClockOffset(0);
    await app.drainQueue();
  });
});

describe("withdrawing consent [T-48]", () => {
  test("ends access at once and destroys the key", async () => {
    const user = await payer();
    const pending = await requestConsent(app, user);
    await submitDecision(app, pending.token, "grant");
    const look = async () =>
      (await user.get(`/verification/check-consent/${pending.itemId}`)).json<{ data: object | null }>();
    expect((await look()).data).not.toBeNull();
    expect((await submitDecision(app, pending.token, "withdraw")).statusCode).toBe(303);
    expect(await look()).toMatchObject({ consent: "terminated", data: null, message: "Expired", source: null });
    await app.drainQueue();
    expect(await app.keys.find(pending.itemId)).toBeUndefined();
    expect((await openSubjectPage(app, pending.token)).body).toContain("You withdrew your consent");
    expect((await submitDecision(app, pending.token, "withdraw")).statusCode).toBe(409);
    expect((await submitDecision(app, pending.token, "grant")).statusCode).toBe(409);
    expect(await readRequestState(app, pending.itemId)).toMatchObject({ outcome: "DELIVERED", consent: "terminated" }); // the charge remains
    expect((await trail(pending.itemId)).audit).toEqual(["subject consent_granted", "subject consent_withdrawn"]);
  });

  test("is rejected for a pending or denied request", async () => {
    const pending = await requestConsent(app, await payer());
    expect((await submitDecision(app, pending.token, "withdraw")).statusCode).toBe(409);
    await submitDecision(app, pending.token, "deny");
    expect((await submitDecision(app, pending.token, "withdraw")).statusCode).toBe(409);
    await app.drainQueue();
  });
});

describe("the gateway's delivery notice", () => {
  const report = (messageId: string, status: string) =>
    postGatewayNotice(app, "/sms/status/termii", { type: "outbound", id: messageId, message_id: messageId, status });
  const stateOf = async (requestId: string) =>
    (await app.owner.query<{ state: string }>("select state from outbox_messages where request_id = $1", [requestId]))
      .rows[0]?.state;

  test.each([
    ["Delivered", "delivered"],
    ["Message Failed", "failed"],
    ["Message Sent", "sent"],
  ])("maps %s to %s", async (word, state) => {
    const pending = await requestConsent(app, await payer());
    const messageId = `message-${app.providers.sms.sent.length}`;
    expect((await report(messageId, word)).statusCode).toBe(200);
    expect(await stateOf(pending.itemId)).toBe(state);
    await submitDecision(app, pending.token, "deny");
    await app.drainQueue();
  });

  test("is ignored if unsigned, and gets 503 for an unknown message", async () => {
    const pending = await requestConsent(app, await payer());
    const message_id = `message-${app.providers.sms.sent.length}`;
    const forged = { type: "outbound", id: "1", message_id, status: "Delivered" };
    expect((await postGatewayNotice(app, "/sms/status/termii", forged, { signature: null })).statusCode).toBe(200);
    expect(await stateOf(pending.itemId)).toBe("sent");
    expect((await report("unknown-message", "Delivered")).statusCode).toBe(503);
    await submitDecision(app, pending.token, "deny");
    await app.drainQueue();
  });
});

test("asks and answers by email if the record has no phone", async () => {
  const nin = "55512340999";
  const user = await payer();
  const record = adultPerson(nin, { contact: { phone: null, mail: "mail.only@example.test" } });
  const bought = await completeLookup(app, user, { kind: "found", record });
  const question = app.providers.mail.sent.findLast((mail) => mail.to === "mail.only@example.test");
  const token = /\/consent\/([A-Za-z0-9_-]{43})/.exec(question?.text ?? "")?.[1] ?? "";
  expect((await submitDecision(app, token, "grant")).statusCode).toBe(303);
  await app.drainQueue();
  expect(app.providers.mail.sent.at(-1)).toMatchObject({ to: "mail.only@example.test", subject: "You said yes" });
  expect(await readRequestState(app, bought.itemId)).toEqual(granted);
});
