import { type OutputOf } from "@idanimo/contract/operation";
import { profile } from "@idanimo/contract/accounts";
import { notices, readNotices } from "@idanimo/contract/notices";
import { infiniteQueryOptions, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { CallError, operationQuery } from "../../lib/query.ts";

type Page = OutputOf<typeof notices>;
const pageSize = 20;

/** The list of notices, newest first, with keyset pagination: new notices shift nothing. */
export const noticesQuery = infiniteQueryOptions<
  Page,
  CallError,
  InfiniteData<Page>,
  readonly unknown[],
  string | undefined
>({
  queryKey: [notices.path],
  initialPageParam: undefined,
  queryFn: async ({ pageParam, signal }) => {
    const result = await call(notices, { size: pageSize, ...(pageParam && { after: pageParam }) }, { signal });
    if (result.ok) return result.value;
    throw new CallError(result.problem);
  },
  getNextPageParam: (page) => page.next ?? undefined,
  staleTime: 0,
});

/** Marks notices as read and updates the count at the bell. If the request fails, they stay unread. */
export async function markRead(client: QueryClient, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 100) {
    const result = await call(readNotices, { ids: ids.slice(at, at + 100) });
    if (!result.ok) return;
    const { unread } = result.value;
    client.setQueryData(operationQuery(profile, {}).queryKey, (user) => user && { ...user, unreadNotices: unread });
  }
}
