import { isKeyScope, type KeyScope, mayGiveScope, rightsOfKey } from "@idanimo/contract/developers/scopes";
import type { Mode } from "@idanimo/contract/developers/mode";
import { type ApiVersion, newestVersion } from "@idanimo/contract/developers/versions";
import { fail } from "@idanimo/contract/problems";
import { Batcher } from "../../../database/batcher.ts";
import type { Authenticate, AuthenticateSession, Caller, RejectedKey } from "../../../http/call.ts";
import { isKeyLike } from "../../../http/cookies.ts";
import { type LimitState, type RateLimiter, retryLaterArguments } from "../../../http/rate-limits.ts";
import { addressBlock } from "../../../kernel/address-block.ts";
import { tokenHashHex } from "../../../kernel/vault.ts";
import { callerFromRow, profileOfKey } from "../../accounts/index.ts";
import type { DeveloperDeps } from "../deps.ts";
import { findKeyCallers, type KeyCallerRow } from "./caller-store.ts";
import { isInNetworks } from "./networks.ts";
import { isSecret } from "./secret.ts";
import { announceRefusedAddress, createUsageWriter } from "./usage.ts";
import { chooseVersion } from "./version-rules.ts";
import { pinVersion } from "./version-store.ts";

type AuthenticateDeps = Pick<DeveloperDeps, "db" | "ids" | "events" | "limits">;

const reject = (code: "key_invalid" | "key_ended" | "address_not_allowed"): RejectedKey => ({
  rejected: fail(code, {}).problem,
});

/**
 * Finds the caller of an API key, or of a session with `sessions`. The key's creator calls for the organisation with
 * the rights that the scopes include. [DP-02 DP-04]
 * @param mode of this composition: a key of another mode is not valid in it
 */
export function createKeyAuthenticate(deps: AuthenticateDeps, mode: Mode, sessions: AuthenticateSession): Authenticate {
  const queueUse = createUsageWriter(deps);
  const batcherOf = (withWallets: boolean) =>
    new Batcher(
      (hashes: readonly string[]) => findKeyCallers(deps.db, hashes, withWallets),
      100,
      (size) => deps.db.batch("sign_in", size),
    );
  const [rows, rowsWithWallets] = [batcherOf(false), batcherOf(true)];
  return async (request) => {
    const { token, address = "" } = request;
    if (!isKeyLike(token)) return sessions(request);
    const lookups = request.reads === "profile" ? rowsWithWallets : rows;
    const row = isSecret(token) ? await lookups.submit(tokenHashHex(token)) : null;
    if (row === null || row.mode !== mode) {
      const allowed = await deps.limits.consume("key_address", address);
      return allowed.ok ? reject("key_invalid") : { rejected: allowed.problem };
    }
    if (!row.usable) return reject("key_ended");
    const limit = await countCall(deps.limits, row);
    const chosen = chooseVersion(
      { header: request.version, key: row.version, organisation: row.organisation_version },
      row.now,
    );
    const version = chosen.ok ? chosen.value : undefined;
    const caller = callerOf(row, limit, version);
    if (!caller) return reject("key_ended");
    if (limit.remaining < 0) {
      const problem = fail("too_many_requests", ...retryLaterArguments(limit.resetMs)).problem;
      return { rejected: problem, limit, version };
    }
    if (row.networks.length > 0 && !isInNetworks(address, row.networks)) {
      await announceRefusedAddress(
        deps,
        { id: row.key_id, organisationId: row.owner_id, mode, name: row.name },
        address,
      );
      return { ...reject("address_not_allowed"), limit, version };
    }
    if (!chosen.ok) return { rejected: chosen.problem, limit };
    if (row.organisation_version === null) await pinVersion(deps.db.single, row.owner_id, chosen.value);
    const block = addressBlock(address);
    if (block !== null && (row.is_stale || row.last_used_block !== block))
      queueUse({ id: row.key_id, organisationId: row.owner_id, mode, name: row.name, block });
    return caller;
  };
}

/** The creator with the rights of the key; undefined without an active membership. */
function callerOf(row: KeyCallerRow, limit: LimitState, version: ApiVersion | undefined): Caller | undefined {
  const caller = callerFromRow({ ...row, id: row.key_id, kind: "bearer", named: true });
  if (caller === "outsider" || caller.member === null) return undefined;
  const { rights } = caller.member;
  const scopes = new Set(row.scopes.filter(isKeyScope).filter((scope: KeyScope) => mayGiveScope(rights, scope)));
  const { active_currency, naira_minor, dollars_minor, now } = row;
  const hasWallets = active_currency !== undefined && naira_minor !== undefined && dollars_minor !== undefined;
  return {
    ...caller,
    ...(hasWallets && { profile: profileOfKey({ active_currency, naira_minor, dollars_minor }, now) }),
    member: { ...caller.member, rights: rightsOfKey(rights, scopes) },
    key: { id: row.key_id, mode: row.mode, scopes, limit, version: version ?? newestVersion },
  };
}

/** Counts a call of the key and of its organisation. @returns the limit that is nearer to its end [DP-14] */
async function countCall(limits: RateLimiter, row: KeyCallerRow): Promise<LimitState> {
  const [ofKey, ofOrganisation] = await Promise.all([
    limits.count("key_calls", row.key_id),
    limits.count("key_calls_organisation", row.owner_id),
  ]);
  return ofKey.remaining <= ofOrganisation.remaining ? ofKey : ofOrganisation;
}
