import type { TestApp, TestPurchase, TestUser } from "../../../testing/app.ts";

/** The sandbox's signature of a webhook. */
export const webhookSecret = "sandbox-flw-secret-hash";

/** Transfers of a purchase that is paid by card. */
export const charge = ["VERIFICATION provider_cash>revenue 50000", "VERIFICATION provider_cash>tax 8800"];
export const topUpTransfer = (minor: bigint) => `TOPUP provider_cash>wallet ${minor}`;

export const webhookBody = (reference: string, but: object = {}) =>
  JSON.stringify({ event: "charge.completed", data: { id: 1, tx_ref: reference, status: "successful", ...but } });

export const check = (user: TestUser, reference: string) => user.get(`/payment/check?transactionRef=${reference}`);

/** Steps of tests of instant payments. @param app returns the application, which may start later */
export function createInstantPaymentSteps(app: () => TestApp) {
  const webhook = (body: string, headers: Record<string, string> = { "verif-hash": webhookSecret }) =>
    app().app.inject({
      method: "POST",
      url: "/api/v2/payment/webhook/flutterwave",
      payload: body,
      headers: { "content-type": "application/json", ...headers },
    });
  const advanceMinutes = (count: number) => app().setClockOffset(count * 60_000);

  /** Closes payments left open by earlier tests, so that the reconciler queries only those of the current test. */
  async function settleOpenPayments(): Promise<void> {
    await app().owner.query(
      "update payments set state = 'expired', checked_at = now(), created_at = now() - interval '9 days' where state = 'initiated'",
    );
    await app().owner.query("update payments set created_at = now() - interval '9 days'");
    app().providers.cardPayments.queried.length = 0;
  }

  /** Resets the clock, and checks that no job failed and all invariants are true. */
  async function verifyAfterTest(): Promise<void> {
    const failures = app().jobFailures();
    if (failures.length > 0)
      throw new AggregateError(
        failures.map(({ error }) => error),
        "a job failed",
      );
    await app().setClockOffset(0);
    await app().checkInvariants();
  }

  async function paymentState(reference: string): Promise<string | undefined> {
    const { rows } = await app().owner.query<{ state: string }>("select state from payments where reference = $1", [
      reference,
    ]);
    return rows[0]?.state;
  }
  async function purchaseState(bought: TestPurchase): Promise<string | undefined> {
    const { rows } = await app().owner.query<{ state: string }>("select state from purchases where id = $1", [
      bought.id,
    ]);
    return rows[0]?.state;
  }
  return { webhook, advanceMinutes, settleOpenPayments, verifyAfterTest, paymentState, purchaseState };
}
