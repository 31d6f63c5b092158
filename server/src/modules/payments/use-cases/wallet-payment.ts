import { fail, ok } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";
import { walletPayment } from "@idanimo/contract/wallet";
import * as z from "zod/mini";
import { Batcher } from "../../../database/batcher.ts";
import type { Database } from "../../../database/database.ts";
import type { Caller, Handler } from "../../../http/call.ts";
import { withQueryTimeout } from "../../../database/pools.ts";
import { detectUnknownCommit } from "../../../database/commit-unknown.ts";
import {
  type IdempotencyKey,
  type StoredResponse,
  storedResponseOf,
  type IdempotentHandler,
} from "../../../http/stored-response.ts";
import { requestScopedId } from "../../../kernel/request-context.ts";
import { failpoint } from "../../../kernel/failpoints.ts";
import type { IdSource } from "../../../kernel/ids.ts";
import type { Orders, PaymentMetrics } from "../deps.ts";
import { findAccountHolder } from "../../accounts/index.ts";

type WalletPaymentRequest = {
  /** Who pays. */
  readonly userId: string;
  readonly ownerId: string;
  readonly sessionCode: string;
  readonly transactionId: string;
  readonly minor: bigint;
  readonly key: IdempotencyKey | undefined;
  /** Id of its audit row. */
  readonly noteId: string;
};

/** The outcomes of `pay_from_wallet` with their HTTP responses, which are stored as the first response of a key. */
const storedResponses = {
  success: storedResponseOf(walletPayment, ok({ status: "success" } as const)),
  not_found: storedResponseOf(walletPayment, fail("not_found", {})),
  amount_mismatch: storedResponseOf(walletPayment, fail("amount_mismatch", {})),
  account_suspended: storedResponseOf(walletPayment, fail("account_suspended", {})),
  already_paid: storedResponseOf(walletPayment, fail("already_paid", {})),
  quote_ended: storedResponseOf(walletPayment, fail("quote_ended", {})),
  currency_mismatch: storedResponseOf(walletPayment, fail("currency_mismatch", {})),
  wallet_balance_low: storedResponseOf(walletPayment, fail("wallet_balance_low", {})),
  /** The statement adds the details. */
  cap_reached: storedResponseOf(walletPayment, fail("cap_reached", {})),
};
type WalletPaymentOutcome = keyof typeof storedResponses;
const outcomeNames = Object.keys(storedResponses);
const isOutcome = (text: string): text is WalletPaymentOutcome => Object.hasOwn(storedResponses, text);

/** The result of a payment: decided now, or stored under its key. */
type WalletPaymentResult =
  | Exclude<WalletPaymentOutcome, "cap_reached">
  | "same_key_other_body"
  | "same_key_in_flight"
  | "needs_approval"
  | ReachedCap
  | StoredResponse;
/** The member's cap that the payment would exceed, and the response with its details. */
type ReachedCap = { readonly cap: Readonly<Record<string, string>>; readonly response: StoredResponse };
/** Outcomes of wallet payments, as the metrics label them. */
export const walletPaymentOutcomes = [
  ...outcomeNames,
  "same_key_other_body",
  "same_key_in_flight",
  "needs_approval",
  "answered",
];

const reachedCap = z.object({ details: z.record(z.string(), z.string()) });

type ResultRow = { readonly answer: string; readonly first_status: number | null; readonly first_body: string | null };
function parseResult({ answer, first_status: status, first_body: body }: ResultRow): WalletPaymentResult {
  if (answer === "cap_reached" && body !== null)
    return { cap: reachedCap.parse(JSON.parse(body)).details, response: { ...storedResponses.cap_reached, body } };
  if (answer === "answered" && status !== null && body !== null) return { status, body };
  if (answer === "same_key_other_body" || answer === "same_key_in_flight" || answer === "needs_approval") return answer;
  if (isOutcome(answer) && answer !== "cap_reached") return answer;
  throw new Error(`pay_from_wallet returned an unknown result: ${answer}`);
}

