import { apiBase, type InputOf } from "@idanimo/contract/operation";
import {
  type readSso,
  type saveSso,
  ssoCallbackPath,
  type SsoSettings,
} from "@idanimo/contract/organisations/single-sign-on";
import * as texts from "@idanimo/contract/organisations/texts";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { KeyStore } from "../../../database/key-store.ts";
import type { Tx } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import { seal, unseal } from "../../../kernel/vault.ts";
import type { EnterpriseConnection } from "../../../providers/enterprise-sign-in/port.ts";
import { notifyOwners } from "../announce.ts";
import { changeOrganisation } from "../change-organisation.ts";
import type { OrganisationDeps } from "../deps.ts";
import { findActiveMembersWithRole, findMember } from "../member-store.ts";
import * as store from "./connection-store.ts";
import { findDomains } from "./domain-store.ts";

const secretContext = (organisationId: string) => ({
  table: "sso_connections",
  id: organisationId,
  field: "client_secret_sealed",
});

async function findKey(keys: KeyStore, organisationId: string): Promise<Buffer> {
  const key = await keys.find(organisationId);
  if (!key) throw new Error("the organisation has no key");
  return key;
}

/** Where identity providers redirect to. */
export const ssoReturnUrl = (publicUrl: string): string => `${publicUrl}${apiBase}${ssoCallbackPath}`;

type ViewDeps = Pick<OrganisationDeps, "people" | "publicUrl">;

async function findSettings(tx: Tx, { people, publicUrl }: ViewDeps, organisationId: string): Promise<SsoSettings> {
  const row = await store.findConnection(tx, organisationId);
  const ownerIds = await findActiveMembersWithRole(tx, organisationId, "owner");
  const [found, holders] = [await people.find(tx, ownerIds), await people.findPasskeyHolders(tx, ownerIds)];
  return {
    connection: row
      ? { issuer: row.issuer, clientId: row.client_id, state: row.state, exemptUserId: row.exempt_user_id }
      : null,
    redirectUrl: ssoReturnUrl(publicUrl),
    owners: ownerIds.flatMap((userId) => {
      const person = found.get(userId);
      return person ? [{ userId, name: person.name, email: person.email, hasPasskey: holders.has(userId) }] : [];
    }),
  };
}

export function readConnection(deps: OrganisationDeps): Handler<typeof readSso> {
  return async (_input, { ownerId }) => ok(await findSettings(deps.db.single, deps, ownerId));
}

/** Saves a connection whose provider answers, with the secret sealed by the organisation's key. [TM-11] */
export function saveConnection(deps: OrganisationDeps): Handler<typeof saveSso> {
  return async (input, caller) => {
    const { ownerId } = caller;
    const earlier = await store.findConnection(deps.db.single, ownerId);
    const key = await findKey(deps.keys, ownerId);
    const sealed = secretFor(input, earlier, (secret) => seal(key, Buffer.from(secret), secretContext(ownerId)));
    if (!sealed) return fail("bad_input", {}, { fields: { clientSecret: texts.clientSecretRequired } });
    const { issuer, clientId } = input;
    const isNew = earlier?.issuer !== issuer || earlier.client_id !== clientId;
    const clientSecret = unseal(key, sealed, secretContext(ownerId)).toString();
    if ((isNew || input.state !== "off") && !(await deps.enterpriseSignIn.check({ issuer, clientId, clientSecret })))
      return fail("bad_input", {}, { fields: { issuer: texts.issuerUnusable } });
    return changeOrganisation(deps, caller, { right: "sso:manage" }, async (tx, organisation) => {
      const allowed = await checkState(tx, deps, organisation.id, input);
      if (!allowed.ok) return allowed;
      const row = {
        issuer,
        client_id: clientId,
        client_secret_sealed: sealed,
        state: input.state,
        exempt_user_id: input.exemptUserId,
      };
      await store.upsertConnection(tx, organisation.id, row);
      await organisation.audit(tx, {
        action: "sso_changed",
        objectId: organisation.id,
        reason: isNew ? `${input.state} connection` : input.state,
      });
      await notifyOwners(
        tx,
        deps,
        { organisationId: organisation.id, except: caller.userId },
        { kind: "sso_changed", facts: { organisation: organisation.name }, link: "/organisation/security" },
      );
      return ok(await findSettings(tx, deps, organisation.id));
    });
  };
}

/** The sealed secret: the given one, or the stored one of the same client at the same provider. */
function secretFor(
  { issuer, clientId, clientSecret }: InputOf<typeof saveSso>,
  earlier: store.ConnectionRow | undefined,
  sealSecret: (secret: string) => Buffer,
): Buffer | undefined {
  if (clientSecret !== undefined) return sealSecret(clientSecret);
  return earlier?.issuer === issuer && earlier.client_id === clientId ? earlier.client_secret_sealed : undefined;
}

/** Single sign-on needs a verified domain; enforced, it also needs an owner with a passkey. */
async function checkState(
  tx: Tx,
  { people }: Pick<OrganisationDeps, "people">,
  organisationId: string,
  { state, exemptUserId }: InputOf<typeof saveSso>,
): Promise<Result<void, "bad_input">> {
  if (state !== "off" && !(await findDomains(tx, organisationId)).some((one) => one.verified_at !== null))
    return fail("bad_input", {}, { fields: { state: texts.ssoNeedsDomain } });
  const exempt = exemptUserId === null ? undefined : await findMember(tx, organisationId, exemptUserId);
  const isOwner = exempt?.state === "active" && exempt.roles.includes("owner");
  const isUsable =
    exemptUserId !== null && isOwner && (await people.findPasskeyHolders(tx, [exemptUserId])).has(exemptUserId);
  if ((state === "enforced" || exemptUserId !== null) && !isUsable)
    return fail("bad_input", {}, { fields: { exemptUserId: texts.ssoNeedsExemptOwner } });
  return ok(undefined);
}

/** The connection of an organisation whose single sign-on is on, with its secret. */
export async function openConnection(
  { db, keys }: Pick<OrganisationDeps, "db" | "keys">,
  organisationId: string,
): Promise<EnterpriseConnection | undefined> {
  const row = await store.findConnection(db.single, organisationId);
  if (!row || row.state === "off") return undefined;
  const secret = unseal(
    await findKey(keys, organisationId),
    row.client_secret_sealed,
    secretContext(organisationId),
  ).toString();
  return { issuer: row.issuer, clientId: row.client_id, clientSecret: secret };
}
