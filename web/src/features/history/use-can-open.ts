import { profile } from "@idanimo/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import { activeOrganisation } from "../../lib/active-organisation.ts";
import { operationQuery } from "../../lib/query.ts";
import { canOpenRow, type HistoryRow } from "./rules.ts";

/** Which rows' results this user may open; before the profile is known, those of the own account. */
export function useCanOpen(): (row: Pick<HistoryRow, "member">) => boolean {
  const { data: user } = useQuery(operationQuery(profile, {}));
  return (row) => (user ? canOpenRow(user.organisation, row) : activeOrganisation() === undefined);
}
