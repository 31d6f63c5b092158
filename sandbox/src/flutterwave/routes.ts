import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { sendWebhook } from "../faults/send-webhook.ts";
import { fieldsOf, numberIn, pageIn, textIn } from "../kernel/fields.ts";
import { minorFrom } from "../kernel/money.ts";
import { sendLookupResponse } from "../lookup-response.ts";
import { personOf } from "../prembly/person.ts";
import { behaviourOf } from "../reserved-endings.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { statusAt, type Payment, type Transaction } from "./payments.ts";
import { readPaymentRequest } from "./payment-request.ts";
import {
  chargeWebhookBody,
  errorBody,
  listedRefund,
  listedTransaction,
  refundBody,
  successBody,
  transactionBody,
} from "./wire.ts";

const chargeWebhookPath = "/api/v2/payment/webhook/flutterwave";
/** Rows per page, as in the published samples. */
const pageSizes = { transactions: 10, refunds: 20 } as const;
const dayMs = 86_400_000;
const unknownTransaction = "No transaction was found for this id";

type PaymentTransaction = { payment: Payment; transaction: Transaction };

/** The card provider's API: Flutterwave v3. */
export function flutterwaveRoutes(app: FastifyInstance, world: SandboxContext): void {
  const { payments, clock, settings } = world;

  app.addHook("preHandler", async (request, reply) => {
    if (isBearer(request.headers.authorization, settings.keys.flutterwaveSecretKey)) return;
    await reply.code(401).send(errorBody("Authorization required"));
  });

  app.post("/payments", async (request, reply) => {
    const asked = readPaymentRequest(request.body, clock.now());
    if (typeof asked === "string") return reply.code(400).send(errorBody(asked));
    const { code } = payments.openLink(asked);
    return successBody("Hosted Link", { link: `${world.origin()}/pay/${code}` });
  });

  app.get("/transactions/verify_by_reference", async (request, reply) => {
    const payment = payments.byReference(textIn(request.query, "tx_ref") ?? "");
    const transaction = payment && payments.latestOf(payment.code);
    if (!transaction) return sendUnknownTransaction(reply);
    return answer({ payment, transaction }, request.fault === "wrong_currency");
  });

  app.get("/transactions/:id/verify", async (request, reply) => {
    const found = find(request.params);
    return found ? answer(found, request.fault === "wrong_currency") : sendUnknownTransaction(reply);
  });

  app.post("/transactions/:id/refund", async (request, reply) => {
    const found = find(request.params);
    if (!found) return sendUnknownTransaction(reply);
    const { payment, transaction } = found;
    const left = transaction.amountMinor - payments.refundedMinor(transaction.id);
    const asked = fieldsOf(request.body)["amount"] === undefined ? left : minorFrom(numberIn(request.body, "amount"));
    if (statusAt(transaction, clock.now()) !== "successful")
      return reply.code(400).send(errorBody("Only successful transactions can be refunded"));
    if (asked === undefined || asked <= 0 || asked > left)
      return reply.code(400).send(errorBody("Refund amount is greater than what is left of the transaction"));
    const refund = payments.refund(transaction.id, asked, textIn(request.body, "comments"));
    return successBody("Transaction refund initiated", refundBody(payment, transaction, refund));
  });

  app.post("/transactions/:id/resend-hook", async (request, reply) => {
    const found = find(request.params);
    if (!found) return sendUnknownTransaction(reply);
    if (statusAt(found.transaction, clock.now()) === "pending")
      return reply.code(400).send(errorBody("Transaction is still pending"));
    sendChargeWebhook(world, found.payment, found.transaction);
    return successBody("hook sent", "hook sent");
  });

  app.get("/transactions", (request) => {
    const { page, ...span } = readTimeRange(request.query, pageSizes.transactions);
    const [status, txRef] = [textIn(request.query, "status"), textIn(request.query, "tx_ref")];
    const { total, transactions } = payments.list({ ...span, status, txRef });
    const data = transactions.flatMap((transaction) => {
      const payment = payments.byCode(transaction.paymentCode);
      return payment ? [listedTransaction(payment, transaction, statusAt(transaction, clock.now()))] : [];
    });
    const page_info = pageInfo(total, page, pageSizes.transactions);
    return { status: "success", message: "Transactions fetched", meta: { page_info }, data };
  });

  app.get("/refunds", (request) => {
    const { page, ...span } = readTimeRange(request.query, pageSizes.refunds);
    const { total, refunds } = payments.refunds({ ...span, transactionId: numberIn(request.query, "id") });
    const data = refunds.flatMap((refund) => {
      const transaction = payments.byId(refund.transactionId);
      const payment = transaction && payments.byCode(transaction.paymentCode);
      return payment ? [listedRefund(payment, transaction, refund)] : [];
    });
    const page_info = { ...pageInfo(total, page, pageSizes.refunds), page_size: pageSizes.refunds };
    return { status: "success", message: "Refunds fetched", meta: { page_info }, data };
  });

  app.post("/accounts/resolve", async (request, reply) => {
    const [number, bank] = [textIn(request.body, "account_number"), textIn(request.body, "account_bank")];
    if (!number || !/^\d{10}$/.test(number) || !bank)
      return reply.code(400).send(errorBody("account_number and account_bank are required"));
    const failure = (status: number, message: string) => ({ status, body: errorBody(message), billed: false });
    return sendLookupResponse(
      world,
      { request, reply },
      {
        product: "bank_account",
        value: number,
        behaviour: behaviourOf(number),
        found: (about) => {
          const { firstName, middleName, surname } = personOf(about, undefined, clock.now());
          const account_name = `${surname} ${firstName} ${middleName}`.toUpperCase();
          const body = successBody("Account details fetched", { account_number: about, account_name });
          return { status: 200, body, billed: true };
        },
        noRecord: failure(400, "Sorry, that account number is invalid, please check and try again"),
        tryAgain: failure(429, "Too many requests"),
        accountEmpty: failure(402, "Insufficient balance"),
        wentWrong: failure(500, "Something went wrong"),
      },
    );
  });

  function find(params: unknown): PaymentTransaction | undefined {
    const transaction = payments.byId(numberIn(params, "id") ?? 0);
    const payment = transaction && payments.byCode(transaction.paymentCode);
    return payment && { payment, transaction };
  }

  function answer({ payment, transaction }: PaymentTransaction, inAnotherCurrency: boolean) {
    const reported = inAnotherCurrency ? { ...payment, currency: payment.currency === "NGN" ? "USD" : "NGN" } : payment;
    const body = transactionBody(reported, transaction, statusAt(transaction, clock.now()));
    return successBody("Transaction fetched successfully", body);
  }
}

