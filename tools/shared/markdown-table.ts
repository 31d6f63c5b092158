const markdownRow = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** The lines of a table for a generated page. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  markdownRow(head),
  markdownRow(head.map(() => "---")),
  ...rows.map(markdownRow),
];
