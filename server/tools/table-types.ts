import { type Kysely, sql } from "kysely";
import {
  ArrayExpressionNode,
  type ColumnMetadata,
  type ExpressionNode,
  generate,
  GenericExpressionNode,
  IdentifierNode,
  LiteralNode,
  PostgresDialect,
  UnionExpressionNode,
} from "kysely-codegen";
import { columnTypes, importedTypes } from "./column-types.ts";

/** The generated file. */
export const tableTypesFile = new URL("../src/database/tables.ts", import.meta.url);

/** Tables the program never names as types: the owner's, the limiter library's, and those that only functions read. */
const excludedTables = [
  "seals_due",
  "migrations",
  "sql_functions",
  "rate_limits",
  "allowed_postings",
  "audit_heads",
  "audit_bridges",
  "month_partitions",
  "detached_months",
];

/** What `pg` returns, as `pools.ts` configures it, where the tool assumes something else. */
const typeMapping = { int8: "bigint", timestamptz: "Date", date: "Date" };

/** The types of a migrated database's tables, as TypeScript. */
export async function generateTableTypes(db: Kysely<unknown>): Promise<string> {
  const computed = await findComputedColumns(db);
  const columns: Record<string, ExpressionNode> = {};
  return generate({
    db,
    dialect: new PostgresDialect(),
    outFile: null,
    excludePattern: `*.(${excludedTables.join("|")})`,
    customImports: { ...importedTypes },
    typeMapping,
    overrides: { columns },
    async postprocess({ metadata }) {
      const tables = metadata.tables.filter(({ isView, schema }) => !isView && schema === "public");
      const undescribed = new Set(Object.keys(columnTypes));
      for (const table of tables)
        for (const column of table.columns) {
          const name = `${table.name}.${column.name}`;
          undescribed.delete(name);
          const type = overriddenType(column, columnTypes[name], computed.has(name));
          if (type) {
            columns[name] = type;
            column.isNullable = false; // the type has its own null, within the wrapper of a computed column
          } else if (column.dataType === "jsonb") throw new Error(`column-types.ts must say what ${name} holds`);
        }
      if (undescribed.size > 0) throw new Error(`column-types.ts names no column: ${[...undescribed].join(", ")}`);
      return { ...metadata, tables };
    },
  });
}

/** The type of a column that the database's type does not determine. */
function overriddenType(
  { dataType, isArray, isNullable, hasDefaultValue }: ColumnMetadata,
  members: readonly string[] | undefined,
  isComputed: boolean,
): ExpressionNode | undefined {
  if (!members && !isComputed) return undefined;
  const mapped = Object.entries(typeMapping).find(([type]) => type === dataType)?.[1] ?? "string";
  const nodes = members?.map((name) => (name in importedTypes ? new IdentifierNode(name) : new LiteralNode(name)));
  const all = nodes ? unionOf(nodes) : new IdentifierNode(mapped);
  const value = isArray ? new ArrayExpressionNode(all) : all;
  const type = isNullable ? unionOf([value, new IdentifierNode("null")]) : value;
  if (isComputed) return new GenericExpressionNode("GeneratedAlways", [type]);
  return hasDefaultValue ? new GenericExpressionNode("Generated", [type]) : type;
}

const unionOf = (nodes: readonly ExpressionNode[]): ExpressionNode =>
  nodes.length === 1 && nodes[0] ? nodes[0] : new UnionExpressionNode([...nodes]);

/** Columns that the database computes from others, which the tool does not distinguish from those with a default. */
async function findComputedColumns(db: Kysely<unknown>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and is_generated = 'ALWAYS'`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
