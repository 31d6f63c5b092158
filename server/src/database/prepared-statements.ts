import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";

/** `select /* items_of *\/ …`: the name stands behind the first word, where the statement is written. */
const namePattern = /^\s*\w+ \/\* (\w+) \*\//;

/** The answer of a prepared statement has changed since (0A000), or it is not known to the server any more (26000). */
const staleCodes: ReadonlySet<unknown> = new Set(["0A000", "26000"]);

/**
 * A pool whose statements are prepared once for each connection, and soon planned once, where they say their name in a comment. For the
 * hottest ones, whose text is always the same: a fifth of what look-ups cost the database was reading and planning them anew. One name for
 * two texts is refused by the driver. A connection whose prepared statements a release has made untrue is not used again. Source: performance.md, limit 3.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const withNames = (client: pg.PoolClient): PostgresPoolClient => {
    let isStale = false;
    const query = async (text: string, parameters: readonly unknown[]) => {
      try {
        return await client.query({ name: namePattern.exec(text)?.[1], text, values: [...parameters] });
      } catch (error) {
        isStale ||= error instanceof Error && "code" in error && staleCodes.has(error.code);
        throw error;
      }
    };
    return {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the ways to ask a driver, Kysely takes this one alone
      query: query as unknown as PostgresPoolClient["query"],
      release: (destroy) => client.release(destroy === true || isStale),
    };
  };
  return { connect: async () => withNames(await pool.connect()), end: () => pool.end(), options: pool.options };
}
