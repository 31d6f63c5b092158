import type * as z from "zod/mini";
import type { ProblemCode, Problem } from "./problems.ts";

/** Who may call: anybody, or a signed-in user by cookie or bearer token. */
export type Access = "public" | "signed_in";

/**
 * One call of the API. `path` is relative to the API base; `{names}` in it are taken from the input. The other members of the
 * input travel as query (GET, DELETE) or as a JSON body (POST), so one object describes the call to both sides.
 */
export type Operation = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: `/${string}`;
  readonly access: Access;
  /** One sentence for the API description. */
  readonly summary: string;
  readonly input: z.ZodMiniType<Record<string, unknown>>;
  readonly output: z.ZodMiniType;
  /** What the handler may refuse with, besides what every call may meet. */
  readonly problems: readonly ProblemCode[];
  /** Moves money: an Idempotency-Key header is honoured. */
  readonly movesMoney?: true;
  /** Only for an account whose mailbox was proved: money and look-ups. Source: T-15. */
  readonly requiresConfirmedEmail?: true;
  /** Status of a good answer where it is not 200: 202 while the work goes on. */
  readonly statusOf?: (output: never) => 200 | 202;
  /** What is refused instead of `unavailable`, whose words would be untrue here: those say that nothing was charged. */
  readonly unavailableAs?: ProblemCode;
  /** Not an activity of the user: does not keep a sign-in alive (polls, profile refreshes, events). */
  readonly passive?: true;
  /** Gives the sign-in that calls another token: what is asked meanwhile with the old one is refused, and asked again. */
  readonly renewsSession?: true;
} & (
  | { readonly preloads?: never }
  | {
      readonly method: "GET";
      readonly passive: true;
      /** What is read in the one statement that checks the sign-in, and all that the answer is made of. */
      readonly preloads: "profile";
    }
);

/** Refusals that any call may meet before or around its handler. */
export const commonProblems = [
  "bad_input",
  "not_signed_in",
  "email_not_confirmed",
  "cross_site",
  "not_found",
  "method_not_allowed",
  "too_large",
  "unsupported_media",
  "same_key_other_body",
  "same_key_in_flight",
  "too_many_requests",
  "unexpected",
  "unavailable",
  "unconfirmed",
] as const satisfies readonly ProblemCode[];

/** What a handler receives and what a caller may send. */
export type InputOf<Op extends Operation> = z.output<Op["input"]>;
export type SentInputOf<Op extends Operation> = z.input<Op["input"]>;
/** What a handler answers and what a caller gets, with money as minor units. */
export type OutputOf<Op extends Operation> = z.output<Op["output"]>;
export type ProblemCodeOf<Op extends Operation> = Op["problems"][number] | (typeof commonProblems)[number];
export type OperationProblem<Op extends Operation> = Problem<ProblemCodeOf<Op>>;

/** Base of every path of an operation. */
export const apiBase = "/api/v2";

/** The names in a path's braces, in order. */
export function pathParameterNames(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}
