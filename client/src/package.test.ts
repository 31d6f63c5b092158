import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { publint } from "publint";
import { afterAll, beforeAll, expect, test } from "vitest";

const project = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "idanimo-client-"));
const unpacked = join(folder, "package");

beforeAll(() => {
  execFileSync(process.execPath, ["build.ts"], { cwd: project });
  execFileSync("npm", ["pack", "--pack-destination", folder], { cwd: project, stdio: "pipe" });
  const [archive] = readdirSync(folder);
  execFileSync("tar", ["-xzf", join(folder, archive ?? ""), "-C", folder]);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

test("the package has no dependencies, and at most 15 KB of code [DP-19]", () => {
  const manifest = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8")) as object;
  expect(Object.keys(manifest)).not.toContain("dependencies");
  const scripts = readdirSync(join(unpacked, "build"), { recursive: true, encoding: "utf8" });
  const code = scripts
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(unpacked, "build", name)));
  expect(code.length).toBeGreaterThan(3);
  expect(gzipSync(Buffer.concat(code)).length).toBeLessThanOrEqual(15_000);
});

test("the package can be imported, and follows the rules of the registry [DP-19]", async () => {
  const { messages } = await publint({ pkgDir: unpacked, pack: false });
  expect(messages).toEqual([]);
  const packed = (await import(join(unpacked, "build/index.js"))) as object;
  expect(Object.keys(packed).sort()).toEqual([
    "ApiError",
    "NoResponseError",
    "WebhookVerificationError",
    "createClient",
    "verifyWebhook",
  ]);
});
