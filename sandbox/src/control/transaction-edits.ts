import type { FastifyInstance } from "fastify";
import { numberIn, textIn } from "../kernel/fields.ts";
import { minorFrom } from "../kernel/money.ts";
import type { SandboxContext } from "../sandbox-context.ts";

/**
 * Changes the card provider's records after its webhook was sent, so that a chaos run can plant differences.
 * Returns the id of a new transaction.
 */
export function transactionEditRoutes(app: FastifyInstance, { database, payments, clock }: SandboxContext): void {
  const changes: Readonly<Record<string, (code: string, body: unknown) => number | undefined>> = {
    /** The provider no longer has the transaction, or not yet. */
    hide: (code) => void database.run("update transactions set hidden = 1 where payment_code = ?", code),
    show: (code) => void database.run("update transactions set hidden = 0 where payment_code = ?", code),
    amount: (code, body) => {
      const minor = minorFrom(numberIn(body, "amount"));
      if (minor === undefined) return undefined;
      database.run("update transactions set amount_minor = ? where payment_code = ?", minor, code);
      return undefined;
    },
    currency: (code, body) =>
      void database.run("update payments set currency = ? where code = ?", textIn(body, "currency") ?? "GHS", code),
    fail: (code) => void database.run("update transactions set final_status = 'failed' where payment_code = ?", code),
    /** A payment without a webhook; also a second one for a paid link. */
    take: (code) => {
      const payment = payments.byCode(code);
      if (!payment) return undefined;
      return database.insert("transactions", {
        payment_code: code,
        outcome: "approve",
        amount_minor: payment.amountMinor,
        final_status: "successful",
        settles_at: clock.now(),
        created_at: clock.now(),
      });
    },
  };

  app.post("/__sandbox/flutterwave/books", async ({ body }, reply) => {
    const change = changes[textIn(body, "change") ?? ""];
    const payment = payments.byReference(textIn(body, "txRef") ?? "");
    if (!change) return reply.code(400).send({ error: `change must be one of ${Object.keys(changes).join(", ")}.` });
    if (!payment) return reply.code(400).send({ error: "txRef is no payment's." });
    return { id: change(payment.code, body) ?? payments.latestOf(payment.code)?.id ?? null };
  });
}
