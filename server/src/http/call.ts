import type { profile, UserType } from "@idanimo/contract/accounts";
import type { InputOf, Operation, OutputOf, ProblemCodeOf } from "@idanimo/contract/operation";
import type { Result } from "@idanimo/contract/problems";

/** Who is signed in. */
export type Caller = {
  readonly userId: string;
  readonly userType: UserType;
  readonly signInId: string;
  readonly kind: "cookie" | "bearer";
  /** Whether the account's mailbox was proved. */
  readonly emailConfirmed: boolean;
  /** Read along with the sign-in check, where the operation asks for it. */
  readonly profile?: OutputOf<typeof profile>;
};

/** What a handler may know of the call besides its input. Addresses come from the trusted connection, never from the body. */
export type CallContext = {
  readonly requestId: string;
  readonly ip: string;
  readonly device: string;
  /** The sign-in token that came along, if any. */
  readonly token: string | undefined;
  readonly kind: "cookie" | "bearer";
  /** The cookies that came along, by name: one browser's own, readable by no script. */
  readonly cookies: Readonly<Record<string, string | undefined>>;
};

export type CallerOf<Op extends Operation> = Op["access"] extends "signed_in" ? Caller : undefined;

/** A use case behind an operation: parsed input in, value or declared refusal out. */
export type Handler<Op extends Operation> = (
  input: InputOf<Op>,
  caller: CallerOf<Op>,
  context: CallContext,
) => Promise<Result<OutputOf<Op>, ProblemCodeOf<Op>>>;

/** Finds who a token belongs to, null for nobody's; `active` says that this call counts as activity, `reads` what is read along in the
 * same statement, of a call that does not. */
export type Authenticate = (token: string, active: boolean, reads?: "profile") => Promise<Caller | null>;
