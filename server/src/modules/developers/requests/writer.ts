import { keyPrefixes } from "@idanimo/contract/developers/mode";
import type { Database } from "../../../database/database.ts";
import type { KeyCall, RecordKeyCall } from "../../../http/key-calls.ts";
import { addressBlock } from "../../../kernel/address-block.ts";
import { tokenHashHex, type Vault } from "../../../kernel/vault.ts";
import { isSecret } from "../keys/secret.ts";
import { findKeysOfCalls, insertCalls, type KeyOfCall, type StoredCall } from "./store.ts";

export type RequestLogDeps = {
  /** Where the calls are stored. */
  readonly db: Pick<Database, "transaction">;
  /** Where the keys are stored. */
  readonly keysDb: Pick<Database, "single">;
  readonly vault: Pick<Vault, "indexHash">;
  /** Counts calls that could not be stored. */
  readonly countLost: (calls: number) => void;
  /** Writes one line when calls are lost, until one can be stored again. */
  readonly warn: (message: string) => void;
};

export type RequestLog = {
  readonly record: RecordKeyCall;
  /** Stores what is waiting. */
  close(): Promise<void>;
};

/** Each call is stored in the database of its key's mode. */
export const recordByMode =
  (live: RequestLog, test: RequestLog | undefined): RecordKeyCall =>
  (call) =>
    (call.secret.startsWith(keyPrefixes.test) ? test : live)?.record(call);

/** Calls are stored this long after the first one that waits. */
const delayMs = 500;
/** Between attempts while the database is away. */
const retryMs = 1_000;
const batchSize = 1_000;
/** Calls that wait in memory, about 500 bytes each; above, the oldest are lost. */
const waitingMax = 20_000;

type WaitingCall = Omit<StoredCall, "at" | "organisation_id" | "key_id"> & {
  readonly secretHash: string;
  readonly startedAtMs: number;
  /** Found once, so that a repeated insert has the same rows; null for an unknown key. */
  key?: KeyOfCall | null;
};

/**
 * Stores calls of keys in batches in the background. A call costs its request two hashes and no query.
 * [DP-13]
 */
export function openRequestLog(deps: RequestLogDeps): RequestLog {
  const waiting: WaitingCall[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let isLosing = false;
  let isClosed = false;

  const lose = (count: number) => {
    waiting.splice(0, count);
    deps.countLost(count);
    if (!isLosing) deps.warn("the log of API requests loses calls, because the database does not store them");
    isLosing = true;
  };

  /** @returns false if the database is away */
  const writeBatch = async (): Promise<boolean> => {
    const batch = waiting.slice(0, batchSize);
    try {
      await findKeys(deps.keysDb, batch);
      const rows = batch.flatMap(rowOf);
      if (rows.length > 0) await deps.db.transaction("system", (tx) => insertCalls(tx, rows));
    } catch (error) {
      if (!isRejected(error)) return false;
      lose(batch.length); // the same rows would be rejected again
      return true;
    }
    // some of the batch may have been dropped meanwhile
    const stored = new Set(batch);
    const rest = waiting.findIndex((call) => !stored.has(call));
    waiting.splice(0, rest === -1 ? waiting.length : rest);
    isLosing = false;
    return true;
  };

  const writeAll = async () => {
    while (waiting.length > 0)
      if (!(await writeBatch())) {
        if (!isClosed) schedule(retryMs);
        return;
      }
  };

  const schedule = (ms: number) => {
    if (timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      writing ??= writeAll().finally(() => (writing = undefined));
    }, ms);
    timer.unref();
  };

  return {
    record: (call) => {
      if (isClosed || !isSecret(call.secret)) return;
      if (waiting.length >= waitingMax) lose(waiting.length - waitingMax + 1);
      waiting.push(waitingCallOf(call, deps.vault));
      if (!writing) schedule(delayMs);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await writing;
      await writeAll();
      if (waiting.length > 0) lose(waiting.length);
    },
  };
}

const waitingCallOf = (call: KeyCall, vault: Pick<Vault, "indexHash">): WaitingCall => ({
  id: call.id,
  secretHash: tokenHashHex(call.secret),
  startedAtMs: call.startedAtMs,
  method: call.method,
  route: call.route,
  status: call.status,
  code: call.code,
  ms: call.ms,
  version: call.version,
  // keyed: the key may be a number of a person, which a plain hash would reveal to a search of all numbers
  idempotency_key_hash:
    call.idempotencyKey === undefined ? null : vault.indexHash("idempotency key", call.idempotencyKey).toString("hex"),
  address_block: addressBlock(call.address),
});

async function findKeys(db: RequestLogDeps["keysDb"], calls: readonly WaitingCall[]): Promise<void> {
  const open = calls.filter(({ key }) => key === undefined);
  if (open.length === 0) return;
  const now = performance.now();
  const found = await findKeysOfCalls(
    db,
    open.map(({ secretHash, startedAtMs }) => ({ secretHash, ageMs: now - startedAtMs })),
  );
  for (const [at, call] of open.entries()) call.key = found[at] ?? null;
}

/** The row of a call; none for an unknown key, which has no organisation. */
function rowOf({ key, secretHash: _hash, startedAtMs: _started, ...call }: WaitingCall): readonly StoredCall[] {
  if (!key) return [];
  return [{ ...call, at: key.at, organisation_id: key.organisationId, key_id: key.keyId }];
}

/** Whether the database rejected a value or a row, so that the same statement would fail again. */
const isRejected = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(22|23)/.test(String(error.code));
