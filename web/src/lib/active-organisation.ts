import { modeHeader, modeQuery } from "@idanimo/contract/developers/mode";
import { organisationHeader, organisationQuery } from "@idanimo/contract/operation";
import { storedOrganisation, storedTestMode } from "./storage.ts";

/**
 * The organisation for which this tab acts; undefined for the account of the user's own id. The choice belongs to
 * the tab, so that two tabs cannot pay from each other's wallet [TM-15].
 */
export const activeOrganisation = (): string | undefined => storedOrganisation.get();

/** Whether this tab is in test mode. */
export const isTestMode = (): boolean => storedTestMode.get() === "on";

/** The headers that name both in a call. */
export function organisationHeaders(): Readonly<Record<string, string>> {
  const id = activeOrganisation();
  return { ...(id !== undefined && { [organisationHeader]: id }), ...(isTestMode() && { [modeHeader]: "test" }) };
}

/** The address of a download or stream, which the browser opens without our headers. */
export function withOrganisation(address: string): string {
  const id = activeOrganisation();
  const named = [
    ...(id === undefined ? [] : [`${organisationQuery}=${id}`]),
    ...(isTestMode() ? [`${modeQuery}=test`] : []),
  ].join("&");
  return named === "" ? address : `${address}${address.includes("?") ? "&" : "?"}${named}`;
}
