/** Markup that is already escaped. Only `html` creates it, so a text can never become markup by accident. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Insert = Html | string | number | undefined | false | readonly Html[];

/** Builds markup; every inserted text is escaped. `undefined` and `false` insert nothing. */
export function html(parts: TemplateStringsArray, ...inserts: Insert[]): Html {
  return new Html(parts.map((part, at) => part + renderInsert(inserts[at])).join(""));
}

function renderInsert(insert: Insert): string {
  if (insert === undefined || insert === false) return "";
  if (insert instanceof Html) return insert.markup;
  if (typeof insert === "string" || typeof insert === "number") return escape(String(insert));
  return insert.map((part) => part.markup).join("");
}

function escape(text: string): string {
  const marks: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}
