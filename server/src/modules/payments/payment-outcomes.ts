import { settlementOutcomes } from "./payment-store.ts";
import { walletPaymentOutcomes } from "./use-cases/wallet-payment.ts";

/** How payments end, as the metrics name it, by the way they are paid. */
export const paymentOutcomes = { wallet: walletPaymentOutcomes, card: settlementOutcomes } as const;
