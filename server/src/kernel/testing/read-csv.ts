/**
 * Reads a CSV as a spreadsheet does (RFC 4180): the mark of UTF-8 is no text, a quote inside quotes is doubled, a line may end inside
 * none. Throws on whatever is between the two.
 */
export function readCsv(text: string): readonly (readonly string[])[] {
  if (!text.startsWith("\ufeff")) throw new Error("a spreadsheet would not know that this is UTF-8");
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 1;
  while (at < text.length) {
    if (text[at] !== '"') throw new Error(`a cell without quotes at ${at}`);
    let cell = "";
    for (at += 1; ; at += 1) {
      const letter = text[at];
      if (letter === undefined) throw new Error("a cell without an end");
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[(at += 1)] ?? "";
      else break;
    }
    row.push(cell);
    at += 1;
    if (text[at] === ",") at += 1;
    else if (text.startsWith("\r\n", at)) {
      rows.push(row);
      [row, at] = [[], at + 2];
    } else throw new Error(`something between cells at ${at}`);
  }
  if (row.length > 0) throw new Error("a line without an end");
  return rows;
}
