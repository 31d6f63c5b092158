import type pg from "pg";

/** What identifies a server. */
type ServerIdentity = { readonly system: string | undefined; readonly started: string };

async function readServerIdentity(pool: pg.Pool): Promise<ServerIdentity> {
  const started = await pool.query<{ at: string }>("select extract(epoch from pg_postmaster_start_time())::text as at");
  const system = await pool
    .query<{ id: string }>("select system_identifier::text as id from pg_control_system()")
    .catch((error: Error) => {
      if ("code" in error && error.code === "42501") return undefined; // the role lacks the right
      throw error;
    });
  return { system: system?.rows[0]?.id, started: started.rows[0]?.at ?? "" };
}

/**
 * Whether two pools lead to the same server, however their addresses are written. If a role may not read the
 * server's identifier, the start time decides, to the microsecond, which any role may read.
 */
export async function areOnSameServer(one: pg.Pool, other: pg.Pool): Promise<boolean> {
  const [first, second] = await Promise.all([readServerIdentity(one), readServerIdentity(other)]);
  if (first.system !== undefined && second.system !== undefined) return first.system === second.system;
  return first.started === second.started;
}
