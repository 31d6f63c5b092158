import { activeOrganisation, isTestMode } from "./active-organisation.ts";
import { storedOrganisation, storedSessionCode, storedTestMode } from "./storage.ts";

/**
 * Acts for another organisation, or for the own account, from now on. Loads a document, so that nothing of the
 * previous account stays in memory.
 */
export function switchOrganisation(id: string | undefined, to = "/main-dashboard"): void {
  if (id === undefined) storedOrganisation.remove();
  else storedOrganisation.set(id);
  storedTestMode.remove();
  storedSessionCode.remove(); // the purchase belongs to the other account
  location.assign(to);
}

/** Enters or leaves test mode. Loads a document, so that no data of the other mode stays in memory. */
export function switchTestMode(isOn: boolean, to = "/main-dashboard"): void {
  if (isOn) storedTestMode.set("on");
  else storedTestMode.remove();
  storedSessionCode.remove(); // the purchase belongs to the other mode
  location.assign(to);
}

/** A link in a message names its organisation: `?organisation=` and its id. Reads it and removes it from the URL. */
export function readOrganisationFromUrl(): void {
  const query = new URLSearchParams(location.search);
  const id = query.get("organisation");
  if (id === null) return;
  storedOrganisation.set(id);
  storedTestMode.remove(); // messages are about live data
  query.delete("organisation");
  const rest = query.toString();
  history.replaceState(history.state, "", location.pathname + (rest && `?${rest}`) + location.hash);
}

/**
 * Reloads a page that the back button restores from the browser's cache, if the tab has switched since: it shows
 * another account.
 */
export function reloadAfterSwitch(): void {
  const accountShown = () => `${activeOrganisation() ?? ""} ${isTestMode()}`;
  const atLoad = accountShown();
  addEventListener("pageshow", (event) => {
    if (event.persisted && accountShown() !== atLoad) location.reload();
  });
}
