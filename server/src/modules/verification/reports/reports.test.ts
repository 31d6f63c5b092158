import { createHash } from "node:crypto";
import { downloads, reportVerifiableMonths, verifyPath } from "@idanimo/contract/downloads";
import { apiBase } from "@idanimo/contract/operation";
import type { RecordPart } from "@idanimo/contract/record-parts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parsePdf } from "../../../documents/testing/parse-pdf.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import {
  type PendingConsent,
  requestConsent,
  setClockRelativeTo,
  completeLookup,
  ownOrigin,
  submitDecision,
} from "../../../testing/lookup-steps.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp({ SUBJECT_REQUESTS_A_DAY: "100" })));
afterEach(async () => {
  await app.setClockOffset(0);
  expect(app.jobFailures()).toEqual([]);
  await app.checkInvariants();
});
afterAll(() => app.close());

const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const fields = { firstname: "CANARYFIRST", surname: "CANARYLAST", residenceTown: "CANARYTOWN", photo: onePixel };
const contact = { phone: "+2348066600077", mail: "canary.report@example.test" };
const secrets = ["CANARYFIRST", "CANARYLAST", "CANARYTOWN", "Canarytown", "8066600077", "canary.report"];

const payer = () => app.user({ NGN: 10_000_00n });
const path = (id: string) => downloads.report(id).slice(apiBase.length);
const report = (user: TestUser, id: string) => user.get(path(id));
const erasedAt = "select expires_at as at from consents where request_id = $1";

async function agreed(user: TestUser, ticked: readonly RecordPart[] = ["photo", "address"]): Promise<PendingConsent> {
  const pending = await requestConsent(app, user, { fields, contact });
  await submitDecision(app, pending.token, "grant", undefined, ticked);
  return pending;
}
const codeIn = (response: { headers: Record<string, unknown> }) =>
  /Idanimo-report-([A-Z2-9-]{23})\.pdf/.exec(String(response.headers["content-disposition"]))?.[1] ?? "none";
/** A report that was downloaded. */
async function given(user: TestUser) {
  const pending = await agreed(user);
  const response = await report(user, pending.itemId);
  return { pending, pdf: response.rawPayload, code: codeIn(response) };
}
const look = (url: string, headers: Record<string, string> = {}) =>
  app.app.inject({ url, headers: { accept: "text/html", ...headers } });
const send = (code: string, file: Buffer, headers: Record<string, string> = {}) => {
  const head = '--mark\r\nContent-Disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n';
  return app.app.inject({
    method: "POST",
    url: verifyPath(code),
    headers: { "content-type": "multipart/form-data; boundary=mark", origin: ownOrigin, ...headers },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from("\r\n--mark--\r\n")]),
  });
};
const wordsOf = (page: { body: string }) => page.body.replace(/\s+/g, " ");

