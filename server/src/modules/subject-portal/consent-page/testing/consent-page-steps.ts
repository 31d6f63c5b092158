import pg from "pg";
import { expect } from "vitest";
import { parsePdf } from "../../../../documents/testing/parse-pdf.ts";
import type { TestApp } from "../../../../testing/app.ts";
import { openSubjectPage, type PendingConsent, submitForm } from "../../../../testing/lookup-steps.ts";

export const deadlineOf = "select deadline as at from consents where request_id = $1";
export const goneOf = "select expires_at as at from consents where request_id = $1";
export const pending = { item: "awaiting_consent", outcome: null, consent: "pending" };
export const denied = { item: "closed", outcome: "DENIED", consent: "denied" };
export const granted = { item: "closed", outcome: "DELIVERED", consent: "granted" };

/** Steps of tests of the consent pages. @param app returns the application, which may start later */
export function createConsentPageSteps(app: () => TestApp) {
  const payer = () => app().user({ NGN: 10_000_00n });
  const get = (path: string) => app().app.inject({ url: `/consent/${path}` });
  /** A page as a browser shows it, on one line. */
  const pageOf = async ({ token }: Pick<PendingConsent, "token">, query = "") =>
    (await openSubjectPage(app(), token + query)).body.replaceAll(/\s+/g, " ");
  const rowsOf = async <Row extends object>(sql: string, values: readonly unknown[]) =>
    (await app().owner.query<Row>(sql, [...values])).rows;
  const receiptOf = async ({ token }: Pick<PendingConsent, "token">, query = "") => {
    const response = await get(`${token}/receipt.pdf${query}`);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "application/pdf"]);
    return { answer: response, ...parsePdf(response.rawPayload) };
  };
  const keyCount = async () => {
    const client = new pg.Client({ connectionString: app().keysUrl });
    await client.connect();
    const found = await client.query<{ count: number }>("select count(*)::int as count from record_keys");
    await client.end();
    return found.rows[0]?.count;
  };
  const report = (token: string, reason: string, text = "", headers?: Record<string, string>) =>
    submitForm(
      app(),
      `${token}/report`,
      [
        ["reason", reason],
        ["text", text],
      ],
      headers,
    );
  const misuseOf = (requestId: string) =>
    rowsOf<{ id: string; sealed: Buffer; contact_hash: Buffer; owner_id: string; reference: string; days: number }>(
      `select id, sealed, contact_hash, owner_id, reference, extract(day from due_at - opened_at)::int as days
     from subject_cases where request_id = $1 and kind = 'misuse'`,
      [requestId],
    );
  /** Resets the clock, runs what is queued, and checks that no job failed and all invariants are true. */
  async function verifyAfterTest(): Promise<void> {
    await app().setClockOffset(0);
    await app().drainQueue();
    await app().checkInvariants();
    expect(app().jobFailures()).toEqual([]);
  }
  return { payer, get, pageOf, rowsOf, receiptOf, keyCount, report, misuseOf, verifyAfterTest };
}
