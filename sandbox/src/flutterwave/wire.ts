import { seededRandom } from "../kernel/seeded-random.ts";
import { type Fields, fieldsOf, textIn } from "../kernel/fields.ts";
import { majorOf } from "../kernel/money.ts";
import type { Payment, Refund, Transaction, TransactionStatus } from "./payments.ts";

const accountId = 20_937;
/** 1.4 percent, in ten-thousandths. */
const feeShare = 140;

export const errorBody = (message: string) => ({ status: "error", message, data: null });
export const successBody = (message: string, data: unknown) => ({ status: "success", message, data });

/** Payment methods that a merchant may list, and the wire's name for the used one. */
const paymentTypes: Readonly<Record<string, string>> = {
  card: "card",
  account: "account",
  banktransfer: "bank_transfer",
  ussd: "ussd",
  barter: "barter",
  nqr: "qr",
  mobilemoney: "mobilemoney",
};

/** The payment method of the simulated payer: the first one that the merchant lists. */
function paymentType(request: Fields): string {
  const first = (textIn(request, "payment_options") ?? "card").split(/[,;\s]+/)[0] ?? "card";
  return paymentTypes[first] ?? (first.startsWith("mobilemoney") ? "mobilemoney" : "card");
}

/** A transaction in the provider's shape, as verify returns it. */
export function transactionBody(payment: Payment, transaction: Transaction, status: TransactionStatus) {
  const type = paymentType(payment.request);
  const feeMinor = Math.round((transaction.amountMinor * feeShare) / 10_000);
  const made = new Date(transaction.createdAt).toISOString();
  return {
    id: transaction.id,
    tx_ref: payment.txRef,
    flw_ref: `FLW-MOCK-${payment.code.slice(0, 10)}-${transaction.id}`,
    device_fingerprint: "N/A",
    amount: majorOf(transaction.amountMinor),
    currency: payment.currency,
    charged_amount: majorOf(transaction.amountMinor),
    app_fee: majorOf(feeMinor),
    merchant_fee: 0,
    processor_response: processorResponses[status],
    auth_model: "PIN",
    ip: "102.89.1.7",
    narration: `${type.toUpperCase()} Transaction`,
    status,
    payment_type: type,
    created_at: made,
    account_id: accountId,
    ...(type === "card" ? { card: cardBody(payment.code) } : {}),
    meta: payment.request["meta"] ?? null,
    amount_settled: status === "successful" ? majorOf(transaction.amountMinor - feeMinor) : 0,
    customer: customerBody(payment, made),
  };
}

const processorResponses: Readonly<Record<TransactionStatus, string>> = {
  successful: "Approved by Financial Institution",
  failed: "Declined by Financial Institution",
  pending: "Transaction in progress",
};

function cardBody(seed: string) {
  return {
    first_6digits: "553188",
    last_4digits: "2950",
    issuer: "SANDBOX BANK",
    country: "NIGERIA NG",
    type: "MASTERCARD",
    token: `flw-t1nf-${seed.slice(0, 12)}`,
    expiry: "09/32",
  };
}

function customerBody(payment: Payment, made: string) {
  const asked = fieldsOf(payment.request["customer"]);
  const email = textIn(asked, "email") ?? "";
  return {
    id: 1_000_000 + seededRandom(email).below(9_000_000), // one customer per email address
    name: textIn(asked, "name") ?? "Anonymous customer",
    phone_number: textIn(asked, "phonenumber") ?? null,
    email,
    created_at: made,
  };
}

/** The webhook of a charge's end, successful or failed. It has the card without its token. */
export function chargeWebhookBody(payment: Payment, transaction: Transaction): string {
  const data = transactionBody(payment, transaction, transaction.finalStatus);
  const { token: _, ...shownCard } = cardBody(payment.code);
  return JSON.stringify({
    event: "charge.completed",
    data: data.card ? { ...data, card: shownCard } : data,
    meta_data: payment.request["meta"] ?? {},
    "event.type": `${data.payment_type.toUpperCase()}_TRANSACTION`,
  });
}

/**
 * A row of the list of transactions: as verify returns it, without the card's token and without `meta`. See
 * docs/sandbox.md.
 */
export function listedTransaction(payment: Payment, transaction: Transaction, status: TransactionStatus) {
  const { card: shown, meta: _, ...others } = transactionBody(payment, transaction, status);
  if (!shown) return others;
  const { token: __, ...withoutToken } = shown;
  return { ...others, card: withoutToken };
}

/**
 * A row of the list of refunds, whose name for its transaction differs from a new refund's. See docs/sandbox.md.
 */
export function listedRefund(payment: Payment, transaction: Transaction, refund: Refund) {
  return {
    id: refund.id,
    amount_refunded: majorOf(refund.amountMinor),
    status: "completed",
    flw_ref: refundReference(payment, refund),
    comment: refund.comments,
    settlement_id: "NEW",
    meta: JSON.stringify({ source: "availablebalance" }),
    created_at: new Date(refund.createdAt).toISOString(),
    account_id: accountId,
    transaction_id: transaction.id,
  };
}

const refundReference = (payment: Payment, refund: Refund) => `URF_${payment.code.slice(0, 10)}_${refund.id}`;

/** A new refund. */
export function refundBody(payment: Payment, transaction: Transaction, refund: Refund) {
  return {
    id: refund.id,
    account_id: accountId,
    tx_id: transaction.id,
    flw_ref: refundReference(payment, refund),
    wallet_id: 31,
    amount_refunded: majorOf(refund.amountMinor),
    status: "completed",
    destination: "payment_source",
    meta: { source: "availablebalance" },
    created_at: new Date(refund.createdAt).toISOString(),
  };
}
