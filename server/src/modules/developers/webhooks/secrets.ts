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

const cachedForMs = 60_000;
const cachedMost = 10_000;

/**
 * Opens secrets of endpoints, and stores them in memory for a minute, so that a delivery does not wait for the keys
 * database. A secret that was deleted is not looked for.
 */
export class SecretOpener {
  readonly #keys: KeyStore;
  readonly #opened = new Map<string, { readonly secret: string; readonly until: number }>();

  constructor(keys: KeyStore) {
    this.#keys = keys;
  }

  /** @returns the secrets in their order */
  async open(
    organisationId: string,
    secrets: readonly { readonly id: string; readonly sealed: Buffer }[],
  ): Promise<readonly string[]> {
    const now = performance.now();
    const known = secrets.map(({ id }) => this.#opened.get(id));
    const cached = known.flatMap((one) => (one && one.until > now ? one.secret : []));
    if (cached.length === secrets.length) return cached;
    const key = await findKey(this.#keys, organisationId);
    if (this.#opened.size > cachedMost) this.#opened.clear();
    return secrets.map(({ id, sealed }) => {
      const secret = unseal(key, sealed, contextOf(id)).toString();
      this.#opened.set(id, { secret, until: now + cachedForMs });
      return secret;
    });
  }
}
