import { formatCount } from "@idanimo/contract/date-format";
import type { NamedTexts } from "@idanimo/contract/records";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { RecordTable } from "../RecordParts.tsx";
import styles from "./PagedTable.module.css";
import { pageOf, tablePageSize } from "./rules.ts";

type Props = { readonly caption: string; readonly rows: readonly NamedTexts[] };

/** A table of any length, a page at a time. The buttons keep their place and the focus at both ends. */
export function PagedTable({ caption, rows }: Props) {
  const [wanted, setWanted] = useState(0);
  const [size] = useState(() => tablePageSize[matchMedia("(max-width: 37.4375em)").matches ? "phone" : "wide"]);
  const { page, last, from, to, rows: shown } = pageOf(rows, wanted, size);
  if (last === 0) return <RecordTable caption={caption} rows={shown} />;
  return (
    <>
      <RecordTable caption={caption} rows={shown} />
      <nav className={styles.pages} aria-label={`Pages of ${caption}`}>
        <Button size="small" aria-disabled={page === 0} onClick={() => setWanted(Math.max(0, page - 1))}>
          Previous
        </Button>
        <Button size="small" aria-disabled={page === last} onClick={() => setWanted(Math.min(last, page + 1))}>
          Next
        </Button>
        <p className={styles.where} role="status">
          Rows {from} to {to} of {formatCount(rows.length)}
        </p>
      </nav>
    </>
  );
}
