import type { Loan } from "@idanimo/contract/checks/bvn/loans";
import { capitalise, formatRegisterDay } from "@idanimo/contract/record-fields";
import { titleCaseCompany } from "@idanimo/contract/register-name";
import { classes } from "../../../ui/classes.ts";
import { ChevronIcon } from "../../../ui/icons.tsx";
import { Badge, StatusLabel } from "../../../ui/StatusLabel.tsx";
import { RecordFields } from "../RecordLayout.tsx";
import styles from "./LoanList.module.css";

/** Loans in rows of two lines that open; a delinquent one is marked, and so is one that several bureaus report. */
export function LoanList({ loans }: { readonly loans: readonly Loan[] }) {
  return (
    <div className={styles.list}>
      {loans.map((loan, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- loans have no id and never move
        <LoanRow key={at} loan={loan} />
      ))}
    </div>
  );
}

function LoanRow({ loan }: { readonly loan: Loan }) {
  const { lender, kind, balance, amount, overdue, opened, status, isDelinquent, reportedBy } = loan;
  const about = [kind && capitalise(kind), opened && formatRegisterDay(opened)].filter(Boolean).join(" · ");
  return (
    <details className={classes(styles.loan, isDelinquent && styles.delinquent)}>
      <summary className={styles.line}>
        <strong className={styles.lender}>{titleCaseCompany(lender)}</strong>
        <span className={classes(styles.balance, "figures")}>{(balance ?? amount)?.text ?? "-"}</span>
        <span className={styles.about}>{about}</span>
        <span className={styles.marks}>
          {isDelinquent ? (
            <StatusLabel tone="problem">Delinquent</StatusLabel>
          ) : (
            status && <Badge>{capitalise(status)}</Badge>
          )}
          {reportedBy.length > 1 && <Badge>{reportedBy.length} bureaus</Badge>}
        </span>
        <ChevronIcon className={styles.mark} />
      </summary>
      <div className={styles.details}>
        <RecordFields
          record={{
            amount: amount?.text,
            balance: balance?.text,
            overdue: overdue?.text,
            status: status && capitalise(status),
            account: loan.account,
            opened,
            reportedBy: reportedBy.join(", "),
          }}
          fields={loanFields}
        />
      </div>
    </details>
  );
}

const loanFields = [
  { label: "Loan amount", names: ["amount"] },
  { label: "Outstanding", names: ["balance"] },
  { label: "Overdue", names: ["overdue"] },
  { label: "Status", names: ["status"] },
  { label: "Account", names: ["account"] },
  { label: "Opened", names: ["opened"], kind: "date" },
  { label: "Reported by", names: ["reportedBy"] },
] as const;
