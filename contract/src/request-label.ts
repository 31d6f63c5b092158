import * as z from "zod/mini";
import { publicId } from "./fields.ts";
import { requestLabelMaxLength } from "./limits.ts";
import type { Operation } from "./operation.ts";
import { singleLine } from "./plain-text.ts";
import * as texts from "./texts.ts";

/**
 * The requester's private note of whom or what a request is about, such as `Candidate: Chinedu`. Only its account
 * sees it: never the subject, and no log.
 */
export const requestLabel = singleLine(requestLabelMaxLength, { tooLong: texts.requestLabelTooLong });

/** Sets or removes the label of one request of this account. Idempotent. */
export const labelRequest = {
  method: "POST",
  path: "/verification/label",
  access: "signed_in",
  right: "requests:create",
  summary: "Sets the private label of one request; an empty label removes it.",
  input: z.strictObject({ requestId: publicId, label: requestLabel }),
  output: z.object({ label: z.nullable(z.string()) }),
  problems: [],
} as const satisfies Operation;

/** The words of a label or of a search text, for finding one by the other: lower case, without punctuation. */
export const labelWords = (text: string): readonly string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
