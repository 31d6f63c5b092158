import type { RowRetentionRule } from "../../database/row-retention.ts";

const ofClosedOrganisation = "organisation_id in (select id from organisations where closed_at is not null)";

export const organisationRetentionRules = [
  {
    what: "that an organisation's directory had a token",
    table: "scim_tokens",
    since: "expires_at",
    lives: "30 days",
  },
  {
    what: "names of an organisation's directory, after the organisation closed",
    table: "scim_users",
    since: "created_at",
    lives: "1 hour",
    and: ofClosedOrganisation,
  },
  {
    what: "groups of an organisation's directory, after the organisation closed",
    table: "scim_groups",
    since: "created_at",
    lives: "1 hour",
    and: ofClosedOrganisation,
  },
] as const satisfies readonly RowRetentionRule[];
