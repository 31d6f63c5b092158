import { organisationMembers } from "@idanimo/contract/organisations/organisations";
import type { OutputOf } from "@idanimo/contract/operation";
import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/query.ts";

type MembersPage = OutputOf<typeof organisationMembers>;

/** Members by time of joining, with keyset paging; the first page has the open invitations. */
export const membersQuery = infiniteQueryOptions<
  MembersPage,
  CallError,
  InfiniteData<MembersPage>,
  readonly unknown[],
  string | undefined
>({
  queryKey: [organisationMembers.path],
  initialPageParam: undefined,
  queryFn: async ({ pageParam, signal }) => {
    const result = await call(organisationMembers, pageParam === undefined ? {} : { after: pageParam }, { signal });
    if (result.ok) return result.value;
    throw new CallError(result.problem);
  },
  getNextPageParam: (page) => page.next ?? undefined,
});
