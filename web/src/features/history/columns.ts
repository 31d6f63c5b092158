import { useState } from "react";
import { storedHistoryHiddenColumns } from "../../lib/storage.ts";

/** Columns of the history that may be hidden on a wide screen; parameter and action always stay. */
export const hideableColumns = [
  { name: "type", label: "Type" },
  { name: "date", label: "Date" },
  { name: "consent", label: "Consent" },
  { name: "until", label: "Until" },
] as const;
export type ColumnName = (typeof hideableColumns)[number]["name"];

/** Parses column names separated by spaces; ignores unknown ones. */
export function parseColumns(text: string): readonly ColumnName[] {
  const names = text.split(" ");
  return hideableColumns.map(({ name }) => name).filter((name) => names.includes(name));
}

/** The columns that the user hid; stored on this device by name. */
export function useHiddenColumns(): {
  readonly hidden: readonly ColumnName[];
  readonly toggleColumn: (name: ColumnName) => void;
} {
  const [hidden, setHidden] = useState(() => parseColumns(storedHistoryHiddenColumns.get() ?? ""));
  return {
    hidden,
    toggleColumn: (name) => {
      const next = hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name];
      setHidden(next);
      if (next.length === 0) storedHistoryHiddenColumns.remove();
      else storedHistoryHiddenColumns.set(next.join(" "));
    },
  };
}
