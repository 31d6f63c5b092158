import type * as z from "zod/mini";
import type { searchPayload } from "../search-payload.ts";

/** An example of a type, of made-up people and companies, in `checks/<type>/details.ts`. */
export type CheckExample<Shown extends object = Readonly<Record<string, unknown>>> = {
  /** The values in the body of `createSession`; null for a type that is bought on the page of another result. */
  readonly search: z.input<typeof searchPayload> | null;
  /** The record, or the answer, if the subject shared every part. */
  readonly record: Shown;
};
