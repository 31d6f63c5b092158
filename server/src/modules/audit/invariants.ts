import type pg from "pg";

/**
 * Lists every violated invariant. Runs as the owner of the database.
 * @param runningMinutes for how long work in progress is no finding
 */
export async function findBrokenInvariants(
  owner: Pick<pg.Pool, "query">,
  runningMinutes?: number,
): Promise<readonly { readonly invariant: string; readonly detail: string }[]> {
  const found =
    runningMinutes === undefined
      ? await owner.query<{ invariant: string; detail: string }>("select invariant, detail from check_invariants()")
      : await owner.query<{ invariant: string; detail: string }>("select invariant, detail from check_invariants($1)", [
          runningMinutes,
        ]);
  return found.rows;
}