describe("downloading a report", () => {
  test("returns a PDF with value, requester, purpose, source and expiry [RESULT-NIN-03]", async () => {
    const user = await payer();
    const { pending, pdf, code } = await given(user);
    const response = await report(user, pending.itemId);
    expect(response.headers).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    const { spokenText: heard, elements, raw } = parsePdf(pdf);
    const grouped = pending.nin.replace(/^(...)(....)(....)$/, "$1 $2 $3");
    for (const part of [
      "Verification Result",
      grouped,
      "A job",
      "CANARYFIRST",
      "CANARYLAST",
      "Canarytown",
      "Consent Online on",
      pending.itemId.replaceAll("-", "").slice(0, 4),
      "This document contains personal data",
      code.slice(0, 11),
    ])
      expect(heard).toContain(part);
    expect(elements).toContain("Figure");
    expect(raw).toContain("Idanimo: Verification Result</rdf:li>"); // the title has no name
    const stored = await app.owner.query<{ sha256: Buffer; owner_id: string }>(
      "select * from reports where code = $1",
      [code],
    );
    expect(stored.rows[0]?.sha256.toString("hex")).toBe(createHash("sha256").update(pdf).digest("hex"));
    expect(codeIn(response)).not.toBe(code); // each download is a new report
    const looks = await app.owner.query(
      "select from audit_log where object_id = $1 and action = 'downloaded_report' and actor_id = $2",
      [pending.itemId, user.id],
    );
    expect(looks.rowCount).toBe(2);
  });

  test("contains only the required parts if the person ticked none [CL-02 CL-10]", async () => {
    const user = await payer();
    await app.owner.query("update users set first_name = $2, last_name = $3, business_name = $4 where id = $1", [
      user.id,
      "A".repeat(200),
      "Obi ".repeat(50).trim(),
      "Bright Homes ".repeat(15).trim(),
    ]);
    const pending = await agreed(user, []);
    const { pages, spokenText, raw } = parsePdf((await report(user, pending.itemId)).rawPayload);
    expect(spokenText).toContain("CANARYFIRST");
    expect(spokenText.split("Not shared")).toHaveLength(2);
    expect(spokenText).toMatch(/Not shared their photo; their signature; their phone number and email; their home/);
    expect(`${spokenText} ${raw}`).not.toMatch(/canarytown|8066600077|canary\.report/i);
    expect(raw).not.toContain("/Subtype /Image");
    for (const page of pages) {
      const text = page.map((piece) => piece.text).join(" ");
      expect(text).toContain("Purpose: A job. Access ends on ");
      expect(text.replaceAll(" ", "")).toContain("BrightHomes".repeat(15));
    }
  });

  const states: Readonly<Record<string, (user: TestUser) => Promise<string>>> = {
    "that waits for consent": async (user) => (await requestConsent(app, user, { fields, contact })).itemId,
    "whose consent is denied": async (user) => {
      const pending = await requestConsent(app, user, { fields, contact });
      await submitDecision(app, pending.token, "deny");
      return pending.itemId;
    },
    "whose consent is withdrawn": async (user) => {
      const pending = await agreed(user);
      await submitDecision(app, pending.token, "withdraw");
      return pending.itemId;
    },
    "that expired before any job ran": async (user) => {
      const pending = await agreed(user);
      await setClockRelativeTo(app, erasedAt, [pending.itemId], 1);
      return pending.itemId;
    },
    "that was refunded": async (user) =>
      (await completeLookup(app, user, { kind: "failed", why: "server_error" })).itemId,
    "without a record": async (user) => (await completeLookup(app, user, { kind: "not_found" })).itemId,
    "of another user": async () => (await agreed(await payer())).itemId,
    "with an unknown id": async () => "00000000-0000-4000-8000-000000000000",
    "with a malformed id": async () => "..%2f..%2fx",
  };
  test.each(Object.keys(states))("returns not found and stores nothing for a result %s [T-42 T-43]", async (name) => {
    const user = await payer();
    const id = (await states[name]?.(user)) ?? "none";
    const response = await report(user, id);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, "not_found"]);
    expect(secrets.filter((secret) => response.body.includes(secret))).toEqual([]);
    expect((await app.owner.query("select from reports where owner_id = $1", [user.id])).rowCount).toBe(0);
    await app.setClockOffset(0);
    await app.drainQueue();
  });

  test("returns not found if the record expires while it is drawn [T-42]", async () => {
    const user = await payer();
    const pending = await agreed(user);
    // the clock moves past expiry once the audit row is written
    await app.owner.query(`create or replace function product_now() returns timestamptz language plpgsql volatile as $$
      begin return clock_timestamp() + case when exists (select from audit_log where action = 'downloaded_report' and object_id = '${pending.itemId}')
        then interval '25 hours' else interval '0' end; end $$`);
    const response = await report(user, pending.itemId);
    await app.setClockOffset(0);
    expect(response.statusCode).toBe(404);
    expect((await app.owner.query("select from reports where owner_id = $1", [user.id])).rowCount).toBe(0);
  });

  test("rejects API calls, redirects pages to sign-in, and rejects other sites [T-66]", async () => {
    const url = downloads.report("00000000-0000-4000-8000-000000000000");
    expect((await app.app.inject({ url })).json()).toMatchObject({ code: "not_signed_in" });
    const { statusCode, headers } = await look(url);
    expect([statusCode, headers.location]).toEqual([303, "/login"]);
    const embedded = await look(url, { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" });
    expect(embedded.json()).toMatchObject({ code: "cross_site" });
  });
});

