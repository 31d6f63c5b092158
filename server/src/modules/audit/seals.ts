import type pg from "pg";

/** Reads the hash chain over audit rows and consent evidence, as the owner of the database. */

/** The seal at a position in the chain, also at the end of a detached month; the newest one if undefined. */
export async function findSealAt(
  owner: Pick<pg.Pool, "query">,
  position: string | undefined,
): Promise<{ readonly position: bigint; readonly hash: string } | undefined> {
  const found = await owner.query<{ position: bigint; hash: string }>(
    `select position, encode(hash, 'hex') as hash from (
       select position, hash from audit_seals union all select last_position, last_hash from audit_bridges) s
     where $1::bigint is null or position = $1 order by position desc limit 1`,
    [position],
  );
  return found.rows[0];
}

/** Whether a position is inside a detached month, so that its seal is not in the database. */
export async function isSealDetached(owner: Pick<pg.Pool, "query">, position: string | undefined): Promise<boolean> {
  const found = await owner.query(
    "select from audit_bridges where $1::bigint >= first_position and $1::bigint < last_position",
    [position],
  );
  return found.rowCount === 1;
}

export type ChainFinding = {
  readonly finding: string;
  readonly at_position: bigint | null;
  readonly row_kind: string | null;
  readonly row_id: string | null;
};

/** Verifies the chain: the first broken or unsealed row, or nothing. */
export async function verifyAuditChain(owner: Pick<pg.Pool, "query">): Promise<readonly ChainFinding[]> {
  const found = await owner.query<ChainFinding>("select finding, at_position, row_kind, row_id from verify_audit()");
  return found.rows;
}
