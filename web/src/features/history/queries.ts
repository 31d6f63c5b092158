import type { OutputOf } from "@idanimo/contract/operation";
import { history, searchHistory } from "@idanimo/contract/verification";
import { infiniteQueryOptions, type InfiniteData, keepPreviousData } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/query.ts";
import type { DashboardView } from "./dashboard-view.ts";

type HistoryPage = OutputOf<typeof history>;

/** What was typed is forgotten this long after it left the screen. */
const searchCacheMs = 60_000;

/**
 * The history by keyset: each further page begins where the last one ended, so that new rows shift nothing.
 * @param q what is searched for; it may be a person's number, so it travels in a body and lives in memory alone
 */
export function historyQuery({ size, type }: Pick<DashboardView, "size" | "type">, q = "") {
  return infiniteQueryOptions<
    HistoryPage,
    CallError,
    InfiniteData<HistoryPage>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: [history.path, { size, type, q }],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      const input = { size, ...(type && { type }), ...(pageParam && { after: pageParam }) };
      const answer = await (q ? call(searchHistory, { ...input, q }, { signal }) : call(history, input, { signal }));
      if (answer.ok) return answer.value;
      throw new CallError(answer.problem);
    },
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0, // events are heard only while it is on the screen: what changed meanwhile is asked for on the way back
    ...(q && { gcTime: searchCacheMs }),
  });
}
