import * as z from "zod/mini";
import { cursor, email, officeAddress, publicId, rcNumber } from "../fields.ts";
import type { Operation } from "../operation.ts";
import { requiredLine } from "../plain-text.ts";
import { rights } from "./rights.ts";
import * as texts from "./texts.ts";

/** Memberships of the caller, and the settings of the active organisation. */

export const organisationName = requiredLine(texts.organisationNameRequired, 200);

/** A built-in role by its name, or a custom one by its id. */
export const roleReference = z.string().check(z.regex(/^([a-z]{1,20}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/));
export const roleReferences = z
  .array(roleReference, texts.rolesRequired)
  .check(z.minLength(1, texts.rolesRequired), z.maxLength(20));
export const rightName = z.enum(rights);

/** A role as members see it. */
export const roleLabel = z.object({ id: roleReference, name: z.string() });

export const membership = z.object({
  organisationId: publicId,
  name: z.string(),
  /** Whether the company register confirmed its number and name. */
  verified: z.boolean(),
  roles: z.array(roleLabel),
});
export type Membership = z.output<typeof membership>;

export const organisationList = {
  method: "GET",
  path: "/organisations",
  access: "signed_in",
  right: "personal",
  summary: "The organisations of which the caller is a member, by name.",
  input: z.strictObject({}),
  output: z.object({ organisations: z.array(membership) }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** Its creator becomes the first owner. */
export const createOrganisation = {
  method: "POST",
  path: "/organisations",
  access: "signed_in",
  right: "personal",
  summary: "Creates an organisation with a wallet of its own.",
  input: z.strictObject({ name: organisationName }),
  output: z.object({ organisation: membership }),
  problems: [],
  requiresConfirmedEmail: true,
} as const satisfies Operation;

/** What an organisation gives before it can make checks, with its name in a sentence. */
export const liveFactNames = {
  rc_number: "RC number",
  office_address: "office address",
  terms: "acceptance of the terms",
} as const;
export type LiveFact = keyof typeof liveFactNames;
export const liveFacts = ["rc_number", "office_address", "terms"] as const satisfies readonly LiveFact[];

const settings = z.object({
  id: publicId,
  name: z.string(),
  rcNumber: z.nullable(z.string()),
  officeAddress: z.nullable(z.string()),
  verified: z.boolean(),
  /** Whether it may make live checks: it has given its number, its address and accepted the terms. */
  liveEnabled: z.boolean(),
  mfaRequired: z.boolean(),
  /** Days without activity after which a member is suspended: 14 to 365. */
  idleDays: z.number(),
  defaultRole: roleReference,
  createdAt: z.string(),
});
export type OrganisationSettings = z.output<typeof settings>;

export const readOrganisation = {
  method: "GET",
  path: "/organisation",
  access: "signed_in",
  right: ["members:manage", "rules:manage", "sso:manage", "audit:read", "requests:create", "requests:read_all"],
  summary: "The settings of the active organisation.",
  input: z.strictObject({}),
  output: settings,
  problems: [],
  passive: true,
} as const satisfies Operation;

/** Changes only the members that are sent. */
export const updateOrganisation = {
  method: "POST",
  path: "/organisation",
  access: "signed_in",
  right: "members:manage",
  summary: "Changes the settings in the request.",
  input: z.strictObject({
    name: z.optional(organisationName),
    rcNumber: z.optional(rcNumber),
    officeAddress: z.optional(officeAddress),
    acceptTerms: z.optional(z.literal(true)),
    mfaRequired: z.optional(z.boolean()),
    idleDays: z.optional(z.number().check(z.int(), z.minimum(14), z.maximum(365))),
    defaultRole: z.optional(roleReference),
  }),
  output: settings,
  problems: [],
} as const satisfies Operation;

export const memberStates = ["active", "suspended", "removed"] as const;
export type MemberState = (typeof memberStates)[number];

const member = z.object({
  userId: publicId,
  name: z.string(),
  email: z.string(),
  state: z.enum(memberStates),
  roles: z.array(roleLabel),
  joinedAt: z.string(),
  lastActiveAt: z.string(),
  /** Whether the member signs in with a second step. */
  secondFactor: z.boolean(),
});
export type OrganisationMember = z.output<typeof member>;

const invitation = z.object({
  id: publicId,
  email: z.string(),
  roles: z.array(roleLabel),
  expiresAt: z.string(),
});
export type OpenInvitation = z.output<typeof invitation>;

export const organisationMembers = {
  method: "GET",
  path: "/organisation/members",
  access: "signed_in",
  right: ["members:manage", "requests:read_all"],
  summary: "Members without removed ones, by time of joining; invitations that are open, on the first page.",
  input: z.strictObject({ after: cursor }),
  output: z.object({
    members: z.array(member),
    invitations: z.array(invitation),
    next: z.nullable(z.string()),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** The response is the same whether the address has an account. The link works once, for 7 days, for that address [TM-01]. */
export const inviteMember = {
  method: "POST",
  path: "/organisation/invitations",
  access: "signed_in",
  right: "members:manage",
  summary: "Invites an email address with roles.",
  input: z.strictObject({ email, roles: roleReferences }),
  output: z.object({ id: publicId, expiresAt: z.string() }),
  problems: ["already_member", "already_invited", "organisation_full", "right_not_held"],
} as const satisfies Operation;

export const revokeInvitation = {
  method: "DELETE",
  path: "/organisation/invitations/{id}",
  access: "signed_in",
  right: "members:manage",
  summary: "Revokes an open invitation.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies Operation;

/** A secret in an emailed link: 256 random bits in base64url. */
const invitationToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/** Anyone with the link may read it, before signing in; it names the organisation, the inviting member and the roles. */
export const openInvitation = {
  method: "POST",
  path: "/invitations/open",
  access: "public",
  summary: "What an invitation is about.",
  input: z.strictObject({ token: invitationToken }),
  output: z.object({
    organisationName: z.string(),
    invitedBy: z.string(),
    /** Masked. */
    email: z.string(),
    roles: z.array(roleLabel),
    expiresAt: z.string(),
  }),
  problems: ["invitation_ended"],
} as const satisfies Operation;

export const acceptInvitation = {
  method: "POST",
  path: "/invitations/accept",
  access: "signed_in",
  right: "personal",
  summary: "Joins the organisation, with the account that has the invited address.",
  input: z.strictObject({ token: invitationToken }),
  output: z.object({ organisationId: publicId }),
  problems: ["wrong_email", "invitation_ended", "organisation_full"],
  requiresConfirmedEmail: true,
} as const satisfies Operation;

export const changeMember = {
  method: "POST",
  path: "/organisation/members/{userId}",
  access: "signed_in",
  right: "members:manage",
  summary: "Changes the roles of a member, or suspends or reactivates them.",
  input: z.strictObject({
    userId: publicId,
    roles: z.optional(roleReferences),
    state: z.optional(z.enum(["active", "suspended"])),
  }),
  output: z.object({ member }),
  problems: ["last_owner", "right_not_held"],
} as const satisfies Operation;

/** Also a member's own way to leave. */
export const removeMember = {
  method: "DELETE",
  path: "/organisation/members/{userId}",
  access: "signed_in",
  right: "personal",
  summary: "Removes a member, or leaves the organisation.",
  input: z.strictObject({ userId: publicId }),
  output: z.object({ result: z.literal("success") }),
  problems: ["last_owner", "right_not_held"],
} as const satisfies Operation;

const role = z.object({
  id: roleReference,
  name: z.string(),
  rights: z.array(rightName),
  builtIn: z.boolean(),
});
export type OrganisationRole = z.output<typeof role>;

export const organisationRoles = {
  method: "GET",
  path: "/organisation/roles",
  access: "signed_in",
  right: ["members:manage", "roles:manage", "requests:read_all"],
  summary: "Built-in and custom roles with their rights.",
  input: z.strictObject({}),
  output: z.object({ roles: z.array(role) }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** Creates a role, or with an id replaces its name and rights. */
export const saveRole = {
  method: "POST",
  path: "/organisation/roles",
  access: "signed_in",
  right: "roles:manage",
  summary: "Creates or changes a custom role.",
  input: z.strictObject({
    id: z.optional(publicId),
    name: requiredLine(texts.roleNameRequired, 60),
    rights: z.array(rightName, texts.rightsRequired).check(z.minLength(1, texts.rightsRequired), z.maxLength(30)),
  }),
  output: z.object({ role }),
  problems: ["right_not_held", "organisation_full"],
} as const satisfies Operation;

export const removeRole = {
  method: "DELETE",
  path: "/organisation/roles/{id}",
  access: "signed_in",
  right: "roles:manage",
  summary: "Removes a custom role that no member has.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ result: z.literal("success") }),
  problems: ["role_in_use"],
} as const satisfies Operation;
