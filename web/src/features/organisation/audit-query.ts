import { organisationAudit } from "@idanimo/contract/organisations/audit";
import type { OutputOf } from "@idanimo/contract/operation";
import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/query.ts";

type AuditPage = OutputOf<typeof organisationAudit>;

/** Which rows; an empty value does not limit them. Days are in Lagos. */
export type AuditFilter = {
  readonly memberId: string;
  readonly action: string;
  readonly from: string;
  readonly to: string;
};
export const noAuditFilter: AuditFilter = { memberId: "", action: "", from: "", to: "" };

export const filledFilter = (filter: AuditFilter): Partial<AuditFilter> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));

/** What members did, newest first, with keyset paging. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions<AuditPage, CallError, InfiniteData<AuditPage>, readonly unknown[], string | undefined>({
    queryKey: [organisationAudit.path, filter],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      const after = pageParam === undefined ? {} : { after: pageParam };
      const result = await call(organisationAudit, { ...filledFilter(filter), ...after }, { signal });
      if (result.ok) return result.value;
      throw new CallError(result.problem);
    },
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
