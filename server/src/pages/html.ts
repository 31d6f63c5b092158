/** Escaped HTML. */
export type Html = { readonly html: string };

const htmlEscapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Builds HTML from a template; escapes every value that is not Html. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  const shown = values.map((value) => {
    if (typeof value === "string") return value.replace(/[&<>"']/g, (sign) => htmlEscapes[sign] ?? sign);
    if (typeof value === "number") return String(value);
    return "html" in value ? value.html : value.map((piece) => piece.html).join("");
  });
  return { html: String.raw({ raw: parts }, ...shown) };
}

export const emptyHtml: Html = { html: "" };
