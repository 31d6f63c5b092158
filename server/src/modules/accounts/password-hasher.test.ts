import { parseOptions } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { openPasswordHasher } from "./password-hasher.ts";

const passwords = openPasswordHasher();
const hashed = async (password: string) => {
  const made = await passwords.hash(password);
  return made.ok ? made.value : "";
};

test("hashes with argon2id, 19 MiB, two passes, parallelism 1 and its own salt [T-06]", async () => {
  const [one, other] = [await hashed("Correct-horse-1"), await hashed("Correct-horse-1")];
  expect(one).toMatch(/^\$argon2id\$/);
  expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  expect(one).not.toBe(other);
});

test("rejects a password without a hash at the cost of a real check [T-04]", async () => {
  const real = await hashed("Correct-horse-1");
  /** Processor time of a check over all threads of this process, so that other load does not count. */
  const costOf = async (against: string | null) => {
    const costs = [];
    for (let at = 0; at < 7; at += 1) {
      const before = process.cpuUsage();
      expect(await passwords.matches(against, "Wrong-horse-1")).toEqual({ ok: true, value: false });
      const { user, system } = process.cpuUsage(before);
      costs.push(user + system);
    }
    return Math.min(...costs); // the least disturbed run
  };
  await passwords.matches(null, "warm-up");
  const ratio = (await costOf(null)) / (await costOf(real));
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});
