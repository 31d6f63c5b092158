import type { Right } from "@idanimo/contract/organisations/rights";
import type { Tx } from "../../database/database.ts";
import { notifyOwners } from "./announce.ts";
import type { OrganisationDeps } from "./deps.ts";

/** Notifies every owner when members can open colleagues' results from now on. */
export async function announceRecordsGiven(
  tx: Tx,
  deps: Pick<OrganisationDeps, "ids" | "people">,
  organisation: { readonly id: string; readonly name: string },
  userIds: readonly string[],
  { before, after }: { readonly before: ReadonlySet<Right>; readonly after: ReadonlySet<Right> },
): Promise<void> {
  if (before.has("records:read_all") || !after.has("records:read_all") || userIds.length === 0) return;
  const persons = await deps.people.find(tx, userIds);
  for (const userId of userIds)
    await notifyOwners(
      tx,
      deps,
      { organisationId: organisation.id },
      {
        kind: "records_opened_to_member",
        facts: { who: persons.get(userId)?.name ?? "A member", organisation: organisation.name },
        link: "/organisation/members",
      },
    );
}
