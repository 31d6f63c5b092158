import type { Mode } from "@idanimo/contract/developers/mode";
import type { Database } from "../../../database/database.ts";
import { withQueryTimeout } from "../../../database/pools.ts";
import { type CallerRow, memberCallerSql, type OwnersBalance } from "../../accounts/index.ts";

/** A key with its creator as a caller. */
export type KeyCallerRow = Omit<CallerRow, "id" | "kind" | "named"> & {
  readonly key_id: string;
  readonly mode: Mode;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly networks: readonly string[];
  readonly usable: boolean;
  readonly is_stale: boolean;
  readonly last_used_block: string | null;
  readonly version: string | null;
  readonly organisation_version: string | null;
  readonly now: Date;
} & Partial<OwnersBalance>;

const findKeyCallersText = (withWallets: boolean) =>
  `select a.place::int, k.id as key_id, k.mode, k.name, k.scopes, k.networks::text[] as networks, k.last_used_block,
      k.version, p.version as organisation_version, product_now() as now,
      k.ended_at is null and k.expires_at > product_now() and coalesce(s.valid_until > product_now(), true) as usable,
      k.last_used_at is distinct from date_trunc('minute', product_now()) as is_stale, c.*
    from unnest($1::bytea[]) with ordinality a (secret_hash, place)
    join api_key_secrets s on s.secret_hash = a.secret_hash join api_keys k on k.id = s.key_id
    left join api_version_pins p on p.organisation_id = k.organisation_id
    cross join lateral (${memberCallerSql("k.organisation_id", "k.created_by", withWallets)}) c`;
const findKeyCallersQuery = { name: "find_key_callers", text: findKeyCallersText(false) };
const findKeyCallersWithWalletsQuery = { name: "find_key_callers_with_wallets", text: findKeyCallersText(true) };

/**
 * Finds the callers of a batch of secrets in one statement; null for an unknown one. Every call of a key runs it, so
 * that an ended key is rejected at once on every process. [DP-03]
 * @param withWallets reads the organisation's wallets too
 */
export async function findKeyCallers(
  db: Database,
  hashes: readonly string[],
  withWallets: boolean,
): Promise<readonly (KeyCallerRow | null)[]> {
  const { rows } = await db.pool.query<KeyCallerRow & { readonly place: number }>(
    withQueryTimeout({
      ...(withWallets ? findKeyCallersWithWalletsQuery : findKeyCallersQuery),
      values: [`{${hashes.map((hash) => `"\\\\x${hash}"`).join(",")}}`],
    }),
  );
  const found: (KeyCallerRow | null)[] = hashes.map(() => null);
  for (const row of rows) found[row.place - 1] = row;
  return found;
}
