import { organisationApprovals } from "@idanimo/contract/organisations/approvals";
import { call } from "../../lib/call.ts";
import { pagedQuery } from "../../lib/paged-query.ts";

export type ApprovalsView = "waiting" | "decided";

/** Approvals that wait or were decided, newest first, with keyset paging. */
export const approvalsQuery = (state: ApprovalsView) =>
  pagedQuery([organisationApprovals.path, state], (after, options) =>
    call(organisationApprovals, { state, ...after }, options),
  );
