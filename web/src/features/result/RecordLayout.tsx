import {
  grantedFields,
  visibleGroups,
  type RecordField,
  type RecordGroup,
  formatField,
  hasAnyField,
  type WireRecord,
} from "@idanimo/contract/record-fields";
import { partDescriptionForRequester, type RecordPart } from "@idanimo/contract/record-parts";
import { formatCell, visibleColumns, isAmountColumn, humanizeFieldName } from "@idanimo/contract/record-tables";
import type { NamedTexts } from "@idanimo/contract/named-texts";
import * as texts from "@idanimo/contract/texts";
import type { ReactNode } from "react";
import { BreakableEmail } from "../../ui/BreakableEmail.tsx";
import { classes } from "../../ui/classes.ts";
import { ChevronIcon } from "../../ui/icons.tsx";
import styles from "./RecordLayout.module.css";
import type { ResultRequest } from "./result-query.ts";

/** The sections of a record in one column; groups fill two columns on wider screens. */
export function RecordBody({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <article className={styles.record} aria-label={label}>
      {children}
    </article>
  );
}

type RecordSectionsProps = {
  readonly record: WireRecord | undefined;
  readonly groups: readonly RecordGroup[];
  /** Parts that were not granted; `NotShared` lists them. */
  readonly withheld?: readonly RecordPart[] | undefined;
  readonly children?: ReactNode;
};

/**
 * Labelled fields of the granted parts in titled groups; a group without any value is folded [RESULT-COMMON-04
 * CL-10].
 */
export function RecordSections({ record, groups, withheld = [], children }: RecordSectionsProps) {
  return (
    <div className={styles.groups}>
      {visibleGroups(record, groups, withheld).map(({ title, fields }) => (
        <RecordSection key={title} title={title} isFolded={record !== undefined && !hasAnyField(record, fields)}>
          <RecordFields record={record} fields={fields} />
        </RecordSection>
      ))}
      {children}
    </div>
  );
}

/** The parts that were not granted, listed once for the complete record; nothing if all were granted [CL-10]. */
export function NotShared({ request }: { readonly request: ResultRequest | undefined }) {
  if (!request || request.withheld.length === 0) return null;
  return (
    <p className={styles.notShared}>
      <strong>{texts.withheldByPerson}:</strong> {request.withheld.map(partDescriptionForRequester).join("; ")}
    </p>
  );
}

type RecordSectionProps = {
  readonly title: string;
  /** It has no data: only its title is shown until it is opened. */
  readonly isFolded?: boolean;
  readonly children: ReactNode;
};

export function RecordSection({ title, isFolded, children }: RecordSectionProps) {
  const heading = <h3 className={styles.title}>{title}</h3>;
  return (
    <section className={styles.group} aria-label={title}>
      {isFolded ? (
        <details className={styles.folded}>
          <summary className={styles.fold}>
            {heading}
            <span className="quiet">No data</span>
            <ChevronIcon className={styles.mark} />
          </summary>
          {children}
        </details>
      ) : (
        <>
          {heading}
          {children}
        </>
      )}
    </section>
  );
}

/** Values next to their labels, a dash if empty; no row for a part that was not granted. */
export function RecordFields({
  record,
  fields,
  withheld = [],
}: {
  readonly record: WireRecord | undefined;
  readonly fields: readonly RecordField[];
  readonly withheld?: readonly RecordPart[] | undefined;
}) {
  return (
    <dl className={styles.fields}>
      {grantedFields(fields, withheld).map((field) => {
        const text = formatField(record, field);
        return (
          <div key={field.label} className={classes(styles.field, field.long && text !== "-" && styles.long)}>
            <dt>{field.label}</dt>
            <dd>
              <BreakableEmail text={text} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A table of texts; on narrow screens each row becomes a list [RESULT-CREDIT-12 O-23]. */
export function RecordTable({ caption, rows }: { readonly caption: string; readonly rows: readonly NamedTexts[] }) {
  const columns = visibleColumns(rows);
  if (columns.length === 0)
    return (
      <p className="quiet">
        <span className="only-heard">{caption}: </span>No Data
      </p>
    );
  // explicit roles, because some screen readers drop table semantics when CSS displays a table as lists
  /* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- the roles are the elements' own */
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable from the keyboard
    <div className={styles.scroll} role="group" aria-label={caption} tabIndex={0}>
      <table className={styles.table} role="table">
        <caption className="only-heard">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((name) => (
              <th
                key={name}
                role="columnheader"
                scope="col"
                className={isAmountColumn(name) ? styles.amount : undefined}
              >
                {humanizeFieldName(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows have no id and never move
            <tr key={at} role="row">
              {columns.map((name) => (
                <td
                  key={name}
                  role="cell"
                  data-label={humanizeFieldName(name)}
                  className={isAmountColumn(name) ? classes(styles.amount, "figures") : undefined}
                >
                  {formatCell(name, row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
