import { downloads } from "@idanimo/contract/downloads";
import { historyFilters } from "@idanimo/contract/verification";
import { brand } from "../../brand.ts";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { Select } from "../../ui/Select.tsx";
import type { ColumnName } from "./columns.ts";
import { ColumnsMenu } from "./ColumnsMenu.tsx";
import styles from "./HistoryToolbar.module.css";
import { SearchBox } from "./SearchBox.tsx";
import type { HistoryFilter } from "./dashboard-view.ts";

type Props = {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly busy: boolean;
  readonly type: HistoryFilter | undefined;
  readonly onTypeFilter: (type: HistoryFilter | undefined) => void;
  readonly hidden: readonly ColumnName[];
  readonly onToggleColumn: (name: ColumnName) => void;
};

/** Search, filter, visible columns and export of the history [DASH-04 DASH-05]. */
export function HistoryToolbar({ typed, onType, busy, type, onTypeFilter, hidden, onToggleColumn }: Props) {
  return (
    <div className={styles.tools}>
      <div className={styles.narrow} role="search">
        <SearchBox typed={typed} onType={onType} busy={busy} />
        <Select
          label="Type of request"
          labelHidden
          value={type ?? ""}
          onChange={({ currentTarget }) => onTypeFilter(historyFilters.find((known) => known === currentTarget.value))}
        >
          <option value="">All types</option>
          {historyFilters.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </Select>
      </div>
      <ColumnsMenu hidden={hidden} onToggle={onToggleColumn} />
      <DownloadLink
        href={downloads.historyCsv(type)}
        fileName={`${brand.name}-history.csv`}
        label={type ? `History of ${type} as CSV` : "History as CSV"}
      >
        CSV
      </DownloadLink>
    </div>
  );
}
