import { formatCount } from "@idanimo/contract/date-format";
import type { NamedTexts } from "@idanimo/contract/named-texts";
import { type BureauName, loansOfTable } from "@idanimo/contract/checks/bvn/loans";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { RecordTable } from "../RecordLayout.tsx";
import { LoanList } from "./LoanList.tsx";
import styles from "./PagedTable.module.css";
import { pageRows, tablePageSize } from "./rules.ts";

type Props = {
  readonly caption: string;
  readonly bureau: BureauName;
  readonly rows: readonly NamedTexts[];
};

/** A paginated table; on a phone the loans of one are a list. The buttons stay in place and retain the focus on the first and last page. */
export function PagedTable({ caption, bureau, rows }: Props) {
  const [requestedPage, setRequestedPage] = useState(0);
  const [size] = useState(() => tablePageSize[matchMedia("(max-width: 37.4375em)").matches ? "phone" : "wide"]);
  const { page, last, from, to, source, rows: shown } = pageRows(rows, requestedPage, size);
  const loans = size === tablePageSize.phone ? loansOfTable(source, bureau) : [];
  const table =
    loans.length === source.length && loans.length > 0 ? (
      <LoanList key={page} loans={loans} />
    ) : (
      <RecordTable caption={caption} rows={shown} />
    );
  if (last === 0) return table;
  return (
    <>
      {table}
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
