import { downloads } from "@idanimo/contract/downloads";
import { historyFilters } from "@idanimo/contract/history";
import { brand } from "../../brand.ts";
import { Button } from "../../ui/Button.tsx";
import { DownloadLink } from "../../ui/DownloadLink.tsx";
import { FilterIcon } from "../../ui/icons.tsx";
import { Select } from "../../ui/Select.tsx";
import type { ColumnName } from "./columns.ts";
import { ColumnsMenu } from "./ColumnsMenu.tsx";
import styles from "./HistoryToolbar.module.css";
import { SearchBox } from "./SearchBox.tsx";
import { setFilters } from "./dashboard-view.ts";
import type { HistoryFilters } from "./rules.ts";

type Props = {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly busy: boolean;
  readonly filters: HistoryFilters;
  readonly onFilter: (filters: Partial<HistoryFilters>) => void;
  /** Opens the dialog with all filters and the saved views. */
  readonly onOpenFilters: () => void;
  readonly hidden: readonly ColumnName[];
  readonly onToggleColumn: (name: ColumnName) => void;
};

/** Search, filters, visible columns and export of the history [DASH-04 DASH-05]. */
export function HistoryToolbar(props: Props) {
  const { typed, onType, busy, filters, onFilter, onOpenFilters, hidden, onToggleColumn } = props;
  const { type } = filters;
  const set = setFilters(filters);
  const isFiltered = Object.keys(set).some((name) => name !== "type");
  return (
    <div className={styles.tools}>
      <div className={styles.narrow} role="search">
        <SearchBox typed={typed} onType={onType} busy={busy} />
        <Select
          label="Type of request"
          labelHidden
          value={type ?? ""}
          onChange={({ currentTarget }) =>
            onFilter({ type: historyFilters.find((known) => known === currentTarget.value) })
          }
        >
          <option value="">All types</option>
          {historyFilters.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </Select>
      </div>
      <Button size="small" icon={<FilterIcon />} onClick={onOpenFilters}>
        Filters
      </Button>
      <ColumnsMenu hidden={hidden} onToggle={onToggleColumn} />
      <DownloadLink
        href={downloads.historyCsv(set)}
        fileName={`${brand.name}-history.csv`}
        label={isFiltered ? "These rows as CSV" : type ? `History of ${type} as CSV` : "History as CSV"}
      >
        CSV
      </DownloadLink>
    </div>
  );
}
