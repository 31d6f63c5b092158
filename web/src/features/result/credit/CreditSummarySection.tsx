import { type CreditSummary, describeBureaus, formatKobo } from "@idanimo/contract/checks/bvn/summary";
import { parseScore, scoreBandOf } from "@idanimo/contract/credit-score";
import { formatCount } from "@idanimo/contract/date-format";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { classes } from "../../../ui/classes.ts";
import { RecordSection } from "../RecordLayout.tsx";
import styles from "./CreditSummarySection.module.css";
import { LoanList } from "./LoanList.tsx";

type Props = {
  /** Undefined if the record could not be loaded. */
  readonly summary: CreditSummary | undefined;
  readonly score: string | undefined;
};

/** What all bureaus together say: the sums that a lender reads first, and each loan once. */
export function CreditSummarySection({ summary, score }: Props) {
  const number = parseScore(score);
  const band = number === undefined ? undefined : scoreBandOf(number)?.label;
  const { outstanding, overdue, delinquent, enquiries, loans = [] } = summary ?? {};
  return (
    <RecordSection title="Credit summary">
      <dl className={styles.figures}>
        <Figure label="Score" value={score ?? "-"} note={band} />
        <Figure label="Outstanding" value={formatKobo(outstanding)} />
        <Figure label="Overdue" value={formatKobo(overdue)} isBad={(overdue ?? 0n) > 0n} />
        <Figure label="Delinquent loans" value={countText(delinquent)} isBad={(delinquent ?? 0) > 0} />
        <Figure label="Enquiries" value={countText(enquiries)} />
      </dl>
      {summary && (
        <p className={styles.about}>{describeBureaus(summary)}. A loan that several bureaus report counts once.</p>
      )}
      {loans.length > 0 && (
        <section className={styles.loans} aria-label="Loans at all bureaus">
          <h4>Loans ({formatCount(loans.length)})</h4>
          <LoanPages loans={loans} />
        </section>
      )}
    </RecordSection>
  );
}

const countText = (count: number | undefined) => (count === undefined ? "-" : formatCount(count));

type FigureProps = {
  readonly label: string;
  readonly value: string;
  readonly note?: string | undefined;
  readonly isBad?: boolean;
};

function Figure({ label, value, note, isBad }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={classes("figures", isBad && styles.bad)}>
        {value}
        {note && <span className={styles.note}> {note}</span>}
      </dd>
    </div>
  );
}

const loansPerPage = 10;

function LoanPages({ loans }: { readonly loans: CreditSummary["loans"] }) {
  const [count, setCount] = useState(loansPerPage);
  return (
    <>
      <LoanList loans={loans.slice(0, count)} />
      {loans.length > count && (
        <Button size="small" className={styles.more} onClick={() => setCount(count + loansPerPage)}>
          Show more loans
        </Button>
      )}
    </>
  );
}
