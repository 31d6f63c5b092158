import type { Currency } from "@idanimo/contract/money";
import { fail, ok } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import type { walletPayment } from "@idanimo/contract/wallet";
import { Coalescer } from "../../../database/coalesce.ts";
import type { Database } from "../../../database/database.ts";
import type { Caller, Handler } from "../../../http/call.ts";
import type { IdSource } from "../../../kernel/ids.ts";
import type { Orders } from "../deps.ts";

type Payment = {
  readonly ownerId: string;
  readonly sessionCode: string;
  readonly transactionId: string;
  readonly minor: bigint;
};
/** What `pay_from_wallet` answers per payment. */
const answers = [
  "success",
  "not_found",
  "amount_mismatch",
  "already_paid",
  "quote_ended",
  "currency_mismatch",
  "wallet_balance_low",
] as const;
type Answer = (typeof answers)[number];

const asAnswer = (text: string): Answer => {
  const known = answers.find((answer) => answer === text);
  if (!known) throw new Error(`pay_from_wallet answered ${text}`);
  return known;
};

/**
 * Pays one purchase from the active wallet. The whole payment is one statement; payments that wait go out together. The
 * amount the browser says is compared and never used. Repeating it answers success again and charges once. Source: design 2.
 */
export function payFromWallet(db: Database, ids: IdSource, orders: Orders): Handler<typeof walletPayment> {
  const coalescer = new Coalescer<Payment, Answer>(async (batch) => {
    const done = await db.pool.query<{ answers: string[] }>({
      name: "pay_from_wallet",
      text: "select pay_from_wallet($1, $2, $3, $4, $5) as answers",
      values: [
        batch.map((payment) => payment.ownerId),
        batch.map((payment) => payment.sessionCode),
        batch.map((payment) => payment.transactionId),
        batch.map((payment) => payment.minor.toString()),
        batch.flatMap(() => [ids.row(), ids.row(), ids.row()]),
      ],
    });
    return (done.rows[0]?.answers ?? []).map(asAnswer);
  });
  return async (input, caller) => {
    const order = await orderOf(db, orders, input, caller);
    if (!order.ok) return order;
    const { sessionCode, transactionId } = order.value;
    const answer = await coalescer.ask({ ownerId: caller.userId, sessionCode, transactionId, minor: input.amount });
    return answer === "success" ? ok({ status: "success" }) : fail(answer, {});
  };
}

type Input = Parameters<Handler<typeof walletPayment>>[0];

/** What is to be paid: the purchase a session names, or that of a company's stakeholders. */
async function orderOf(db: Database, orders: Orders, input: Input, caller: Caller) {
  const { sessionCode, transactionID: transactionId, requestId, cacId } = input;
  if (input.type !== "STAKEHOLDERS")
    return sessionCode === undefined ? missing("sessionCode") : ok({ sessionCode, transactionId });
  if (requestId === undefined) return missing("requestId");
  if (cacId === undefined) return missing("cacId");
  const currency = input.acceptWalletCurrency === true ? await activeCurrency(db, caller.userId) : undefined;
  return orders.stakeholders({ caller, company: { requestId, cacId }, currency, reference: transactionId });
}

const missing = (field: string) => fail("bad_input", {}, { fields: { [field]: texts.fieldMissing } });

async function activeCurrency(db: Database, userId: string): Promise<Currency> {
  const row = await db.single
    .selectFrom("users")
    .select("active_currency")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return row.active_currency;
}
