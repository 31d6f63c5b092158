/* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- the elements' own roles, see below */
import type { MouseEvent, ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./Table.module.css";

/**
 * Position of a cell when a row becomes two lines on a phone. The parts of a `spread` cell are laid out on their own, each
 * with its class. A `below` cell has a line of its own under the two. A `corner` cell is at the right end, beside both
 * lines. A `hidden` cell is still heard.
 */
export type PhoneSlot = "first" | "firstEnd" | "second" | "secondEnd" | "below" | "spread" | "corner" | "hidden";

export type Column<Row> = {
  readonly key: string;
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** `number`: right-aligned, in tabular figures. */
  readonly kind?: "text" | "number";
  readonly phoneSlot: PhoneSlot;
  /** Of a column by which the rows can be sorted. */
  readonly sortDirection?: "ascending" | "descending" | "none";
  /** Shows the header before the value on phones, where a date alone does not say what it is. A `null` has no label. */
  readonly hasPhoneLabel?: boolean;
  /** Hidden on wide screens; a phone's row still has its two lines. */
  readonly isHiddenOnDesktop?: boolean;
};

type Props<Row> = {
  /** Accessible name of the table, visually hidden. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** A click anywhere in a row activates its link or button with `data-row-action`. */
  readonly pressRows?: boolean;
};

/** For pointers only: the keyboard reaches the link or button itself. Selecting text activates nothing. */
function pressRow({ currentTarget, target }: MouseEvent<HTMLTableRowElement>) {
  if (target instanceof Element && target.closest("a, button")) return;
  if (getSelection()?.isCollapsed === false) return;
  currentTarget.querySelector<HTMLElement>("[data-row-action]")?.click();
}

/** The value of a cell, after its label if phones show one. Screen readers have the header already. */
function contentOf<Row>({ cell, header, hasPhoneLabel = false }: Column<Row>, row: Row): ReactNode {
  const content = cell(row);
  if (!hasPhoneLabel || content === null) return content;
  return (
    <>
      <span className={styles.phoneLabel} aria-hidden="true">
        {header}
      </span>
      {content}
    </>
  );
}

/** A table. On phones each row has two lines with the same values in the same order, without horizontal scrolling. */
export function Table<Row>({ caption, columns, rows, keyOf, pressRows = false }: Props<Row>) {
  // explicit roles, because some screen readers drop the roles of rows with `display: grid`
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
              aria-sort={column.sortDirection}
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
                {contentOf(column, row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
