import { historyPageSize } from "@idanimo/contract/limits";
import { history, historyFilters } from "@idanimo/contract/verification";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { longDate } from "../../lib/format.ts";
import { useLive } from "../../lib/live.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DeskIllustration, LensIllustration } from "../../ui/illustrations.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { AskedNotice } from "./AskedNotice.tsx";
import { Counters } from "./Counters.tsx";
import { HistorySkeleton } from "./HistorySkeleton.tsx";
import styles from "./HistoryTab.module.css";
import { HistoryTable } from "./HistoryTable.tsx";
import { type HistoryFilter, historyQuery } from "./queries.ts";
import { RowDialog } from "./RowDialog.tsx";
import { actionOf, fits, type HistoryRow, isListed } from "./rules.ts";

const pageSizes = [historyPageSize, 20, 50, 100];

type Props = {
  readonly asked: readonly string[];
  readonly onForgetAsked: () => void;
  readonly whileWaiting?: ReactNode;
};

/** All requests, newest first. A change at the server shows by itself. */
export function HistoryTab({ asked, onForgetAsked, whileWaiting }: Props) {
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [filter, setFilter] = useState<HistoryFilter>();
  const [size, setSize] = useState(historyPageSize);
  const [told, setTold] = useState<HistoryRow>();
  const query = useInfiniteQuery({ ...historyQuery(size, filter), placeholderData: keepPreviousData });

  const again = () => void client.invalidateQueries({ queryKey: [history.path] });
  useLive({ onEvent: again, poll: again });

  const pages = query.data?.pages ?? [];
  const rows = pages.flatMap((page) => page.requests).filter(isListed);
  const shown = rows.filter((row) => fits(row, longDate(row.insertionDate), typed));
  const justAsked = rows.filter((row) => asked.includes(row.id));
  const narrowed = filter !== undefined || typed.trim() !== "";
  const everything = () => {
    setTyped("");
    setFilter(undefined);
  };

  return (
    <div className={styles.tab}>
      <Counters totals={pages[0]} failed={query.isError} />
      <AskedNotice rows={justAsked} onClose={onForgetAsked} />
      {justAsked.some((row) => actionOf(row) === "pending") && whileWaiting}
      <Card flush>
        <div className={styles.tools} role="search">
          <TextInput
            type="search"
            label="Search the rows below"
            labelHidden
            placeholder="Search"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Select
            label="Kind of request"
            labelHidden
            value={filter ?? ""}
            onChange={({ currentTarget }) => setFilter(historyFilters.find((known) => known === currentTarget.value))}
          >
            <option value="">All kinds</option>
            {historyFilters.map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </Select>
        </div>
        {query.isPending ? (
          <HistorySkeleton onRetry={() => void query.refetch()} />
        ) : query.isError && rows.length === 0 ? (
          <div className={styles.inner}>
            <ErrorPanel
              title="Your history could not be loaded"
              next={query.error.message}
              busy={query.isFetching && "Trying again"}
              onRetry={() => void query.refetch()}
            />
          </div>
        ) : shown.length > 0 ? (
          <HistoryTable rows={shown} onTell={setTold} />
        ) : narrowed ? (
          <EmptyState
            illustration={<LensIllustration />}
            title="Nothing fits"
            action={<Button onClick={everything}>Show everything</Button>}
          >
            No request here matches what you look for.
          </EmptyState>
        ) : (
          <EmptyState
            illustration={<DeskIllustration />}
            title="Nothing asked yet"
            action={
              <LinkButton kind="primary" href="/dashboard">
                Verify somebody
              </LinkButton>
            }
          >
            Each request you pay for stands here, with where it is and when it ends.
          </EmptyState>
        )}
        {rows.length > 0 && (
          <footer className={styles.foot}>
            <label className={styles.size}>
              Rows
              <select value={size} onChange={({ currentTarget }) => setSize(Number(currentTarget.value))}>
                {pageSizes.map((count) => (
                  <option key={count}>{count}</option>
                ))}
              </select>
            </label>
            {query.hasNextPage && (
              <Button
                size="small"
                busy={query.isFetchingNextPage && "Loading"}
                onClick={() => void query.fetchNextPage()}
              >
                Show more
              </Button>
            )}
          </footer>
        )}
      </Card>
      <RowDialog row={told} onClose={() => setTold(undefined)} />
    </div>
  );
}
