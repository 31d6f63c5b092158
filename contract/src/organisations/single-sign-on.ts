import * as z from "zod/mini";
import { email, publicId } from "../fields.ts";
import type { Operation } from "../operation.ts";
import * as texts from "./texts.ts";

/** Email domains of an organisation, and its OpenID Connect connection [TM-11]. */

const domainPattern = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/** A domain in lower case, as in an email address. */
export const domainName = z.pipe(
  z.pipe(
    z.string(texts.domainRequired),
    z.transform((typed) => typed.trim().replace(/^@/, "").replace(/\.$/, "").toLowerCase()),
  ),
  z.string().check(z.minLength(1, texts.domainRequired), z.regex(domainPattern, texts.domainInvalid)),
);

/** The domain of an email address. */
export const domainOfEmail = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

const organisationDomain = z.object({
  domain: z.string(),
  /** The TXT record that verifies the domain: its name is the domain itself. */
  record: z.string(),
  verifiedAt: z.nullable(z.string()),
});
export type OrganisationDomain = z.output<typeof organisationDomain>;

export const organisationDomains = {
  method: "GET",
  path: "/organisation/domains",
  access: "signed_in",
  right: "sso:manage",
  summary: "The email domains of the organisation, with the DNS record that verifies each.",
  input: z.strictObject({}),
  output: z.object({ domains: z.array(organisationDomain) }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** Adding a domain again returns the same record. */
export const addDomain = {
  method: "POST",
  path: "/organisation/domains",
  access: "signed_in",
  right: "sso:manage",
  summary: "Adds an email domain; it counts once its DNS record was found.",
  input: z.strictObject({ domain: domainName }),
  output: z.object({ domain: organisationDomain }),
  problems: ["domain_taken", "organisation_full"],
} as const satisfies Operation;

export const checkDomain = {
  method: "POST",
  path: "/organisation/domains/{domain}/check",
  access: "signed_in",
  right: "sso:manage",
  summary: "Looks for the DNS record of a domain now.",
  input: z.strictObject({ domain: domainName }),
  output: z.object({ domain: organisationDomain }),
  problems: ["domain_taken", "domain_record_missing", "domain_unreachable"],
} as const satisfies Operation;

export const removeDomain = {
  method: "DELETE",
  path: "/organisation/domains/{domain}",
  access: "signed_in",
  right: "sso:manage",
  summary: "Removes a domain: single sign-on ends for its addresses.",
  input: z.strictObject({ domain: domainName }),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies Operation;

export const ssoStates = ["off", "offered", "enforced"] as const;
export type SsoState = (typeof ssoStates)[number];

const issuerUrl = z
  .string(texts.issuerInvalid)
  .check(z.trim(), z.maxLength(500), z.regex(/^https?:\/\/[A-Za-z0-9\-._~:/[\]%!$&'()*+,;=]+$/, texts.issuerInvalid));
const clientText = (message: string, most: number) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(most), z.regex(/^[\x20-\x7E]+$/, message));

const ssoSettings = z.object({
  /** Null until a connection was saved. The client secret is never returned. */
  connection: z.nullable(
    z.object({
      issuer: z.string(),
      clientId: z.string(),
      state: z.enum(ssoStates),
      /** The owner who may still sign in with a passkey while single sign-on is enforced. */
      exemptUserId: z.nullable(publicId),
    }),
  ),
  /** To be registered at the identity provider. */
  redirectUrl: z.string(),
  /** Active owners; one with a passkey can stay exempt. */
  owners: z.array(z.object({ userId: publicId, name: z.string(), email: z.string(), hasPasskey: z.boolean() })),
});
export type SsoSettings = z.output<typeof ssoSettings>;

export const readSso = {
  method: "GET",
  path: "/organisation/sso",
  access: "signed_in",
  right: "sso:manage",
  summary: "The organisation's OpenID Connect connection.",
  input: z.strictObject({}),
  output: ssoSettings,
  problems: [],
  passive: true,
} as const satisfies Operation;

/** Without a client secret the stored one stays, as long as issuer and client are the same. */
export const saveSso = {
  method: "POST",
  path: "/organisation/sso",
  access: "signed_in",
  right: "sso:manage",
  summary: "Saves the OpenID Connect connection: off, offered beside other methods, or enforced.",
  input: z.strictObject({
    issuer: issuerUrl,
    clientId: clientText(texts.clientIdRequired, 200),
    clientSecret: z.optional(clientText(texts.clientSecretRequired, 500)),
    state: z.enum(ssoStates),
    exemptUserId: z.nullable(publicId),
  }),
  output: ssoSettings,
  problems: [],
} as const satisfies Operation;

/** The response depends on the domain only, so it discloses no account. */
export const findSso = {
  method: "POST",
  path: "/sso/lookup",
  access: "public",
  summary: "Whether addresses of this domain sign in with an organisation's identity provider.",
  input: z.strictObject({ email }),
  output: z.object({
    organisation: z.nullable(z.object({ id: publicId, name: z.string(), enforced: z.boolean() })),
  }),
  problems: [],
} as const satisfies Operation;

/** Start of a sign-in with an organisation's provider, relative to the API base. A full page load, not a call. */
export const ssoStartPath = (organisationId: string) => `/sso/${organisationId}/start`;
/** Where every organisation's provider redirects the browser to. */
export const ssoCallbackPath = "/sso/callback";

/** How a sign-in with an organisation's provider ended without a session. */
export const ssoFailures = [
  "cancelled",
  "refused",
  "unreachable",
  "not_offered",
  "too_many",
  "wrong_domain",
  "suspended",
  "full",
] as const;
export type SsoFailure = (typeof ssoFailures)[number];
/** The sign-in page shows the message for it. */
export const ssoFailurePath = (end: SsoFailure) => `/login?social=sso-${end}`;
