import * as z from "zod/mini";
import { anyEmail, transactionReference } from "./fields.ts";
import { currency } from "./money.ts";

/** How a purchase was paid. */
export const paymentTypes = ["WALLET", "INSTANT"] as const;
export type PaymentType = (typeof paymentTypes)[number];
const paymentType = z.optional(z.enum(paymentTypes));

/** What a client of the earlier version sends when it claims to have paid. The server trusts none of it [F-07]. */
export const claimedPayment = {
  currency: z.optional(currency),
  userEmail: z.optional(anyEmail),
  paymentType,
  payment: z.optional(
    z.strictObject({
      currency: z.optional(currency),
      transactionID: z.optional(transactionReference),
      paymentType,
    }),
  ),
} as const;