/** Days from and to, both included, and the page of them. */
function readTimeRange(query: unknown, pageSize: number) {
  const page = pageIn(query);
  const from = Date.parse(textIn(query, "from") ?? "") || 0;
  const lastDay = Date.parse(textIn(query, "to") ?? "");
  const to = Number.isNaN(lastDay) ? Number.MAX_SAFE_INTEGER : lastDay + dayMs;
  return { page, from, to, limit: pageSize, offset: (page - 1) * pageSize };
}

const pageInfo = (total: number, page: number, pageSize: number) => ({
  total,
  current_page: page,
  total_pages: Math.max(1, Math.ceil(total / pageSize)),
});

/** Sends the webhook of a charge when the charge ends. */
export function sendChargeWebhook(world: SandboxContext, payment: Payment, transaction: Transaction): void {
  sendWebhook(world.webhooks, world.faults, {
    provider: "flutterwave",
    path: chargeWebhookPath,
    body: chargeWebhookBody(payment, transaction),
    delayMs: Math.max(0, transaction.settlesAt - world.clock.now()),
    twice: transaction.outcome === "twice",
  });
}

function sendUnknownTransaction(reply: FastifyReply) {
  return reply.code(400).send(errorBody(unknownTransaction));
}

function isBearer(header: string | undefined, secret: string): boolean {
  const given = Buffer.from(header ?? "");
  const wanted = Buffer.from(`Bearer ${secret}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
