import { type RawBuilder, sql } from "kysely";
import { auditLogView } from "../audit/index.ts";
import { itemsView } from "../purchases/index.ts";

/** Public counts of requests and decisions. */

/** SQL: when the first consent was created. */
export const firstConsentAt = sql<Date | null>`(select min(created_at) from consents)`;

/**
 * SQL: counts of a period as asked, granted, denied, unanswered, unreached and withdrawn. A consent without a decision
 * counts at its deadline.
 */
export const consentCounts = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`(
  select c.asked, e.granted, e.denied, c.unanswered, e.wrong_person + u.unreached as unreached, e.withdrawn
  from (
    select
      (select count(*) from consents where asked_at >= ${from} and asked_at < ${to}) as asked,
      (select count(*) from consents q left join ${itemsView} i on i.id = q.request_id
       where q.deadline >= ${from} and q.deadline < ${to} and (q.state = 'pending' or i.outcome = 'UNANSWERED')) as unanswered
  ) c
  cross join lateral (
    select count(*) filter (where event = 'granted') as granted, count(*) filter (where event = 'denied') as denied,
      count(*) filter (where event = 'withdrawn') as withdrawn, count(*) filter (where event = 'wrong_person') as wrong_person
    from consent_evidence where at >= ${from} and at < ${to}
  ) e
  cross join lateral (
    select count(*) as unreached from consents q join ${auditLogView} a on a.object_id = q.request_id and a.action = 'consent_unreachable'
    where q.asked_at >= ${from} - interval '8 days' and q.asked_at < ${to} and a.at >= ${from} and a.at < ${to}
  ) u)`;
