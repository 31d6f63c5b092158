import { type InfiniteData, infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";
import type { CallResult } from "./call.ts";
import { CallError } from "./query.ts";

/**
 * Options of `useInfiniteQuery` for a list with keyset pagination: each further page starts where the last one
 * ended, so new rows shift nothing.
 * @param fetchPage calls the list's operation; the first page has no `after`
 */
export function pagedQuery<Page extends { readonly next?: string | null | undefined }>(
  queryKey: QueryKey,
  fetchPage: (
    after: { readonly after?: string },
    options: { readonly signal: AbortSignal },
  ) => Promise<CallResult<Page>>,
) {
  return infiniteQueryOptions<Page, CallError, InfiniteData<Page>, QueryKey, string | undefined>({
    queryKey,
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      const result = await fetchPage(pageParam === undefined ? {} : { after: pageParam }, { signal });
      if (result.ok) return result.value;
      throw new CallError(result.problem);
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
