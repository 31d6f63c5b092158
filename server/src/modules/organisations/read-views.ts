import type { Currency } from "@idanimo/contract/money";
import { sql } from "kysely";

/** What later modules read of owners, organisations and members. */

/** Owners of money, requests and records. */
export const ownersView = sql<{
  readonly id: string;
  readonly kind: "person" | "organisation";
  readonly active_currency: Currency;
  readonly closed_at: Date | null;
}>`(select id, kind, active_currency, closed_at from owners)`;

/** Organisations by their id, which is that of the owner. */
export const organisationsView = sql<{
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly verified_at: Date | null;
  /** The member who has been an owner for longest; receives what is addressed to the organisation itself. */
  readonly first_owner_id: string | null;
}>`(select g.id, g.name, g.created_at, g.verified_at, (
    select m.user_id from members m where m.organisation_id = g.id and m.state = 'active' and 'owner' = any (m.roles)
    order by m.joined_at, m.user_id limit 1) as first_owner_id
  from organisations g)`;

/**
 * SQL: the owner `owner`, with the membership of `user` if it is an organisation; for the statement that finds the
 * caller of a request. Roles are null without an active membership.
 */
export const membershipSql = (owner: string, user: string): string => `
  select o.id, o.kind, o.active_currency, g.name, g.verified_at, g.mfa_required, m.roles,
    (select array_agg(r.granted) from (
      select unnest(c.rights) as granted from roles c where c.organisation_id = m.organisation_id and c.id::text = any (m.roles)) r) as custom_rights
  from owners o
  left join organisations g on g.id = o.id and g.closed_at is null
  left join members m on m.organisation_id = g.id and m.user_id = ${user} and m.state = 'active'
  where o.id = ${owner}`;
