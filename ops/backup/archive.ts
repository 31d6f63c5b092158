import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { createBackupFolder, walFolder } from "./lib/backup-folder.ts";
import { archiveCommand } from "./lib/wal-segments.ts";
import { openServer, CommandError } from "./lib/postgres-server.ts";
import { runCommand } from "../terminal.ts";

/**
 * `node ops/backup/archive.ts --to <folder> (--url <address> | --data <folder>)`: makes the server archive its WAL
 * there from now on.
 */

const { values } = parseArgs({
  options: { to: { type: "string" }, url: { type: "string" }, data: { type: "string" } },
});

async function enableArchiving(): Promise<readonly string[]> {
  if (values.to === undefined) throw new CommandError("Give --to <folder>.");
  const folder = resolve(values.to);
  if (!/^[\w./-]+$/.test(folder)) throw new CommandError("--to must be a folder whose name needs no quotes.");
  const server = await openServer(values);
  try {
    await createBackupFolder(folder, server.data);
    const wal = walFolder(folder);
    const command = archiveCommand(wal);
    const { client } = server;
    for (const [name, value] of Object.entries({
      archive_mode: "on",
      archive_command: command,
      archive_timeout: "60s",
    }))
      await client.query(`alter system set ${name} = ${client.escapeLiteral(value)}`);
    await client.query("select pg_reload_conf()");
    const mode = await client.query<{ on: boolean }>("select current_setting('archive_mode') <> 'off' as on");
    return [
      mode.rows[0]?.on
        ? `The server archives its WAL to ${wal}. Take a backup now.`
        : `The server archives its WAL to ${wal} after its next start: restart it, then take a backup.`,
    ];
  } finally {
    await server.client.end();
  }
}

await runCommand(enableArchiving);
