import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeFolder, walOf } from "./parts/folder.ts";
import { keepSegment } from "./parts/segments.ts";
import { openServer, Wrong } from "./parts/server.ts";
import { runCommand } from "../terminal.ts";

/** `node ops/backup/archive.ts --to <folder> (--url <address> | --data <folder>)`: the server keeps its log of changes there from now on. */

const { values } = parseArgs({
  options: { to: { type: "string" }, url: { type: "string" }, data: { type: "string" } },
});

async function archive(): Promise<readonly string[]> {
  if (values.to === undefined) throw new Wrong("Where to? Give --to <folder>.");
  const folder = resolve(values.to);
  if (!/^[\w./-]+$/.test(folder)) throw new Wrong("--to takes a folder whose name needs no quotes.");
  const server = await openServer(values);
  try {
    await makeFolder(folder, server.data);
    const wal = walOf(folder);
    const command = keepSegment(wal);
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
        ? `The server writes its log of changes to ${wal}. Take a backup now.`
        : `The server writes its log of changes to ${wal} after its next start: restart it, then take a backup.`,
    ];
  } finally {
    await server.client.end();
  }
}

await runCommand(archive);
