import { formatCount, formatDateTime } from "@idanimo/contract/date-format";
import { brand } from "@idanimo/contract/brand";
import { exportPaperRows } from "@idanimo/contract/account-rights";
import { type Block, drawDocument, ourFoot } from "../../../documents/index.ts";
import type { ExportPart } from "../../../kernel/export-part.ts";

/** What is said at the head of both files. */
const what = "Everything that is known here of the account, newest first. Amounts are decimals; moments are UTC.";
const withoutRecords =
  "Records that were found are not in this file: each belongs to the person it is about. Neither are passwords, keys and codes.";

/** Text that is handed on together: a row by itself would be a packet by itself. */
const piece = 65_536;

/** The file for programs, written while it is read. Its lists have every row. */
export async function* jsonOf(parts: readonly ExportPart[], ownerId: string, madeAt: Date): AsyncGenerator<string> {
  let text = `{"about":${JSON.stringify({ product: brand.name, madeAt, what, withoutRecords })}`;
  for (const part of parts) {
    text += `,\n${JSON.stringify(part.name)}:[`;
    let before = "\n";
    for await (const { full } of part.rows(ownerId)) {
      text += before + JSON.stringify(full);
      before = ",\n";
      if (text.length < piece) continue;
      yield text;
      text = "";
    }
    text += "]";
  }
  yield `${text}}\n`;
}

/** One list on paper: how many rows there are, and the newest of them; no block for one without any. */
async function blockOf(
  part: ExportPart,
  ownerId: string,
): Promise<{ readonly count: number; readonly block: Block | undefined }> {
  const rows: (readonly string[])[] = [];
  let count = 0;
  for await (const { short } of part.rows(ownerId)) {
    if (count < exportPaperRows) rows.push(short);
    count += 1;
  }
  const more = count > rows.length ? `: the newest ${rows.length} of ${formatCount(count)}` : "";
  const block: Block | undefined =
    count === 0
      ? undefined
      : { kind: "table", title: part.title + more, columns: part.labels.map((label) => ({ label })), rows };
  return { count, block };
}

/** The same as a paper. A long one takes a while: its caller waits for its turn. */
export async function paperOf(parts: readonly ExportPart[], ownerId: string, madeAt: Date): Promise<Buffer> {
  const lists = [];
  for (const part of parts) lists.push({ title: part.title, ...(await blockOf(part, ownerId)) });
  const empty = lists.filter(({ block }) => block === undefined).map(({ title }) => title);
  return drawDocument(
    {
      title: "Everything about your account",
      blocks: [
        { kind: "facts", rows: [{ label: "Made", value: formatDateTime(madeAt) }] },
        { kind: "note", tone: "plain", text: withoutRecords },
        {
          kind: "amounts",
          title: "In short",
          rows: lists
            .filter(({ count }) => count > 0)
            .map(({ title, count }) => ({ label: title, value: formatCount(count) })),
        },
        ...(empty.length > 0 ? [{ kind: "text", text: `We hold nothing of: ${empty.join("; ")}.` } as const] : []),
        ...lists.flatMap(({ block }) => block ?? []),
      ],
      foot: ourFoot,
    },
    madeAt,
  );
}
