import * as z from "zod/mini";
import { claimedPayment } from "./claimed-payment.ts";
import { publicId, searchCacId, sessionCode } from "./fields.ts";
import { currency } from "./money.ts";
import type { Operation } from "./operation.ts";
import { singleLine } from "./plain-text.ts";
import { stakeholderRecord } from "./records.ts";

/**
 * The stakeholders of a company that is on a business result of the caller. It is bought with a payment of type STAKEHOLDERS
 * (`wallet.ts`), from which the server makes a purchase with one `stakeholders` look-up. Source: B§4, B§7, O-38, design 3.
 */

/** Which company of which result. */
export const companyChoice = z.object({ requestId: publicId, cacId: searchCacId });
export type CompanyChoice = z.output<typeof companyChoice>;

/** Where the stakeholders of one company stand. `returned`: it could not be done and the money is back in the wallet. */
export const stakeholderStates = ["not_bought", "running", "found", "returned"] as const;
export type StakeholderState = (typeof stakeholderStates)[number];

const stakeholdersResponse = z.object({
  status: z.literal(["success", "processing"]),
  data: z.object({
    business: z.object({
      /** 1 when `data` is what was found, which may be nobody at all. */
      success: z.literal([0, 1]),
      message: z.string(),
      state: z.enum(stakeholderStates),
      data: z.array(stakeholderRecord),
      /** What the result was bought in: its stakeholders are priced in it too, unless another one is asked for. Source: O-22. */
      currency,
    }),
  }),
});

/** What a client of the source sends along. Nothing of it is believed. */
const ignoredFields = {
  sessionCode: z.optional(sessionCode),
  sessionStatus: z.optional(singleLine(20)),
  stakeholders: z.optional(singleLine(20)),
  ...claimedPayment,
} as const;

/** Reads what is already paid for; starts nothing and waits for nothing. A page opens with it. */
export const readStakeholders = {
  method: "POST",
  path: "/verification/call-external-apis",
  access: "signed_in",
  summary: "The stakeholders of one company of a business result, as far as they are paid for.",
  input: z.strictObject({ ...ignoredFields, business: companyChoice }),
  output: stakeholdersResponse,
  problems: [],
  passive: true,
} as const satisfies Operation;

/** Ends a paid look-up: waits up to 20 s for it, else 202. Repeating it gives the same answer and starts nothing. */
export const completeStakeholders = {
  method: "POST",
  path: "/verification/complete",
  access: "signed_in",
  summary: "Waits for a paid stakeholder look-up and answers what it found, or says that it is still running.",
  input: z.strictObject({
    ...ignoredFields,
    requestId: z.optional(publicId),
    cacId: z.optional(searchCacId),
    business: companyChoice,
  }),
  output: stakeholdersResponse,
  problems: [],
  passive: true,
  statusOf: (output: { readonly status: string }) => (output.status === "processing" ? 202 : 200),
} as const satisfies Operation;
