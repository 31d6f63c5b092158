import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

/** An SQL file, with the SHA-256 of its text. */
export type SqlFile = { readonly name: string; readonly text: string; readonly checksum: string };

/** The SQL that makes the database, each list in the order of its file names. */
export type SchemaFiles = {
  /** Creates the role of the running program. */
  readonly role: SqlFile;
  /** The tables of the first release. */
  readonly schema: readonly SqlFile[];
  /** Numbered changes since then. */
  readonly migrations: readonly SqlFile[];
  /** The current text of each SQL function. */
  readonly functions: readonly SqlFile[];
  /** Functions that have a table's row type in their signature, and can only be created after it. */
  readonly rowFunctions: readonly SqlFile[];
};

async function readFolder(path: string): Promise<readonly SqlFile[]> {
  const folder = new URL(path, import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(names.map((name) => readSqlFile(new URL(name, folder), name)));
}

async function readSqlFile(file: URL, name: string): Promise<SqlFile> {
  const text = await readFile(file, "utf8");
  return { name, text, checksum: checksumOf(text) };
}

const checksumOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Reads the SQL files of this program. */
export async function readSchemaFiles(): Promise<SchemaFiles> {
  const [role, schema, migrations, functions, rowFunctions] = await Promise.all([
    readSqlFile(new URL("./role.sql", import.meta.url), "role.sql"),
    readFolder("./schema/"),
    readFolder("./migrations/"),
    readFolder("./functions/"),
    readFolder("./functions/on-rows/"),
  ]);
  return { role, schema, migrations, functions, rowFunctions };
}

/** One checksum of several files. */
export const combinedChecksum = (files: readonly SqlFile[]): string =>
  checksumOf(files.map(({ name, checksum }) => `${checksum}  ${name}\n`).join(""));
