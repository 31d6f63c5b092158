import { profile } from "@idanimo/contract/accounts";
import type { OutputOf } from "@idanimo/contract/operation";
import { checkPayment, paymentHistory } from "@idanimo/contract/wallet";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { call, type Problem } from "../../lib/call.ts";
import { useLive } from "../../lib/live.ts";
import { isNoWord } from "./rules.ts";

export type Checked = OutputOf<typeof checkPayment>["data"];

/** `unasked` while the payer is at the provider's page; then what the server says about the payment. */
export type Standing =
  | { readonly kind: "unasked" | "asking" }
  | { readonly kind: "known"; readonly payment: Checked }
  | { readonly kind: "failed"; readonly problem: Problem };

/**
 * Asks where a payment stands when `ask` is called, and follows it by itself while the provider has not decided or nobody could
 * say: at the live event, and by the poll where no stream is open. The balance is asked again each time. Source: WALLET-11, PAY-12, T-27.
 */
export function usePaymentCheck(txRef: string): { readonly standing: Standing; readonly ask: () => Promise<void> } {
  const client = useQueryClient();
  const [standing, setStanding] = useState<Standing>({ kind: "unasked" });
  const read = useCallback(async () => {
    const answer = await call(checkPayment, { transactionRef: txRef });
    setStanding(
      answer.ok ? { kind: "known", payment: answer.value.data } : { kind: "failed", problem: answer.problem },
    );
    void client.invalidateQueries({ queryKey: [paymentHistory.path] });
    await client.invalidateQueries({ queryKey: [profile.path] });
  }, [client, txRef]);
  const ask = useCallback(async () => {
    setStanding({ kind: "asking" });
    await read();
  }, [read]);

  const undecided =
    (standing.kind === "known" && standing.payment.status === "pending") ||
    (standing.kind === "failed" && isNoWord(standing.problem.code));
  useLive({
    active: undecided,
    onEvent: (event) => {
      if (event.type === "payment_settled" && event.reference === txRef) void read();
    },
    poll: () => void read(),
  });
  return { standing, ask };
}
