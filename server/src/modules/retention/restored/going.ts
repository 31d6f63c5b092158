import { sql } from "kysely";
import type pg from "pg";
import type { PurgeDeps } from "../purge.ts";

/** What a restored house would lose for ever, counted before anything is lost: a wrong address must cost nothing. */

/** How many of how many would go. */
type Share = { readonly gone: number; readonly of: number };
export type Going = Readonly<Record<"keys" | "requests" | "accounts", Share>>;

/** Ids asked about at once. */
const atOnce = 5_000;
const firstId = "00000000-0000-0000-0000-000000000000";
/** More than one in so many is not what people delete between a copy and its restore; somebody says that it is right. */
const usualShare = 10;

type IdsAfter = (after: string, most: number) => Promise<readonly string[]>;

/** All ids of a list that is read in their order, some at a time. */
export async function* inBatches(idsAfter: IdsAfter): AsyncGenerator<readonly string[]> {
  for (let after = firstId; ;) {
    const ids = await idsAfter(after, atOnce);
    if (ids.length > 0) yield ids;
    if (ids.length < atOnce) return;
    after = ids.at(-1) ?? after;
  }
}

/** Which of the ids have no key among those of today. */
export async function missingToday(today: pg.Pool, ids: readonly string[]): Promise<readonly string[]> {
  const alive = await today.query<{ id: string }>("select id from record_keys where id = any ($1)", [ids]);
  const known = new Set(alive.rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** Accounts that are open here. */
export const openAccounts =
  ({ db }: PurgeDeps): IdsAfter =>
  async (after, most) => {
    const found = await db.transaction("system", (tx) =>
      sql<{
        id: string;
      }>`select id from users where closed_at is null and id > ${after} order by id limit ${most}`.execute(tx),
    );
    return found.rows.map(({ id }) => id);
  };

const sealedRequests =
  ({ db }: PurgeDeps): IdsAfter =>
  async (after, most) => {
    const found = await db.transaction("system", (tx) =>
      sql<{ id: string }>`select id from verification_requests where purged_at is null
        and num_nonnulls(search_sealed, value_hash) > 0 and id > ${after} order by id limit ${most}`.execute(tx),
    );
    return found.rows.map(({ id }) => id);
  };

/** Counts what has no key any more, here or among those of today. Changes nothing. */
export async function countGoing(deps: PurgeDeps, today: pg.Pool | undefined): Promise<Going> {
  const goneOf = async (ids: readonly string[]) => {
    const here = await deps.keys.missingOf(ids);
    return new Set([...here, ...(today ? await missingToday(today, ids) : [])]).size;
  };
  const share = async (idsAfter: IdsAfter): Promise<Share> => {
    let [gone, of] = [0, 0];
    for await (const ids of inBatches(idsAfter)) {
      gone += await goneOf(ids);
      of += ids.length;
    }
    return { gone, of };
  };
  return {
    keys: today ? await share((after, most) => deps.keys.idsAfter(after, most)) : { gone: 0, of: 0 },
    requests: await share(sealedRequests(deps)),
    accounts: await share(openAccounts(deps)),
  };
}

/** How many go in all, of every kind. */
export const sumOf = ({ keys, requests, accounts }: Going): number => keys.gone + requests.gone + accounts.gone;

/** Whether so much may go: by its number where somebody named one, else when it is a usual share of each kind. */
export const mayGo = (going: Going, expected: number | undefined): boolean =>
  expected === undefined
    ? Object.values(going).every(({ gone, of }) => gone * usualShare <= of)
    : expected === sumOf(going);
