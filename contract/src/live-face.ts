import * as z from "zod/mini";
import type { Operation } from "./operation.ts";

/**
 * Live face: the capture page of a provider on its own origin, opened with a one-time ticket. Neither NIN nor token is in any
 * address; the picture goes from the capture page to the provider, and we only ever hold its one-time reference. Source: LIVEFACE,
 * O-42, F-05.
 */

/** What the capture page hands to the page that opened it, checked by origin there and by the server here. */
export const faceReference = z.string().check(z.regex(/^lf_[A-Za-z0-9_-]{22}$/));

/** The message from the capture page. */
export const faceMessage = z.object({ type: z.literal("face_captured"), reference: faceReference });

/** A ticket for one capture, good for 5 minutes. */
export const faceTicket = {
  method: "POST",
  path: "/verification/face-ticket",
  access: "signed_in",
  summary: "A one-time ticket for the capture page of a live face.",
  input: z.strictObject({}),
  output: z.object({
    /** The capture page with its ticket. */
    address: z.string(),
    /** Where its message must come from. */
    origin: z.string(),
    endsAt: z.string(),
  }),
  problems: ["not_offered"],
} as const satisfies Operation;
