import { organisationAudit } from "@idanimo/contract/organisations/audit";
import { keepPreviousData } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { pagedQuery } from "../../lib/paged-query.ts";

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
export const auditQuery = (filter: AuditFilter) => ({
  ...pagedQuery([organisationAudit.path, filter], (after, options) =>
    call(organisationAudit, { ...filledFilter(filter), ...after }, options),
  ),
  placeholderData: keepPreviousData,
});
