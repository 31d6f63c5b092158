import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from "node:sqlite";
import { SettingError } from "./setting-error.ts";

export type Row = Readonly<Record<string, SQLOutputValue>>;

/** The sandbox's state. Statements are prepared once and cached. */
export type Database = {
  run(sql: string, ...values: SQLInputValue[]): void;
  /** Returns the new row's id. */
  insert(table: Table, row: Readonly<Record<string, SQLInputValue>>): number;
  one(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all(sql: string, ...values: SQLInputValue[]): Row[];
  /** All or nothing. The work must be synchronous. */
  transaction<Result>(work: () => Result): Result;
  /** Deletes everything; ids are not reused. */
  clear(): void;
  close(): void;
};

const schemaVersion = 5;
const tables = [
  "messages",
  "replies",
  "payments",
  "transactions",
  "refunds",
  "lookups",
  "tries",
  "notices",
  "push_devices",
  "companies",
] as const;
type Table = (typeof tables)[number];
const schema = `
  create table messages (
    id text primary key, channel text not null, recipient text not null, recipient_key text not null,
    subject text, body text not null, html text, at text not null, state text not null, provider_id text);
  create index messages_by_recipient on messages (recipient_key);
  create table replies (id integer primary key, message_id text not null, body text not null, at text not null);
  create index replies_by_message on replies (message_id);
  create table payments (
    code text primary key, tx_ref text not null unique, amount_minor integer not null, currency text not null,
    redirect_url text not null, request text not null, created_at integer not null, expires_at integer);
  create table transactions (
    id integer primary key autoincrement, payment_code text not null, outcome text not null, amount_minor integer not null,
    final_status text not null, settles_at integer not null, created_at integer not null, hidden integer not null default 0);
  create index transactions_by_payment on transactions (payment_code);
  create index transactions_by_time on transactions (created_at);
  create table refunds (
    id integer primary key autoincrement, transaction_id integer not null, amount_minor integer not null,
    comments text, created_at integer not null);
  create table lookups (
    reference text primary key, product text not null, number text not null, customer_reference text,
    response_code text, billed integer not null, at integer not null);
  create index lookups_by_number on lookups (product, number);
  create table tries (product text not null, number text not null, tries integer not null, primary key (product, number));
  create table notices (
    id integer primary key, provider text not null, path text not null, body text not null, signed text not null,
    due_at integer not null, attempts integer not null, state text not null);
  create table push_devices (
    id text primary key, private_key text not null, public_key text not null, auth text not null,
    sender_key text not null, at text not null);
  create table companies (rc text primary key, name text not null);
  create index notices_waiting on notices (due_at) where state = 'waiting';
  insert into sqlite_sequence (name, seq) values ('transactions', 4411000), ('refunds', 5500);
  pragma user_version = ${schemaVersion};`;

/**
 * Opens the state, in a file or in memory. A file of another version of the sandbox is emptied, since its data is
 * not worth a migration.
 */
export function openDatabase(file: string | undefined): Database {
  const sqlite = openSqlite(file);
  const prepared = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  function prepare(sql: string) {
    const statement = prepared.get(sql) ?? sqlite.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  }
  return {
    run: (sql, ...values) => void prepare(sql).run(...values),
    insert(table, row) {
      const columns = Object.keys(row);
      const sql = `insert into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`;
      return Number(prepare(sql).run(...Object.values(row)).lastInsertRowid);
    },
    one: (sql, ...values) => prepare(sql).get(...values),
    all: (sql, ...values) => prepare(sql).all(...values),
    transaction(work) {
      sqlite.exec("begin immediate");
      try {
        const result = work();
        sqlite.exec("commit");
        return result;
      } catch (error) {
        sqlite.exec("rollback");
        throw error;
      }
    },
    clear() {
      for (const table of tables) sqlite.exec(`delete from ${table}`);
    },
    close: () => sqlite.close(),
  };
}

function openSqlite(file: string | undefined): DatabaseSync {
  try {
    if (file) mkdirSync(dirname(file), { recursive: true });
    const sqlite = new DatabaseSync(file ?? ":memory:");
    // A killed program loses nothing this way; only a power failure could, which is acceptable for fictitious data.
    sqlite.exec("pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000;");
    const version = sqlite.prepare("pragma user_version").get()?.["user_version"];
    if (version === schemaVersion) return sqlite;
    for (const table of tables) sqlite.exec(`drop table if exists ${table}`);
    sqlite.exec(schema);
    return sqlite;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingError(`SANDBOX_DATA cannot be used as the sandbox's file ("${file}"): ${reason}.`);
  }
}

export function textOf(row: Row | undefined, column: string): string {
  const value = row?.[column];
  return typeof value === "string" ? value : "";
}

export function optionalTextOf(row: Row | undefined, column: string): string | undefined {
  const value = row?.[column];
  return typeof value === "string" ? value : undefined;
}

export function intOf(row: Row | undefined, column: string): number {
  return Number(row?.[column] ?? 0);
}
