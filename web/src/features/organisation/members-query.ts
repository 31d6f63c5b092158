import { organisationMembers } from "@idanimo/contract/organisations/organisations";
import { call } from "../../lib/call.ts";
import { pagedQuery } from "../../lib/paged-query.ts";

/** Members by time of joining, with keyset paging; the first page has the open invitations. */
export const membersQuery = pagedQuery([organisationMembers.path], (after, options) =>
  call(organisationMembers, after, options),
);
