import type { Tx } from "../../database/database.ts";
import { publishSessionsEnded, publishToUsers } from "../../database/live-events.ts";
import { currentRequestId } from "../../kernel/request-context.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { type Notice, notifyAll } from "../notifications/index.ts";
import { findActiveMembersWithRole } from "./member-store.ts";

/** What members learn of changes in their organisation. */

type AnnounceDeps = { readonly ids: IdSource };
/** A notice without its recipient and key. */
type Announcement = {
  readonly [Kind in Notice["kind"]]: Pick<Extract<Notice, { readonly kind: Kind }>, "kind" | "facts" | "link">;
}[Notice["kind"]];

/**
 * Tells the open pages of members that their rights changed or ended, on every process: a page drops what it shows,
 * and its stream reads the rights again. [TM-02]
 */
export async function publishRightsChanged(tx: Tx, organisationId: string, userIds: readonly string[]): Promise<void> {
  await publishToUsers(
    tx,
    userIds.map((ownerId) => ({ ownerId, event: { type: "rights_changed", organisationId } })),
  );
  for (const userId of userIds) await publishSessionsEnded(tx, userId);
}

/** Notifies several members of one change. */
export async function notifyMembers(
  tx: Tx,
  deps: AnnounceDeps,
  userIds: readonly string[],
  announcement: Announcement,
): Promise<void> {
  const change = deps.ids.rowId();
  const call = currentRequestId();
  await notifyAll(
    tx,
    deps,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kind and facts come from one announcement
    userIds.map((ownerId) => ({ notice: { ...announcement, ownerId, key: `${change}:${ownerId}` } as Notice, call })),
  );
}

/** Notifies the owners of an organisation, except one person. */
export async function notifyOwners(
  tx: Tx,
  deps: AnnounceDeps,
  { organisationId, except }: { readonly organisationId: string; readonly except?: string },
  announcement: Announcement,
): Promise<void> {
  const owners = await findActiveMembersWithRole(tx, organisationId, "owner");
  await notifyMembers(
    tx,
    deps,
    owners.filter((owner) => owner !== except),
    announcement,
  );
}
