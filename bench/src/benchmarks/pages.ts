import { spawn } from "node:child_process";
import lighthouse from "lighthouse";
import { chromiumArguments, chromiumPath } from "../../../scripts/chromium.mjs";
import { onCleanup } from "../support/cleanup.ts";
import { signIn } from "../support/client.ts";
import { waitFor } from "../support/concurrency.ts";
import { startFleet } from "../support/fleet.ts";
import { freePort, stop } from "../support/processes.ts";
import { atLeast, type Benchmark, type RatioGoal } from "./benchmark.ts";

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
type Page = {
  readonly name: string;
  readonly path: string;
  readonly performance: RatioGoal;
  readonly isSignedIn?: true;
};

/** Lighthouse's usual phone on a slow 4G connection, with the production build. */
export const pages: Benchmark = {
  name: "pages",
  goals: ["G-F4"],
  what: "Lighthouse scores of landing page, sign-in and dashboard on a phone, to 100",
  defaultRounds: 5,
  defaultSeconds: 0,
  async run({ rounds, log }) {
    const fleet = await startFleet({ api: 1, settings: { SANDBOX_GOOGLE_SESSION: "0" } }); // else Google's offer covers the page
    const [url] = fleet.urls;
    const [account] = fleet.exampleAccounts;
    if (!account) throw new Error("an example account is needed");
    const token = await signIn(url, account);
    const port = await startChromium(fleet.folder);
    const scoreOf = (name: string, target: number, minimum: number) =>
      atLeast([target / 100, minimum / 100], "G-F4", `Lighthouse performance of ${name}`, "of 100");
    const all: readonly Page[] = [
      { name: "landing", path: "/", performance: scoreOf("the landing page", 100, 98) },
      { name: "sign-in", path: "/login", performance: scoreOf("sign-in", 99, 95) },
      { name: "dashboard", path: "/main-dashboard", performance: scoreOf("the dashboard", 95, 90), isSignedIn: true },
    ];
    const others = atLeast([1, 1], "G-F4", "lowest score of accessibility, best practices and SEO", "of 100");
    for (let round = 0; round < rounds; round += 1)
      for (const { name, path, performance, isSignedIn } of all) {
        const run = await lighthouse(url + path, {
          port,
          onlyCategories: [...categories],
          logLevel: "error",
          // a page behind the sign-in asks search engines to stay away
          ...(isSignedIn && { skipAudits: ["is-crawlable"], extraHeaders: { Cookie: `__Host-idanimo=${token}` } }),
        });
        if (!run || run.lhr.runtimeError) throw new Error(`${path}: ${run?.lhr.runtimeError?.message ?? "no result"}`);
        const scores = categories.map((category) => Math.round((run.lhr.categories[category]?.score ?? 0) * 100));
        log(`${name}: ${scores.join(" ")} (${categories.join(", ")}), ${run.lhr.finalDisplayedUrl}`);
        performance.addRound(scores[0] ?? 0, 100);
        others.addRound(Math.min(...scores.slice(1)), 100);
      }
    return [...all.map(({ performance }) => performance.result()), others.result()];
  },
};

/** @returns the port of its DevTools protocol */
async function startChromium(folder: string): Promise<number> {
  const port = await freePort();
  const shape = [
    "--headless",
    "--disable-gpu",
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${folder}/chromium`,
  ];
  const child = spawn(await chromiumPath(), [...chromiumArguments(), ...shape, "about:blank"], { stdio: "ignore" });
  process.once("exit", () => child.kill());
  onCleanup(() => stop({ process: child }));
  await waitFor("Chromium", () =>
    fetch(`http://127.0.0.1:${port}/json/version`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return port;
}
