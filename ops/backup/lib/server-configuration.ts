import { chown, lstat, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Account, type PostgresServer } from "./postgres-server.ts";

/** The configuration files of a server that stores them outside its data directory, as Debian does in `/etc/postgresql`. */

/**
 * Files for a server whose backup has none of that name: PostgreSQL's default settings, and only its own account
 * may connect.
 */
const defaultFiles = { "postgresql.conf": "", "pg_hba.conf": "local all all peer\n", "pg_ident.conf": "" };
type ConfigurationFile = keyof typeof defaultFiles;

/** Settings that name the files of one machine; they differ for the restored server. */
const machinePathSettings = ["data_directory", "config_file", "hba_file", "ident_file", "external_pid_file"];

const configurationFolder = (base: string) => join(base, "configuration");

/** `name = 'value'`, as a configuration file reads it back. */
export const settingLine = (name: string, value: string) =>
  `${name} = '${value.replaceAll("\\", "\\\\").replaceAll("'", "''")}'\n`;

/**
 * The texts of the files outside the data directory. Settings from included files (`conf.d`) are part of
 * `postgresql.conf`.
 */
async function readExternalFiles({
  client,
  data,
}: PostgresServer): Promise<Partial<Record<ConfigurationFile, string>>> {
  const found = await client.query<{ name: ConfigurationFile; path: string; text: string }>(
    `select name, path, pg_read_file(path) as text
     from (values ('postgresql.conf', current_setting('config_file')), ('pg_hba.conf', current_setting('hba_file')),
       ('pg_ident.conf', current_setting('ident_file'))) as file (name, path)`,
  );
  const outside = Object.fromEntries(
    found.rows.filter(({ path }) => dirname(path) !== data).map(({ name, text }) => [name, text]),
  );
  if (outside["postgresql.conf"] === undefined) return outside;
  const settings = await client.query<{ name: string; setting: string }>(
    `select distinct on (name) name, setting from pg_file_settings
     where name <> all ($1) and sourcefile <> $2 and setting is not null order by name, seqno desc`,
    [machinePathSettings, join(data, "postgresql.auto.conf")],
  );
  const text = settings.rows.map(({ name, setting }) => settingLine(name, setting)).join("");
  return { ...outside, "postgresql.conf": text };
}

/** Copies the files outside the data directory next to the backup. */
export async function copyConfiguration(server: PostgresServer, base: string): Promise<void> {
  await mkdir(configurationFolder(base), { mode: 0o700 });
  for (const [name, text] of Object.entries(await readExternalFiles(server)))
    await writeFile(join(configurationFolder(base), name), text, { mode: 0o600 });
}

/**
 * Writes each of the three files that a restored data directory lacks, so that it starts, and `pg_createcluster`
 * accepts it.
 */
export async function completeConfiguration(data: string, base: string, account: Account | undefined): Promise<void> {
  for (const [name, usual] of Object.entries(defaultFiles)) {
    const path = join(data, name);
    if (await lstat(path).then((found) => found.isFile(), falseIfAbsent)) continue;
    await rm(path, { force: true }); // a link out of the data directory, into the old machine's configuration
    const stored = await readFile(join(configurationFolder(base), name), "utf8").catch(falseIfAbsent);
    await writeFile(path, stored === false ? usual : stored, { mode: 0o600 });
    if (account) await chown(path, account.uid, account.gid);
  }
}

/** False for a file that does not exist; every other error is thrown on. */
function falseIfAbsent(error: NodeJS.ErrnoException): false {
  if (error.code === "ENOENT") return false;
  throw error;
}
