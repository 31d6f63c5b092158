import * as z from "zod/mini";
import { purpose } from "./consent.ts";
import { publicId } from "./fields.ts";
import type { Operation } from "./operation.ts";
import { outcomes } from "./verification-states.ts";

/**
 * The owner of a vehicle, on the result of its registration number. The owner's values are shown only after the owner
 * consents [CL-15].
 */

/**
 * - `not_asked`: the owner can be asked; `no_contact`: the register has no phone number of the owner
 * - `asking`: asked, and not answered yet; `shared`: the owner's values are in `data`
 * - `denied`, `no_answer`; `ended`: shared before, and withdrawn or expired since
 * - `not_possible`: the owner could not be asked; `outcome` says why
 */
export const plateOwnerStates = [
  "not_asked",
  "no_contact",
  "asking",
  "shared",
  "denied",
  "no_answer",
  "ended",
  "not_possible",
] as const;
export type PlateOwnerState = (typeof plateOwnerStates)[number];

/** Where a request to the owner of a vehicle stands. */
export const plateOwner = z.object({
  /** The result of the registration number. */
  resultId: publicId,
  /** The request to the owner; null if there is none. */
  requestId: z.nullable(publicId),
  state: z.enum(plateOwnerStates),
  outcome: z.nullable(z.enum(outcomes)),
  /** Until when the owner can answer. */
  deadline: z.nullable(z.string()),
  /** Until when the owner's values are shown. */
  goneAt: z.nullable(z.string()),
});
export type PlateOwner = z.output<typeof plateOwner>;

/**
 * Asks the owner of a vehicle over the phone number in the register, once per result, without a charge. Idempotent: a
 * repeated call with the same purpose returns the same request.
 */
export const askPlateOwner = {
  method: "POST",
  path: "/verification/ask-owner",
  access: "signed_in",
  right: "requests:create",
  summary: "Asks the owner of a vehicle, from the result of its registration number. Free of charge.",
  input: z.strictObject({ requestId: publicId, purpose }),
  output: z.object({ requestId: publicId }),
  problems: ["owner_not_askable", "owner_already_asked", "asked_recently"],
  acceptsIdempotencyKey: true,
  requiresConfirmedEmail: true,
  refusedWhileSuspended: true,
} as const satisfies Operation;
