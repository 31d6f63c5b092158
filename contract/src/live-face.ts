import * as z from "zod/mini";
import type { Operation } from "./operation.ts";

/**
 * Live face: the capture page of a provider on its own origin, opened with a one-time ticket. No address contains
 * the NIN or a token; the image goes from the capture page to the provider, and we only receive its one-time
 * reference [LIVEFACE-01 O-42 F-05].
 */

/**
 * The reference that the capture page posts to its opener; the opener checks its origin, and the server checks it
 * too.
 */
export const faceReference = z.string().check(z.regex(/^lf_[A-Za-z0-9_-]{22}$/));

/** The message from the capture page. */
export const faceMessage = z.object({ type: z.literal("face_captured"), reference: faceReference });

/** A ticket for one capture, valid for 5 minutes. */
export const faceTicket = {
  method: "POST",
  path: "/verification/face-ticket",
  access: "signed_in",
  right: "requests:create",
  summary: "A one-time ticket for the capture page of a live face.",
  input: z.strictObject({}),
  output: z.object({
    /** The capture page with its ticket. */
    address: z.string(),
    /** The only origin whose message is accepted. */
    origin: z.string(),
    endsAt: z.string(),
  }),
  problems: ["not_offered"],
} as const satisfies Operation;
