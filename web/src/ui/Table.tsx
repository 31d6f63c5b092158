/* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- the roles are the elements' own, see below */
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./Table.module.css";

/** Where a cell stands when a row becomes two lines on a phone. */
export type PhonePlace = "first" | "firstEnd" | "second" | "secondEnd" | "hidden";

export type Column<Row> = {
  readonly key: string;
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** `number`: to the right, figures of one width. */
  readonly kind?: "text" | "number";
  readonly phone: PhonePlace;
  /** Left out on wide screens; a phone's row keeps its two lines. */
  readonly offDesk?: boolean;
};

type Props<Row> = {
  /** Name of the table, heard but not seen. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
};

/** Rows of facts. On phones each row has two lines with the same facts in the same order, and nothing scrolls sideways. */
export function Table<Row>({ caption, columns, rows, keyOf }: Props<Row>) {
  // the roles are spelled out because rows shown as a grid would otherwise stop being rows for some screen readers
  return (
    <table className={styles.table} role="table">
      <caption className="only-heard">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={classes(
                styles.header,
                column.kind === "number" && styles.number,
                column.offDesk && styles.offDesk,
              )}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row" className={styles.row}>
            {columns.map((column) => (
              <td
                key={column.key}
                role="cell"
                className={classes(
                  styles.cell,
                  styles[column.phone],
                  column.offDesk && styles.offDesk,
                  column.kind === "number" && classes(styles.number, "figures"),
                )}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
