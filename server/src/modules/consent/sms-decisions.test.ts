import { setTimeout as sleep } from "node:timers/promises";
import { disclosureFor, partsOfSearchType } from "@idanimo/contract/record-parts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson } from "../../testing/fakes.ts";
import {
  completeLookup,
  type PendingConsent,
  readRequestState,
  replyBySms,
  requestConsent,
  submitDecision,
} from "../../testing/lookup-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "100" })));
afterEach(async () => {
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

let phones = 0;
const newPhone = () => `+23480666${String((phones += 1)).padStart(5, "0")}`;
const payer = () => app.user({ NGN: 10_000_00n });
const ask = (phone: string, user?: TestUser): Promise<PendingConsent> =>
  (user ? Promise.resolve(user) : payer()).then((by) => requestConsent(app, by, { contact: { phone, mail: null } }));
/** A new request to the number is blocked, and refunded. */
async function expectBlocked(phone: string, user?: TestUser): Promise<void> {
  const record = adultPerson(randomNin(), { contact: { phone, mail: null } });
  const { itemId } = await completeLookup(app, user ?? (await payer()), { kind: "found", record });
  expect(await readRequestState(app, itemId)).toMatchObject({ outcome: "BLOCKED", consent: "terminated" });
}
const stateOf = async (...all: PendingConsent[]) =>
  Promise.all(all.map(async ({ itemId }) => (await readRequestState(app, itemId))?.consent));
/** Replies, runs the queue, and returns the SMS that the number got. */
async function reply(phone: string, text: string): Promise<readonly string[]> {
  const sent = app.providers.sms.sent.length;
  await replyBySms(app, phone, text);
  await app.drainQueue();
  return app.providers.sms.sent.slice(sent).flatMap(({ to, text: sms }) => (to === phone ? [sms] : []));
}
const evidenceOf = async ({ itemId }: PendingConsent) =>
  (
    await app.owner.query<{ line: string }>(
      "select concat_ws(' ', event, channel, language) as line from consent_evidence where request_id = $1 order by at",
      [itemId],
    )
  ).rows.map(({ line }) => line);
const auditOf = async ({ itemId }: PendingConsent) =>
  (
    await app.owner.query<{ line: string }>(
      "select concat_ws(' ', actor_kind, action, reason) as line from audit_log where object_id = $1 and action like 'consent%' order by at",
      [itemId],
    )
  ).rows.map(({ line }) => line);
const blocksOf = async (phone: string) =>
  (
    await app.owner.query<{ owner_id: string | null }>("select owner_id from subject_blocks where contact_hash = $1", [
      app.vault.indexHash("phone", phone),
    ])
  ).rows.map(({ owner_id: id }) => id);

describe("YES with a code", () => {
  // Covers: CL-02 CL-07
  test("grants the required parts only; no response has a value of the others [CL-04]", async () => {
    const user = await payer();
    const fields = {
      firstname: "Ngozi",
      surname: "Made-Up",
      photo: "Q0FOQVJZLVBIT1RP",
      residenceAddress: "CANARY-ADDRESS",
      profession: "CANARY-WORK",
      religion: "CANARY-RELIGION",
      nokFirstname: "CANARY-KIN",
      email: "canary-mail@example.test",
    };
    const phone = newPhone();
    const pending = await requestConsent(app, user, { contact: { phone, mail: null }, fields });
    expect(await reply(phone, `YES ${pending.code}`)).toEqual([
      expect.stringMatching(/you said yes\. .* can see your record until .* Reply NO \w{6} to withdraw, or open http/),
    ]);
    const seen = await user.get(`/verification/check-consent/${pending.itemId}`);
    const required = disclosureFor("nin", "employment")?.required ?? [];
    expect(required).toEqual(["identity"]);
    expect(seen.json()).toMatchObject({
      consent: "granted",
      withheld: partsOfSearchType("nin").filter((part) => !required.includes(part)),
    });
    expect(seen.body).toContain("Made-Up");
    for (const path of [`/verification/check-consent/${pending.itemId}`, "/user/matching-requests", "/user/notices"])
      expect((await user.get(path)).body).not.toMatch(/CANARY|Q0FOQVJZ|canary-mail/);
    const stored = await app.owner.query("select parts_granted from consents where request_id = $1", [pending.itemId]);
    expect(stored.rows).toEqual([{ parts_granted: ["identity"] }]);
    const pieces = await app.owner.query<{ parts: string[] }>("select parts from result_parts where request_id = $1", [
      pending.itemId,
    ]);
    expect(pieces.rows.map(({ parts }) => parts)).toEqual([["identity"]]);
    const evidence = await app.owner.query(
      "select channel, language, parts_chosen from consent_evidence where request_id = $1 and event = 'granted'",
      [pending.itemId],
    );
    expect(evidence.rows).toEqual([{ channel: "sms", language: "en", parts_chosen: ["identity"] }]);
  });

  test("grants no list of parts and not all requests [CL-04 T-41]", async () => {
    const phone = newPhone();
    const pending = await ask(phone);
    for (const text of ["YES ALL", `YES ${pending.code} ALL`, `YES ${pending.code} photo`]) await reply(phone, text);
    expect(await stateOf(pending)).toEqual(["pending"]);
  });

  test("is answered that the request is already granted [T-41]", async () => {
    const phone = newPhone();
    const pending = await ask(phone);
    await reply(phone, `YES ${pending.code}`);
    const again = expect.stringMatching(/you already said yes\. .* until .* Reply NO \w{6} to withdraw\.$/);
    expect(await reply(phone, `YES ${pending.code}`)).toEqual([again]);
    expect(await evidenceOf(pending)).toEqual(["asked sms en", "granted sms en"]);
  });
});

describe("NO with a code", () => {
  test("withdraws granted consent within a second, and says so [T-41 T-48]", async () => {
    const [user, phone] = [await payer(), newPhone()];
    const pending = await ask(phone, user);
    await reply(phone, `YES ${pending.code}`);
    const look = async () => (await user.get(`/verification/check-consent/${pending.itemId}`)).json<object>();
    expect(await look()).toMatchObject({ consent: "granted", data: expect.anything() });
    const begun = performance.now();
    await replyBySms(app, phone, `no, "${pending.code.slice(0, 3)} ${pending.code.slice(3)}". Thanks`);
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(await look()).toMatchObject({ consent: "terminated", data: null });
    const sent = app.providers.sms.sent.length;
    await app.drainQueue();
    expect(app.providers.sms.sent.slice(sent)).toEqual([
      { to: phone, text: expect.stringMatching(/you withdrew your consent\. .* can no longer see your record\./) },
    ]);
    expect(await app.keys.find(pending.itemId)).toBeUndefined();
    expect(await evidenceOf(pending)).toEqual(["asked sms en", "granted sms en", "withdrawn sms en"]);
    expect(await auditOf(pending)).toEqual(["subject consent_granted sms", "subject consent_withdrawn sms"]);
    expect(await readRequestState(app, pending.itemId)).toMatchObject({ outcome: "DELIVERED" }); // the charge remains
    expect(await blocksOf(phone)).toEqual([]);
  });

  test("withdraws consent that was granted on the page [T-41]", async () => {
    const phone = newPhone();
    const pending = await ask(phone);
    await submitDecision(app, pending.token, "grant", undefined, ["photo"]);
    await app.drainQueue();
    expect(await reply(phone, `NO ${pending.code}`)).toEqual([expect.stringContaining("you withdrew your consent")]);
    expect(await stateOf(pending)).toEqual(["terminated"]);
  });

  test("from another number neither denies nor withdraws", async () => {
    const [phone, other] = [newPhone(), newPhone()];
    const [one, two] = [await ask(phone), await ask(phone)];
    await ask(other);
    await reply(phone, `YES ${one.code}`);
    for (const { code } of [one, two]) await reply(other, `STOP ${code}`);
    expect(await stateOf(one, two)).toEqual(["granted", "pending"]);
    expect(await blocksOf(phone)).toEqual([]);
  });

  test("is late after access has ended by itself", async () => {
    const phone = newPhone();
    const pending = await ask(phone);
    await reply(phone, `YES ${pending.code}`);
    await app.owner.query("update consents set expires_at = product_now() where request_id = $1", [pending.itemId]);
    expect(await reply(phone, `NO ${pending.code}`)).toEqual([expect.stringContaining("that request is over")]);
    expect(await stateOf(pending)).toEqual(["granted"]);
  });
});

describe("NO without a code [T-41]", () => {
  test("denies the only open request, and withdraws it once it is granted", async () => {
    const phone = newPhone();
    const [over, pending] = [await ask(phone), await ask(phone)];
    await reply(phone, `NO ${over.code}`);
    await reply(phone, `YES ${pending.code}`);
    expect(await reply(phone, "No, thanks.\nAda Obi")).toEqual([expect.stringContaining("you withdrew your consent")]);
    expect(await stateOf(over, pending)).toEqual(["denied", "terminated"]);
    const next = await ask(phone);
    expect(await reply(phone, "No")).toEqual([expect.stringContaining("you said no.")]);
    expect(await stateOf(next)).toEqual(["denied"]);
    expect(await evidenceOf(next)).toEqual(["asked sms en", "denied sms en"]);
    expect(await reply(phone, "NO")).toEqual([expect.stringContaining("that request is over")]);
    expect(await blocksOf(phone)).toEqual([]);
  });

  test("decides nothing while several requests are open, and says how to answer", async () => {
    const phone = newPhone();
    const [one, two] = [await ask(phone), await ask(phone)];
    await reply(phone, `YES ${one.code}`);
    expect(await reply(phone, "NO")).toEqual([expect.stringContaining(`NO ${two.code} to say no`)]);
    expect(await stateOf(one, two)).toEqual(["granted", "pending"]);
  });

  test("from another number decides nothing", async () => {
    const pending = await ask(newPhone());
    expect(await reply(newPhone(), "NO")).toEqual([]);
    expect(await stateOf(pending)).toEqual(["pending"]);
  });
});

test("a signature on a line of its own does not spoil a denial [T-41]", async () => {
  const phone = newPhone();
  const pending = await ask(phone);
  expect(await reply(phone, `NO ${pending.code}\nSent from my phone`)).toEqual([
    expect.stringContaining("you said no."),
  ]);
  expect(await stateOf(pending)).toEqual(["denied"]);
});

describe("STOP with a code", () => {
  test("denies, blocks this requester alone, and denies their other requests [T-41]", async () => {
    const [phone, user] = [newPhone(), await payer()];
    const [one, two, other] = [await ask(phone, user), await ask(phone, user), await ask(phone)];
    expect(await reply(phone, `STOP ${one.code}`)).toEqual([
      expect.stringMatching(
        /you said no\. .* does not see your record and cannot ask you again\. Who asked about you:/,
      ),
    ]);
    expect(await stateOf(one, two, other)).toEqual(["denied", "denied", "pending"]);
    expect(await blocksOf(phone)).toEqual([user.id]);
    await expectBlocked(phone, user);
    expect(await stateOf(await ask(phone))).toEqual(["pending"]);
  });

  test("withdraws granted consent and blocks the requester [T-41]", async () => {
    const [phone, user] = [newPhone(), await payer()];
    const pending = await ask(phone, user);
    await reply(phone, `YES ${pending.code}`);
    expect(await reply(phone, `STOP ${pending.code}`)).toEqual([
      expect.stringMatching(/you withdrew your consent\. .* and cannot ask you again/),
    ]);
    expect([await stateOf(pending), await blocksOf(phone)]).toEqual([["terminated"], [user.id]]);
  });

  test("blocks the requester of a request that is over [T-41]", async () => {
    const [phone, user] = [newPhone(), await payer()];
    const pending = await ask(phone, user);
    await reply(phone, `NO ${pending.code}`);
    expect(await reply(phone, `STOP ${pending.code}`)).toEqual([
      expect.stringMatching(/that request is over\. .* cannot ask you again\./),
    ]);
    expect([await stateOf(pending), await blocksOf(phone)]).toEqual([["denied"], [user.id]]);
  });
});

describe("STOP and START", () => {
  test.each(["stop", '"Stop", please.', "STOPALL", "Unsubscribe", "END", "cancel!", "Quit\n-- \nAda Obi"])(
    "denies, withdraws and blocks everything of a number, with one SMS: %j [T-41]",
    async (text) => {
      const [phone, other] = [newPhone(), await ask(newPhone())];
      const all = [await ask(phone), await ask(phone), await ask(phone)];
      await reply(phone, `YES ${all[0]?.code}`);
      expect(await reply(phone, text)).toEqual([
        expect.stringMatching(/you said no to all requests and withdrew all consents\..*reply START\..*\/my-data$/),
      ]);
      expect(await stateOf(...all, other)).toEqual(["terminated", "denied", "denied", "pending"]);
      expect(await blocksOf(phone)).toEqual([null]);
      await expectBlocked(phone);
    },
  );

  test("writes the evidence and the audit of each decision [R-10 T-47]", async () => {
    const phone = newPhone();
    const [one, two] = [await ask(phone), await ask(phone)];
    await reply(phone, `YES ${one.code}`);
    await reply(phone, "STOP");
    expect((await evidenceOf(one)).slice(2)).toEqual(["withdrawn sms en"]);
    expect((await evidenceOf(two)).slice(1)).toEqual(["denied sms en"]);
    expect(await auditOf(two)).toEqual(["subject consent_denied sms"]);
    const blocked = await app.owner.query(
      "select reason from audit_log where action = 'all_requesters_blocked' and reason = 'sms' and at > now() - interval '1 hour'",
    );
    expect(blocked.rowCount).toBeGreaterThan(0);
  });

  test("START allows requests again; blocks of single requesters remain [T-41]", async () => {
    const [phone, user] = [newPhone(), await payer()];
    const pending = await ask(phone, user);
    await reply(phone, `STOP ${pending.code}`);
    await reply(phone, "STOP");
    expect(await reply(phone, "please start")).toEqual([expect.stringContaining("that request is over")]); // not exact
    expect((await blocksOf(phone)).toSorted()).toEqual([null, user.id].toSorted());
    expect(await reply(phone, "Start.")).toEqual([
      expect.stringMatching(/you can be asked again\. Requesters that you blocked one by one stay blocked\./),
    ]);
    expect(await blocksOf(phone)).toEqual([user.id]);
    expect(await stateOf(await ask(phone))).toEqual(["pending"]);
    await expectBlocked(phone, user);
  });

  test("STOP blocks a number that was never asked, without an answer [T-41]", async () => {
    const phone = newPhone();
    expect(await reply(phone, "STOP")).toEqual([]);
    await expectBlocked(phone);
    expect(await reply(phone, "START")).toHaveLength(1);
    expect(await stateOf(await ask(phone))).toEqual(["pending"]);
  });
});

describe("concurrent replies [R-34]", () => {
  const decisionsOf = async (pending: PendingConsent) => (await evidenceOf(pending)).slice(1);

  test("NO twice denies once, and NO twice withdraws once", async () => {
    const phone = newPhone();
    const [pending, granted] = [await ask(phone), await ask(phone)];
    await reply(phone, `YES ${granted.code}`);
    const twice = ({ code }: PendingConsent) => [
      replyBySms(app, phone, `NO ${code}`),
      replyBySms(app, phone, `NO ${code}`),
    ];
    await Promise.all([...twice(pending), ...twice(granted)]);
    expect(await stateOf(pending, granted)).toEqual(["denied", "terminated"]);
    expect(await decisionsOf(pending)).toEqual(["denied sms en"]);
    expect(await decisionsOf(granted)).toEqual(["granted sms en", "withdrawn sms en"]);
  });

  test("NO and a withdrawal on the page withdraw once", async () => {
    for (let at = 0; at < 5; at += 1) {
      const phone = newPhone();
      const pending = await ask(phone);
      await reply(phone, `YES ${pending.code}`);
      await Promise.all([replyBySms(app, phone, `NO ${pending.code}`), submitDecision(app, pending.token, "withdraw")]);
      expect(await stateOf(pending)).toEqual(["terminated"]);
      expect((await decisionsOf(pending)).filter((line) => line.startsWith("withdrawn"))).toHaveLength(1);
    }
  });

  test("YES and STOP never leave access, in any order [T-41]", async () => {
    for (let at = 0; at < 6; at += 1) {
      const phone = newPhone();
      const pending = await ask(phone);
      const texts = [`YES ${pending.code}`, at % 3 === 0 ? `STOP ${pending.code}` : "STOP"];
      await Promise.all((at % 2 ? texts : texts.toReversed()).map((text) => replyBySms(app, phone, text)));
      const [state] = await stateOf(pending);
      expect(["denied", "terminated"]).toContain(state);
      expect(await decisionsOf(pending)).toEqual(
        state === "denied" ? ["denied sms en"] : ["granted sms en", "withdrawn sms en"],
      );
    }
  });

  test.each([
    ["STOP", () => "STOP"],
    ["STOP with a code", ({ code }: PendingConsent) => `STOP ${code}`],
  ])("%s waits until a request to the same number is written [T-45]", async (_what, textOf) => {
    const phone = newPhone();
    const pending = await ask(phone);
    const writing = await app.owner.connect();
    let isDone = false;
    try {
      await writing.query("begin");
      const hash = app.vault.indexHash("phone", phone).toString("hex");
      await writing.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`subject:${hash}`]); // as `lockSubjects`
      const stopped = replyBySms(app, phone, textOf(pending)).then(() => (isDone = true));
      await sleep(300);
      expect([isDone, await blocksOf(phone)]).toEqual([false, []]);
      await writing.query("commit");
      await stopped;
    } finally {
      writing.release();
    }
    expect(await blocksOf(phone)).toHaveLength(1);
    expect(await stateOf(pending)).toEqual(["denied"]);
  });

  test("STOP during a new request either denies it, or blocks it [T-45]", async () => {
    for (let at = 0; at < 6; at += 1) {
      const phone = newPhone();
      const first = await ask(phone);
      const [asked] = await Promise.allSettled([ask(phone), replyBySms(app, phone, "STOP")]);
      expect(await stateOf(first)).toEqual(["denied"]);
      if (asked.status === "fulfilled") expect(await stateOf(asked.value)).toEqual(["denied"]);
      const left = await app.owner.query(
        "select from consents c join subject_index i on i.request_id = c.request_id where i.contact_hash = $1 and c.state in ('pending', 'granted')",
        [app.vault.indexHash("phone", phone)],
      );
      expect(left.rowCount).toBe(0);
      await app.drainQueue();
    }
  });
});
