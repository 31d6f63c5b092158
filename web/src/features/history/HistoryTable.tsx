import { consentTexts } from "@idanimo/contract/request-status";
import { Countdown } from "../../ui/Countdown.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { ForwardIcon } from "../../ui/icons.tsx";
import { MaskedValue } from "../../ui/MaskedValue.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import type { Tone } from "../../ui/tone.ts";
import type { ColumnName } from "./columns.ts";
import styles from "./HistoryTable.module.css";
import * as texts from "@idanimo/contract/texts";
import { rowActionOf, type HistoryRow, resultAddress, type RowAction, formatSearchValue } from "./rules.ts";

type Props = {
  readonly rows: readonly HistoryRow[];
  /** Columns that the user hid on wide screens. */
  readonly hidden: readonly ColumnName[];
  readonly onShowStatus: (row: HistoryRow) => void;
};

const actionTones = {
  result: "success",
  pending: "waiting",
  running: "waiting",
  expired: "info",
  denied: "problem",
  no_data: "info",
  refunded: "info",
  unknown: "info",
} as const satisfies Record<RowAction, Tone>;

/** Longer values are cut after some lines; a tooltip shows the complete value. */
const longValueLength = 60;

/** The rows of the history [DASH-09 DASH-14 DASH-15 O-48]. */
export function HistoryTable({ rows, hidden, onShowStatus }: Props) {
  const columns = columnsFor(onShowStatus).map((column) => ({
    ...column,
    isHiddenOnDesktop: hidden.some((name) => name === column.key),
  }));
  return (
    <Table caption="Your requests, newest first" columns={columns} rows={rows} keyOf={(row) => row.id} pressRows />
  );
}

function columnsFor(onTell: Props["onShowStatus"]): readonly Column<HistoryRow>[] {
  return [
    {
      key: "value",
      header: "Searched",
      phoneSlot: "first",
      cell: (row) => (
        <span
          className={styles.searched}
          title={row.searchValue.length > longValueLength ? row.searchValue : undefined}
        >
          <span className={styles.kind}>{row.searchParameter}</span> <MaskedValue value={formatSearchValue(row)} />
        </span>
      ),
    },
    {
      key: "type",
      header: "Type",
      phoneSlot: "hidden",
      cell: (row) => <span className={styles.type}>{row.type}</span>,
    },
    {
      key: "date",
      header: "Date",
      phoneSlot: "secondEnd",
      cell: (row) => (
        <span className={styles.date}>
          <DateText at={row.insertionDate} />
        </span>
      ),
    },
    {
      key: "consent",
      header: "Consent",
      phoneSlot: "hidden",
      cell: (row) => <span className={styles.state}>{consentTexts(row).consent}</span>,
    },
    {
      key: "status",
      header: "Status",
      phoneSlot: "hidden",
      cell: (row) => <span className={styles.state}>{consentTexts(row).status || "-"}</span>,
    },
    { key: "until", header: "Until", phoneSlot: "firstEnd", cell: untilCell },
    {
      key: "action",
      header: "Action",
      phoneSlot: "second",
      cell: (row) => <ActionCell row={row} onShowStatus={onTell} />,
    },
  ];
}

function untilCell(row: HistoryRow) {
  const action = rowActionOf(row);
  if (action === "refunded") return <span className={styles.state}>Refunded</span>;
  const at = action === "pending" ? row.deadline : row.action === texts.rowViewResult ? row.goneAt : null;
  if (!at) return <span className={styles.none}>-</span>;
  return (
    <span className={styles.until}>
      <span className={styles.what}>{action === "pending" ? "ends" : "gone"} </span>
      <Countdown at={at} over="now" />
    </span>
  );
}

function ActionCell({
  row,
  onShowStatus: onTell,
}: {
  readonly row: HistoryRow;
  readonly onShowStatus: (row: HistoryRow) => void;
}) {
  const action = rowActionOf(row);
  if (action === "result")
    return (
      <a className={styles.link} href={resultAddress(row)} data-row-action="">
        {row.action}
        <ForwardIcon size={16} />
      </a>
    );
  const words = <StatusLabel tone={actionTones[action]}>{row.action}</StatusLabel>;
  if (action === "running") return <span className={styles.running}>{words}</span>;
  return (
    <button type="button" className={styles.tell} data-row-action="" onClick={() => onTell(row)}>
      {words}
    </button>
  );
}
