import { history, searchHistory } from "@idanimo/contract/history";
import { keepPreviousData } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { pagedQuery } from "../../lib/paged-query.ts";
import { type DashboardView, setFilters } from "./dashboard-view.ts";

/** How long the cache retains a search after its component has unmounted. */
const searchCacheMs = 60_000;

/**
 * The history with keyset pagination.
 * @param q the search text; it may be a person's number, so it is sent in the body and cached in memory only
 */
export function historyQuery({ size, tab: _tab, ...view }: DashboardView, q = "") {
  const filters = setFilters(view);
  const query = pagedQuery([history.path, { size, ...filters, q }], (after, options) => {
    const input = { size, ...filters, ...after };
    return q ? call(searchHistory, { ...input, q }, options) : call(history, input, options);
  });
  return {
    ...query,
    placeholderData: keepPreviousData,
    staleTime: 0, // events arrive only while the component is mounted: it refetches when it mounts again
    ...(q && { gcTime: searchCacheMs }),
  };
}
