import type { PaymentEvent, PaymentState } from "@idanimo/contract/verification-states";
import type { TransitionTable } from "../../kernel/state-table.ts";

/**
 * All legal transitions of a card payment. The last three states may each still succeed once, if the provider
 * confirms.
 */
export const paymentTransitions = {
  initiated: {
    provider_confirmed: "succeeded",
    provider_refused: "failed",
    payer_cancelled: "cancelled",
    time_ran_out: "expired",
  },
  succeeded: {},
  failed: { provider_confirmed: "succeeded" },
  cancelled: { provider_confirmed: "succeeded" },
  expired: { provider_confirmed: "succeeded" },
} as const satisfies TransitionTable<PaymentState, PaymentEvent>;
