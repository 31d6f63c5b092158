import { lazy, type ReactNode, Suspense, useState } from "react";
import { LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { useHiddenColumns } from "./columns.ts";
import { Counters } from "./Counters.tsx";
import { HistoryFoot } from "./HistoryFoot.tsx";
import { HistoryList } from "./HistoryList.tsx";
import styles from "./HistoryTab.module.css";
import { HistoryTools } from "./HistoryTools.tsx";
import { RowDialog } from "./RowDialog.tsx";
import { actionOf } from "./rules.ts";
import { useHistory } from "./use-history.ts";
import { useSearch } from "./use-search.ts";
import type { View } from "./view.ts";

// stands there only right after a purchase
const AskedNotice = lazy(async () => ({ default: (await import("./AskedNotice.tsx")).AskedNotice }));

type Props = {
  readonly view: View;
  readonly onChange: (part: Partial<View>) => void;
  readonly asked: readonly string[];
  readonly onForgetAsked: (id: string) => void;
  readonly whileWaiting?: ReactNode;
};

/** All requests, newest first, searched and filtered over all of them. A change at the server shows by itself. */
export function HistoryTab({ view, onChange, asked, onForgetAsked, whileWaiting }: Props) {
  const { typed, setTyped, settled } = useSearch();
  const { hidden, flip } = useHiddenColumns();
  const [toldId, setToldId] = useState<string>();
  const listing = useHistory(view, typed, settled);
  const isSearch = typed.trim() !== "";
  const justAsked = listing.heldRows.filter((row) => asked.includes(row.id));
  // their notices have their places before it is known how they stand
  const places = (listing.isFresh ? justAsked.map((row) => row.id) : asked).map((id) => <div key={id} />);
  const told = [...listing.rows, ...listing.heldRows].find((row) => row.id === toldId);
  // nothing to narrow, choose or keep yet
  const isEmpty = listing.isAnswered && !isSearch && !view.type && listing.rows.length === 0;
  const isBusy = !listing.isAnswered && !listing.error && (isSearch || listing.totals !== undefined);

  return (
    <div className={styles.tab}>
      <div className={styles.top}>
        <Counters totals={listing.totals} failed={listing.error !== null} />
        <LinkButton kind="primary" href="/dashboard">
          Verify somebody
        </LinkButton>
      </div>
      {places.length > 0 && (
        <div className={styles.asked}>
          <Suspense fallback={places}>
            {justAsked.length > 0 ? <AskedNotice rows={justAsked} onClose={onForgetAsked} /> : places}
          </Suspense>
        </div>
      )}
      {justAsked.some((row) => actionOf(row) === "pending") && whileWaiting}
      <Card flush>
        {!isEmpty && (
          <HistoryTools
            typed={typed}
            onType={setTyped}
            busy={isBusy}
            type={view.type}
            onKind={(type) => onChange({ type })}
            hidden={hidden}
            onFlip={flip}
          />
        )}
        <HistoryList
          listing={listing}
          isSearch={isSearch}
          type={view.type}
          hidden={hidden}
          onTell={(row) => setToldId(row.id)}
          onWiden={() => {
            setTyped("");
            if (view.type) onChange({ type: undefined });
          }}
          onAllKinds={() => onChange({ type: undefined })}
        />
        {!isEmpty && listing.totals && (
          <HistoryFoot listing={listing} isSearch={isSearch} view={view} onSize={(size) => onChange({ size })} />
        )}
      </Card>
      <RowDialog row={told} onClose={() => setToldId(undefined)} />
    </div>
  );
}
