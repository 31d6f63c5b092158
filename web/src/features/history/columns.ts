import { useState } from "react";
import { storedHistoryHiddenColumns } from "../../lib/storage.ts";

/** Columns of the history that may be left out on a wide screen; what was searched and what can be done always stay. */
export const hideableColumns = [
  { name: "type", label: "Type" },
  { name: "date", label: "Date" },
  { name: "consent", label: "Consent" },
  { name: "status", label: "Status" },
  { name: "until", label: "Until" },
] as const;
export type ColumnName = (typeof hideableColumns)[number]["name"];

/** Names out of a text, those that are columns; anything else is dropped. */
export function parseColumns(text: string): readonly ColumnName[] {
  const names = text.split(" ");
  return hideableColumns.map(({ name }) => name).filter((name) => names.includes(name));
}

/** The columns a person left out, kept on this device by their names alone. */
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
