import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { ok, type Result } from "@idanimo/contract/problems";
import { openBoundedQueue } from "../../kernel/bounded-queue.ts";

/** The library's default, argon2id, at 19 MiB, two passes, parallelism 1. [T-06] */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes and verifies passwords with limited concurrency. */
export type PasswordHasher = {
  hash(password: string): Promise<Result<string, "unavailable">>;
  /** Whether a password matches a hash. Without a hash it costs the same and is false. [T-04] */
  matches(hashed: string | null, password: string): Promise<Result<boolean, "unavailable">>;
};

/**
 * Limits concurrent hashes, since each one occupies a core. [T-07]
 * @param atOnce how many run at once; one per core by default
 * @param queue  how many may wait; the next one is rejected
 */
export function openPasswordHasher({ atOnce = availableParallelism(), queue = 64 } = {}): PasswordHasher {
  const enqueue = openBoundedQueue({ maxConcurrent: atOnce, maxQueued: queue });
  let decoyHash: Promise<string> | undefined; // a hash that no password matches, for unknown accounts

  return {
    hash: (password) => enqueue(() => hash(password, argon2Options)),
    matches: async (hashed, password) => {
      decoyHash ??= hash(randomBytes(32).toString("hex"), argon2Options);
      const against = hashed ?? (await decoyHash);
      const right = await enqueue(() => verify(against, password));
      return right.ok ? ok(right.value && hashed !== null) : right;
    },
  };
}
