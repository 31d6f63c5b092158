/** Columns of the statement that finds a caller. */

const runningOf = (owner: string, user: string): string =>
  `from suspensions x where x.ended_at is null and x.owner_id in (${owner}, ${user})`;

/** SQL: whether an owner, or the user who acts for it, is suspended. */
export const isSuspendedSql = (owner: string, user: string): string => `exists (select ${runningOf(owner, user)})`;

/** SQL: since when and why, and whether it is the user's own account; null without a suspension. */
export const suspensionSql = (owner: string, user: string): string =>
  `(select jsonb_build_object('since', x.made_at, 'code', x.reason_code, 'own', x.owner_id = ${user})
    ${runningOf(owner, user)} order by x.made_at limit 1)`;
