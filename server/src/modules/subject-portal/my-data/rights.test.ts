import { disclosureRuleVersion } from "@idanimo/contract/record-parts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parsePdf } from "../../../documents/testing/parse-pdf.ts";
import { createTestApp, randomNin, type TestApp } from "../../../testing/app.ts";
import { requestConsent, submitDecision, readRequestState } from "../../../testing/lookup-steps.ts";
import { canaryRecord, createQuestionSteps, nameOf } from "../../../testing/question-steps.ts";
import { consentTextVersion } from "../../notifications/index.ts";
import { createMyDataClient } from "./testing/my-data-client.ts";
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

const { keyCount, send, open, shown, byCode, askOf, names, payer } = createMyDataClient(() => app);

describe("data subject rights", () => {
  test("exports every request, event, case and block in each format, never the record", async () => {
    const phone = randomPhone();
    const requester = await payer();
    await names(requester.id, "Copied-Requester");
    const pending = await requestConsent(app, requester, {
      contact: { phone, mail: null },
      fields: { firstname: "CANARY-FIRST", surname: "CANARY-LAST" },
    });
    await submitDecision(app, pending.token, "grant");
    await app.drainQueue();
    await requester.get(`/verification/check-consent/${pending.itemId}`);
    const cookie = await byCode(phone);
    await send("/my-data/ask/grievance", { text: "They called me at night.", about: pending.itemId }, cookie);
    await send(`/my-data/requests/${pending.itemId}/block`, {}, cookie);
    const json = await open("/my-data/copy.json", cookie);
    const copy = json.json<{
      requests: { reference: string; state: string; timesOpened: number; proofs: { what: string; way?: string }[] }[];
      cases: { kind: string; yourWords: string; about: string }[];
      blocks: { requester: string }[];
    }>();
    expect(copy.requests).toHaveLength(1);
    expect(copy.requests[0]).toMatchObject({ reference: pending.itemId, state: "standing", timesOpened: 1 });
    expect(copy.requests[0]?.proofs.map(({ what, way }) => [what, way])).toEqual([
      ["asked", "sms"],
      ["granted", "page"],
      ["viewed_record", undefined],
    ]);
    expect(copy.cases).toMatchObject([
      { kind: "grievance", yourWords: "They called me at night.", about: pending.itemId },
    ]);
    expect(copy.blocks).toMatchObject([{ requester: "Copied-Requester Obi" }]);
    const page = await shown(cookie, "/my-data/copy");
    for (const words of [
      "encrypted for the account that asked",
      "Copied-Requester Obi can open it until",
      "Your record was opened",
    ])
      expect(page).toContain(words);
    expect(page).toMatch(/They can see it until \w+ \d+, 20\d\d at \d+:\d\d [AP]M, Lagos time\./);
    const pdf = await open("/my-data/copy.pdf", cookie);
    const { spokenText: heard } = parsePdf(pdf.rawPayload);
    expect(heard).toMatch(/They can see it until \w+ \d+, 20\d\d at \d+:\d\d [AP]M, Lagos time\./);
    for (const words of ["You could share", "You shared", "Not shared", "English", consentTextVersion])
      expect(heard).toContain(words); // CL-09
    expect(json.json<{ requests: object[] }>().requests[0]).toMatchObject({
      partsOffered: ["identity", "photo", "contact", "address", "education_work", "personal_details", "family"],
      partsShared: ["identity"],
      language: "en",
      textVersion: consentTextVersion,
      decidedBy: "page",
      proofs: expect.arrayContaining([
        expect.objectContaining({
          what: "granted",
          way: "page",
          language: "en",
          textVersion: consentTextVersion,
          partsChosen: ["identity"],
          ruleVersion: disclosureRuleVersion,
        }),
      ]),
    });
    for (const message of [page, heard]) expect(message).not.toMatch(/hours? more|minutes? more/); // the export is read later
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    for (const answer of [json.body, page, pdf.rawPayload.toString("latin1")])
      for (const secret of ["CANARY", pending.nin, phone.slice(4), pending.token, pending.code])
        expect(answer).not.toContain(secret);
    await send(`/my-data/requests/${pending.itemId}/take-back`, {}, cookie);
  });

  test("shows and exports a question with its answer until it is withdrawn [AO-10]", async () => {
    const user = await payer();
    const nin = randomNin();
    const asked = await createQuestionSteps(() => app).ask(user, nameOf(nin), canaryRecord(nin));
    await submitDecision(app, asked.token, "grant");
    const cookie = await byCode(asked.phone);
    const exported = async () =>
      (await open("/my-data/copy.json", cookie)).json<{ requests: readonly object[] }>().requests;
    expect(await shown(cookie)).toMatch(/Is Ngozi Made-Up your name\?.*\byes\b/i);
    expect(await exported()).toMatchObject([
      { kind: "Name match", question: "Is Ngozi Made-Up your name?", answer: "yes" },
    ]);
    await submitDecision(app, asked.token, "withdraw");
    expect(await exported()).toMatchObject([{ kind: "Name match", state: "taken_back" }]);
    expect(JSON.stringify(await exported())).not.toContain('"answer":"yes"');
  });

  test("counts views within a minute as one; the audit log has each of them [R-10]", async () => {
    const [phone, requester] = [randomPhone(), await payer()];
    const pending = await requestConsent(app, requester, {
      contact: { phone, mail: null },
      fields: { firstname: "CANARY" },
    });
    const path = `/verification/check-consent/${pending.itemId}`;
    await submitDecision(app, pending.token, "grant");
    await app.drainQueue();
    const cookie = await byCode(phone);
    const reported = async () =>
      (await open("/my-data/copy.json", cookie)).json<{
        requests: { timesOpened: number; proofs: { what: string }[] }[];
      }>().requests[0];
    const state = await requester.get(`${path}?only=state`);
    expect(state.json()).toMatchObject({ consent: "granted", data: null, source: null });
    expect(state.body).not.toContain("CANARY");
    expect(await reported()).toMatchObject({ timesOpened: 0 });
    for (let at = 0; at < 3; at += 1) expect((await requester.get(path)).body).toContain("CANARY");
    expect(await reported()).toMatchObject({ timesOpened: 1 });
    await app.setClockOffset(120_000);
    await requester.get(path);
    const now = await reported();
    await app.setClockOffset(0);
    expect(now).toMatchObject({ timesOpened: 2 });
    expect(now?.proofs.filter(({ what }) => what === "viewed_record")).toHaveLength(2);
    const stored = await app.owner.query("select from audit_log where object_id = $1 and action = 'viewed_record'", [
      pending.itemId,
    ]);
    expect(stored.rowCount).toBe(4);
    await send(`/my-data/requests/${pending.itemId}/take-back`, {}, cookie);
  });

  test("withdraws and denies everything on erasure, and opens one case if repeated", async () => {
    const phone = randomPhone();
    const granted = [await askOf(phone), await askOf(phone)];
    for (const { token } of granted) await submitDecision(app, token, "grant");
    const waiting = await askOf(phone);
    const cookie = await byCode(phone);
    const page = await shown(cookie, "/my-data/erasure");
    for (const words of ["Every consent is withdrawn: 2", "Every waiting request is refused: 1", "What must stay"])
      expect(page).toContain(words);
    const pressed = await Promise.all([
      send("/my-data/erasure", { text: "all of it" }, cookie),
      send("/my-data/erasure", {}, cookie),
    ]);
    for (const { statusCode } of pressed) expect(statusCode).toBe(303);
    await app.drainQueue();
    for (const { itemId } of granted) {
      expect(await readRequestState(app, itemId)).toMatchObject({ consent: "terminated" });
      expect(await app.keys.find(itemId)).toBeUndefined();
    }
    expect(await readRequestState(app, waiting.itemId)).toMatchObject({ consent: "denied" });
    const seen = await shown(cookie, pressed[0]?.headers.location);
    expect(seen).toMatch(/Your number is ID-[A-Z0-9]{6}/);
    expect((await shown(cookie)).match(/Deletion ID-/g)).toHaveLength(1);
  });

  test.each(["correction", "access", "grievance"])(
    "opens a %s case with reference and due date; rejects empty or overlong text",
    async (kind) => {
      const phone = randomPhone();
      const cookie = await byCode(phone);
      const empty = await send(`/my-data/ask/${kind}`, { text: "  \r\n " }, cookie);
      expect([empty.statusCode, empty.body]).toEqual([400, expect.stringContaining("Write what it is about.")]);
      const long = await send(`/my-data/ask/${kind}`, { text: `${"ẹ".repeat(999)}<b>` }, cookie);
      expect([long.statusCode, long.body]).toEqual([400, expect.stringContaining(`${"ẹ".repeat(999)}&lt;b&gt;`)]);
      const most = await send(`/my-data/ask/${kind}`, { text: "ẹ".repeat(1_000) }, cookie);
      expect(most.headers.location).toBe("/my-data?done=asked");
      const words = await shown(cookie, "/my-data?done=asked");
      expect(words).toMatch(/Your number is ID-[A-Z0-9]{6}\. We answer by \w+ \d+, 20\d\d/);
      const sealed = await app.owner.query(
        "select c::text from subject_cases c where kind = $1 order by opened_at desc limit 1",
        [kind],
      );
      expect(JSON.stringify(sealed.rows)).not.toContain("ẹẹẹ");
    },
  );

  test("stores the text of a case without invisible characters [T-71]", async () => {
    const cookie = await byCode(randomPhone());
    await send("/my-data/ask/grievance", { text: "Who\u200B asked?\r\n\u202EWhy?" }, cookie);
    const copy = (await open("/my-data/copy.json", cookie)).json<{ cases?: readonly { text?: string }[] }>();
    expect(JSON.stringify(copy)).toContain(JSON.stringify("Who asked?\nWhy?"));
  });

  test("limits exports to ten in ten minutes per session, across all formats", async () => {
    const cookie = await byCode(randomPhone());
    const responses = [];
    for (let time = 0; time < 12; time += 1)
      responses.push((await open(time % 2 === 0 ? "/my-data/copy" : "/my-data/copy.json", cookie)).statusCode);
    expect(responses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  });

  test.each(["not-a-uuid", "-".repeat(36), "0".repeat(36), "00000000-0000-4000-8000-000000000000", "'"])(
    "ignores %j in a form or URL without an error",
    async (message) => {
      const contact = randomPhone();
      const cookie = await byCode(contact);
      expect((await send("/my-data/enter", { id: message, contact, code: "123456" })).statusCode).toBe(400);
      expect((await send("/my-data/ask/grievance", { text: "who?", about: message }, cookie)).statusCode).toBe(303);
      const made = await app.owner.query("select request_id from subject_cases where contact_hash = $1", [
        app.vault.indexHash("phone", contact),
      ]);
      expect(made.rows).toEqual([{ request_id: null }]);
      for (const path of ["requests/:id/take-back", "requests/:id/block", "requests/:id/no"])
        expect(
          (await send(`/my-data/${path.replace(":id", encodeURIComponent(message))}`, {}, cookie)).statusCode,
        ).toBeLessThan(500);
      expect((await send("/my-data/unblock", { requester: message }, cookie)).headers.location).toBe(
        "/my-data?done=unchanged",
      );
      expect((await open(`/my-data?after=${encodeURIComponent(message)}`, cookie)).statusCode).toBe(200);
    },
  );

  test("leaves no key if a case could not be opened [T-53]", async () => {
    const cookie = await byCode(randomPhone());
    const before = await keyCount();
    await app.owner.query(
      `create function no_case() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
       create trigger no_case before insert on subject_cases for each row execute function no_case()`,
    );
    expect((await send("/my-data/ask/grievance", { text: "lost?" }, cookie)).statusCode).toBe(500);
    await app.owner.query("drop trigger no_case on subject_cases; drop function no_case");
    expect(await keyCount()).toBe(before);
  });

  test("opens at most ten cases a day for one subject", async () => {
    const phone = randomPhone();
    const cookie = await byCode(phone);
    const responses = [];
    for (let time = 0; time < 12; time += 1)
      responses.push(await send("/my-data/ask/grievance", { text: `no. ${time}` }, cookie));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array.from({ length: 10 }, () => 303), 429, 429]);
    expect(responses.at(-1)?.body).toContain("no. 11");
  });
});
