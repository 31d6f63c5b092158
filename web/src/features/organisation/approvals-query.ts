import { organisationApprovals } from "@idanimo/contract/organisations/approvals";
import type { OutputOf } from "@idanimo/contract/operation";
import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/query.ts";

type ApprovalsPage = OutputOf<typeof organisationApprovals>;
export type ApprovalsView = "waiting" | "decided";

/** Approvals that wait or were decided, newest first, with keyset paging. */
export const approvalsQuery = (state: ApprovalsView) =>
  infiniteQueryOptions<ApprovalsPage, CallError, InfiniteData<ApprovalsPage>, readonly unknown[], string | undefined>({
    queryKey: [organisationApprovals.path, state],
    initialPageParam: undefined,
    queryFn: async ({ pageParam: after, signal }) => {
      const result = await call(organisationApprovals, { state, ...(after !== undefined && { after }) }, { signal });
      if (result.ok) return result.value;
      throw new CallError(result.problem);
    },
    getNextPageParam: (page) => page.next ?? undefined,
  });
