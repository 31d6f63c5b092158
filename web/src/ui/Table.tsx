/* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- the roles are the elements' own, see below */
import type { MouseEvent, ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./Table.module.css";

/** Where a cell stands when a row becomes two lines on a phone. */
export type PhoneSlot = "first" | "firstEnd" | "second" | "secondEnd" | "hidden";

export type Column<Row> = {
  readonly key: string;
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** `number`: to the right, figures of one width. */
  readonly kind?: "text" | "number";
  readonly phoneSlot: PhoneSlot;
  /** Left out on wide screens; a phone's row keeps its two lines. */
  readonly isHiddenOnDesktop?: boolean;
};

type Props<Row> = {
  /** Name of the table, heard but not seen. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** A press anywhere in a row presses its link or button that is marked with `data-row-action`. */
  readonly pressRows?: boolean;
};

/** For the pointer alone: by the keyboard the link or button itself is reached. Whoever selects text presses nothing. */
function pressRow({ currentTarget, target }: MouseEvent<HTMLTableRowElement>) {
  if (target instanceof Element && target.closest("a, button")) return;
  if (getSelection()?.isCollapsed === false) return;
  currentTarget.querySelector<HTMLElement>("[data-row-action]")?.click();
}

/** Rows of facts. On phones each row has two lines with the same facts in the same order, and nothing scrolls sideways. */
export function Table<Row>({ caption, columns, rows, keyOf, pressRows = false }: Props<Row>) {
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
                column.isHiddenOnDesktop && styles.offDesk,
              )}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            role="row"
            className={classes(styles.row, pressRows && styles.pressable)}
            onClick={pressRows ? pressRow : undefined}
          >
            {columns.map((column) => (
              <td
                key={column.key}
                role="cell"
                className={classes(
                  styles.cell,
                  styles[column.phoneSlot],
                  column.isHiddenOnDesktop && styles.offDesk,
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
