import { defineConfig } from "@playwright/test";

import { chromiumArguments, chromiumPath, chromiumUntold } from "../scripts/chromium.mjs";
import { origins, programSettings } from "./support/test-environment.ts";

/** Long test files start first, so that none of them runs alone at the end. */
const long = [
  "dashboard",
  "keyboard",
  "late-responses-account",
  "late-responses-sign-in",
  "appearance",
  "result-page-records",
  "result-page-expiry",
  "stakeholder-payment",
  "stakeholder-result",
  "wizard-payment",
  "wizard-form",
].map((name) => `**/${name}.spec.ts`);

/** The journeys run against the real program, started here on free ports with its own data. */
export default defineConfig({
  projects: [
    { name: "long", testMatch: long },
    { name: "short", testMatch: "*.spec.ts", testIgnore: long },
  ],
  fullyParallel: false, // the tests of one file share accounts
  workers: 3,
  retries: process.env["CI"] ? 1 : 0,
  forbidOnly: true,
  timeout: 180_000, // after a failure in another journey a source is paused for a while, and lookups wait for it
  expect: { timeout: 20_000 },
  reporter: [["line"], ["json", { outputFile: "test-results/report.json" }]],
  use: {
    baseURL: origins.product,
    browserName: "chromium",
    launchOptions: {
      executablePath: await chromiumPath(),
      args: chromiumArguments(),
      ignoreDefaultArgs: chromiumUntold(),
    },
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    actionTimeout: 20_000,
    screenshot: "only-on-failure",
    // recording a trace takes a third of the time; to record a failure, run it again with TRACE=on
    trace: process.env["TRACE"] === "on" ? "retain-on-failure" : "off",
  },
  webServer: {
    command: `"${process.execPath}" ../scripts/prepare.mjs && exec "${process.execPath}" ../scripts/start.ts`,
    url: `${origins.product}/health/ready`,
    env: { ...programSettings, WATCH_STDIN: "1" }, // its standard input closes when the run is killed
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGINT", timeout: 20_000 },
    stdout: "ignore",
    stderr: "pipe",
  },
});
