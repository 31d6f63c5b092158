import { formatCount } from "@idanimo/contract/date-format";
import type { NamedTexts } from "@idanimo/contract/named-texts";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { RecordTable } from "../RecordLayout.tsx";
import styles from "./PagedTable.module.css";
import { pageRows, tablePageSize } from "./rules.ts";

type Props = { readonly caption: string; readonly rows: readonly NamedTexts[] };

/** A paginated table. The buttons stay in place and retain the focus on the first and last page. */
export function PagedTable({ caption, rows }: Props) {
  const [requestedPage, setRequestedPage] = useState(0);
  const [size] = useState(() => tablePageSize[matchMedia("(max-width: 37.4375em)").matches ? "phone" : "wide"]);
  const { page, last, from, to, rows: shown } = pageRows(rows, requestedPage, size);
  if (last === 0) return <RecordTable caption={caption} rows={shown} />;
  return (
    <>
      <RecordTable caption={caption} rows={shown} />
      <nav className={styles.pages} aria-label={`Pages of ${caption}`}>
        <Button size="small" aria-disabled={page === 0} onClick={() => setRequestedPage(Math.max(0, page - 1))}>
          Previous
        </Button>
        <Button size="small" aria-disabled={page === last} onClick={() => setRequestedPage(Math.min(last, page + 1))}>
          Next
        </Button>
        <p className={styles.where} role="status">
          Rows {from} to {to} of {formatCount(rows.length)}
        </p>
      </nav>
    </>
  );
}
