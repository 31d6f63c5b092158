import { formatDateTimeShort } from "@idanimo/contract/date-format";

/** Formats rows under their headings in padded columns; headings that begin with `>` align right. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const names = headings.map((heading) => heading.replace(/^>/, ""));
  const widths = names.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) =>
        headings[at]?.startsWith(">") ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [line(names), ...rows.map(line)];
}

/** Formats a timestamp: `Nov 21, 2026, 5:35 PM, Lagos time`. */
export const formatTimestamp = (at: Date): string => formatDateTimeShort(at);
