import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pruneBackups } from "./lib/backup-folder.ts";
import { findBackupObstacle } from "./lib/postgres-server.ts";
import { archiveCommand } from "./lib/wal-segments.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "idanimo-backup-"));
  await mkdir(join(folder, "wal"));
});
afterEach(() => rm(folder, { recursive: true }));

const segment = "000000010000000000000003";
/** Runs the server's archive command for the segment; rejects if it fails. */
const keep = () =>
  promisify(execFile)("sh", [
    "-c",
    archiveCommand(join(folder, "wal")).replaceAll("%p", join(folder, "own")).replaceAll("%f", segment),
  ]);

test("archives a segment again after a crash, and never overwrites another one [R-33]", async () => {
  await writeFile(join(folder, "own"), "changes");
  await keep();
  await keep(); // the server crashed before it recorded the first call
  expect(await readdir(join(folder, "wal"))).toEqual([segment]);
  await writeFile(join(folder, "own"), "other changes");
  await expect(keep()).rejects.toThrow("Command failed");
  expect(await readFile(join(folder, "wal", segment), "utf8")).toBe("changes");
});

/** Backups that ended this many hours before noon of the 20th. */
async function copiesOf(...hours: readonly number[]): Promise<Date> {
  const now = new Date("2026-11-20T12:00:00Z");
  for (const one of hours) {
    const path = join(folder, "base", String(100 - one));
    await mkdir(path, { recursive: true });
    const about = { endedAt: new Date(now.getTime() - one * 3_600_000), firstSegment: segment, version: 15, bin: "" };
    await writeFile(join(path, "about.json"), JSON.stringify(about));
  }
  return now;
}

test("deletes every expired backup of keys; of other databases the newest stays [T-51]", async () => {
  const now = await copiesOf(30, 19, 17);
  expect(await pruneBackups(folder, 18, now, { newestToo: true })).toEqual(["70", "81"]);
  expect(await pruneBackups(folder, 1, now)).toEqual([]);
  expect(await pruneBackups(folder, 1, now, { newestToo: true })).toEqual(["83"]);
});

test("accepts only the primary whose files are here, not a server behind a proxy [R-33]", () => {
  const [postmaster, backend] = [100, 200];
  const here = (pid: number) => (pid === backend ? postmaster : undefined);
  expect(findBackupObstacle({ isStandby: false, backend }, postmaster, here)).toBeUndefined();
  expect(findBackupObstacle({ isStandby: false, backend: 300 }, postmaster, here)).toMatch(/proxy/);
  expect(findBackupObstacle({ isStandby: false, backend }, 101, here)).toMatch(/proxy/);
  expect(findBackupObstacle({ isStandby: true, backend }, postmaster, here)).toMatch(/standby/);
});
