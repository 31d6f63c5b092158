import type pg from "pg";
import { nilUuid } from "../../../kernel/cursor.ts";
import { findOpenAccountIds } from "../../accounts/index.ts";
import { findSealedRequestIds } from "../../verification/index.ts";
import type { PurgeDeps } from "../purge.ts";

/** Counts what a restore would permanently delete before it deletes anything, in case a database URL is wrong. */

/** How many of how many would be deleted. */
type LossShare = { readonly lost: number; readonly total: number };
export type RestoreLosses = Readonly<Record<"keys" | "requests" | "accounts", LossShare>>;

/** Ids checked per query. */
const batchSize = 5_000;
/**
 * Above one in this many, a loss is unusual between a backup and its restore, and an operator must confirm the
 * number.
 */
const maxLossDivisor = 10;

type ReadIdsAfter = (after: string, most: number) => Promise<readonly string[]>;

/** Reads all ids of an ordered list in batches. */
export async function* readIdBatches(idsAfter: ReadIdsAfter): AsyncGenerator<readonly string[]> {
  for (let after = nilUuid; ;) {
    const ids = await idsAfter(after, batchSize);
    if (ids.length > 0) yield ids;
    if (ids.length < batchSize) return;
    after = ids.at(-1) ?? after;
  }
}

/** Which of the ids have no key in today's key database. */
export async function findIdsWithoutCurrentKey(
  currentKeys: pg.Pool,
  ids: readonly string[],
): Promise<readonly string[]> {
  const alive = await currentKeys.query<{ id: string }>("select id from record_keys where id = any ($1)", [ids]);
  const known = new Set(alive.rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** Ids of open accounts. */
export const openAccountIds =
  ({ db }: Pick<PurgeDeps, "db">): ReadIdsAfter =>
  (after, most) =>
    db.transaction("system", (tx) => findOpenAccountIds(tx, after, most));

const sealedRequestIds =
  ({ db }: Pick<PurgeDeps, "db">): ReadIdsAfter =>
  (after, most) =>
    db.transaction("system", (tx) => findSealedRequestIds(tx, after, most));

/** Counts what has no key here or in today's key database. Changes nothing. */
export async function countLosses(
  deps: Pick<PurgeDeps, "db" | "keys">,
  currentKeys: pg.Pool | undefined,
): Promise<RestoreLosses> {
  const countMissing = async (ids: readonly string[]) => {
    const here = await deps.keys.findMissing(ids);
    return new Set([...here, ...(currentKeys ? await findIdsWithoutCurrentKey(currentKeys, ids) : [])]).size;
  };
  const share = async (idsAfter: ReadIdsAfter): Promise<LossShare> => {
    let [lost, total] = [0, 0];
    for await (const ids of readIdBatches(idsAfter)) {
      lost += await countMissing(ids);
      total += ids.length;
    }
    return { lost, total };
  };
  return {
    keys: currentKeys ? await share((after, most) => deps.keys.findIdsAfter(after, most)) : { lost: 0, total: 0 },
    requests: await share(sealedRequestIds(deps)),
    accounts: await share(openAccountIds(deps)),
  };
}

/** Number of deletions of all kinds. */
export const totalLosses = ({ keys, requests, accounts }: RestoreLosses): number =>
  keys.lost + requests.lost + accounts.lost;

/**
 * Whether the losses may be executed: they equal the expected number, or without one are a usual share of each
 * kind.
 */
export const areLossesAcceptable = (losses: RestoreLosses, expected: number | undefined): boolean =>
  expected === undefined
    ? Object.values(losses).every(({ lost: killedAt, total: of }) => killedAt * maxLossDivisor <= of)
    : expected === totalLosses(losses);
