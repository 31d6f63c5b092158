import { profile } from "@idanimo/contract/accounts";
import type { OutputOf } from "@idanimo/contract/operation";
import { checkPayment, paymentHistory } from "@idanimo/contract/wallet";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { call, type Problem } from "../../lib/call.ts";
import { useLiveUpdates } from "../../lib/live-updates.ts";
import { isPaymentUnknown } from "./rules.ts";

export type CheckedPayment = OutputOf<typeof checkPayment>["data"];

/** `unasked` while the payer is on the provider's page; then the server's state of the payment. */
export type PaymentCheckState =
  | { readonly kind: "unasked" | "asking" }
  | { readonly kind: "known"; readonly payment: CheckedPayment }
  | { readonly kind: "failed"; readonly problem: Problem };

/**
 * Checks a payment when `check` is called, and follows it while it is undecided or unknown: by live events, or by
 * polling without a stream. Refetches the balance each time [WALLET-11 PAY-12 T-27].
 */
export function usePaymentCheck(txRef: string): {
  readonly state: PaymentCheckState;
  readonly check: () => Promise<void>;
} {
  const client = useQueryClient();
  const [state, setState] = useState<PaymentCheckState>({ kind: "unasked" });
  const read = useCallback(async () => {
    const result = await call(checkPayment, { transactionRef: txRef });
    setState(result.ok ? { kind: "known", payment: result.value.data } : { kind: "failed", problem: result.problem });
    void client.invalidateQueries({ queryKey: [paymentHistory.path] });
    await client.invalidateQueries({ queryKey: [profile.path] });
  }, [client, txRef]);
  const check = useCallback(async () => {
    setState({ kind: "asking" });
    await read();
  }, [read]);

  const isUndecided =
    (state.kind === "known" && state.payment.status === "pending") ||
    (state.kind === "failed" && isPaymentUnknown(state.problem.code));
  useLiveUpdates({
    enabled: isUndecided,
    onEvent: (event) => {
      if (event.type === "payment_settled" && event.reference === txRef) void read();
    },
    poll: () => void read(),
  });
  return { state, check };
}
