import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  sortFn_basic,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { ChevronIcon } from "../../ui/icons.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import styles from "./Organisation.module.css";

/** A column of `Table`, by which the rows can be sorted if it has a value to compare. */
export type SortableColumn<Row> = Column<Row> & {
  readonly header: string;
  readonly sortBy?: (row: Row) => string | number;
};

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
});

type Props<Row extends object> = {
  readonly caption: string;
  readonly columns: readonly SortableColumn<Row>[];
  /** In the server's order, until the user chooses a column. */
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
};

/** A table that sorts its rows in the browser. Phones show the server's order. */
export function SortableTable<Row extends object>({ caption, columns, rows, keyOf }: Props<Row>) {
  const [sorting, setSorting] = useState<SortingState>([]);
  const definitions = useMemo(
    () =>
      columns.map(({ key, sortBy }): ColumnDef<typeof features, Row> => ({
        id: key,
        accessorFn: sortBy ?? (() => ""),
        enableSorting: sortBy !== undefined,
        sortFn: "basic",
      })),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: keyOf,
    state: { sorting },
    onSortingChange: setSorting,
  });
  return (
    <Table
      caption={caption}
      keyOf={keyOf}
      rows={table.getRowModel().rows.map((row) => row.original)}
      columns={columns.map((column) => {
        const sorted = table.getColumn(column.key);
        if (!column.sortBy || !sorted) return column;
        const direction = sorted.getIsSorted();
        return {
          ...column,
          sortDirection: direction === "asc" ? "ascending" : direction === "desc" ? "descending" : "none",
          header: (
            <>
              <span className={styles.sortLabel}>{column.header}</span>
              <button
                type="button"
                className={styles.sort}
                data-direction={direction || undefined}
                onClick={sorted.getToggleSortingHandler()}
              >
                {column.header}
                {direction && <ChevronIcon size={16} />}
              </button>
            </>
          ),
        };
      })}
    />
  );
}
