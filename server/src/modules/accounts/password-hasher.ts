import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { ok, type Result } from "@idanimo/contract/problems";
import { openConcurrencyLimiter } from "./concurrency-limiter.ts";

/** argon2id, the library's default, at 19 MiB, two passes, one lane. Source: T-06. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes and checks passwords, so many at once and no more. */
export type PasswordHasher = {
  hash(password: string): Promise<Result<string, "unavailable">>;
  /** Whether a password is the one behind a hash. Without a hash it costs the same and is false. Source: T-04. */
  matches(hashed: string | null, password: string): Promise<Result<boolean, "unavailable">>;
};

/**
 * One hash takes a core for some 25 ms, so hashes take turns. Source: T-07.
 * @param atOnce how many run together; a core each by default
 * @param queue  how many may wait for a turn; the next one is refused
 */
export function openPasswordHasher({ atOnce = availableParallelism(), queue = 64 } = {}): PasswordHasher {
  const runLimited = openConcurrencyLimiter({ maxConcurrent: atOnce, maxQueued: queue });
  let decoyHash: Promise<string> | undefined; // a hash no password belongs to, for accounts that are not there

  return {
    hash: (password) => runLimited(() => hash(password, argon2Options)),
    matches: async (hashed, password) => {
      decoyHash ??= hash(randomBytes(32).toString("hex"), argon2Options);
      const against = hashed ?? (await decoyHash);
      const right = await runLimited(() => verify(against, password));
      return right.ok ? ok(right.value && hashed !== null) : right;
    },
  };
}
