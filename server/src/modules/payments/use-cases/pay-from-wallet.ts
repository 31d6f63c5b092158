import type { Currency } from "@idanimo/contract/money";
import { fail, ok } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import { walletPayment } from "@idanimo/contract/wallet";
import { Coalescer } from "../../../database/coalesce.ts";
import type { Database } from "../../../database/database.ts";
import type { Caller, Handler } from "../../../http/call.ts";
import { inTime } from "../../../database/pools.ts";
import { confirming } from "../../../database/unconfirmed.ts";
import { type CallKey, type FirstAnswer, firstAnswerOf, type KeyedHandler } from "../../../http/first-answer.ts";
import { rowOfCall } from "../../../kernel/calls.ts";
import { crashPoint } from "../../../kernel/crash-points.ts";
import type { IdSource } from "../../../kernel/ids.ts";
import type { Orders, PaymentMeters } from "../deps.ts";

type Payment = {
  readonly ownerId: string;
  readonly sessionCode: string;
  readonly transactionId: string;
  readonly minor: bigint;
  readonly key: CallKey | undefined;
  /** Of its audit row. */
  readonly noteId: string;
};

/** What `pay_from_wallet` decides, with what each answer says: kept as the first answer of a key. */
const firstAnswers = {
  success: firstAnswerOf(walletPayment, ok({ status: "success" } as const)),
  not_found: firstAnswerOf(walletPayment, fail("not_found", {})),
  amount_mismatch: firstAnswerOf(walletPayment, fail("amount_mismatch", {})),
  already_paid: firstAnswerOf(walletPayment, fail("already_paid", {})),
  quote_ended: firstAnswerOf(walletPayment, fail("quote_ended", {})),
  currency_mismatch: firstAnswerOf(walletPayment, fail("currency_mismatch", {})),
  wallet_balance_low: firstAnswerOf(walletPayment, fail("wallet_balance_low", {})),
};
type Decided = keyof typeof firstAnswers;
const words = Object.keys(firstAnswers);
const isDecided = (text: string): text is Decided => Object.hasOwn(firstAnswers, text);

/** What became of a payment: decided now, or what its key says. */
type Answer = Decided | "same_key_other_body" | "same_key_in_flight" | FirstAnswer;
/** What the metrics count of payments from the wallet. */
export const walletOutcomes = [...words, "same_key_other_body", "same_key_in_flight", "answered"];

type Row = { readonly answer: string; readonly first_status: number | null; readonly first_body: string | null };
function answerIn({ answer, first_status: status, first_body: body }: Row): Answer {
  if (answer === "answered" && status !== null && body !== null) return { status, body };
  if (answer === "same_key_other_body" || answer === "same_key_in_flight" || isDecided(answer)) return answer;
  throw new Error(`pay_from_wallet answered ${answer}`);
}

/** All payments that wait, as one statement. Planned once for all its values inside the function. */
const payTogether = (db: Database, ids: IdSource) => async (batch: readonly Payment[]) => {
  const sent = db.pool.query<Row>(
    inTime({
      name: "pay_from_wallet",
      text: "select answer, first_status, first_body from pay_from_wallet($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
      values: [
        batch.map((payment) => payment.ownerId),
        batch.map((payment) => payment.sessionCode),
        batch.map((payment) => payment.transactionId),
        batch.map((payment) => payment.minor.toString()),
        batch.flatMap(({ noteId }) => [ids.row(), ids.row(), noteId]),
        walletPayment.path,
        batch.map((payment) => payment.key?.key ?? null),
        batch.map((payment) => payment.key?.bodyHash ?? null),
        words,
        Object.values(firstAnswers).map(({ status }) => status),
        Object.values(firstAnswers).map(({ body }) => body),
      ],
    }),
  );
  return (await confirming(sent)).rows.map(answerIn);
};

/**
 * Pays one purchase from the active wallet. The whole payment is one statement, with the first answer of its Idempotency-Key;
 * payments that wait go out together. The amount the browser says is compared and never used. Repeating it answers success
 * again and charges once. Source: design 2, performance.md, limit 2.
 */
export function payFromWallet(db: Database, ids: IdSource, orders: Orders, meters: PaymentMeters) {
  const coalescer = new Coalescer(payTogether(db, ids), 100, (size) => db.batch("payment", size));
  const ask = async (payment: Omit<Payment, "noteId">): Promise<Answer> => {
    const answer = await coalescer.ask({ ...payment, noteId: rowOfCall(ids) });
    crashPoint("wallet_payment_committed");
    meters.paid("wallet", typeof answer === "string" ? answer : "answered");
    return answer;
  };
  const pay: Handler<typeof walletPayment> = async (input, caller) => {
    const order = await orderOf(db, orders, input, caller);
    if (!order.ok) return order;
    const { sessionCode, transactionId } = order.value;
    const asked = { ownerId: caller.userId, sessionCode, transactionId, minor: input.amount, key: undefined };
    const answer = await ask(asked);
    if (typeof answer !== "string") throw new Error("pay_from_wallet: a payment without a key had a first answer");
    return answer === "success" ? ok({ status: "success" }) : fail(answer, {});
  };
  /** A company's stakeholders are ordered first: their key is kept around both. */
  const payWithKey: KeyedHandler<typeof walletPayment> = async (input, caller, key) => {
    const { sessionCode, transactionID: transactionId, type, amount: minor } = input;
    if (type === "STAKEHOLDERS" || sessionCode === undefined) return undefined;
    const answer = await ask({ ownerId: caller.userId, sessionCode, transactionId, minor, key });
    if (typeof answer !== "string") return answer;
    return isDecided(answer) ? firstAnswers[answer] : firstAnswerOf(walletPayment, fail(answer, {}));
  };
  return { pay, payWithKey };
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
