import { organisationHeader } from "@idanimo/contract/operation";
import { storedOrganisation, storedSessionCode } from "./storage.ts";

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

/**
 * Acts for another organisation, or for the own account, from now on. Loads a document, so that nothing of the
 * previous account stays in memory.
 */
export function switchOrganisation(id: string | undefined, to = "/main-dashboard"): void {
  if (id === undefined) storedOrganisation.remove();
  else storedOrganisation.set(id);
  storedSessionCode.remove(); // the purchase belongs to the other account
  location.assign(to);
}

/** A link in a message names its organisation: `?organisation=` and its id. Reads it and removes it from the URL. */
export function readOrganisationFromUrl(): void {
  const query = new URLSearchParams(location.search);
  const id = query.get("organisation");
  if (id === null) return;
  storedOrganisation.set(id);
  query.delete("organisation");
  const rest = query.toString();
  history.replaceState(history.state, "", location.pathname + (rest && `?${rest}`) + location.hash);
}

/**
 * Reloads a page that the back button restores from the browser's cache, if the tab has switched since: it shows
 * another account.
 */
export function reloadAfterSwitch(): void {
  const atLoad = activeOrganisation();
  addEventListener("pageshow", (event) => {
    if (event.persisted && activeOrganisation() !== atLoad) location.reload();
  });
}
