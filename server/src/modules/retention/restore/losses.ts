import { sql } from "kysely";
import type pg from "pg";
import type { PurgeDeps } from "../purge.ts";

/** What a restored house would lose for ever, counted before anything is lost: a wrong address must cost nothing. */

/** How many of how many would go. */
type LossShare = { readonly lost: number; readonly total: number };
export type RestoreLosses = Readonly<Record<"keys" | "requests" | "accounts", LossShare>>;

/** Ids asked about at once. */
const batchSize = 5_000;
const nilUuid = "00000000-0000-0000-0000-000000000000";
/** More than one in so many is not what people delete between a copy and its restore; somebody says that it is right. */
const maxLossDivisor = 10;

type ReadIdsAfter = (after: string, most: number) => Promise<readonly string[]>;

/** All ids of a list that is read in their order, some at a time. */
export async function* readIdBatches(idsAfter: ReadIdsAfter): AsyncGenerator<readonly string[]> {
  for (let after = nilUuid; ;) {
    const ids = await idsAfter(after, batchSize);
    if (ids.length > 0) yield ids;
    if (ids.length < batchSize) return;
    after = ids.at(-1) ?? after;
  }
}

/** Which of the ids have no key among those of today. */
export async function findIdsWithoutCurrentKey(
  currentKeys: pg.Pool,
  ids: readonly string[],
): Promise<readonly string[]> {
  const alive = await currentKeys.query<{ id: string }>("select id from record_keys where id = any ($1)", [ids]);
  const known = new Set(alive.rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** Accounts that are open here. */
export const openAccountIds =
  ({ db }: PurgeDeps): ReadIdsAfter =>
  async (after, most) => {
    const found = await db.transaction("system", (tx) =>
      sql<{
        id: string;
      }>`select id from users where closed_at is null and id > ${after} order by id limit ${most}`.execute(tx),
    );
    return found.rows.map(({ id }) => id);
  };

const sealedRequestIds =
  ({ db }: PurgeDeps): ReadIdsAfter =>
  async (after, most) => {
    const found = await db.transaction("system", (tx) =>
      sql<{ id: string }>`select id from verification_requests where purged_at is null
        and num_nonnulls(search_sealed, value_hash) > 0 and id > ${after} order by id limit ${most}`.execute(tx),
    );
    return found.rows.map(({ id }) => id);
  };

/** Counts what has no key any more, here or among those of today. Changes nothing. */
export async function countLosses(deps: PurgeDeps, currentKeys: pg.Pool | undefined): Promise<RestoreLosses> {
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

/** How many go in all, of every kind. */
export const totalLosses = ({ keys, requests, accounts }: RestoreLosses): number =>
  keys.lost + requests.lost + accounts.lost;

/** Whether so much may go: by its number where somebody named one, else when it is a usual share of each kind. */
export const areLossesAcceptable = (losses: RestoreLosses, expected: number | undefined): boolean =>
  expected === undefined
    ? Object.values(losses).every(({ lost: gone, total: of }) => gone * maxLossDivisor <= of)
    : expected === totalLosses(losses);
