import type { profile, UserType } from "@idanimo/contract/accounts";
import type { SearchType } from "@idanimo/contract/catalogue";
import type { Mode } from "@idanimo/contract/developers/mode";
import { type KeyScope, resultsScopes } from "@idanimo/contract/developers/scopes";
import type { ApiVersion } from "@idanimo/contract/developers/versions";
import type { InputOf, Operation, OutputOf, ProblemCodeOf } from "@idanimo/contract/operation";
import type { Right } from "@idanimo/contract/organisations/rights";
import type { Problem, Result } from "@idanimo/contract/problems";
import type { Scope } from "../database/database.ts";
import type { LimitState } from "./rate-limits.ts";

/** A membership of the organisation for which a call acts. */
export type Membership = {
  readonly rights: ReadonlySet<Right>;
  /** The organisation requires a second sign-in step, and this member has none [TM-14]. */
  readonly lacksSecondFactor: boolean;
};

/** The API key of a call. */
export type KeyCredential = {
  readonly id: string;
  readonly mode: Mode;
  /** Without those that its creator may no longer give. */
  readonly scopes: ReadonlySet<KeyScope>;
  /** Of the key or of its organisation, whichever is nearer to its end. */
  readonly limit: LimitState;
  /** Of the response to this call [DP-16]. */
  readonly version: ApiVersion;
};

/** For whom a call acts: the owner of money, requests and records, and the person who makes it. */
export type Actor = {
  readonly userId: string;
  /** The person's own account, or an organisation. */
  readonly ownerId: string;
  /** Null for a person's own account, which has every right. */
  readonly member: Membership | null;
  /** Of a call with an API key: `userId` is its creator, and the rights are those that its scopes include [DP-02]. */
  readonly key?: KeyCredential;
};

/** Whose rows a call may see: a member's own, and colleagues' with the right to. [TM-03] */
export const scopeOf = (actor: Actor): Scope =>
  actor.member === null ? { owner: actor.ownerId } : memberScope(actor, actor.member.rights);

const memberScope = ({ userId, ownerId, key }: Actor, rights: ReadonlySet<Right>): Scope => ({
  owner: ownerId,
  member: { userId, rights, keyId: key?.id },
});

/**
 * The same for work that considers the requests of all members: limits, and approvals of colleagues' requests. It
 * opens no record of a colleague.
 */
export function allRequestsScopeOf(actor: Actor): Scope {
  return actor.member === null ? scopeOf(actor) : memberScope(actor, new Set(["requests:read_all"]));
}

/** The same for a file of records: a colleague's only with the right to all records. */
export function recordsScopeOf(actor: Actor): Scope {
  if (actor.member === null) return scopeOf(actor);
  const rights: readonly Right[] = can(actor, "records:read_all") ? ["requests:read_all", "records:read_all"] : [];
  return memberScope(actor, new Set(rights));
}

/** Whether the caller may do this for the owner. A person's own account has every right. */
export const can = ({ member }: Actor, right: Right): boolean => member === null || member.rights.has(right);

/** The member whose requests alone the caller may list; null for all. */
export const onlyRequestsOf = (actor: Actor): string | null => (can(actor, "requests:read_all") ? null : actor.userId);

/** The signed-in user of a request. */
export type Caller = Actor & {
  /** Of the owner: an organisation counts as a business. */
  readonly userType: UserType;
  readonly signInId: string;
  readonly kind: "cookie" | "bearer";
  /** Whether the account's email address was confirmed. */
  readonly emailConfirmed: boolean;
  /** Whether operators suspended the user or the owner: nothing is created, paid or topped up [OC-09]. */
  readonly isSuspended: boolean;
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

/** How to find a caller. */
export type Identification = {
  readonly token: string;
  /** Whether the request counts as activity; never for one that includes the profile. */
  readonly active: boolean;
  /** The organisation that the request names; undefined for the account of the caller's own id. */
  readonly organisationId: string | undefined;
  /** What to read in the same statement. */
  readonly reads?: "profile" | undefined;
  /** Where the call comes from; an API key may be limited to some addresses. */
  readonly address?: string;
  /** The version header of the request, as it was sent. */
  readonly version?: string | undefined;
};

/** Why an API key was rejected. */
export type RejectedKey = {
  readonly rejected: Problem<
    "key_invalid" | "key_ended" | "address_not_allowed" | "too_many_requests" | "unknown_version" | "version_ended"
  >;
  /** Of a known key. */
  readonly limit?: LimitState;
  readonly version?: ApiVersion | undefined;
};

/**
 * Finds the user of a session token or an API key: null without a usable session, `outsider` if they are no active
 * member of the organisation.
 */
export type Authenticate = (request: Identification) => Promise<Caller | "outsider" | null | RejectedKey>;

/** The same for session tokens alone. */
export type AuthenticateSession = (request: Identification) => Promise<Caller | "outsider" | null>;

/** Whether a key may open the record of a request; a person's only if a key made the request [DP-02]. */
export function mayKeyOpen(
  key: KeyCredential | undefined,
  { searchType, madeByKey }: { readonly searchType: SearchType; readonly madeByKey: boolean },
): boolean {
  if (key === undefined) return true;
  const scope = resultsScopes[searchType];
  return key.scopes.has(scope) && (scope !== "results:person" || madeByKey);
}
