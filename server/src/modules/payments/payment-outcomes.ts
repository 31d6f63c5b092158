import { settlementOutcomes } from "./store.ts";
import { walletPaymentOutcomes } from "./use-cases/wallet-payment.ts";

/** Outcomes of payments by method, as the metrics label them. */
export const paymentOutcomes = { wallet: walletPaymentOutcomes, card: settlementOutcomes } as const;