describe("the page that verifies a report", () => {
  test("shows type, source, requester and validity, but not the subject [T-54]", async () => {
    const user = await app.user({ userType: "business", NGN: 10_000_00n });
    await app.owner.query("update users set business_name = 'Bright <Homes> Ltd' where id = $1", [user.id]);
    const { pending, code, pdf } = await given(user);
    const page = await look(verifyPath(code));
    expect([page.statusCode, page.headers["cache-control"]]).toEqual([200, "no-store"]);
    const words = wordsOf(page);
    for (const part of [
      "This code is genuine",
      "This report is valid.",
      "<dd>NIN</dd>",
      "Bright &lt;Homes&gt; Ltd",
      'content="noindex"',
      createHash("sha256").update(pdf).digest("hex").slice(0, 4),
    ])
      expect(words).toContain(part);
    // remove code and hash, which may end in the same two digits by chance
    const reported = words.replaceAll(/<(strong|dd) class="code">[^<]*</g, "<");
    const masked = `${pending.nin.slice(-2)}<`;
    expect([...secrets, pending.nin, masked, pending.itemId].filter((secret) => reported.includes(secret))).toEqual([]);
    expect(words).not.toMatch(/<script|src="http|href="http/);
    await submitDecision(app, pending.token, "withdraw");
    expect(wordsOf(await look(verifyPath(code)))).toContain("withdrew their consent on");
    await app.drainQueue();
    expect(wordsOf(await look(verifyPath(code)))).toContain("withdrew their consent on");
  });

  test("is valid until the last second by the database clock, then expired [EXPIRY-05]", async () => {
    const { pending, code } = await given(await payer());
    await setClockRelativeTo(app, erasedAt, [pending.itemId], -1);
    expect(wordsOf(await look(verifyPath(code)))).toContain("This report is valid.");
    await setClockRelativeTo(app, erasedAt, [pending.itemId], 0);
    expect(wordsOf(await look(verifyPath(code)))).toContain("This report is no longer valid.");
    await app.runSchedule("purge_due");
    const words = wordsOf(await look(verifyPath(code)));
    expect(words).toContain("Access to the record ended on");
    expect(words).toContain("Personal account");
  });

  test("deletes a report after the promised number of months", async () => {
    const { pending, code } = await given(await payer());
    const month = "select made_at + make_interval(months => $2) as at from reports where code = $1";
    await setClockRelativeTo(app, month, [code, reportVerifiableMonths], -60);
    await app.runSchedule("delete_expired_rows");
    expect((await look(verifyPath(code))).statusCode).toBe(200);
    await setClockRelativeTo(app, month, [code, reportVerifiableMonths], 60);
    await app.runSchedule("delete_expired_rows");
    expect((await look(verifyPath(code))).statusCode).toBe(404);
    await app.setClockOffset(0);
    await submitDecision(app, pending.token, "withdraw");
    await app.drainQueue();
  });

  test("returns identical responses for unknown and malformed codes", async () => {
    const [none, ...others] = await Promise.all(
      ["/verify/22222-22222-22222-22222", "/verify/x", "/verify/%00x", "/verify/<b>x", "/verify?code=x"].map((url) =>
        look(url),
      ),
    );
    expect(none?.statusCode).toBe(404);
    for (const other of others) expect([other.statusCode, other.body]).toEqual([404, none?.body]);
  });

  test("accepts a code in lower case, with spaces or without hyphens", async () => {
    expect((await look("/verify")).body).toContain('<form method="get" action="/verify">');
    for (const typed of ["abcde-fghjk-mnpqr-23456", "ABCDE FGHJK MNPQR 23456", " abcdefghjkmnpqr23456"]) {
      const response = await look(`/verify?code=${encodeURIComponent(typed)}`);
      expect([response.statusCode, response.headers.location]).toEqual([303, "/verify/ABCDE-FGHJK-MNPQR-23456"]);
    }
  });

  test("compares an uploaded file and rejects bad, large and cross-site ones", async () => {
    const { code, pdf } = await given(await payer());
    const same = await send(code, pdf);
    expect([same.statusCode, wordsOf(same).includes("Your file is genuine.")]).toEqual([200, true]);
    expect(same.body).toContain("<h1>This report is genuine</h1>");
    const changed = Buffer.from(pdf);
    changed[1000] = (changed[1000] ?? 0) ^ 1;
    const error = wordsOf(await send(code, changed));
    expect(error).toContain("<h1>This file does not match the code</h1>");
    expect(error).toContain("Your file is not the one we issued.");
    expect(error).not.toContain("is genuine");
    expect((await send(code, Buffer.alloc(0))).statusCode).toBe(400);
    expect((await send(code, pdf, { "content-type": "application/pdf" })).statusCode).toBe(400);
    expect((await send(code, Buffer.alloc(40 * 2 ** 20))).statusCode).toBe(200);
    const tooLarge = await send(code, Buffer.alloc(40 * 2 ** 20 + 1));
    expect([tooLarge.statusCode, wordsOf(tooLarge).includes("Choose one of at most 40 MB.")]).toEqual([413, true]);
    expect((await send(code, pdf, { origin: "https://evil.example" })).statusCode).toBe(403);
    expect((await send("22222-22222-22222-22222", pdf)).statusCode).toBe(404);
  });
});

test("row-level security separates the reports of owners [T-43 R-15]", async () => {
  const user = await payer();
  await given(user);
  const seen = async (scope: string | undefined) => {
    const client = await app.db.pool.connect();
    try {
      await client.query("begin");
      if (scope !== undefined) await client.query(`set local idanimo.owner = '${scope}'`);
      return (await client.query("select from reports where owner_id = $1", [user.id])).rowCount;
    } finally {
      await client.query("rollback");
      client.release();
    }
  };
  expect([await seen(user.id), await seen("system")]).toEqual([1, 1]);
  expect([await seen((await payer()).id), await seen(""), await seen(undefined)]).toEqual([0, 0, 0]);
});

test("limits reports per account and codes per address", async () => {
  const narrow = await createTestApp({ LIMITS: "report_account=1,verify_address=2" });
  try {
    const user = await narrow.user();
    const none = path("00000000-0000-4000-8000-000000000000");
    expect([(await user.get(none)).statusCode, (await user.get(none)).statusCode]).toEqual([404, 429]);
    const tried = [];
    for (const code of ["22222-22222-22222-22222", "x", "33333-33333-33333-33333"])
      tried.push((await narrow.app.inject({ url: verifyPath(code) })).statusCode);
    expect(tried).toEqual([404, 404, 429]);
  } finally {
    await narrow.close();
  }
});
