import * as z from "zod/mini";
import { publicId } from "../fields.ts";
import type { Operation } from "../operation.ts";
import { scimTokenMaxDays } from "./limits.ts";
import { roleReference } from "./organisations.ts";
import * as texts from "./texts.ts";

/** Provisioning of members by a directory, SCIM 2.0: its tokens, and the roles that its groups give [TM-12]. */

/** Base of the SCIM calls, relative to the API base. Their bodies are those of RFC 7643 and 7644. */
export const scimPath = "/scim/v2";
export const scimContentType = "application/scim+json";

/** How a token begins, so that people and scanners recognise it. */
export const scimTokenPrefix = "idn_scim_";
export const scimTokenPattern = /^idn_scim_[A-Za-z0-9]{40}$/;

const scimToken = z.object({
  id: publicId,
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Null until the directory calls with it for the first time. */
  lastUsedAt: z.nullable(z.string()),
});
export type ScimToken = z.output<typeof scimToken>;

export const scimTokens = {
  method: "GET",
  path: "/organisation/scim-tokens",
  access: "signed_in",
  right: "sso:manage",
  summary: "The SCIM tokens of the organisation without their secrets, and the address that a directory calls.",
  input: z.strictObject({}),
  output: z.object({ address: z.string(), tokens: z.array(scimToken) }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** The secret is in this response only. */
export const createScimToken = {
  method: "POST",
  path: "/organisation/scim-tokens",
  access: "signed_in",
  right: "sso:manage",
  summary: "Creates a SCIM token.",
  input: z.strictObject({
    expiresInDays: z
      .number(texts.scimTokenDaysInvalid)
      .check(
        z.int(texts.scimTokenDaysInvalid),
        z.minimum(1, texts.scimTokenDaysInvalid),
        z.maximum(scimTokenMaxDays, texts.scimTokenDaysInvalid),
      ),
  }),
  output: z.object({ id: publicId, token: z.string(), expiresAt: z.string() }),
  problems: ["organisation_full"],
} as const satisfies Operation;

export const endScimToken = {
  method: "DELETE",
  path: "/organisation/scim-tokens/{id}",
  access: "signed_in",
  right: "sso:manage",
  summary: "Ends a SCIM token at once.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies Operation;

const scimGroup = z.object({
  id: publicId,
  name: z.string(),
  members: z.number(),
  /** The role that its members have; null: none. */
  role: z.nullable(roleReference),
});
export type ScimGroup = z.output<typeof scimGroup>;

export const scimGroups = {
  method: "GET",
  path: "/organisation/scim-groups",
  access: "signed_in",
  right: "sso:manage",
  summary: "The groups that the directory sent, by name, with the role of each.",
  input: z.strictObject({}),
  output: z.object({ groups: z.array(scimGroup) }),
  problems: [],
  passive: true,
} as const satisfies Operation;

export const mapScimGroup = {
  method: "POST",
  path: "/organisation/scim-groups/{id}",
  access: "signed_in",
  right: "sso:manage",
  summary: "Sets the role that the members of a group have. No group gives the role of an owner.",
  input: z.strictObject({ id: publicId, role: z.nullable(roleReference) }),
  output: z.object({ group: scimGroup }),
  problems: [],
} as const satisfies Operation;
