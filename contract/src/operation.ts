import type * as z from "zod/mini";
import type { Right } from "./organisations/rights.ts";
import type { ProblemCode, Problem } from "./problems.ts";

/** Who may call: anyone, or a signed-in user by cookie or bearer token. */
export type Access = "public" | "signed_in";

/**
 * What a member needs to make a call for an organisation: a right, or one of several. `personal`: the call is about
 * the caller's own sign-in, whatever the organisation. A person's own account has every right [TM-02].
 */
export type RequiredRight = Right | readonly Right[] | "personal";

/** The organisation for which a browser's call acts; without it, the account of the caller's own id. */
export const organisationHeader = "Idanimo-Organisation";
/** The same in the address of a download, which a browser opens without our headers. */
export const organisationQuery = "organisation";

/**
 * One call of the API. `path` is relative to the API base; `{names}` in it are taken from the input. The other members of the
 * input travel as query (GET, DELETE) or as a JSON body (POST), so one object describes the call to both sides.
 */
export type OperationShape = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: `/${string}`;
  readonly access: Access;
  /** One sentence for the API description. */
  readonly summary: string;
  readonly input: z.ZodMiniType<Record<string, unknown>>;
  readonly output: z.ZodMiniType;
  /** Problems of the handler, besides those of every call. */
  readonly problems: readonly ProblemCode[];
  /** Moves money, creates a purchase or asks a person: an Idempotency-Key header makes a repetition harmless. */
  readonly acceptsIdempotencyKey?: true;
  /** Only for an account with a confirmed email: payments and lookups [T-15]. */
  readonly requiresConfirmedEmail?: true;
  /** Creates or pays a request, or adds money: not for a suspended account, nor for a suspended organisation [OC-09]. */
  readonly refusedWhileSuspended?: true;
  /** Status of a success response other than 200: 202 while the work continues. */
  readonly statusOf?: (output: never) => 200 | 202;
  /**
   * The problem returned instead of `unavailable`, whose text says that nothing was charged, if that would be
   * untrue.
   */
  readonly unavailableAs?: ProblemCode;
  /** Not an activity of the user: does not extend the session (polls, profile refreshes, events). */
  readonly passive?: true;
  /** Rotates the token of the calling session: concurrent calls with the old token are rejected and retried. */
  readonly renewsSession?: true;
};

/** A call of the API, with what its caller needs. */
export type Operation = OperationShape &
  (
    | { readonly access: "public"; readonly right?: never }
    | { readonly access: "signed_in"; readonly right: RequiredRight }
  ) &
  (
    | { readonly preloads?: never }
    | {
        readonly method: "GET";
        readonly passive: true;
        /** Read by the statement that checks the session; the response consists of nothing else. */
        readonly preloads: "profile";
      }
  );

/** Problems that any call may return before or around its handler. */
export const commonProblems = [
  "bad_input",
  "not_signed_in",
  "email_not_confirmed",
  "account_suspended",
  "right_missing",
  "second_factor_required",
  "key_invalid",
  "key_ended",
  "scope_missing",
  "address_not_allowed",
  "secret_in_address",
  "unknown_version",
  "version_ended",
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
export type InputOf<Op extends OperationShape> = z.output<Op["input"]>;
export type SentInputOf<Op extends OperationShape> = z.input<Op["input"]>;
/** What a handler returns and what a caller gets, with money as minor units. */
export type OutputOf<Op extends OperationShape> = z.output<Op["output"]>;
export type ProblemCodeOf<Op extends OperationShape> = Op["problems"][number] | (typeof commonProblems)[number];
export type OperationProblem<Op extends OperationShape> = Problem<ProblemCodeOf<Op>>;

/** Whether a call is about an organisation as such: for a person's own account there is nothing at its path [TM-15]. */
export const isOrganisationPath = (path: string): boolean =>
  /^\/(organisation|developers\/(keys|requests|version|webhooks))(\/|\.|$)/.test(path);

/** Base of every path of an operation. */
export const apiBase = "/api/v2";

/** The names in a path's braces, in order. */
export function pathParameterNames(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}
