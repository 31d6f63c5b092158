import pg from "pg";
import { expect } from "vitest";
import type { TestApp, TestUser } from "../../../../testing/app.ts";
import type { BulkPurchase } from "../../../../testing/bulk-file.ts";

/** The price of a line in kobo. */
export const linePrice = 588_00n;
export const hourMs = 3_600_000;

export const act = async (user: TestUser, { uploadId }: BulkPurchase, what: "stop" | "go-on") =>
  (await user.post(`/verification/bulk/${uploadId}/${what}`, {})).json<{ state: string }>().state;
export const submit = (user: TestUser, { sessionCode }: BulkPurchase) =>
  user.post("/verification/submit", { sessionCode, sessionStatus: "COMPLETED" });

/** Steps of tests of bulk files. @param app returns the application, which may start later */
export function createBulkSteps(app: () => TestApp) {
  const company = (lines: number) => app().user({ userType: "business", NGN: linePrice * BigInt(lines) });
  const rows = async <Row extends object>(text: string, values: readonly unknown[]) =>
    (await app().owner.query<Row>(text, [...values])).rows;
  const askedOf = (numbers: readonly string[]) =>
    app()
      .providers.personRecords.asked.map(({ nin }) => nin)
      .filter((nin) => numbers.includes(nin));
  const begin = async ({ sessionCode }: BulkPurchase) => {
    const [row] = await rows<{ id: string }>("select id from purchases where session_code = $1", [sessionCode]);
    await app().product.jobs["start_bulk"]?.({ purchaseId: row?.id } as never);
  };
  const queryKeys = async (text: string, values: readonly unknown[] = []) => {
    const client = new pg.Client({ connectionString: app().keysUrl });
    await client.connect();
    const found = await client.query(text, [...values]);
    await client.end();
    return found;
  };
  const keyCount = async (id: string) => (await queryKeys("select id from record_keys where id = $1", [id])).rowCount;
  /** Resets the clock, runs what is queued, and checks that no job failed and all invariants are true. */
  async function verifyAfterTest(): Promise<void> {
    await app().setClockOffset(0);
    await app().drainQueue();
    await app().checkInvariants();
    expect(app().jobFailures()).toEqual([]);
  }
  return { company, rows, askedOf, begin, queryKeys, keyCount, verifyAfterTest };
}
