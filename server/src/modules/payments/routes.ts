import { apiBase } from "@idanimo/contract/operation";
import {
  checkPayment,
  paymentHistory,
  searchTransactions,
  startPayment,
  walletPayment,
} from "@idanimo/contract/wallet";
import type { FastifyInstance } from "fastify";
import type { Mount } from "../../http/mount.ts";
import { problemOf, sendProblem } from "../../http/problem-response.ts";
import { rawBodyOf, withRawBody } from "../../http/raw-body.ts";
import { failpoint } from "../../kernel/failpoints.ts";
import type { PaymentDeps } from "./deps.ts";
import { checkPayment as check } from "./use-cases/check-payment.ts";
import { walletPaymentHandlers } from "./use-cases/wallet-payment.ts";
import { paymentHistory as list } from "./use-cases/payment-history.ts";
import { startPayment as start } from "./use-cases/start-payment.ts";
import { receiveWebhook } from "./use-cases/receive-webhook.ts";

export function paymentRoutes(app: FastifyInstance, mount: Mount, deps: PaymentDeps): void {
  const { pay, payWithKey } = walletPaymentHandlers(deps.db, deps.ids, deps.orders, deps.meters);
  mount(app, walletPayment, pay, { keyed: payWithKey });
  mount(app, startPayment, start(deps));
  mount(app, checkPayment, check(deps));
  const readPage = list(deps);
  mount(app, paymentHistory, (input, ...rest) => readPage(input, ...rest));
  mount(app, searchTransactions, (input, ...rest) => readPage(input, ...rest));

  // The provider's webhook. It returns 200 only once the settlement job is durable. An authentic notice that
  // is not about a charge also gets 200, because the provider would repeat it otherwise.
  const receive = receiveWebhook(deps);
  withRawBody(app, (machine) => {
    machine.post(`${apiBase}/payment/webhook/${deps.cardPayments.name}`, async (request, reply) => {
      const notice = deps.cardPayments.readNotice(request.headers, rawBodyOf(request));
      if (!notice) return sendProblem(reply, problemOf("not_found"));
      if (notice.kind === "other") {
        deps.meters.ignoredNotice(deps.cardPayments.name);
        request.log.info({ provider: deps.cardPayments.name, event: notice.event }, "a notice that is no charge");
        return reply.send({ status: "ignored" });
      }
      await receive(notice.reference);
      failpoint("payment_notice_stored");
      return reply.send({ status: "success" });
    });
  });
}
