import { listPrices, priceHistory, type PriceVersionRow, type RateVersionRow } from "@idanimo/contract/console/prices";
import { formatMoney, money } from "@idanimo/contract/money";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Money } from "../../ui/Money.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import styles from "../console.module.css";
import { consoleQuery } from "../lib/call.ts";
import { ChangePriceDialog, ChangeRateDialog } from "../PriceDialogs.tsx";
import { priceItemLabel } from "../lib/labels.ts";
import { QueryContent } from "../QueryContent.tsx";
import { useRight } from "../use-operator.ts";

type View = "prices" | "rate";
type Version = { readonly from: string; readonly state: "past" | "now" | "planned"; readonly by: string };

const states = {
  now: { label: "Now", tone: "success" },
  planned: { label: "Planned", tone: "waiting" },
  past: { label: "Past", tone: "info" },
} as const;

const versionColumns: readonly Column<Version>[] = [
  {
    key: "state",
    header: "State",
    phoneSlot: "secondEnd",
    cell: ({ state }) => <StatusLabel tone={states[state].tone}>{states[state].label}</StatusLabel>,
  },
  {
    key: "from",
    header: "Since",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ from }) => <DateText at={from} withTime />,
  },
  {
    key: "by",
    header: "By",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ by }) => <span className={styles.id}>{by}</span>,
  },
];

const priceColumns: readonly Column<PriceVersionRow>[] = [
  { key: "item", header: "Item", phoneSlot: "first", cell: ({ item }) => priceItemLabel(item) },
  {
    key: "ngn",
    header: "Total",
    kind: "number",
    phoneSlot: "firstEnd",
    cell: ({ totalNgn }) => <Money amount={money("NGN", totalNgn)} />,
  },
  {
    key: "usd",
    header: "Total in dollars",
    kind: "number",
    phoneSlot: "second",
    cell: ({ totalUsd }) => <Money amount={money("USD", totalUsd)} />,
  },
  ...versionColumns,
];

const rateColumns: readonly Column<RateVersionRow>[] = [
  {
    key: "rate",
    header: "One dollar",
    kind: "number",
    phoneSlot: "first",
    cell: ({ rate }) => <Money amount={money("NGN", rate)} />,
  },
  ...versionColumns,
];

type RowActions = {
  readonly canChange: boolean;
  readonly onChange: (row: PriceVersionRow) => void;
  readonly onHistory: (item: string) => void;
};
const actionColumn = ({ canChange, onChange, onHistory }: RowActions): Column<PriceVersionRow> => ({
  key: "actions",
  header: "Actions",
  phoneSlot: "below",
  cell: (row) =>
    row.state === "now" && (
      <span className={styles.rowActions}>
        {canChange && (
          <Button size="small" onClick={() => onChange(row)}>
            Change<span className="only-heard"> {priceItemLabel(row.item)}</span>
          </Button>
        )}
        <Button size="small" kind="quiet" onClick={() => onHistory(row.item)}>
          History<span className="only-heard"> of {priceItemLabel(row.item)}</span>
        </Button>
      </span>
    ),
});

/** Current and planned prices, and the exchange rate. A change needs two operators. */
export function PricesScreen() {
  const query = useQuery(consoleQuery(listPrices, {}));
  const canChange = useRight("change_prices");
  const [view, setView] = useState<View>("prices");
  const [changed, setChanged] = useState<PriceVersionRow>();
  const [isRateOpen, setIsRateOpen] = useState(false);
  const [historyOf, setHistoryOf] = useState<{ readonly item?: string }>();
  const columns = [
    ...priceColumns,
    actionColumn({ canChange, onChange: setChanged, onHistory: (item) => setHistoryOf({ item }) }),
  ];
  return (
    <>
      <PageHeader title="Prices">
        Amounts of each item of the price list. Purchases keep the price that they were quoted.
      </PageHeader>
      <QueryContent query={query} what="the prices">
        {({ prices, rates }) => {
          const rate = rates.find(({ state }) => state === "now")?.rate ?? 0n;
          return (
            <>
              <Tabs<View>
                label="Prices"
                selected={view}
                onSelect={setView}
                tabs={[
                  {
                    key: "prices",
                    label: "Prices",
                    content: (
                      <Card flush>
                        <Table
                          caption="Current and planned prices"
                          columns={columns}
                          rows={prices}
                          keyOf={keyOfPrice}
                        />
                      </Card>
                    ),
                  },
                  {
                    key: "rate",
                    label: "Exchange rate",
                    content: (
                      <>
                        <Card flush>
                          <Table caption="Current and planned rates" columns={rateColumns} rows={rates} keyOf={keyOf} />
                        </Card>
                        <div className={styles.actions}>
                          {canChange && <Button onClick={() => setIsRateOpen(true)}>Change the rate</Button>}
                          <Button kind="quiet" onClick={() => setHistoryOf({})}>
                            History of the rate
                          </Button>
                        </div>
                      </>
                    ),
                  },
                ]}
              />
              {isRateOpen && <ChangeRateDialog rate={rate} onClose={() => setIsRateOpen(false)} />}
            </>
          );
        }}
      </QueryContent>
      {changed && <ChangePriceDialog row={changed} onClose={() => setChanged(undefined)} />}
      {historyOf && <HistoryDialog of={historyOf} onClose={() => setHistoryOf(undefined)} />}
    </>
  );
}

const keyOf = ({ from }: Version) => from;
const keyOfPrice = ({ item, from }: PriceVersionRow) => `${item} ${from}`;

type VersionsProps = {
  readonly label: string;
  readonly rows: readonly (Version & { readonly amounts: string })[];
};

/** A list, because a dialog is too narrow for the table. */
function Versions({ label, rows }: VersionsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable from the keyboard
    <ol className={styles.history} aria-label={label} tabIndex={0}>
      {rows.map(({ amounts, state, from, by }) => (
        <li key={from}>
          <p className={styles.version}>
            <strong className="figures">{amounts}</strong>
            <StatusLabel tone={states[state].tone}>{states[state].label}</StatusLabel>
          </p>
          <p className={styles.quiet}>
            Since <DateText at={from} withTime />, {by}
          </p>
        </li>
      ))}
    </ol>
  );
}

function HistoryDialog({ of, onClose }: { readonly of: { readonly item?: string }; readonly onClose: () => void }) {
  const query = useQuery(consoleQuery(priceHistory, of));
  return (
    <Dialog
      open
      title={of.item === undefined ? "History of the rate" : `History of ${priceItemLabel(of.item)}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <QueryContent query={query} what="the history">
        {({ prices, rates }) =>
          of.item === undefined ? (
            <Versions
              rows={rates.map((row) => ({ ...row, amounts: formatMoney(money("NGN", row.rate)) }))}
              label="Rates, newest first"
            />
          ) : (
            <Versions
              rows={prices.map((row) => ({
                ...row,
                amounts: `${formatMoney(money("NGN", row.totalNgn))}, ${formatMoney(money("USD", row.totalUsd))}`,
              }))}
              label="Prices, newest first"
            />
          )
        }
      </QueryContent>
    </Dialog>
  );
}
