import type { DeveloperDeps } from "./deps.ts";
import { endKeysOfCreator, endKeysOfOrganisation } from "./keys/store.ts";
import { deleteCallsOfOrganisation } from "./requests/store.ts";
import { deletePin } from "./keys/version-store.ts";

/** Ends the keys of removed members and of closed organisations, with the log of their calls. [DP-03 DP-13] */
export function registerKeyEvents({ events }: Pick<DeveloperDeps, "events">): void {
  events.on("member_removed", async (tx, { organisationId, userId }) => {
    await endKeysOfCreator(tx, organisationId, userId);
  });
  events.on("account_closed", async (tx, { ownerId }) => {
    await endKeysOfOrganisation(tx, ownerId);
    await deleteCallsOfOrganisation(tx, ownerId);
    await deletePin(tx, ownerId);
  });
}
