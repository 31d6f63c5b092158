/** A piece of HTML that is safe to send. */
export type Html = { readonly html: string };

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Builds HTML from a template; every value is escaped unless it is HTML itself. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  const shown = values.map((value) => {
    if (typeof value === "string") return value.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
    if (typeof value === "number") return String(value);
    return "html" in value ? value.html : value.map((piece) => piece.html).join("");
  });
  return { html: String.raw({ raw: parts }, ...shown) };
}

export const nothing: Html = { html: "" };
