import { parseOptions } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { openPasswordHasher } from "./password-hasher.ts";

const passwords = openPasswordHasher();
const hashed = async (password: string) => {
  const made = await passwords.hash(password);
  return made.ok ? made.value : "";
};

test("T-06 a password is kept as argon2id with 19 MiB, two passes, one lane, and a salt of its own", async () => {
  const [one, other] = [await hashed("Correct-horse-1"), await hashed("Correct-horse-1")];
  expect(one).toMatch(/^\$argon2id\$/);
  expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  expect(one).not.toBe(other);
});

test("T-04 checking a password of nobody is never right and costs what a real check costs", async () => {
  const real = await hashed("Correct-horse-1");
  /** Processor time of a check, all threads of this process: what else the machine does counts for nothing. */
  const costOf = async (against: string | null) => {
    const costs = [];
    for (let at = 0; at < 7; at += 1) {
      const before = process.cpuUsage();
      expect(await passwords.matches(against, "Wrong-horse-1")).toEqual({ ok: true, value: false });
      const { user, system } = process.cpuUsage(before);
      costs.push(user + system);
    }
    return Math.min(...costs); // the one with the least beside it
  };
  await passwords.matches(null, "warm-up");
  const ratio = (await costOf(null)) / (await costOf(real));
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});
