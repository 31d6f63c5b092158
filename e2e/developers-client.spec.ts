import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { callApi, createTestOrganisation } from "./support/organisation.ts";
import { expect } from "./support/patient-expect.ts";
import { test } from "./support/test.ts";
import { topUp } from "./support/wallet.ts";

const run = promisify(execFile);
const project = join(import.meta.dirname, "..");

/** The first sample of a page of the documentation that has this text. */
async function sampleWith(page: string, text: string): Promise<string> {
  const samples = (await readFile(join(project, page), "utf8")).matchAll(/```js\n(.*?)```/gs);
  for (const [, sample] of samples) if (sample?.includes(text)) return sample;
  throw new Error(`${page} has no sample with ${text}`);
}

test("ten documented lines buy a company check with a key [DP-19 DP-20]", async ({ page, newPerson, baseURL }) => {
  const { id, ownerPerson } = await createTestOrganisation(page, newPerson);
  await topUp(page, "5000");
  const scopes = ["checks:create", "checks:read", "results:company"];
  const order = { name: "Back office", mode: "live", scopes, expiresInDays: 7, password: ownerPerson.password };
  const { secret } = await callApi(page, "/developers/keys", order, id);
  await run("npm", ["run", "build", "--workspace", "client"], { cwd: project });

  const sample = await sampleWith("docs/client.md", "createSession");
  expect(sample.split("\n").filter((line) => line !== "").length).toBeLessThanOrEqual(10);
  await mkdir(join(project, ".tmp"), { recursive: true });
  const file = join(await mkdtemp(join(project, ".tmp/sample-")), "company-check.mjs"); // finds the package from there
  await writeFile(file, sample);
  const env = { ...process.env, IDANIMO_KEY: String(secret), IDANIMO_URL: baseURL };
  const { stdout } = await run(process.execPath, [file], { env });
  expect(stdout).toMatch(/^DELIVERED [A-Z]{2}/);
});
