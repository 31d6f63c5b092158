import { apiBase } from "@idanimo/contract/operation";
import { checkPayment, paymentHistory, startPayment, walletPayment } from "@idanimo/contract/wallet";
import type { FastifyInstance } from "fastify";
import { enqueue } from "../../database/database.ts";
import type { Mount } from "../../http/mount.ts";
import { plain, refuse } from "../../http/refuse.ts";
import { rawBodyOf, withRawBody } from "../../http/raw-body.ts";
import type { PaymentDeps } from "./deps.ts";
import { checkPayment as check } from "./use-cases/check-payment.ts";
import { payFromWallet } from "./use-cases/pay-from-wallet.ts";
import { paymentHistory as list } from "./use-cases/payment-history.ts";
import { startPayment as start } from "./use-cases/start-payment.ts";

export function paymentRoutes(app: FastifyInstance, mount: Mount, deps: PaymentDeps): void {
  mount(app, walletPayment, payFromWallet(deps.db, deps.ids, deps.orders));
  mount(app, startPayment, start(deps));
  mount(app, checkPayment, check(deps));
  mount(app, paymentHistory, list(deps.db));

  // The provider's own notice: a hint to ask. It is answered with 200 only once the wish to ask is durable.
  withRawBody(app, (machine) => {
    machine.post(`${apiBase}/payment/webhook/${deps.cardPayments.name}`, async (request, reply) => {
      const notice = deps.cardPayments.readNotice(request.headers, rawBodyOf(request));
      if (!notice) return refuse(reply, plain("not_found"));
      await deps.db.transaction("system", (tx) =>
        enqueue(tx, "settle_payment", { reference: notice.reference }, `settle_payment:${notice.reference}`),
      );
      return reply.send({ status: "success" });
    });
  });
}