/** Pays all waiting requests in one statement. */
const payBatch = (db: Database, ids: IdSource) => async (batch: readonly WalletPaymentRequest[]) => {
  const sent = db.pool.query<ResultRow>(
    withQueryTimeout({
      name: "pay_from_wallet",
      text: "select answer, first_status, first_body from pay_from_wallet($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
      values: [
        batch.map((payment) => payment.userId),
        batch.map((payment) => payment.ownerId),
        batch.map((payment) => payment.sessionCode),
        batch.map((payment) => payment.transactionId),
        batch.map((payment) => payment.minor.toString()),
        batch.flatMap(({ noteId }) => [ids.rowId(), ids.rowId(), noteId]),
        walletPayment.path,
        batch.map((payment) => payment.key?.key ?? null),
        batch.map((payment) => payment.key?.bodyHash ?? null),
        outcomeNames,
        Object.values(storedResponses).map(({ status }) => status),
        Object.values(storedResponses).map(({ body }) => body),
      ],
    }),
  );
  return (await detectUnknownCommit(sent)).rows.map(parseResult);
};

/**
 * Pays one purchase from the active wallet. One statement makes the payment and stores the first response of its
 * Idempotency-Key; waiting payments are batched. The amount sent by the browser is only compared. Idempotent: a
 * repeated call returns success again and charges once.
 */
export function walletPaymentHandlers(db: Database, ids: IdSource, orders: Orders, meters: PaymentMetrics) {
  const batcher = new Batcher(payBatch(db, ids), 100, (size) => db.batch("payment", size));
  const submit = async (payment: Omit<WalletPaymentRequest, "noteId">): Promise<WalletPaymentResult> => {
    const result = await batcher.submit({ ...payment, noteId: requestScopedId(ids) });
    failpoint("wallet_payment_committed");
    meters.paid("wallet", typeof result === "string" ? result : "cap" in result ? "cap_reached" : "answered");
    return result;
  };
  const pay: Handler<typeof walletPayment> = async (input, caller) => {
    const order = await resolveOrder(db, orders, input, caller);
    if (!order.ok) return order;
    const { sessionCode, transactionId } = order.value;
    const open = await orders.openSources(caller, sessionCode);
    if (!open.ok) return open;
    const asked = {
      userId: caller.userId,
      ownerId: caller.ownerId,
      sessionCode,
      transactionId,
      minor: input.amount,
      key: undefined,
    };
    const result = await submit(asked);
    if (typeof result !== "string") {
      if ("cap" in result) return fail("cap_reached", {}, { details: result.cap });
      throw new Error("pay_from_wallet returned a stored response for a payment without a key");
    }
    if (result === "needs_approval") {
      const requested = await orders.approval(caller, sessionCode);
      return requested.ok ? ok({ state: "awaiting_approval", ...requested.value }) : requested;
    }
    return result === "success" ? ok({ status: "success" }) : fail(result, {});
  };
  /**
   * Stakeholders return undefined: they are ordered first, so the general handler stores their key around both
   * steps. So does a purchase that needs an approval.
   */
  const payWithKey: IdempotentHandler<typeof walletPayment> = async (input, caller, key) => {
    const { sessionCode, transactionID: transactionId, type, amount: minor } = input;
    if (type === "STAKEHOLDERS" || sessionCode === undefined) return undefined;
    const open = await orders.openSources(caller, sessionCode);
    if (!open.ok) return storedResponseOf(walletPayment, open); // not stored: the key works when the source is open
    const result = await submit({
      userId: caller.userId,
      ownerId: caller.ownerId,
      sessionCode,
      transactionId,
      minor,
      key,
    });
    if (typeof result !== "string") return "cap" in result ? result.response : result;
    if (result === "needs_approval") return undefined;
    return isOutcome(result) ? storedResponses[result] : storedResponseOf(walletPayment, fail(result, {}));
  };
  return { pay, payWithKey };
}

type WalletPaymentInput = Parameters<Handler<typeof walletPayment>>[0];

/** Finds the purchase to pay: that of the session, or that of a company's stakeholders. */
async function resolveOrder(db: Database, orders: Orders, input: WalletPaymentInput, caller: Caller) {
  const { sessionCode, transactionID: transactionId, requestId, cacId } = input;
  if (input.type !== "STAKEHOLDERS")
    return sessionCode === undefined ? missingField("sessionCode") : ok({ sessionCode, transactionId });
  if (requestId === undefined) return missingField("requestId");
  if (cacId === undefined) return missingField("cacId");
  const currency =
    input.acceptWalletCurrency === true
      ? (await findAccountHolder(db.single, caller.ownerId)).activeCurrency
      : undefined;
  return orders.stakeholders({ caller, company: { requestId, cacId }, currency, reference: transactionId });
}

const missingField = (field: string) => fail("bad_input", {}, { fields: { [field]: texts.fieldMissing } });
