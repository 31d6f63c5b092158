import { setTimeout as sleep } from "node:timers/promises";
import { startFleet } from "../fleet.ts";
import { inRoot, newFolder, removeFolder, serverEntry } from "../program.ts";
import { badAnswers, metWords } from "./parts/doors.ts";
import { openShop } from "./parts/shop.ts";
import { type VersionBefore, versionBefore } from "./parts/version-before.ts";
import { prove } from "./proof.ts";

/**
 * the version before the newest migration serves; this one is started beside it, migrates under it, and both go on together in
 * every mixture, also with the older one taken back, until only this one is left. `--count` such releases.
 */

/** Each mixture serves for so long at least. */
const mixtureMs = 3_000;

async function release(before: VersionBefore, seed: number) {
  const fleet = await startFleet({
    api: 2,
    jobs: 1,
    entry: before.entry,
    settings: { WEB_DIR: inRoot("web/build") }, // the older one has none of its own
  });
  try {
    const shop = await openShop(fleet, { lanes: 8, seed });
    const [first, second, worker] = fleet.members;
    if (!first || !second || !worker) throw new Error("three programs were asked for");
    const landed = async () => {
      const { rows } = await fleet.owner.query<{ name: string }>("select name from migrations");
      return before.unknown.every((name) => rows.some((row) => row.name === name));
    };
    const wrong: string[] = [];
    if (await landed()) wrong.push("there was nothing to migrate");
    for (const [member, entry] of [
      [first, serverEntry], // migrates, while the second one of the older version and its jobs go on
      [first, before.entry], // taken back
      [worker, serverEntry], // this version's jobs for the older version's calls
      [first, serverEntry],
      [second, serverEntry],
    ] as const) {
      await member.end();
      await member.start({}, entry);
      await sleep(mixtureMs);
    }
    if (!(await landed())) wrong.push("it did not migrate");
    await shop.close();
    const verdict = await shop.judge();
    wrong.push(...verdict.wrong, ...badAnswers(shop.met), ...shop.failed.map((why) => `not paid: ${why}`));
    return { ...verdict, wrong, met: metWords(shop.met) };
  } finally {
    await fleet.close();
  }
}

await prove(3, async ({ count, seed, say }) => {
  const folder = await newFolder();
  const before = await versionBefore(folder);
  try {
    const done = [];
    for (let at = 0; at < count; at += 1) {
      const one = await release(before, seed + at);
      say(`release ${at + 1}: ${one.acknowledged} payments, ${one.met}`);
      done.push(one);
    }
    return {
      broken: done.length,
      acknowledged: done.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
      lost: done.reduce((sum, { lost }) => sum + lost, 0),
      wrong: done.flatMap(({ wrong }) => wrong),
      notes: `beside ${before.commit}, over ${before.unknown.join(", ")}; ${done.map(({ met }) => met).join("; ")}`,
    };
  } finally {
    await before.remove();
    await removeFolder(folder);
  }
});
