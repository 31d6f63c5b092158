import type {
  apiKeys,
  changeApiKey,
  changeApiVersion,
  createApiKey,
  endApiKey,
  reportLeakedKeys,
  rollApiKey,
} from "@idanimo/contract/developers/keys";
import { keysMax } from "@idanimo/contract/developers/limits";
import { keyScopes, mayGiveScope } from "@idanimo/contract/developers/scopes";
import * as texts from "@idanimo/contract/developers/texts";
import { type ApiVersion, workingVersions } from "@idanimo/contract/developers/versions";
import { formerMember } from "@idanimo/contract/organisations/member-name";
import { rights as allRights } from "@idanimo/contract/organisations/rights";
import { fail, ok } from "@idanimo/contract/problems";
import type { Tx } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import { tokenHash } from "../../../kernel/vault.ts";
import { people } from "../../accounts/index.ts";
import { changeOrganisation } from "../../organisations/index.ts";
import type { DeveloperDeps } from "../deps.ts";
import { parseNetworks } from "./networks.ts";
import { confirmAgain } from "./proof.ts";
import { createSecret, isSecret, shownPrefix } from "./secret.ts";
import {
  endKey,
  type EndReason,
  endKeysOfSecrets,
  findKeys,
  insertKey,
  lockKey,
  replaceSecret,
  setKeyVersion,
} from "./store.ts";
import { findHolders } from "./transfer.ts";
import { warnOwners } from "./usage.ts";
import { changePin, findPin, readNow } from "./version-store.ts";

export function listKeys({ db, modes }: Pick<DeveloperDeps, "db" | "modes">): Handler<typeof apiKeys> {
  return async (_input, { ownerId, member }) => {
    const rows = await findKeys(db.single, ownerId);
    const names = await people.find(
      db.single,
      rows.map(({ created_by: createdBy }) => createdBy),
    );
    const rights = member?.rights ?? new Set(allRights);
    const version = await findPin(db.single, ownerId);
    return ok({
      keys: rows.map((row) => ({
        id: row.id,
        name: row.name,
        mode: row.mode,
        prefix: row.prefix,
        scopes: [...row.scopes],
        networks: [...row.networks],
        createdById: row.created_by,
        createdBy: names.get(row.created_by)?.name.trim() || formerMember,
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
        lastUsedFrom: row.last_used_block,
        oldSecretUntil: row.old_secret_until?.toISOString() ?? null,
        version: row.version,
      })),
      // owners alone set up single sign-on, which tells them apart without another query
      holders: rights.has("sso:manage") ? await findHolders(db.single, ownerId) : null,
      modes: [...modes],
      scopes: keyScopes.filter((scope) => mayGiveScope(rights, scope)),
      version,
      versions: [...workingVersions(await readNow(db.single))],
    });
  };
}

/** Creates a key. Only the hash of its secret is stored, so this response is the only one with it. [DP-01] */
export function makeKey(deps: DeveloperDeps): Handler<typeof createApiKey> {
  return async (input, caller) => {
    const networks = parseNetworks(input.networks ?? []);
    if (!networks) return fail("bad_input", {}, { fields: { networks: texts.networkInvalid } });
    if (!deps.modes.includes(input.mode)) return fail("mode_not_offered", {});
    const proved = await confirmAgain(deps, caller, input);
    if (!proved.ok) return proved;
    return changeOrganisation(deps, caller, { right: "keys:manage" }, async (tx, organisation) => {
      if (!(await isWorking(tx, input.version))) return versionEnded;
      const scopes = [...new Set(input.scopes)];
      const tooMuch = scopes.find((scope) => !mayGiveScope(organisation.actor.rights, scope));
      if (tooMuch) return fail("scope_not_held", { scope: tooMuch });
      const active = (await findKeys(tx, organisation.id)).filter(({ mode }) => mode === input.mode);
      if (active.length >= keysMax) return fail("key_limit", { most: String(keysMax) });
      const id = deps.ids.publicId();
      const secret = createSecret(deps.ids, input.mode);
      const expiresAt = await insertKey(tx, {
        id,
        organisationId: organisation.id,
        mode: input.mode,
        name: input.name,
        prefix: shownPrefix(secret),
        hash: tokenHash(secret),
        scopes,
        networks,
        createdBy: organisation.actor.userId,
        days: input.expiresInDays,
        version: input.version ?? null,
      });
      const reason = `${input.mode} ${scopes.join(" ")}`.slice(0, 200);
      await organisation.audit(tx, { action: "api_key_created", objectId: id, reason });
      return ok({ id, secret, expiresAt: expiresAt.toISOString() });
    });
  };
}

