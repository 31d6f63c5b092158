import { randomBytes } from "node:crypto";
import type { KeyStore } from "../../../database/key-store.ts";
import type { Tx } from "../../../database/database.ts";
import type { IdSource } from "../../../kernel/ids.ts";
import { seal, unseal } from "../../../kernel/vault.ts";
import { insertSecret } from "./endpoint-store.ts";

/** Secrets of endpoints, sealed with the key of their organisation. */

const prefix = "whsec_";
const secretBytes = 32;
const contextOf = (id: string) => ({ table: "webhook_secrets", id, field: "sealed" });

async function findKey(keys: KeyStore, organisationId: string): Promise<Buffer> {
  const key = await keys.find(organisationId);
  if (!key) throw new Error("the organisation has no key");
  return key;
}

/** Creates and stores a secret. @returns it, as customers get it once [DP-07] */
export async function createSecret(
  tx: Tx,
  deps: { readonly keys: KeyStore; readonly ids: IdSource },
  { organisationId, endpointId }: { readonly organisationId: string; readonly endpointId: string },
): Promise<string> {
  const id = deps.ids.rowId();
  const secret = prefix + randomBytes(secretBytes).toString("base64");
  const sealed = seal(await findKey(deps.keys, organisationId), Buffer.from(secret), contextOf(id));
  await insertSecret(tx, { id, endpoint_id: endpointId, sealed });
  return secret;
}

/** Opens the secrets of an endpoint, in their order. */
export async function openSecrets(
  keys: KeyStore,
  organisationId: string,
  secrets: readonly { readonly id: string; readonly sealed: Buffer }[],
): Promise<readonly string[]> {
  const key = await findKey(keys, organisationId);
  return secrets.map(({ id, sealed }) => unseal(key, sealed, contextOf(id)).toString());
}
