import { Countdown } from "../../ui/Countdown.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { ForwardIcon } from "../../ui/icons.tsx";
import { MaskedValue } from "../../ui/MaskedValue.tsx";
import { StatusWord } from "../../ui/StatusWord.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import type { Tone } from "../../ui/tone.ts";
import styles from "./HistoryTable.module.css";
import { actionOf, type HistoryRow, resultAddress, type RowAction } from "./rules.ts";

type Props = { readonly rows: readonly HistoryRow[]; readonly onTell: (row: HistoryRow) => void };

const tones = {
  result: "success",
  pending: "waiting",
  running: "waiting",
  expired: "info",
  denied: "problem",
  no_data: "info",
  refunded: "info",
} as const satisfies Record<RowAction, Tone>;

/** The rows of the history. Source: DASH-09 to DASH-15. */
export function HistoryTable({ rows, onTell }: Props) {
  return (
    <Table caption="Your requests, newest first" columns={columnsFor(onTell)} rows={rows} keyOf={(row) => row.id} />
  );
}

function columnsFor(onTell: Props["onTell"]): readonly Column<HistoryRow>[] {
  return [
    {
      key: "value",
      header: "Searched",
      phone: "first",
      cell: (row) => (
        <span className={styles.value}>
          {row.searchParameter} <MaskedValue value={row.searchValue} />
        </span>
      ),
    },
    { key: "type", header: "Type", phone: "hidden", cell: (row) => row.type },
    { key: "date", header: "Date", phone: "second", cell: (row) => <DateText at={row.insertionDate} /> },
    {
      key: "consent",
      header: "Consent",
      phone: "hidden",
      cell: (row) => <span className={styles.state}>{stateOf(row)}</span>,
    },
    { key: "until", header: "Until", phone: "secondEnd", cell: until },
    { key: "action", header: "Action", phone: "firstEnd", cell: (row) => <Action row={row} onTell={onTell} /> },
  ];
}

/** The consent, and what the status adds to it. */
function stateOf({ consent, status }: HistoryRow): string {
  const adds = status !== "" && status.toLowerCase() !== consent.toLowerCase();
  return adds ? `${consent}, ${status}` : consent;
}

function until(row: HistoryRow) {
  const action = actionOf(row);
  if (action === "refunded") return <span className="quiet">Money returned</span>;
  const at = action === "pending" ? row.deadline : action === "result" ? row.goneAt : null;
  return at ? <Countdown at={at} over="now" /> : <span className="quiet">-</span>;
}

function Action({ row, onTell }: { readonly row: HistoryRow; readonly onTell: (row: HistoryRow) => void }) {
  const action = actionOf(row);
  if (action === "result")
    return (
      <a className={styles.link} href={resultAddress(row)}>
        {row.action}
        <ForwardIcon size={16} />
      </a>
    );
  const words = <StatusWord tone={tones[action]}>{action === "refunded" ? "Refunded" : row.action}</StatusWord>;
  if (action === "running") return words;
  return (
    <button type="button" className={styles.tell} onClick={() => onTell(row)}>
      {words}
    </button>
  );
}
