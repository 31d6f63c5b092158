import { brand } from "@idanimo/contract/brand";
import * as z from "zod/mini";

/**
 * An email as data. Plain text and HTML are both rendered from these blocks, so their content is always the same.
 */

const mailInline = z.union([z.string(), z.object({ link: z.string() }), z.object({ strong: z.string() })]);
/** Text, a link that shows its URL, or strong text. */
export type MailInline = z.output<typeof mailInline>;

export const mailBlock = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("paragraph"), words: z.array(mailInline) }),
  z.object({ kind: z.literal("facts"), rows: z.array(z.tuple([z.string(), z.string()])) }),
  z.object({ kind: z.literal("button"), label: z.string(), note: z.optional(z.string()), link: z.string() }),
]);
export type MailBlock = z.output<typeof mailBlock>;

export const link = (address: string): MailInline => ({ link: address });
export const strong = (words: string): MailInline => ({ strong: words });
export const paragraph = (...words: readonly MailInline[]): MailBlock => ({ kind: "paragraph", words: [...words] });
/** Rows of a label and a value. */
export const facts = (...rows: readonly (readonly [string, string])[]): MailBlock => ({
  kind: "facts",
  rows: rows.map(([label, value]) => [label, value]),
});
/**
 * The email's call to action; an email has at most one.
 * @param note a condition, such as `within 24 hours`
 */
export const button = (label: string, address: string, note?: string): MailBlock => ({
  kind: "button",
  label,
  link: address,
  ...(note !== undefined && { note }),
});

export type MailContent = { readonly subject: string; readonly text: string; readonly blocks: readonly MailBlock[] };

/** Composes an email from paragraphs and other blocks, with our name as footer. */
export function composeMail(subject: string, ...parts: readonly (string | MailBlock)[]): MailContent {
  const blocks = parts.map((part) => (typeof part === "string" ? paragraph(part) : part));
  return { subject, text: `${[...blocks.map(renderPlainText), brand.name].join("\n\n")}\n`, blocks };
}

function renderPlainText(of: MailBlock): string {
  switch (of.kind) {
    case "paragraph":
      return of.words
        .map((part) => (typeof part === "string" ? part : "link" in part ? part.link : part.strong))
        .join("");
    case "facts":
      return of.rows.map(([label, value]) => `${label}: ${value}`).join("\n");
    case "button":
      return `${of.label}${of.note === undefined ? "" : `, ${of.note}`}: ${of.link}`;
  }
}
