import { checkAgainAddress } from "@idanimo/contract/check-again";
import { consentText } from "@idanimo/contract/request-status";
import { unmaskedLength } from "@idanimo/contract/masking";
import { formatDate, formatTime, lagosDay } from "@idanimo/contract/date-format";
import { useRight } from "../../lib/use-right.ts";
import { classes } from "../../ui/classes.ts";
import { Countdown } from "../../ui/Countdown.tsx";
import { ForwardIcon, MoreIcon } from "../../ui/icons.tsx";
import { MaskedValue } from "../../ui/MaskedValue.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import type { Tone } from "../../ui/tone.ts";
import type { ColumnName } from "./columns.ts";
import styles from "./HistoryTable.module.css";
import * as texts from "@idanimo/contract/texts";
import { formatSearchValue, type HistoryRow, resultAddress, type RowAction, rowActionOf, rowTitle } from "./rules.ts";
import { useCanOpen } from "./use-can-open.ts";

type Props = {
  readonly rows: readonly HistoryRow[];
  /** Columns that the user hid on wide screens. */
  readonly hidden: readonly ColumnName[];
  readonly onShowStatus: (row: HistoryRow) => void;
  readonly onLabel: (row: HistoryRow) => void;
};

const actionTones = {
  result: "success",
  pending: "waiting",
  running: "waiting",
  expired: "info",
  denied: "problem",
  no_data: "info",
  refunded: "info",
  cancelled: "info",
  unknown: "info",
} as const satisfies Record<RowAction, Tone>;

/** Longer values are cut after some lines; a tooltip shows the complete value. */
const longValueLength = 60;

/** The rows of the history: one status word each [DASH-09 DASH-14 DASH-15 O-48]. */
export function HistoryTable(props: Props) {
  const { rows, hidden } = props;
  const canOpen = useCanOpen();
  const canChange = useRight("requests:create");
  const columns = columnsFor({ ...props, canOpen, canChange }).map((column) => ({
    ...column,
    isHiddenOnDesktop: hidden.some((name) => name === column.key),
  }));
  return (
    <Table caption="Your requests, newest first" columns={columns} rows={rows} keyOf={(row) => row.id} pressRows />
  );
}

type ColumnOptions = Props & {
  /** Whether this member may open a row's result. */
  readonly canOpen: (row: HistoryRow) => boolean;
  /** Whether it includes labels and repeating a check. */
  readonly canChange: boolean;
};

function columnsFor({ rows, canOpen, canChange, onShowStatus, onLabel }: ColumnOptions): readonly Column<HistoryRow>[] {
  const today = lagosDay(Date.now());
  const consent: Column<HistoryRow> = {
    key: "consent",
    header: "Consent",
    phoneSlot: "hidden",
    cell: (row) => <span className={styles.state}>{consentText(row)}</span>,
  };
  const member: Column<HistoryRow> = {
    key: "member",
    header: "Member",
    phoneSlot: "hidden",
    cell: (row) => <span className={styles.type}>{row.member?.name ?? "-"}</span>,
  };
  const more: Column<HistoryRow> = {
    key: "more",
    header: <span className="only-heard">More</span>,
    phoneSlot: "corner",
    cell: (row) => <RowMenu row={row} onLabel={onLabel} />,
  };
  return [
    { key: "value", header: "Request", phoneSlot: "spread", cell: (row) => <RequestCell row={row} /> },
    {
      key: "type",
      header: "Type",
      phoneSlot: "hidden",
      cell: (row) => <span className={styles.type}>{row.type}</span>,
    },
    {
      key: "date",
      header: "Date (Lagos)",
      phoneSlot: "firstEnd",
      cell: (row) => (
        <time
          dateTime={row.insertionDate}
          className={classes(styles.date, lagosDay(row.insertionDate) === today && styles.today)}
        >
          <span className={styles.day}>{formatDate(row.insertionDate)}</span>{" "}
          <span className={styles.time}>{formatTime(row.insertionDate)}</span>
        </time>
      ),
    },
    ...(rows.some((row) => row.member !== undefined) ? [member] : []),
    ...(rows.some((row) => consentText(row) !== "") ? [consent] : []),
    { key: "until", header: "Until", phoneSlot: "secondEnd", cell: untilCell },
    {
      key: "action",
      header: "Status",
      phoneSlot: "secondEnd",
      cell: (row) => <ActionCell row={row} canOpen={canOpen} onShowStatus={onShowStatus} />,
    },
    ...(canChange ? [more] : []),
  ];
}

/** The end of a value, for the second line of a row on a phone; a short value is complete. */
const valueEnding = ({ searchValue }: HistoryRow) =>
  searchValue.length > longestShownOnPhone ? `****${searchValue.slice(-unmaskedLength)}` : searchValue;
const longestShownOnPhone = 9;

/** What the request is called, above what was searched. */
function RequestCell({ row }: { readonly row: HistoryRow }) {
  const title = rowTitle(row);
  const isLong = row.searchValue.length > longValueLength;
  return (
    <>
      {title !== undefined && (
        <span className={styles.title} title={title}>
          {title}
        </span>
      )}
      <span
        className={classes(styles.searched, title !== undefined && styles.below)}
        title={isLong ? row.searchValue : undefined}
      >
        <span className={styles.kind}>{row.searchParameter}</span>{" "}
        <span className={styles.complete}>
          <MaskedValue value={formatSearchValue(row)} />
        </span>
        {title !== undefined && (
          <span className={styles.ending}>
            <MaskedValue value={valueEnding(row)} />
          </span>
        )}
      </span>
    </>
  );
}

function untilCell(row: HistoryRow) {
  const action = rowActionOf(row);
  const at = action === "pending" ? row.deadline : row.action === texts.rowViewResult ? row.goneAt : null;
  if (!at) return <span className={styles.none}>-</span>;
  return (
    <span className={styles.until}>
      <span className="only-heard">{action === "pending" ? "reply due in " : "expires in "}</span>
      <Countdown at={at} over="now" />
    </span>
  );
}

function ActionCell({
  row,
  canOpen,
  onShowStatus,
}: { readonly row: HistoryRow } & Pick<ColumnOptions, "canOpen" | "onShowStatus">) {
  const action = rowActionOf(row);
  if (action === "result" && !canOpen(row)) return <StatusLabel tone="success">Result ready</StatusLabel>;
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
    <button type="button" className={styles.tell} data-row-action="" onClick={() => onShowStatus(row)}>
      {words}
    </button>
  );
}

function RowMenu({ row, onLabel }: { readonly row: HistoryRow } & Pick<Props, "onLabel">) {
  const again = checkAgainAddress(row);
  return (
    <Menu
      label={`More for ${rowTitle(row) ?? row.searchParameter}`}
      className={styles.more}
      items={[
        { key: "label", label: row.label === undefined ? "Add label" : "Edit label", onSelect: () => onLabel(row) },
        ...(again === undefined ? [] : [{ key: "again", label: "Check again", href: again }]),
      ]}
    >
      <MoreIcon />
    </Menu>
  );
}
