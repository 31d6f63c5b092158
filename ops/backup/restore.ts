import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Base, baseOf, basesIn, walOf } from "./parts/folder.ts";
import { missingSegment } from "./parts/segments.ts";
import { ownerOf, recover, run, Wrong } from "./parts/server.ts";
import { runCommand } from "../terminal.ts";

/**
 * `node ops/backup/restore.ts --from <folder> --to <empty folder> [--at "2026-11-20 14:03:10"] [--bin <folder of PostgreSQL's programs>]`:
 * the files of a server as they stood at a moment, in UTC; without a moment, as late as the log goes. The server is not left running.
 */

const { values } = parseArgs({
  options: { from: { type: "string" }, to: { type: "string" }, at: { type: "string" }, bin: { type: "string" } },
});

function momentOf(text: string): Date {
  const at = new Date(`${text.replace(" ", "T")}Z`);
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d(\.\d{1,6})?)?$/.test(text) || Number.isNaN(at.getTime()))
    throw new Wrong(`--at ${text} is no moment: write "2026-11-20 14:03:10", in UTC.`);
  return at;
}

/** The newest copy that was whole by the moment. */
function baseFor(bases: readonly Base[], at: Date | undefined): Base {
  const base = bases.findLast(({ endedAt }) => !at || endedAt <= at);
  if (base) return base;
  const [oldest] = bases;
  throw new Wrong(
    oldest
      ? `No moment before ${oldest.endedAt.toISOString()} can be restored: the oldest copy is of then.`
      : "There is no whole copy to begin with.",
  );
}

async function restore(): Promise<string> {
  const { from, to } = values;
  if (from === undefined || to === undefined)
    throw new Wrong("Give --from <folder of backups> and --to <empty folder>.");
  const folder = resolve(from);
  const data = resolve(to);
  const at = values.at === undefined ? undefined : momentOf(values.at);
  const base = baseFor(await basesIn(folder), at);
  const missing = missingSegment(await readdir(walOf(folder)), base.firstSegment);
  if (missing !== undefined)
    throw new Wrong(
      `The log is not whole: ${missing} is missing in ${walOf(folder)}. Nothing behind it can be restored, and nothing was done.`,
    );
  const bin = values.bin ?? base.bin;
  if ((await readdir(data).catch(() => [])).length > 0) throw new Wrong(`${data} is not empty.`);

  const began = performance.now();
  const who = await ownerOf(walOf(folder));
  await mkdir(data, { recursive: true, mode: 0o700 });
  if (who) await chown(data, who.uid, who.gid);
  await run("tar", ["-C", data, "-xpf", join(baseOf(folder, base.name), "files.tar")]);
  await chmod(data, 0o700);
  const settings = join(data, "postgresql.auto.conf");
  const usual = (await readFile(settings, "utf8").catch(() => "")).replaceAll(/^archive_.*\n/gm, "");
  const target =
    values.at === undefined ? "" : `recovery_target_time = '${values.at} UTC'\nrecovery_target_action = 'promote'\n`;
  await writeFile(settings, `${usual}restore_command = 'cp ${walOf(folder)}/%f "%p"'\n${target}`);
  await writeFile(join(data, "recovery.signal"), "");
  await copyFile(join(baseOf(folder, base.name), "backup_label"), join(data, "backup_label"));
  if (who)
    for (const name of ["postgresql.auto.conf", "recovery.signal", "backup_label"])
      await chown(join(data, name), who.uid, who.gid);

  const socketFolder = await mkdtemp(join(tmpdir(), "restore-"));
  if (who) await chown(socketFolder, who.uid, who.gid);
  try {
    const said = await recover(bin, data, socketFolder);
    if (said !== undefined)
      throw new Wrong(
        [
          `The server could not read its log to that moment:`,
          ...said
            .split("\n")
            .filter((line) => /FATAL|PANIC|ERROR/.test(line))
            .slice(-3),
          ...(said.includes("recovery ended before configured recovery target")
            ? ["Nothing was written after it: give an earlier moment, or none for all there is."]
            : []),
        ].join("\n"),
      );
  } finally {
    await rm(socketFolder, { recursive: true, force: true });
  }
  await writeFile(settings, usual); // the next start restores nothing, and writes into no archive
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  return `${data} holds the server as of ${values.at ?? "the end of its log"}, from the copy of ${base.endedAt.toISOString()}, in ${seconds} s. Start it, then run after-restore before anybody else reaches it. It keeps its log of changes nowhere: run archive.ts and backup.ts into a new folder.`;
}

await runCommand(restore);
