import { startFleet } from "../fleet.ts";
import { badAnswers, metWords } from "./parts/doors.ts";
import { openShop } from "./parts/shop.ts";
import { openPage } from "./parts/streams.ts";
import { prove } from "./proof.ts";

/**
 * a release in the middle of the day. Each program in turn is asked to end (SIGTERM) and started anew, `--count` times around,
 * while people pay and pages listen. No payment fails, no answer is a failure but "later", and that for one in a hundred at most.
 */

/** A page has no stream for so long at most: the others take it at once. */
const darkMs = 10_000;
/** A program that is asked to end is gone after so long: then whoever runs services would kill it. */
const endMs = 90_000;

await prove(50, async ({ count, seed, say }) => {
  const fleet = await startFleet({ api: 2, jobs: 2 });
  try {
    const shop = await openShop(fleet, { lanes: 12, seed });
    const pages = shop.clients.flatMap((client, at) => [
      openPage(fleet.urls, client.token, at),
      openPage(fleet.urls, client.token, at + 1),
    ]);
    const wrong: string[] = [];
    let slowestEnd = 0;
    for (let round = 1; round <= count; round += 1) {
      for (const member of fleet.members) {
        const began = performance.now();
        await member.end();
        slowestEnd = Math.max(slowestEnd, performance.now() - began);
        const code = member.now().process.exitCode;
        if (code !== 0) wrong.push(`a program for ${member.role} ended with ${code}`);
        await member.start();
      }
      if (round % 10 === 0) say(`${round} rounds, ${shop.bought.length} payments`);
    }
    await shop.close();
    const verdict = await shop.judge();
    const silent = pages.filter(({ isOpen }) => !isOpen).length;
    if (silent > 0) wrong.push(`${silent} pages hear nothing any more`);
    const longestDark = Math.max(...pages.map((page) => page.longestDarkMs));
    if (longestDark > darkMs) wrong.push(`a page heard nothing for ${Math.round(longestDark)} ms`);
    if (slowestEnd > endMs) wrong.push(`a program took ${Math.round(slowestEnd)} ms to end`);
    for (const page of pages) page.close();
    return {
      broken: count * fleet.members.length,
      acknowledged: verdict.acknowledged,
      lost: verdict.lost,
      wrong: [...wrong, ...verdict.wrong, ...badAnswers(shop.met), ...shop.failed.map((why) => `not paid: ${why}`)],
      notes: `${metWords(shop.met)}; slowest end ${Math.round(slowestEnd)} ms; longest without a stream ${Math.round(longestDark)} ms`,
    };
  } finally {
    await fleet.close();
  }
});
