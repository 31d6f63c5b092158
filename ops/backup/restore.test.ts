import { chmod, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { completeConfiguration, settingLine } from "./lib/server-configuration.ts";
import { createBackupFolder, createParentFolders } from "./lib/backup-folder.ts";
import { connectionProblem } from "./lib/postgres-server.ts";
import {
  runBackupCommand,
  serverKinds,
  createTestFolder,
  queryFirstColumn,
  type TestServers,
} from "./testing/postgres-servers.ts";

for (const { kind, open } of serverKinds)
  if (!open) console.error(`Restores of ${kind} are not tested: that needs Debian's package postgresql.`);

let folder: string;
beforeAll(async () => {
  folder = await createTestFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(serverKinds)("restore.ts of $kind", ({ open }) => {
  let own: string;
  let servers: TestServers;
  let backups: string;

  // a server that archives, its backup, and one row that is only in the WAL
  beforeAll(async () => {
    if (!open) return;
    own = await createTestFolder();
    backups = join(own, "backups");
    servers = await open(own);
    await servers.create("first");
    await servers.start("first");
    expect(await runBackupCommand("archive", "--to", backups, "--url", servers.url)).toMatchObject({ ok: true });
    await servers.stop("first");
    await servers.start("first");
    await queryFirstColumn(servers.url, "create table notes (text text)");
    expect(await runBackupCommand("backup", "--to", backups, "--url", servers.url)).toMatchObject({ ok: true });
    await queryFirstColumn(servers.url, "insert into notes values ('after the copy')");
    const [segment = ""] = await queryFirstColumn(servers.url, "select pg_walfile_name(pg_switch_wal())");
    await vi.waitFor(async () => expect(await readdir(join(backups, "wal"))).toContain(segment), 60_000);
    await servers.stop("first");
  }, 180_000);
  afterAll(async () => {
    if (!open) return;
    await servers.stopAll();
    await rm(own, { recursive: true, force: true });
  });

  test.skipIf(!open)(
    "restores a server with the rows and settings of the old one [R-33]",
    async () => {
      const to = servers.dataOf("second");
      const restored = await runBackupCommand("restore", "--from", backups, "--to", to);
      expect(restored).toMatchObject({ ok: true, output: expect.stringContaining("Archiving is off") });
      await servers.adopt("second");
      await servers.start("second");
      try {
        expect(await queryFirstColumn(servers.url, "table notes")).toEqual(["after the copy"]);
        const names = "'archive_mode', 'data_directory', 'work_mem'";
        const shown = await queryFirstColumn(
          servers.url,
          `select setting from pg_settings where name in (${names}) order by name`,
        );
        expect(shown).toEqual(["off", to, String(7 * 1024)]);
      } finally {
        await servers.stop("second");
      }
    },
    120_000,
  );

  test.skipIf(!open)(
    "prints the last lines of a server that fails, and leaves the folder empty [R-33]",
    async () => {
      const bin = join(own, "bin");
      await createParentFolders(join(bin, "postgres"));
      await writeFile(join(bin, "postgres"), "#!/bin/sh\necho 'a line of no known level' >&2\nexit 2\n");
      await chmod(join(bin, "postgres"), 0o755);
      const to = servers.dataOf("third");
      const failed = await runBackupCommand("restore", "--from", backups, "--to", to, "--bin", bin);
      expect(failed).toMatchObject({ ok: false, output: expect.stringContaining("\na line of no known level\n") });
      expect(await readdir(to)).toEqual([]);
      const none = await runBackupCommand("restore", "--from", backups, "--to", to, "--bin", join(own, "none"));
      expect(none).toMatchObject({ ok: false, output: expect.stringContaining("ENOENT") });
    },
    60_000,
  );
});

describe("completeConfiguration", () => {
  test("writes files that a backup lacks, and never through a link [R-33]", async () => {
    const [data, base, old] = [join(folder, "data"), join(folder, "base"), join(folder, "old.conf")];
    await createParentFolders(join(data, "any"));
    await writeFile(old, "port = 1");
    await symlink(old, join(data, "postgresql.conf"));
    await writeFile(join(data, "pg_ident.conf"), "own");
    await completeConfiguration(data, base, undefined);
    expect(await readFile(old, "utf8")).toBe("port = 1");
    const texts = ["postgresql.conf", "pg_hba.conf", "pg_ident.conf"].map((name) => readFile(join(data, name), "utf8"));
    expect(await Promise.all(texts)).toEqual(["", "local all all peer\n", "own"]);
  });

  test("quotes a setting as the server reads it", () => {
    expect(settingLine("log_line_prefix", "it's \\ %m")).toBe("log_line_prefix = 'it''s \\\\ %m'\n");
  });
});

describe("createBackupFolder", () => {
  test("creates a folder for the server's account below folders that it can pass", async () => {
    const before = process.umask(0o077);
    try {
      await createBackupFolder(join(folder, "one/two/backups"), folder);
    } finally {
      process.umask(before);
    }
    const modes = ["one", "one/two", "one/two/backups"].map(
      async (path) => (await stat(join(folder, path))).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o755, 0o755, 0o700]);
  });
});

describe("connectionProblem", () => {
  test("explains how to run a command under the account that the server requires", () => {
    expect(connectionProblem('Peer authentication failed for user "postgres"')).toMatch(/runuser -u postgres -- /);
    expect(connectionProblem("connect ECONNREFUSED 127.0.0.1:5432")).not.toMatch(/runuser/);
  });
});
