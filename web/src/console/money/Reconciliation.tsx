import {
  type ComparedDayRow,
  type DifferenceRow,
  listComparedDays,
  listDifferences,
} from "@idanimo/contract/console/money";
import { formatCalendarDay, formatCount } from "@idanimo/contract/date-format";
import { DateText } from "../../ui/DateText.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import type { Column } from "../../ui/Table.tsx";
import styles from "../console.module.css";
import { callConsole } from "../lib/call.ts";
import { PagedTable } from "../PagedTable.tsx";
import { formatSum } from "./format-sum.ts";
import { differenceLabel } from "./money-labels.ts";
import { NarrowLabel } from "./NarrowLabel.tsx";

const sideText = (side: DifferenceRow["provider"]) => (side === null ? "-" : formatSum(side.currency, side.minor));

const differenceColumns: readonly Column<DifferenceRow>[] = [
  {
    key: "kind",
    header: "Difference",
    phoneSlot: "first",
    cell: ({ kind, caseId }) =>
      caseId === null ? (
        differenceLabel(kind)
      ) : (
        <a href={`/cases/${caseId}`}>
          {differenceLabel(kind)}
          <span className="only-heard">, see its case</span>
        </a>
      ),
  },
  { key: "day", header: "Day", phoneSlot: "second", cell: ({ day }) => formatCalendarDay(day) },
  {
    key: "reference",
    header: "Reference",
    phoneSlot: "below",
    cell: ({ reference, providerId }) => <span className={styles.id}>{reference ?? providerId ?? "-"}</span>,
  },
  {
    key: "provider",
    header: "Provider",
    kind: "number",
    phoneSlot: "firstEnd",
    cell: ({ provider }) => <NarrowLabel label="Provider">{sideText(provider)}</NarrowLabel>,
  },
  {
    key: "ledger",
    header: "Ledger",
    kind: "number",
    phoneSlot: "secondEnd",
    cell: ({ ledger }) => <NarrowLabel label="Ledger">{sideText(ledger)}</NarrowLabel>,
  },
];

const dayColumns: readonly Column<ComparedDayRow>[] = [
  { key: "day", header: "Day", phoneSlot: "first", cell: ({ day }) => formatCalendarDay(day) },
  {
    key: "provider",
    header: "Provider",
    kind: "number",
    phoneSlot: "second",
    cell: ({ currency, provider: { count, minor } }) => (
      <NarrowLabel label="Provider">
        {formatSum(currency, minor)} ({formatCount(count)})
      </NarrowLabel>
    ),
  },
  {
    key: "ledger",
    header: "Ledger",
    kind: "number",
    phoneSlot: "secondEnd",
    cell: ({ currency, ledger: { count, minor } }) => (
      <NarrowLabel label="Ledger">
        {formatSum(currency, minor)} ({formatCount(count)})
      </NarrowLabel>
    ),
  },
  {
    key: "differences",
    header: "Differences",
    phoneSlot: "firstEnd",
    cell: ({ differences }) => (
      <StatusLabel tone={differences === 0 ? "success" : "problem"}>
        {differences === 0 ? "None" : formatCount(differences)}
      </StatusLabel>
    ),
  },
  {
    key: "at",
    header: "Compared",
    phoneSlot: "hidden",
    cell: ({ comparedAt }) => <DateText at={comparedAt} withTime />,
  },
];

/** The card provider's list beside the ledger, and what differs. The job process compares each night. */
export const Reconciliation = () => (
  <div className={styles.stack}>
    <h2>Open differences</h2>
    <PagedTable
      queryKey={[listDifferences.path]}
      load={(after, signal) => callConsole(listDifferences, after === undefined ? {} : { after }, { signal })}
      what="the differences"
      caption="Open differences, oldest first"
      columns={differenceColumns}
      keyOf={({ id }) => id}
      emptyTitle="No difference"
      empty="The card provider's list and the ledger agree on every compared day."
    />
    <h2>Compared days</h2>
    <PagedTable
      queryKey={[listComparedDays.path]}
      load={(before, signal) => callConsole(listComparedDays, before === undefined ? {} : { before }, { signal })}
      what="the compared days"
      caption="Compared days, newest first"
      columns={dayColumns}
      keyOf={({ day, currency }) => `${day} ${currency}`}
      emptyTitle="No day was compared yet"
      empty="Each night the list of the card provider is compared with the ledger."
    />
  </div>
);
