import type { OutputOf } from "@idanimo/contract/operation";
import { history, type historyFilters } from "@idanimo/contract/verification";
import { paymentHistory } from "@idanimo/contract/wallet";
import { infiniteQueryOptions, type InfiniteData } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/query.ts";

export type HistoryFilter = (typeof historyFilters)[number];
type HistoryPage = OutputOf<typeof history>;
type TransactionPage = OutputOf<typeof paymentHistory>;

/** The history by keyset: each further page begins where the last one ended, so that new rows shift nothing. */
export function historyQuery(size: number, type: HistoryFilter | undefined) {
  return infiniteQueryOptions<
    HistoryPage,
    CallError,
    InfiniteData<HistoryPage>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: [history.path, { size, type }],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      const answer = await call(
        history,
        { size, ...(type && { type }), ...(pageParam && { after: pageParam }) },
        { signal },
      );
      if (answer.ok) return answer.value;
      throw new CallError(answer.problem);
    },
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: 0, // events are heard only while it is on the screen: what changed meanwhile is asked for on the way back
  });
}

const transactionsPageSize = 20;

/** The transaction log, by keyset as well. */
export const transactionsQuery = infiniteQueryOptions<
  TransactionPage,
  CallError,
  InfiniteData<TransactionPage>,
  readonly unknown[],
  string | undefined
>({
  queryKey: [paymentHistory.path, { size: transactionsPageSize }],
  initialPageParam: undefined,
  queryFn: async ({ pageParam, signal }) => {
    const input = { size: transactionsPageSize, ...(pageParam && { after: pageParam }) };
    const answer = await call(paymentHistory, input, { signal });
    if (answer.ok) return answer.value;
    throw new CallError(answer.problem);
  },
  getNextPageParam: (page) => page.next ?? undefined,
  staleTime: 0,
});