/** Gives a key a new secret; the one before works on for the overlap. [DP-03] */
export function rollKey(deps: DeveloperDeps): Handler<typeof rollApiKey> {
  return async ({ id, overlapHours, ...proof }, caller) => {
    const proved = await confirmAgain(deps, caller, proof);
    if (!proved.ok) return proved;
    return changeOrganisation(deps, caller, { right: "keys:manage" }, async (tx, organisation) => {
      const key = await lockKey(tx, organisation.id, id);
      if (!key) return fail("not_found", {});
      const secret = createSecret(deps.ids, key.mode);
      const next = { hash: tokenHash(secret), prefix: shownPrefix(secret), overlapHours };
      const oldSecretUntil = await replaceSecret(tx, id, next);
      await organisation.audit(tx, { action: "api_key_rolled", objectId: id, reason: `hours:${overlapHours}` });
      return ok({ secret, oldSecretUntil: oldSecretUntil.toISOString() });
    });
  };
}

/** Gives a key a version of its own. [DP-16] */
export function changeKey(deps: DeveloperDeps): Handler<typeof changeApiKey> {
  return ({ id, version }, caller) =>
    changeOrganisation(deps, caller, { right: "keys:manage" }, async (tx, organisation) => {
      if (!(await lockKey(tx, organisation.id, id))) return fail("not_found", {});
      if (!(await isWorking(tx, version))) return versionEnded;
      await setKeyVersion(tx, id, version);
      await organisation.audit(tx, { action: "api_key_changed", objectId: id, reason: version ?? "organisation" });
      return ok({ result: "success" as const });
    });
}

/** Pins the organisation to another version. [DP-16] */
export function changeVersion(deps: DeveloperDeps): Handler<typeof changeApiVersion> {
  return ({ version }, caller) =>
    changeOrganisation(deps, caller, { right: "keys:manage" }, async (tx, organisation) => {
      if (!(await isWorking(tx, version))) return versionEnded;
      await changePin(tx, organisation.id, version);
      await organisation.audit(tx, { action: "api_version_changed", objectId: organisation.id, reason: version });
      return ok({ result: "success" as const });
    });
}

const versionEnded = fail("bad_input", {}, { fields: { version: texts.versionUnknown } });

/** Whether a key or an organisation may be given the version. */
const isWorking = async (tx: Tx, version: ApiVersion | null | undefined): Promise<boolean> =>
  version === null || version === undefined || workingVersions(await readNow(tx)).includes(version);

export function dropKey(deps: DeveloperDeps): Handler<typeof endApiKey> {
  return ({ id }, caller) =>
    changeOrganisation(deps, caller, { right: "keys:manage" }, async (tx, organisation) => {
      if (!(await endKey(tx, organisation.id, id))) return fail("not_found", {});
      await organisation.audit(tx, { action: "api_key_ended", objectId: id });
      return ok({ result: "success" as const });
    });
}

/** Ends the keys that a secret scanner found. The response is the same for unknown ones. [DP-05] */
export function receiveLeakedKeys(deps: DeveloperDeps): Handler<typeof reportLeakedKeys> {
  return async ({ keys }, _caller, { ip }) => {
    const allowed = await deps.limits.consume("leaked_address", ip);
    if (!allowed.ok) return allowed;
    await endLeakedKeys(deps, keys, "leaked");
    return ok({ result: "received" as const });
  };
}

/** Ends the keys of complete secrets that became public, and notifies the owners. */
export async function endLeakedKeys(
  deps: Pick<DeveloperDeps, "db" | "ids" | "events">,
  secrets: readonly string[],
  reason: Extract<EndReason, "leaked" | "in_address">,
): Promise<void> {
  const complete = secrets.filter(isSecret);
  if (complete.length === 0) return;
  await deps.db.transaction("system", async (tx) => {
    for (const key of await endKeysOfSecrets(tx, complete.map(tokenHash), reason))
      await warnOwners(tx, deps, { ...key, organisationId: key.organisation_id }, "leaked", "");
  });
}
