import { spawn } from "node:child_process";
import { once } from "node:events";
import lighthouse from "lighthouse";
import * as z from "zod/mini";
import { chromiumArguments, chromiumPath } from "../../../scripts/chromium.mjs";
import { onCleanup } from "../support/cleanup.ts";
import { signIn } from "../support/client.ts";
import { waitFor } from "../support/concurrency.ts";
import { startFleet } from "../support/fleet.ts";
import { freePort, stop } from "../support/processes.ts";
import { atLeast, type Benchmark } from "./benchmark.ts";

const onlyCategories = ["performance", "accessibility", "best-practices", "seo"];
const goalOf = (name: string, target: number, minimum: number) =>
  atLeast([target / 100, minimum / 100], "G-F4", `Lighthouse performance of ${name}`, "of 100");

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
    const { port, setCookies } = await startChromium(fleet.folder);
    const value = await signIn(url, account);
    const session = { name: "__Host-idanimo", value, url: url.replace("http:", "https:"), path: "/", secure: true };
    const all = [
      { path: "/", cookies: [], skipAudits: [], performance: goalOf("the landing page", 100, 98) },
      { path: "/login", cookies: [], skipAudits: [], performance: goalOf("sign-in", 99, 95) },
      // behind the sign-in a page asks search engines to stay away
      {
        path: "/main-dashboard",
        cookies: [session],
        skipAudits: ["is-crawlable"],
        performance: goalOf("the dashboard", 95, 90),
      },
    ];
    const others = atLeast([1, 1], "G-F4", "lowest score of accessibility, best practices and SEO", "of 100");
    for (let round = 0; round < rounds; round += 1)
      for (const { path, cookies, skipAudits, performance } of all) {
        await setCookies(cookies);
        const run = await lighthouse(url + path, { port, onlyCategories, skipAudits, logLevel: "error" });
        if (run?.lhr.finalDisplayedUrl !== url + path) throw new Error(`${path} led to ${run?.lhr.finalDisplayedUrl}`);
        const scores = onlyCategories.map((category) => Math.round((run.lhr.categories[category]?.score ?? 0) * 100));
        log(`${path}: ${scores.join(" ")} (${onlyCategories.join(", ")})`);
        performance.addRound(scores[0] ?? 0, 100);
        others.addRound(Math.min(...scores.slice(1)), 100);
      }
    return [...all.map(({ performance }) => performance.result()), others.result()];
  },
};

const version = z.object({ webSocketDebuggerUrl: z.string() });

/** @returns the port of its DevTools protocol, and how to replace all cookies */
async function startChromium(folder: string) {
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
  const response = await waitFor("Chromium", () =>
    fetch(`http://127.0.0.1:${port}/json/version`).catch(() => undefined),
  );
  const socket = new WebSocket(version.parse(await response.json()).webSocketDebuggerUrl);
  await once(socket, "open");
  const send = async (method: string, params: object) => {
    socket.send(JSON.stringify({ id: 1, method, params }));
    await once(socket, "message");
  };
  const setCookies = async (cookies: readonly object[]) => {
    await send("Storage.clearCookies", {});
    await send("Storage.setCookies", { cookies });
  };
  return { port, setCookies };
}
