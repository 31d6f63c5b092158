import { bureauFigures } from "@idanimo/contract/checks/bvn/record";
import { downloads, verifyPath } from "@idanimo/contract/downloads";
import { apiBase } from "@idanimo/contract/operation";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parsePdf } from "../../documents/testing/parse-pdf.ts";
import { unseal } from "../../kernel/vault.ts";
import type { BureauFound } from "../../providers/source.ts";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../../testing/app.ts";
import { adultPerson, FakePersons, FakeSource } from "../../testing/fakes.ts";
import {
  buySearch,
  openSubjectPage,
  payPurchase,
  readRequestState,
  submitDecision,
  submitForm,
} from "../../testing/lookup-steps.ts";
import { canaryRecord, createQuestionSteps, nameOf } from "../../testing/question-steps.ts";

/** What checks of one question store, show in documents, and delete. */

const banks = new FakePersons("fake_banks");
const bureau = new FakeSource<string, BureauFound>("fake_crc", () => ({ kind: "not_found" }));
const logged: string[] = [];

const plantedBureau = (bvn: string, canary: string): BureauFound => ({
  bvn,
  bureau: {
    summary: Object.fromEntries(bureauFigures.map((figure) => [figure, canary])) as never,
    tables: { loans: [{ lender: canary, balance: canary }] },
  },
  ficoScore: "702",
  basic: { name: canary, address: canary },
});

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(
    { SUBJECT_REQUESTS_A_DAY: "100" },
    {
      sources: () => ({ bvn: [banks], bureau: { crc: [bureau], firstCentral: [bureau], creditRegistry: [bureau] } }),
      log: { write: (line) => void logged.push(line) },
    },
  );
});
afterEach(async () => {
  await app.setClockOffset(0);
  app.providers.personRecords.onAsk = undefined;
  await app.drainQueue();
  await app.checkInvariants();
  expect(app.jobFailures()).toEqual([]);
});
afterAll(() => app.close());

const { payer, session, see, ask } = createQuestionSteps(() => app);
const reportOf = (user: TestUser, id: string) => user.get(downloads.report(id).slice(apiBase.length));
const pieceKeysOf = async (id: string) =>
  (await app.owner.query<{ id: string }>("select key_id as id from result_parts where request_id = $1", [id])).rows.map(
    (row) => row.id,
  );

/** A text as it is written, and as PostgreSQL shows it inside binary values. */
const formsOf = (text: string) => [text, Buffer.from(text).toString("hex")];

/** Every row of every table, by table. @throws if one cannot be read */
async function dumpTables(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await app.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const dumps = new Map<string, string>();
  for (const { name } of rows) {
    const { rows: found } = await app.owner.query<{ text: string }>(
      `select coalesce(string_agg(t::text, ' '), '') as text from ${name} t`,
    );
    dumps.set(name, found[0]?.text ?? "");
  }
  return dumps;
}

/** Everything that is sealed in results, opened with the keys that are left. */
async function openPieces(): Promise<readonly string[]> {
  const { rows } = await app.owner.query<{ id: string; sealed: Buffer }>(
    "select key_id as id, sealed from result_parts",
  );
  const keys = await app.keys.findAll(rows.map(({ id }) => id));
  return rows.flatMap(({ id, sealed }) => {
    const key = keys.get(id);
    return key ? [unseal(key, sealed, { table: "result_parts", id, field: "sealed" }).toString()] : [];
  });
}

