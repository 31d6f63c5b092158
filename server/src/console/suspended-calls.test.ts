import type { Operation } from "@idanimo/contract/operation";
import { operations } from "@idanimo/contract/operations";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, randomNin, type TestApp, type TestUser } from "../testing/app.ts";
import { uploadBulkFile } from "../testing/bulk-file.ts";
import { createTestConsole, type TestConsole } from "../testing/console.ts";
import { createCallTargets, sampleInputOf, sendCall, signedInOperations } from "../testing/sample-calls.ts";

/** Every operation for a suspended account: what creates, pays or tops up is refused, all else is as before. [OC-09] */

let product: TestApp;
let operatorConsole: TestConsole;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
});
afterEach(() => product.checkInvariants());
afterAll(() => product.close());

async function insertSuspension(ownerId: string): Promise<void> {
  const operator = await operatorConsole.operator("support");
  await product.owner.query(
    `insert into suspensions (id, owner_id, reason_code, after_report, note, made_by)
     values (gen_random_uuid(), $1, 'misuse', false, 'a test', $2)`,
    [ownerId, operator.id],
  );
}
function codeOf({ statusCode, body }: { readonly statusCode: number; readonly body: string }): string {
  const { code = "done" }: { code?: string } = JSON.parse(body);
  return `${statusCode} ${code}`;
}
const refused: readonly string[] = ["createSession", "walletPayment", "startPayment", "askPlateOwner"];
// the other wallet could not pay, and closing ends the sign-in
const last = ["switchCurrency", "closeAccount"] as const;
const inOrder = [...signedInOperations.filter((name) => !last.some((late) => late === name)), ...last];

describe("a suspended account", () => {
  test("is refused these calls by the contract", () => {
    const declared = Object.entries<Operation>(operations).flatMap(([name, operation]) =>
      operation.refusedWhileSuspended ? [name] : [],
    );
    expect(declared.toSorted()).toEqual(refused.toSorted());
  });

  test.each(["individual", "business"] as const)(
    "gets the responses of any other %s account to all other calls",
    async (userType) => {
      async function outcomes(user: TestUser, isSuspended: boolean): Promise<ReadonlyMap<string, string>> {
        const targets = await createCallTargets(product, user);
        if (isSuspended) await insertSuspension(user.id);
        const found = new Map<string, string>();
        // without those that are refused, on whose effects later calls depend
        for (const name of inOrder.filter((one) => isSuspended || !refused.includes(one)))
          found.set(name, codeOf(await sendCall(product.app, name, sampleInputOf(name, targets), user.token)));
        return found;
      }
      const before = await outcomes(await product.user({ userType, NGN: 100_000_00n }), false);
      const during = await outcomes(await product.user({ userType, NGN: 100_000_00n }), true);
      for (const name of inOrder)
        expect([name, during.get(name)]).toEqual([
          name,
          refused.includes(name) ? "403 account_suspended" : before.get(name),
        ]);
      expect([...before.values()].filter((code) => code.endsWith("done")).length).toBeGreaterThan(30);
    },
    120_000,
  );

  test("uploads no bulk file", async () => {
    const user = await product.user();
    await insertSuspension(user.id);
    expect((await uploadBulkFile(product, user, randomNin())).json()).toMatchObject({ code: "account_suspended" });
  });
});

describe("the database", () => {
  async function pay(user: TestUser, sessionCode: string, reference: string, minor: bigint) {
    const { rows } = await product.owner.query<{ answer: string }>(
      `select answer from pay_from_wallet(array[$1]::uuid[], array[$1]::uuid[], array[$2], array[$3], array[$4]::bigint[],
         array[gen_random_uuid(), gen_random_uuid(), gen_random_uuid()], 'x', array[null]::text[], array[null]::bytea[],
         array['success'], array[200]::smallint[], array['{}'])`,
      [user.id, sessionCode, reference, String(minor)],
    );
    return rows[0]?.answer;
  }

  test("pays nothing from the wallet of a suspended account", async () => {
    const user = await product.user({ NGN: 10_000_00n });
    const bought = await product.purchase(user);
    await insertSuspension(user.id);
    expect(await pay(user, bought.sessionCode, bought.transactionID, bought.total.minor)).toBe("account_suspended");
    await product.owner.query("update suspensions set ended_at = now(), ended_by = made_by where owner_id = $1", [
      user.id,
    ]);
    expect(await pay(user, bought.sessionCode, bought.transactionID, bought.total.minor)).toBe("success");
    await product.drainQueue();
  });

  test("pays no approved purchase of a suspended account", async () => {
    const user = await product.user({ NGN: 10_000_00n });
    const { sessionCode } = await product.purchase(user);
    const { rows } = await product.owner.query<{ id: string }>(
      "update purchases set needs_approval = true where session_code = $1 returning id",
      [sessionCode],
    );
    await product.owner.query("select await_approval($1)", [rows[0]?.id]);
    await insertSuspension(user.id);
    const paid = await product.owner.query<{ outcome: { code: string } }>(
      "select pay_approved_purchase($1, array[gen_random_uuid(), gen_random_uuid(), gen_random_uuid()]) as outcome",
      [rows[0]?.id],
    );
    expect(paid.rows[0]?.outcome.code).toBe("account_suspended");
  });

  test.each(["purchases", "payments"])("inserts no row of %s for a suspended account", async (table) => {
    const user = await product.user({ NGN: 10_000_00n });
    await createCallTargets(product, user);
    await insertSuspension(user.id);
    // the trigger comes before the other checks, so the copy of a row is enough
    const { rows } = await product.owner.query<{ list: string }>(
      `select string_agg(column_name, ', ') as list from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    const columns = rows[0]?.list;
    await expect(
      product.owner.query(
        `insert into ${table} (${columns}) select ${columns} from ${table} where owner_id = $1 limit 1`,
        [user.id],
      ),
    ).rejects.toThrow("the account is suspended");
  });

  test("lets a payment end first that runs while the account is suspended", async () => {
    const user = await product.user({ NGN: 10_000_00n });
    const bought = await product.purchase(user);
    const support = await operatorConsole.operator("support");
    await support.post(`/accounts/${user.id}/open`, { reason: "security" });
    const client = await product.owner.connect();
    try {
      await client.query("begin");
      await client.query("select lock_wallets($1)", [user.id]); // as a payment does first
      let isDone = false;
      const suspending = support
        .post(`/accounts/${user.id}/suspend`, { reasonCode: "misuse", reason: "a test" })
        .finally(() => {
          isDone = true;
        });
      await expect
        .poll(async () => (await product.owner.query("select from pg_locks where not granted")).rowCount)
        .toBeGreaterThan(0);
      expect(isDone).toBe(false);
      await client.query("commit");
      expect((await suspending).statusCode).toBe(200);
      expect(await pay(user, bought.sessionCode, bought.transactionID, bought.total.minor)).toBe("account_suspended");
    } finally {
      client.release();
    }
  });
});
