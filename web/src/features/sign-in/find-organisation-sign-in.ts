import { apiBase } from "@idanimo/contract/operation";
import { findSso, ssoStartPath } from "@idanimo/contract/organisations/single-sign-on";
import { call } from "../../lib/call.ts";

/** The sign-in page of an organisation. */
export type OrganisationSignIn = { readonly name: string; readonly startUrl: string; readonly enforced: boolean };

/** @returns null if the email's domain has none; undefined if the server did not say */
export async function findOrganisationSignIn(email: string): Promise<OrganisationSignIn | null | undefined> {
  const result = await call(findSso, { email });
  if (!result.ok) return undefined;
  const { organisation } = result.value;
  return (
    organisation && {
      name: organisation.name,
      startUrl: apiBase + ssoStartPath(organisation.id),
      enforced: organisation.enforced,
    }
  );
}