describe("the record of a question [AO-02]", () => {
  const lookups = Number(process.env["ANSWER_RECORDS"] ?? 20);

  test(
    `is in no table, message, log, document or response after ${lookups} lookups`,
    { timeout: 3_600_000 },
    async () => {
      const user = await app.user({ NGN: 1_000_000_00n });
      const seen: string[] = [];
      let last = "";
      for (let count = 0; count < lookups; count++) {
        await app.owner.query("delete from rate_limits");
        const nin = randomNin();
        const canary = `CANARY-${nin}`;
        const bvn = randomNin();
        const fields = {
          firstName: "Ngozi",
          lastName: "Made-Up",
          middleName: canary,
          residenceAddress: canary,
          photo: canary,
          profession: canary,
          nokSurname: canary,
        };
        const searches = [
          nameOf(nin),
          { check: "over_age", nin, age: 18 },
          { check: "phone_is_theirs", nin, phone: "08031234567" },
          { check: "nin_and_bvn_one_person", nin, bvn },
          { check: "score_band", bvn, crc: true, atLeast: 701 },
        ];
        const record = adultPerson(nin, { fields });
        const { contact } = record.subject;
        banks.respondTo(bvn, { kind: "found", record: adultPerson(bvn, { fields, contact }) });
        bureau.respondTo(bvn, { kind: "found", record: plantedBureau(bvn, canary) });
        const asked = await ask(user, searches[count % searches.length] ?? {}, record);
        last = asked.itemId;
        seen.push((await openSubjectPage(app, asked.token)).body);
        seen.push((await submitForm(app, `${asked.token}/preview`, [])).body);
        // granted, denied or left open, in turn for every kind
        if (count % 4 !== 3)
          seen.push((await submitDecision(app, asked.token, count % 4 === 2 ? "deny" : "grant")).body);
        seen.push((await user.get(`/verification/check-consent/${asked.itemId}`)).body);
        if (count % 4 !== 0) continue;
        const report = await reportOf(user, asked.itemId);
        expect(report.statusCode).toBe(200);
        const { raw, spokenText } = parsePdf(report.rawPayload);
        seen.push(raw, spokenText);
      }
      await app.drainQueue();
      seen.push((await user.post("/user/matching-requests", { size: 100 })).body);
      seen.push(...app.providers.sms.sent.map(({ text }) => text), ...app.providers.mail.sent.map(({ text }) => text));

      const opened = await openPieces();
      const dumps = await dumpTables();
      app.app.log.warn("the log is captured");
      // each place was read, so that finding nothing means something
      expect(opened.join()).toContain("yes");
      expect(dumps.get("public.verification_requests")).toContain(last);
      expect(logged.join()).toContain("the log is captured");

      const places = new Map([
        ...dumps,
        ["opened results", opened.join()],
        ["responses", seen.join()],
        ["log", logged.join()],
      ]);
      const hasCanary = (text: string) => formsOf("CANARY-").some((form) => text.includes(form));
      expect([...places].flatMap(([name, text]) => (hasCanary(text) ? [name] : []))).toEqual([]);
      const { rows } = await app.owner.query(
        "select request_id from lookup_attempts where response_sealed is not null union all select request_id from results where sealed is not null",
      );
      expect(rows).toEqual([]);
    },
  );

  test("is lost with a process that dies before the commit, which refunds", async () => {
    const user = await payer();
    const nin = randomNin();
    const bought = await buySearch(app, user, nameOf(nin));
    app.providers.personRecords.respondTo(nin, { kind: "found", record: canaryRecord(nin) });
    await payPurchase(user, bought);
    // the response arrives, and nothing after it is written
    await app.owner.query(
      `create function break_now() returns trigger language plpgsql as $$ begin raise exception 'the process dies'; end $$;
       create trigger break_now before update on lookup_attempts for each row execute function break_now()`,
    );
    const run = () => app.product.jobs["look_up"]?.({ itemId: bought.itemId } as never);
    await expect(run()).rejects.toThrow("the process dies");
    await app.owner.query("drop trigger break_now on lookup_attempts; drop function break_now()");
    expect(await pieceKeysOf(bought.itemId)).toEqual([]);
    await app.setClockOffset(76_000);
    await run();
    await app.setClockOffset(0);
    expect(await readRequestState(app, bought.itemId)).toMatchObject({ outcome: "PROVIDER_FAILED" });
    expect(app.providers.personRecords.asked.filter((query) => query.nin === nin)).toHaveLength(1);
    expect((await app.wallets(user)).NGN).toBe(20_000_00n);
  });

  test("is lost with a process that dies between two sources, which refunds", async () => {
    const user = await payer();
    const bvn = randomNin();
    const bought = await buySearch(app, user, { check: "score_band", bvn, crc: true, atLeast: 701 });
    banks.respondTo(bvn, { kind: "found", record: canaryRecord(bvn) });
    bureau.onAsk = () => Promise.reject(new Error("the process dies"));
    await payPurchase(user, bought);
    const run = () => app.product.jobs["look_up"]?.({ itemId: bought.itemId } as never);
    await expect(run()).rejects.toThrow("the process dies");
    bureau.onAsk = undefined;
    const attempts = await app.owner.query(
      "select part, result, response_sealed from lookup_attempts where request_id = $1 order by started_at",
      [bought.itemId],
    );
    expect(attempts.rows).toEqual([
      { part: "bvn", result: "found", response_sealed: null },
      { part: "crc", result: "sent", response_sealed: null },
    ]);
    await app.setClockOffset(76_000);
    await run();
    await app.setClockOffset(0);
    expect(await readRequestState(app, bought.itemId)).toMatchObject({ outcome: "PROVIDER_FAILED" });
    expect(banks.queries.filter((query) => query.asked === bvn)).toHaveLength(1);
    expect(bureau.queries.filter((query) => query.asked === bvn)).toHaveLength(1);
    expect((await app.wallets(user)).NGN).toBe(20_000_00n);
  });
});

