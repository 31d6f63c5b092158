import {
  maxOperatorKeys,
  operatorKeyDays,
  operatorKeyPattern,
  operatorKeyPrefix,
} from "@idanimo/contract/console/keys";
import { keyAlphabet, keyRandomLength } from "@idanimo/contract/developers/key-format";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { checksumOf, hasRightChecksum } from "../../kernel/key-checksum.ts";
import { tokenHash } from "../../kernel/vault.ts";
import { writeAudit } from "../audit/index.ts";
import * as store from "./keys-store.ts";
import { tellOwners } from "./owner-mails.ts";
import { lockOperator, type Operator } from "./store.ts";

/** Personal keys, with which a terminal command runs as its operator. Only a hash is stored. [OC-10] */

/** Characters after `idn_op_` that are stored and shown. */
const shownLength = 8;

export async function listKeys(tx: Tx, operatorId: string) {
  const keys = await store.findKeys(tx, operatorId);
  return keys.map(({ createdAt, expiresAt, lastUsedAt, ...key }) => ({
    ...key,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Creates a key of an active operator. @returns the key, this once */
export async function createKey(
  tx: Tx,
  ids: IdSource,
  operatorId: string,
  name: string,
): Promise<
  Result<{ readonly id: string; readonly key: string; readonly expiresAt: string }, "not_found" | "operator_key_limit">
> {
  const operator = await lockOperator(tx, operatorId);
  if (operator?.state !== "active") return fail("not_found", {});
  if ((await store.findKeys(tx, operatorId)).length >= maxOperatorKeys) return fail("operator_key_limit", {});
  const body = operatorKeyPrefix + ids.letters(keyRandomLength, keyAlphabet);
  const key = body + checksumOf(body);
  const id = ids.publicId();
  const expiresAt = await store.insertKey(tx, {
    id,
    operatorId,
    name,
    prefix: key.slice(0, operatorKeyPrefix.length + shownLength),
    hash: tokenHash(key),
    days: operatorKeyDays,
  });
  await auditKey(tx, ids, { by: operatorId, action: "operator_key_created", operatorId, reason: `${id}: ${name}` });
  await tellOwners(tx, { kind: "key_created", name: operator.name, detail: name }, id);
  return ok({ id, key, expiresAt: expiresAt.toISOString() });
}

/** Ends a key at once. @returns false if it is not active */
export async function endKey(
  tx: Tx,
  ids: IdSource,
  { operatorId, keyId, by }: { readonly operatorId: string; readonly keyId: string; readonly by: string },
): Promise<boolean> {
  if (!(await store.endKey(tx, operatorId, keyId))) return false;
  await auditKey(tx, ids, { by, action: "operator_key_ended", operatorId, reason: keyId });
  return true;
}

const auditKey = (
  tx: Tx,
  ids: IdSource,
  act: {
    readonly by: string;
    readonly action: "operator_key_created" | "operator_key_ended";
    readonly operatorId: string;
    readonly reason: string;
  },
) =>
  writeAudit(tx, ids, {
    actorKind: "operator",
    actorId: act.by,
    action: act.action,
    objectId: act.operatorId,
    reason: act.reason,
  });

/** The operator of a key; undefined if it is mistyped, has ended or expired, or its operator is not active. */
export const findOperatorByKey = async (tx: Tx, key: string): Promise<Operator | undefined> =>
  operatorKeyPattern.test(key) && hasRightChecksum(key) ? store.findOperatorOfKey(tx, tokenHash(key)) : undefined;
