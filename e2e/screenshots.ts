// Takes a screenshot of every screen in both themes at three widths, with long names, empty, slow and failed states:
// npm run screenshots [-- --into=FOLDER] [-- PART ...]
// Parts: visitor (public and sign-in pages), account, records, history; all of them by default. `index.html` in the
// folder shows them side by side.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";

import { chromiumArguments, chromiumPath } from "../scripts/chromium.mjs";
import { type Person } from "./support/account.ts";
import { createAccountAndSignIn } from "./support/api.ts";
import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { setTheme, themes } from "./support/appearance.ts";
import { print, printError } from "../scripts/start/terminal.ts";
import { origins, programSettings } from "./support/test-environment.ts";
import { writeIndex } from "./support/screenshot-index.ts";
import { contextFactory, walkApplication, walkPublicPages, walkSignUp } from "./support/walk.ts";
import { walkAccount, walkSignInMethods } from "./support/walk-account.ts";
import { walkRecords } from "./support/walk-records.ts";
import { walkBulk, walkHistory, walkOrders } from "./support/walk-states.ts";

const widths: readonly number[] = [360, 960, 1440];
const { values: options, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: { into: { type: "string", default: fileURLToPath(new URL("screenshots", import.meta.url)) } },
});
const folder = resolve(options.into);
mkdirSync(folder, { recursive: true });

/** Takes a screenshot of one screen; `wanted` are the widths at which it exists. */
const screenshotInto =
  (into: string) =>
  async (name: string, page: Page, wanted: readonly number[] = widths): Promise<void> => {
    const before = page.viewportSize();
    for (const width of widths.filter((one) => wanted.includes(one))) {
      await page.setViewportSize({ width, height: width < 600 ? 740 : 900 });
      for (const theme of themes) {
        await setTheme(page, theme);
        const hasDialog = (await page.locator("dialog[open]").count()) > 0;
        await page.evaluate((isFullPage) => {
          if (isFullPage) scrollTo(0, 0); // a sticky bar would appear in the middle of the picture
          return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        }, !hasDialog);
        await page.screenshot({ path: join(into, `${name}-${width}-${theme}.png`), fullPage: !hasDialog });
      }
    }
    await setTheme(page, "light");
    if (before) await page.setViewportSize(before);
  };

async function waitUntilReady(): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end;) {
    const response = await fetch(`${origins.product}/health/ready`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("The program did not start in time.");
}

const person = (firstName: string): Person => ({
  firstName,
  lastName: "Pictures",
  email: `${firstName.toLowerCase()}.pictures@example.test`,
  password: "Six-4-kites-fly",
});
const start = fileURLToPath(new URL("../scripts/start.ts", import.meta.url));
const program = spawn(process.execPath, [start], { env: { ...process.env, ...programSettings }, stdio: "ignore" });
try {
  await waitUntilReady();
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArguments() });
  const newPerson = contextFactory(browser, origins.product);
  const [visitor, buyer, reader, chooser] = await Promise.all(
    [0, 1, 2, 3].map(async () => (await newPerson({ viewport: { width: 1440, height: 900 } })).newPage()),
  );
  if (!visitor || !buyer || !reader || !chooser) throw new Error("No page was opened.");
  const visit = screenshotInto(folder);
  const [sade, musa] = [person("Sade"), person("Musa")];
  const signedIn = async (page: Page, one: Person) => {
    await createAccount(one);
    await signInByApi(page, one);
  };
  const walks: Record<string, () => Promise<void>> = {
    visitor: () =>
      walkPublicPages(visitor, visit)
        .then(() => walkSignUp(visitor, sade, visit))
        .then(() => walkSignInMethods(visitor, sade, visit)),
    account: () =>
      createAccountAndSignIn(buyer, musa)
        .then(() => walkApplication(buyer, musa, newPerson, visit))
        .then(() => walkAccount(buyer, musa, visit)),
    records: () =>
      signedIn(reader, makePerson("Rukaiya"))
        .then(() => walkRecords(reader, visit))
        .then(() => walkBulk(reader, visit)),
    history: () =>
      signedIn(chooser, makePerson("Chike"))
        .then(() => walkOrders(chooser, visit))
        .then(() => walkHistory(chooser, visit)),
  };
  const wanted = Object.entries(walks).filter(([part]) => parts.length === 0 || parts.includes(part));
  if (wanted.length < parts.length) throw new Error(`Parts are ${Object.keys(walks).join(", ")}.`);
  const ends = await Promise.allSettled(wanted.map(([, walk]) => walk()));
  await browser.close();
  for (const [at, end] of ends.entries())
    if (end.status === "rejected") {
      process.exitCode = 1;
      printError(`The part ${wanted[at]?.[0] ?? ""} stopped: ${String(end.reason)}`);
    }
} finally {
  print(`${await writeIndex(folder)} screenshots: ${join(folder, "index.html")}`);
  program.kill("SIGINT");
  await once(program, "exit");
}