test("a withdrawal ends access at once and destroys the key before the row [AO-10]", async () => {
  const user = await payer();
  const nin = randomNin();
  const asked = await ask(user, nameOf(nin), canaryRecord(nin));
  await submitDecision(app, asked.token, "grant");
  await app.drainQueue();
  const keyIds = await pieceKeysOf(asked.itemId);
  expect((await app.keys.findAll(keyIds)).size).toBe(1);
  await submitDecision(app, asked.token, "withdraw");
  expect(await see(user, asked.itemId)).toMatchObject({ consent: "terminated", data: null }); // before any job ran
  expect((await reportOf(user, asked.itemId)).statusCode).not.toBe(200);
  await app.owner.query(
    `create function break_now() returns trigger language plpgsql as $$ begin raise exception 'no row goes'; end $$;
     create trigger break_now before delete on result_parts for each row execute function break_now();
     create trigger break_now before delete on results for each row execute function break_now()`,
  );
  await app.drainQueue();
  await app.owner.query(
    "drop trigger break_now on result_parts; drop trigger break_now on results; drop function break_now()",
  );
  expect(app.jobFailures()).toMatchObject([{ job: "purge" }]);
  expect(await pieceKeysOf(asked.itemId)).toEqual(keyIds); // the row is still there, and nothing opens it
  expect((await app.keys.findAll(keyIds)).size).toBe(0);
  await app.product.jobs["purge"]?.({ requestId: asked.itemId } as never);
  expect(await pieceKeysOf(asked.itemId)).toEqual([]);
});

test("an answer has a report of one page and a page that verifies it [AO-10]", async () => {
  const user = await payer();
  const nin = randomNin();
  const asked = await ask(user, nameOf(nin), canaryRecord(nin));
  await submitDecision(app, asked.token, "grant");
  const report = await reportOf(user, asked.itemId);
  const { pages, spokenText } = parsePdf(report.rawPayload);
  expect(pages).toHaveLength(1);
  expect(spokenText).toContain("Is Ngozi Made-Up the name on this NIN?");
  expect(spokenText).toMatch(/\bYes\b/);
  const code = /Idanimo-report-([A-Z2-9-]{23})\.pdf/.exec(String(report.headers["content-disposition"]))?.[1] ?? "";
  const page = (await app.app.inject({ url: verifyPath(code), headers: { accept: "text/html" } })).body;
  expect(page).toContain("This code is genuine");
  expect(page).toContain("Name match");
  expect(page).not.toMatch(/Ngozi|Made-Up|CANARY/);
  await submitDecision(app, asked.token, "withdraw");
  const after = (await app.app.inject({ url: verifyPath(code), headers: { accept: "text/html" } })).body;
  expect(after).toContain("withdrew their consent");
});

describe("a question's names and refunds", () => {
  test("allow three names per number and day, also for purchases at once [AO-07]", async () => {
    const user = await payer();
    const nin = randomNin();
    const named = async (firstname: string) => (await session(user, nameOf(nin, { firstname }))).statusCode;
    expect([await named("Ada"), await named("Eve"), await named("ADÁ")]).toEqual([200, 200, 200]);
    const statuses = await Promise.all(["Ife", "Uju", "Obi", "Zik", "Ojo", "Eze"].map(named));
    expect(statuses.toSorted()).toEqual([200, 429, 429, 429, 429, 429]);
    expect(await named("Ada")).toBe(200);
  });

  test("book the refund of an unanswered question like any other [AO-06]", async () => {
    const user = await payer();
    const nin = randomNin();
    await ask(user, { check: "over_age", nin, age: 18 }, canaryRecord(nin, { birthDate: null }));
    expect(await app.transfers(user)).toEqual([
      "VERIFICATION wallet>revenue 20000",
      "VERIFICATION wallet>tax 3600",
      "REFUND revenue>wallet 20000",
      "REFUND tax>wallet 3600",
    ]);
  });
});
