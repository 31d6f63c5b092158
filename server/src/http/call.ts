import type { profile, UserType } from "@idanimo/contract/accounts";
import type { InputOf, Operation, OutputOf, ProblemCodeOf } from "@idanimo/contract/operation";
import type { Right } from "@idanimo/contract/organisations/rights";
import type { Result } from "@idanimo/contract/problems";
import type { Scope } from "../database/database.ts";

/** A membership of the organisation for which a call acts. */
export type Membership = {
  readonly rights: ReadonlySet<Right>;
  /** The organisation requires a second sign-in step, and this member has none [TM-14]. */
  readonly lacksSecondFactor: boolean;
};

/** For whom a call acts: the owner of money, requests and records, and the person who makes it. */
export type Actor = {
  readonly userId: string;
  /** The person's own account, or an organisation. */
  readonly ownerId: string;
  /** Null for a person's own account, which has every right. */
  readonly member: Membership | null;
};

/** Whose rows a call may see: a member's own, and colleagues' with the right to. [TM-03] */
export const scopeOf = ({ userId, ownerId, member }: Actor): Scope =>
  member === null ? { owner: ownerId } : { owner: ownerId, member: { userId, rights: member.rights } };

/**
 * The same for work that considers the requests of all members: limits, and approvals of colleagues' requests. It
 * opens no record of a colleague.
 */
export function allRequestsScopeOf(actor: Actor): Scope {
  const { userId, ownerId, member } = actor;
  return member === null
    ? scopeOf(actor)
    : { owner: ownerId, member: { userId, rights: new Set(["requests:read_all"]) } };
}

/** The same for a file of records: a colleague's only with the right to all records. */
export function recordsScopeOf(actor: Actor): Scope {
  const { userId, ownerId, member } = actor;
  if (member === null) return scopeOf(actor);
  const rights: readonly Right[] = can(actor, "records:read_all") ? ["requests:read_all", "records:read_all"] : [];
  return { owner: ownerId, member: { userId, rights: new Set(rights) } };
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
};

/**
 * Finds the user of a session token: null without a usable session, `outsider` if they are no active member of the
 * organisation.
 */
export type Authenticate = (request: Identification) => Promise<Caller | "outsider" | null>;
