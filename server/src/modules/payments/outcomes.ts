import { settlements } from "./payment-store.ts";
import { walletOutcomes } from "./use-cases/pay-from-wallet.ts";

/** How payments end, as the metrics name it, by the way they are paid. */
export const paymentOutcomes = { wallet: walletOutcomes, card: settlements } as const;
