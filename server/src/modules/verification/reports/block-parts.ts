import { formatCell, humanizeFieldName, isAmountColumn, visibleColumns } from "@idanimo/contract/record-tables";
import type { NamedTexts } from "@idanimo/contract/named-texts";
import {
  formatField,
  hasAnyField,
  type RecordField,
  type RecordGroup,
  visibleGroups,
  type WireRecord,
} from "@idanimo/contract/record-fields";
import type { Block } from "../../../documents/index.ts";

/** Blocks that the records of several kinds have in common. Pure. */

/** Whether a field may be shown: its part was granted. */
export type IsShown = (field: RecordField) => boolean;

export const noData = "No Data";

export const fieldRows = (record: WireRecord | undefined, fields: readonly RecordField[]) =>
  fields.map((field) => ({ label: field.label, value: formatField(record, field) }));

/** The groups with their shown fields; those without any value are named in one line. */
export function groupBlocks(
  record: WireRecord | undefined,
  groups: readonly RecordGroup[],
  isShown: IsShown,
  level: 2 | 3 = 2,
): Block[] {
  const shown = visibleGroups(
    record,
    groups
      .map((group) => ({ ...group, fields: group.fields.filter(isShown) }))
      .filter(({ fields }) => fields.length > 0),
    [],
  );
  const empty = shown.filter(({ fields }) => !hasAnyField(record, fields));
  return [
    ...shown
      .filter((group) => !empty.includes(group))
      .map((group): Block => ({ kind: "fields", title: group.title, level, fields: fieldRows(record, group.fields) })),
    ...(empty.length === 0
      ? []
      : [{ kind: "text" as const, text: `${noData}: ${empty.map(({ title }) => title).join("; ")}` }]),
  ];
}

/** Whether blocks show no value. */
export const areEmpty = (blocks: readonly Block[]): boolean =>
  blocks.every(
    (block) => block.kind === "text" || (block.kind === "fields" && block.fields.every(({ value }) => value === "-")),
  );

const plainCell = (column: string, row: NamedTexts) => formatCell(column, row[column]);

export const tableBlocks = (
  title: string,
  rows: readonly NamedTexts[],
  level: 2 | 3 = 2,
  cell = plainCell,
): Block[] => {
  const columns = visibleColumns(rows);
  if (columns.length === 0) return [{ kind: "text", text: `${title}: ${noData}` }];
  return [
    {
      kind: "table",
      title,
      level,
      columns: columns.map((name) => ({
        label: humanizeFieldName(name),
        ...(isAmountColumn(name) && { amount: true }),
      })),
      rows: rows.map((row) => columns.map((name) => cell(name, row))),
    },
  ];
};
