import type { profile, UserType } from "@idanimo/contract/accounts";
import type { InputOf, Operation, OutputOf, ProblemCodeOf } from "@idanimo/contract/operation";
import type { Result } from "@idanimo/contract/problems";

/** The signed-in user of a request. */
export type Caller = {
  readonly userId: string;
  readonly userType: UserType;
  readonly signInId: string;
  readonly kind: "cookie" | "bearer";
  /** Whether the account's email address was confirmed. */
  readonly emailConfirmed: boolean;
  /** Read together with the session, if the operation requests it. */
  readonly profile?: OutputOf<typeof profile>;
};

/**
 * What a handler may know of the request besides its input. Addresses come from the trusted connection, never from
 * the body.
 */
export type CallContext = {
  readonly requestId: string;
  readonly ip: string;
  readonly device: string;
  /** The session token of the request, if any. */
  readonly token: string | undefined;
  readonly kind: "cookie" | "bearer";
  /** The request's cookies by name. */
  readonly cookies: Readonly<Record<string, string | undefined>>;
};

export type CallerOf<Op extends Operation> = Op["access"] extends "signed_in" ? Caller : undefined;

/** A use case behind an operation: takes parsed input, returns the output or a declared problem. */
export type Handler<Op extends Operation> = (
  input: InputOf<Op>,
  caller: CallerOf<Op>,
  context: CallContext,
) => Promise<Result<OutputOf<Op>, ProblemCodeOf<Op>>>;

/**
 * Finds the user of a session token, or null.
 * @param active whether the request counts as activity; never for one that includes the profile
 * @param reads what to read in the same statement
 */
export type Authenticate = (token: string, active: boolean, reads?: "profile") => Promise<Caller | null>;
