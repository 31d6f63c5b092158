import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type BrowserContext, chromium, type Page } from "@playwright/test";

import { chromiumArguments, chromiumPath } from "../scripts/chromium.mjs";
import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { waitForConsentRequest } from "./support/inbox.ts";
import { origins } from "./support/test-environment.ts";
import { buySearch, lookupTimeout } from "./support/purchase.ts";
import { newNin, fetchNinRecord } from "./support/identity-numbers.ts";
import { expect, test } from "./support/test.ts";
import { createBrowserErrors, collectBrowserErrors } from "./support/browser-errors.ts";
import { topUp } from "./support/wallet.ts";
import { requestNin, newestRow } from "./support/wizard.ts";

const requester = makePerson("Halima");
test.describe.configure({ timeout: 400_000 }); // two records, one after the other
test.beforeAll(() => createAccount(requester));

/** Everything that the page's origin stores: both storages, all databases and caches, cookies, the history state. */
async function readBrowserStorage(page: Page): Promise<string> {
  const inPage = await page.evaluate(async () => {
    const all = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error ?? new Error("cannot open the database")));
      });
    const found: unknown[] = [
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
      history.state,
    ];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await all(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        found.push(name, store, await all(rows.getAllKeys()), await all(rows.getAll()));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        found.push(name, request.url, (await response?.text()) ?? "");
      }
    }
    return JSON.stringify(found);
  });
  return inPage + JSON.stringify(await page.context().cookies());
}

/** URL and referrer of each request. */
function addressesOf(context: BrowserContext): readonly string[] {
  const addresses: string[] = [];
  context.on("request", (request) => void addresses.push(`${request.url()} ${request.headers()["referer"] ?? ""}`));
  return addresses;
}

/** Which of the values any file of a folder contains, in UTF-8 or UTF-16. */
async function findInFiles(folder: string, values: readonly string[]): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
    for (const value of values)
      if (bytes.includes(value) || bytes.includes(Buffer.from(value, "utf16le"))) found.add(value);
  }
  return [...found];
}

test("a browser profile contains nothing of a record, its number or a contact [T-09 T-54]", async ({ newPerson }) => {
  const folder = await mkdtemp(join(tmpdir(), "idanimo-profile-"));
  const profile = await chromium.launchPersistentContext(folder, {
    executablePath: await chromiumPath(),
    args: chromiumArguments(),
    baseURL: origins.product,
    reducedMotion: "reduce",
  });
  try {
    const trouble = createBrowserErrors();
    collectBrowserErrors(profile, trouble);
    const addresses = addressesOf(profile);
    const page = await profile.newPage();
    const [nin, vin] = [newNin(), "1HGCM82633A004417"];
    await signInByApi(page, requester);
    await page.goto("/main-dashboard");
    await topUp(page, "40000");
    await requestNin(page, nin);

    const { link } = await waitForConsentRequest("Halima Account", nin);
    await newestRow(page).getByRole("button", { name: "Awaiting Consent" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "View request" }).click();
    await expect(page.getByRole("heading", { name: "Awaiting consent..." })).toBeVisible();
    const theirs = await newPerson();
    const subjects = addressesOf(theirs);
    const subject = await theirs.newPage();
    await subject.goto(link);
    await subject.getByRole("button", { name: "I consent" }).click();
    await expect(subject.getByRole("heading", { level: 1 })).toHaveText("You consented");

    const {
      surname = "",
      residence_address: home = "",
      telephoneno: phone = "",
      photo = "",
    } = await fetchNinRecord(nin);
    await expect(page.getByRole("article")).toContainText(surname, lookupTimeout);
    await page.reload();
    await expect(page.getByRole("article")).toContainText(surname);
    await page.goBack();
    await page.goForward();
    await page.goto(`/vehicle/${await buySearch(page, { vin })}`);
    await expect(page.getByRole("article")).toBeVisible(lookupTimeout);
    await page.goto("/main-dashboard");
    await page.getByRole("searchbox").fill(nin);
    await expect(newestRow(page)).toContainText("View Result");

    const secrets = [nin, vin, home, phone.replace(/^0/, ""), photo.slice(0, 60)];
    expect(secrets.filter((secret) => secret.length < 9)).toEqual([]);
    const seen = "SEEN-IN-A-BROWSER";
    await page.evaluate((word) => localStorage.setItem("control", word), seen);
    const reported = (text: string) =>
      [...secrets, seen].filter((one) => text.includes(one) || text.includes(encodeURIComponent(one)));
    expect(reported(await readBrowserStorage(page))).toEqual([seen]); // the check would find what is stored
    expect(reported(await readBrowserStorage(subject))).toEqual([]);
    expect(addresses.length).toBeGreaterThan(50);
    expect(reported([...addresses, ...subjects].join("\n"))).toEqual([]);
    expect(trouble.found).toEqual([]);
    await profile.close(); // the browser flushes its files
    expect(await findInFiles(folder, [...secrets, seen])).toEqual([seen]);
  } finally {
    await profile.close();
    await rm(folder, { recursive: true, force: true });
  }
});
