import { organisationHeader } from "@idanimo/contract/operation";
import { storedOrganisation } from "./storage.ts";

/**
 * The organisation for which this tab acts; undefined for the account of the user's own id. The choice belongs to
 * the tab, so that two tabs cannot pay from each other's wallet [TM-15].
 */
export const activeOrganisation = (): string | undefined => storedOrganisation.get();

/** The header that names it in a call. */
export function organisationHeaders(): Readonly<Record<string, string>> {
  const id = activeOrganisation();
  return id === undefined ? {} : { [organisationHeader]: id };
}

/** The address of a download or stream, which the browser opens without our headers. */
export function withOrganisation(address: string): string {
  const id = activeOrganisation();
  return id === undefined ? address : `${address}${address.includes("?") ? "&" : "?"}organisation=${id}`;
}
