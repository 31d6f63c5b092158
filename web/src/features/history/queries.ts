import type { OutputOf } from "@idanimo/contract/operation";
import { history, searchHistory } from "@idanimo/contract/history";
import { infiniteQueryOptions, type InfiniteData, keepPreviousData } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/query.ts";
import { type DashboardView, setFilters } from "./dashboard-view.ts";

type HistoryPage = OutputOf<typeof history>;

/** How long the cache retains a search after its component has unmounted. */
const searchCacheMs = 60_000;

/**
 * The history with keyset pagination: each further page starts where the last one ended, so new rows shift nothing.
 * @param q the search text; it may be a person's number, so it is sent in the body and cached in memory only
 */
export function historyQuery({ size, tab: _tab, ...view }: DashboardView, q = "") {
  const filters = setFilters(view);
  return infiniteQueryOptions<
    HistoryPage,
    CallError,
    InfiniteData<HistoryPage>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: [history.path, { size, ...filters, q }],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      const input = { size, ...filters, ...(pageParam && { after: pageParam }) };
      const result = await (q ? call(searchHistory, { ...input, q }, { signal }) : call(history, input, { signal }));
      if (result.ok) return result.value;
      throw new CallError(result.problem);
    },
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0, // events arrive only while the component is mounted: it refetches when it mounts again
    ...(q && { gcTime: searchCacheMs }),
  });
}
