import * as z from "zod/mini";
import { claimedPayment } from "./claimed-payment.ts";
import { publicId, searchCacId, sessionCode } from "./fields.ts";
import { currency } from "./money.ts";
import type { Operation } from "./operation.ts";
import { singleLine } from "./plain-text.ts";
import { stakeholderRecord } from "./checks/company/record.ts";

/**
 * The stakeholders of a company on a business result of the caller. They are bought with a payment of type
 * STAKEHOLDERS (`wallet.ts`), from which the server makes a purchase with one `stakeholders` lookup [O-38].
 */

/** Which company of which result. */
export const companyChoice = z.object({ requestId: publicId, cacId: searchCacId });
export type CompanyChoice = z.output<typeof companyChoice>;

/**
 * State of the stakeholder lookup of one company. `returned`: it failed and the money was refunded to the wallet.
 */
export const stakeholderStates = ["not_bought", "running", "found", "returned"] as const;
export type StakeholderState = (typeof stakeholderStates)[number];

const stakeholdersResponse = z.object({
  status: z.literal(["success", "processing"]),
  data: z.object({
    business: z.object({
      /** 1 if `data` is the result of the lookup, which may be an empty list. */
      success: z.literal([0, 1]),
      message: z.string(),
      state: z.enum(stakeholderStates),
      data: z.array(stakeholderRecord),
      /**
       * The currency of the result's purchase: its stakeholders are priced in it too, unless the caller asks for
       * the other one [O-22].
       */
      currency,
    }),
  }),
});

/** Members that a client of the earlier version sends. The server trusts none of them [F-07]. */
const ignoredFields = {
  sessionCode: z.optional(sessionCode),
  sessionStatus: z.optional(singleLine(20)),
  stakeholders: z.optional(singleLine(20)),
  ...claimedPayment,
} as const;

/** Reads what is already paid for; starts nothing and does not wait. Called when a page opens. */
export const readStakeholders = {
  method: "POST",
  path: "/verification/call-external-apis",
  access: "signed_in",
  right: ["records:read_own", "records:read_all"],
  summary: "The stakeholders of one company of a business result, as far as they are paid for.",
  input: z.strictObject({ ...ignoredFields, business: companyChoice }),
  output: stakeholdersResponse,
  problems: [],
  passive: true,
} as const satisfies Operation;

/** Completes a paid lookup: waits up to 20 s for it, else 202. Idempotent. */
export const completeStakeholders = {
  method: "POST",
  path: "/verification/complete",
  access: "signed_in",
  right: "requests:create",
  summary: "Waits for a paid stakeholder check and returns what it found, or that it is still running.",
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
