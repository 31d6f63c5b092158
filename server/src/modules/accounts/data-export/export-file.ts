import { formatCount, formatDateTime } from "@idanimo/contract/date-format";
import { brand } from "@idanimo/contract/brand";
import { exportPdfMaxRows } from "@idanimo/contract/account-rights";
import { type Block, drawDocument, brandFooter } from "../../../documents/index.ts";
import type { ExportSection } from "../../../kernel/export-section.ts";

/** Introduction of both files. */
const aboutText = "All data of the account, newest first. Amounts are decimals; times are UTC.";
const recordsNotice = "Other people's records, passwords, keys and codes are not in this file.";

/** Characters per chunk; otherwise each row would be a packet. */
const chunkLength = 65_536;

/** Streams the JSON file, with every row of each list. */
export async function* streamExportJson(
  parts: readonly ExportSection[],
  ownerId: string,
  madeAt: Date,
): AsyncGenerator<string> {
  let text = `{"about":${JSON.stringify({ product: brand.name, madeAt, what: aboutText, withoutRecords: recordsNotice })}`;
  for (const part of parts) {
    text += `,\n${JSON.stringify(part.name)}:[`;
    let before = "\n";
    for await (const { full } of part.rows(ownerId)) {
      text += before + JSON.stringify(full);
      before = ",\n";
      if (text.length < chunkLength) continue;
      yield text;
      text = "";
    }
    text += "]";
  }
  yield `${text}}\n`;
}

/** Reads one list for the PDF: its row count and newest rows; no block if it is empty. */
async function readSectionBlock(
  part: ExportSection,
  ownerId: string,
): Promise<{ readonly count: number; readonly block: Block | undefined }> {
  const rows: (readonly string[])[] = [];
  let count = 0;
  for await (const { short } of part.rows(ownerId)) {
    if (count < exportPdfMaxRows) rows.push(short);
    count += 1;
  }
  const more = count > rows.length ? `: the newest ${rows.length} of ${formatCount(count)}` : "";
  const block: Block | undefined =
    count === 0
      ? undefined
      : { kind: "table", title: part.title + more, columns: part.labels.map((label) => ({ label })), rows };
  return { count, block };
}

/** Draws the PDF file. A long one takes a while: call it through the document queue. */
export async function drawExportPdf(parts: readonly ExportSection[], ownerId: string, madeAt: Date): Promise<Buffer> {
  const lists = [];
  for (const part of parts) lists.push({ title: part.title, ...(await readSectionBlock(part, ownerId)) });
  const empty = lists.filter(({ block }) => block === undefined).map(({ title }) => title);
  return drawDocument(
    {
      title: "All your data",
      blocks: [
        { kind: "facts", rows: [{ label: "Made", value: formatDateTime(madeAt) }] },
        { kind: "note", tone: "plain", text: recordsNotice },
        {
          kind: "amounts",
          title: "Summary",
          rows: lists
            .filter(({ count }) => count > 0)
            .map(({ title, count }) => ({ label: title, value: formatCount(count) })),
        },
        ...(empty.length > 0 ? [{ kind: "text", text: `We have nothing of: ${empty.join("; ")}.` } as const] : []),
        ...lists.flatMap(({ block }) => block ?? []),
      ],
      footer: brandFooter,
    },
    madeAt,
  );
}
