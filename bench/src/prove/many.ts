import { topUp } from "../campaign/buyers.ts";
import { chanceOf } from "../chance.ts";
import { signIn } from "../client.ts";
import { startFleet } from "../fleet.ts";
import { sharedLaws, usedUp, wide } from "./parts/shared-laws.ts";
import { accountsOf } from "./parts/shop.ts";
import { prove } from "./proof.ts";

/** Three programs for calls and two for jobs on one database do as one does. Each law is tried `--count` times, those of limits once. */

await prove(100, async ({ count, seed, say }) => {
  const fleet = await startFleet({
    api: 3,
    jobs: 2,
    settings: { LIMITS: [...wide.map((name) => `${name}=100000000`), `lookup_account=${count * 2 + 50}`].join(",") },
  });
  try {
    const chance = chanceOf(seed);
    const [first] = accountsOf(fleet);
    const [url] = fleet.urls;
    if (!first || url === undefined) throw new Error("a fleet without an account");
    await topUp(await signIn(url, first.email, first.password), 1_000_000);
    const wrong: string[] = [];
    let tried = 0;
    for (let round = 1; round <= count; round += 1) {
      for (const law of sharedLaws) {
        wrong.push(...(await law.try(fleet, chance)).map((what) => `${law.name}: ${what}`));
        tried += 1;
      }
      if (round % 10 === 0) say(`${round} rounds, ${wrong.length} wrong`);
    }
    for (const law of usedUp) {
      wrong.push(...(await law.try(fleet, chance)).map((what) => `${law.name}: ${what}`));
      tried += 1;
    }
    wrong.push(...(await fleet.brokenLaws()));
    return {
      broken: tried,
      acknowledged: tried,
      lost: 0,
      wrong: wrong.slice(0, 20),
      notes: [...sharedLaws, ...usedUp].map(({ name }) => name).join("; "),
    };
  } finally {
    await fleet.close();
  }
});
