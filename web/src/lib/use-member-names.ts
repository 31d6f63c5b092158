import { profile } from "@idanimo/contract/accounts";
import { organisationMembers } from "@idanimo/contract/organisations/organisations";
import type { MemberName } from "@idanimo/contract/organisations/member-name";
import { useQuery } from "@tanstack/react-query";
import { call } from "./call.ts";
import { CallError, operationQuery } from "./query.ts";
import { useRight } from "./use-right.ts";

/** All members, page by page: at most four pages. */
async function readMemberNames(signal: AbortSignal): Promise<readonly MemberName[]> {
  const names: MemberName[] = [];
  for (let after: string | undefined; ;) {
    const result = await call(organisationMembers, after === undefined ? {} : { after }, { signal });
    if (!result.ok) throw new CallError(result.problem);
    names.push(...result.value.members.map(({ userId, name }) => ({ userId, name })));
    if (result.value.next === null) return names.toSorted((one, other) => one.name.localeCompare(other.name));
    after = result.value.next;
  }
}

/**
 * The members to filter by [TM-04]: none for a person's own account, and for a member who sees only their own
 * requests.
 */
export function useMemberNames(): readonly MemberName[] {
  const isAllowed = useRight("requests:read_all");
  const { data: user } = useQuery(operationQuery(profile, {}));
  const { data } = useQuery({
    queryKey: [organisationMembers.path, "names"],
    queryFn: ({ signal }) => readMemberNames(signal),
    enabled: isAllowed && Boolean(user?.organisation),
  });
  return data ?? [];
}
