import type pg from "pg";

/** Types of columns that say more than their SQL type, by table and column, without `null`. */
const columnTypes: Readonly<Record<string, string>> = {
  "answer_counters.question": "SearchType",
  "users.user_type": "UserType",
  "users.active_currency": "Currency",
  "registrations.user_type": "UserType",
  "sign_ins.kind": '"cookie" | "bearer"',
  "mailed_tokens.kind": '"reset" | "confirm"',
  "external_identities.provider": "SocialProvider",
  "notices.kind": "NoticeKind",
  "notices.facts": "Record<string, string>",
  "ledger_accounts.kind": '"wallet" | "provider_cash" | "revenue" | "tax" | "adjustments"',
  "ledger_accounts.currency": "Currency",
  "ledger_transfers.currency": "Currency",
  "ledger_transfers.reason": '"TOPUP" | "VERIFICATION" | "STAKEHOLDERS" | "REFUND" | "ADJUSTMENT"',
  "purchases.state": "PurchaseState",
  "purchases.currency": "Currency",
  "purchases.quote": "readonly { readonly label: string; readonly minor: string }[]",
  "purchases.payment_type": '"WALLET" | "INSTANT"',
  "purchase_items.search_type": "SearchType",
  "purchase_items.state": "ItemState",
  "purchase_items.outcome": "Outcome",
  "purchase_items.record_over": '"GONE" | "WITHDRAWN"',
  "purchase_items.listed_as": 'Outcome | "WAITING" | "GONE" | "WITHDRAWN"',
  "bulk_uploads.bad": "readonly { readonly line: number; readonly message: string }[]",
  "payments.purpose": "PaymentPurpose",
  "payments.currency": "Currency",
  "payments.state": "PaymentState",
  "verification_requests.search_type": "SearchType",
  "verification_requests.retention_class": "RetentionClass",
  "lookup_attempts.result": '"sent" | "found" | "not_found" | "failed" | "not_taken"',
  "consents.search_type": "SearchType",
  "consents.retention_class": "RetentionClass",
  "consents.purpose_code": "PurposeCode",
  "consents.state": "ConsentState",
  "consents.decided_by": '"sms" | "page"',
  "subject_index.kind": '"phone" | "mail"',
  "subject_sessions.way": '"link" | "code"',
  "subject_codes.kind": '"phone" | "mail"',
  "subject_cases.kind": '"access" | "correction" | "erasure" | "grievance" | "misuse"',
  "watch_counts.what": '"failed_sign_ins" | "refusals"',
  "consent_evidence.channel": '"sms" | "mail" | "page"',
  "result_files.name": '"source.pdf"',
  "result_files.media_type": '"application/pdf"',
  "outbox_messages.channel": '"sms" | "mail"',
  "outbox_messages.state": '"waiting" | "sent" | "delivered" | "failed"',
  "provider_transactions.state": '"successful" | "failed" | "cancelled" | "pending" | "other"',
  "operator_refunds.currency": "Currency",
  "audit_log.actor_kind": '"visitor" | "user" | "subject" | "operator" | "system"',
};

/** Where the named types come from. */
const imports: Readonly<Record<string, readonly string[]>> = {
  "@idanimo/contract/accounts": ["UserType"],
  "@idanimo/contract/catalogue": ["SearchType"],
  "@idanimo/contract/consent": ["ConsentState", "PurposeCode"],
  "@idanimo/contract/request-status": ["RetentionClass"],
  "@idanimo/contract/money": ["Currency"],
  "@idanimo/contract/notices": ["NoticeKind"],
  "@idanimo/contract/social": ["SocialProvider"],
  "@idanimo/contract/verification-states": ["ItemState", "Outcome", "PaymentState", "PurchaseState"],
  "@idanimo/contract/wallet": ["PaymentPurpose"],
};

/** What the driver returns for an SQL type. */
const driverTypes: Readonly<Record<string, string>> = {
  uuid: "string",
  text: "string",
  "character varying": "string",
  smallint: "number",
  integer: "number",
  "double precision": "number",
  bigint: "bigint",
  boolean: "boolean",
  "timestamp with time zone": "Date",
  date: "Date",
  bytea: "Buffer",
  ARRAY: "string[]",
};

/** Tables of the migration runner. */
const ownTables = ["migrations", "sql_functions"];

const header = `// Generated from the database by schema.test.ts: npx vitest run --project server server/src/database/schema.test.ts -u
// Types that say more than the SQL type are in testing/render-schema.ts.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
`;
const helpers = `
/** Filled by the database if absent. */
type Defaulted<T> = [T] extends [ColumnType<infer Read, infer Given, infer Changed>]
  ? ColumnType<Read, Given | undefined, Changed>
  : Generated<T>;
/** A JSON column: read as a value, written as text. */
type Json<T> = ColumnType<T, string, string>;

/** The tables as the program sees them, one type per table. */
export type Schema = {
`;

type Column = {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly filledBy: "insert" | "default" | "expression";
};

function renderColumn({ table, column, type, isNullable, filledBy }: Column): string {
  const named = columnTypes[`${table}.${column}`];
  const value = named ?? driverTypes[type];
  if (value === undefined) throw new Error(`${table}.${column}: no TypeScript type is known for ${type}`);
  const read = (type === "jsonb" ? `Json<${value}>` : value) + (isNullable ? " | null" : "");
  const wrapped = { insert: read, default: `Defaulted<${read}>`, expression: `GeneratedAlways<${read}>` }[filledBy];
  return `    ${column}: ${wrapped};\n`;
}

/**
 * The text of `schema.ts` for a database.
 * @throws for a column without a type, and for a named type of a column that does not exist
 */
export async function renderSchema(database: pg.Pool): Promise<string> {
  const { rows } = await database.query<Column>(`
    select c.table_name as table, c.column_name as column, c.data_type as type, c.is_nullable = 'YES' as "isNullable",
      case when c.is_generated = 'ALWAYS' then 'expression' when c.column_default is not null then 'default' else 'insert' end as "filledBy"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    order by c.table_name collate "C", c.ordinal_position`);
  const columns = rows.filter(({ table }) => !ownTables.includes(table));
  const missing = Object.keys(columnTypes).filter(
    (name) => !columns.some(({ table, column }) => `${table}.${column}` === name),
  );
  if (missing.length > 0) throw new Error(`there is no column ${missing.join(", ")}`);
  const tables = [...new Set(columns.map(({ table }) => table))].map(
    (name) =>
      `  ${name}: {\n${columns
        .filter(({ table }) => table === name)
        .map(renderColumn)
        .join("")}  };\n`,
  );
  const importLines = Object.entries(imports).map(
    ([from, names]) => `import type { ${names.join(", ")} } from "${from}";\n`,
  );
  return `${header}${importLines.join("")}${helpers}${tables.join("")}};\n`;
}
