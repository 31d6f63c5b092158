import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { ok, type Result } from "@idanimo/contract/problems";
import { openTurns } from "./turns.ts";

/** argon2id, the library's default, at 19 MiB, two passes, one lane. Source: T-06. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes and checks passwords, so many at once and no more. */
export type Passwords = {
  hash(password: string): Promise<Result<string, "unavailable">>;
  /** Whether a password is the one behind a hash. Without a hash it costs the same and is false. Source: T-04. */
  matches(hashed: string | null, password: string): Promise<Result<boolean, "unavailable">>;
};

/**
 * One hash takes a core for some 25 ms, so hashes take turns. Source: T-07.
 * @param atOnce how many run together; a core each by default
 * @param queue  how many may wait for a turn; the next one is refused
 */
export function openPasswords({ atOnce = availableParallelism(), queue = 64 } = {}): Passwords {
  const inTurn = openTurns({ atOnce, queue });
  let nobodys: Promise<string> | undefined; // a hash no password belongs to, for accounts that are not there

  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    matches: async (hashed, password) => {
      nobodys ??= hash(randomBytes(32).toString("hex"), cost);
      const against = hashed ?? (await nobodys);
      const right = await inTurn(() => verify(against, password));
      return right.ok ? ok(right.value && hashed !== null) : right;
    },
  };
}
