import * as z from "zod/mini";
import type { Operation } from "../operation.ts";
import * as texts from "./texts.ts";

/** Email domains of an organisation [TM-11]. */

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
  /** The TXT record that proves the domain: its name is the domain itself. */
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
