import {
  type AccountsReport as Report,
  accountsReportFiles,
  viewAccountsReport,
} from "@idanimo/contract/console/money";
import { consoleBase } from "@idanimo/contract/console/operation";
import { formatCount, lagosDay } from "@idanimo/contract/date-format";
import { validateDayRange } from "@idanimo/contract/statement-days";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import styles from "../console.module.css";
import { consoleQuery } from "../lib/call.ts";
import { QueryContent } from "../QueryContent.tsx";
import { formatSum } from "./format-sum.ts";
import { NarrowLabel } from "./NarrowLabel.tsx";

type Account = Report["accounts"][number];
type Moved = Report["movements"][number];

const sumColumn = (
  key: "opening" | "cameIn" | "wentOut" | "closing",
  header: string,
  phoneSlot: "second" | "secondEnd" | "firstEnd" | "below",
): Column<Account> => ({
  key,
  header,
  kind: "number",
  phoneSlot,
  cell: (row) => <NarrowLabel label={header}>{formatSum(row.currency, row[key])}</NarrowLabel>,
});
const accountColumns: readonly Column<Account>[] = [
  { key: "name", header: "Account", phoneSlot: "first", cell: ({ name, currency }) => `${name} (${currency})` },
  sumColumn("opening", "Opening", "below"),
  sumColumn("cameIn", "In", "second"),
  sumColumn("wentOut", "Out", "secondEnd"),
  sumColumn("closing", "Closing", "firstEnd"),
];
const movedColumns: readonly Column<Moved>[] = [
  { key: "what", header: "What", phoneSlot: "first", cell: ({ what }) => what },
  {
    key: "times",
    header: "Times",
    kind: "number",
    phoneSlot: "second",
    cell: ({ times }) => <NarrowLabel label="Times">{formatCount(times)}</NarrowLabel>,
  },
  {
    key: "amount",
    header: "Amount",
    kind: "number",
    phoneSlot: "firstEnd",
    cell: ({ currency, minor }) => formatSum(currency, minor),
  },
];

/** The accounts of a period, on the screen and as files. */
export function AccountsReport() {
  const [today] = useState(() => lagosDay(new Date()));
  const [typed, setTyped] = useState({ from: `${today.slice(0, 8)}01`, to: today });
  const [days, setDays] = useState(typed);
  const [faults, setFaults] = useState<{ readonly from?: string; readonly to?: string }>({});
  const query = useQuery(consoleQuery(viewAccountsReport, days));
  const set = (name: "from" | "to") => (event: { readonly currentTarget: HTMLInputElement }) => {
    setTyped({ ...typed, [name]: event.currentTarget.value });
    setFaults({});
  };
  function show(event: { readonly preventDefault: () => void }) {
    event.preventDefault();
    const found = validateDayRange(typed, today);
    setFaults(found);
    if (Object.keys(found).length === 0) setDays(typed);
  }
  return (
    <>
      <form className={styles.filters} onSubmit={show} noValidate>
        <TextInput
          label="First day"
          name="from"
          type="date"
          required
          value={typed.from}
          error={faults.from}
          onChange={set("from")}
        />
        <TextInput
          label="Last day"
          name="to"
          type="date"
          required
          value={typed.to}
          error={faults.to}
          onChange={set("to")}
        />
        <Button type="submit">Show</Button>
      </form>
      <QueryContent query={query} what="the report">
        {(report) => (
          <div className={styles.stack}>
            {report.imbalances.length === 0 ? (
              <Notice tone="success" title="The accounts balance">
                Opening + in - out = closing, and cash equals the sum of the other accounts.
              </Notice>
            ) : (
              <Notice tone="problem" title="The accounts do not balance">
                {report.imbalances.join("; ")}
              </Notice>
            )}
            <Card flush>
              <Table
                caption={`Accounts from ${days.from} to ${report.to}`}
                columns={accountColumns}
                rows={report.accounts}
                keyOf={({ name, currency }) => `${name} ${currency}`}
              />
            </Card>
            {report.movements.length > 0 && (
              <>
                <h2>Movements</h2>
                <Card flush>
                  <Table
                    caption="Movements"
                    columns={movedColumns}
                    rows={report.movements}
                    keyOf={({ what, currency, minor }) => `${what} ${currency} ${minor}`}
                  />
                </Card>
              </>
            )}
            {report.offLedger.length > 0 && (
              <>
                <h2>Outside the ledger</h2>
                <Card flush>
                  <Table
                    caption="Outside the ledger"
                    columns={movedColumns}
                    rows={report.offLedger}
                    keyOf={({ what, currency }) => `${what} ${currency}`}
                  />
                </Card>
              </>
            )}
            <div className={styles.actions}>
              {Object.values(accountsReportFiles).map(({ path, name, label }) => (
                <DownloadLink key={path} href={`${consoleBase}${path}?${new URLSearchParams(days)}`} fileName={name}>
                  {label}
                </DownloadLink>
              ))}
            </div>
          </div>
        )}
      </QueryContent>
    </>
  );
}
