import { readFile } from "node:fs/promises";
import path from "node:path";
import { Marked } from "marked";
import type { Plugin } from "vite";

/** Turns pages of `docs/` into the guides of the documentation: `import … from "quick-start.md?guide"`. */

/** The addresses of the guides by their files, by which they link to each other. */
export const guideAddresses: Readonly<Record<string, string>> = {
  "quick-start.md": "/developers/docs/quick-start",
  "checks.md": "/developers/docs/checks",
  "developers.md": "/developers/docs/keys",
  "errors-and-retries.md": "/developers/docs/errors",
  "webhooks.md": "/developers/docs/webhooks",
  "versions.md": "/developers/docs/versions",
  "test-mode.md": "/developers/docs/test-mode",
  "client.md": "/developers/docs/client",
};

const idOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** A guide as HTML. Throws for a link to a file that is no guide. */
export function renderGuide(markdown: string): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const focusable = depth === 1 ? ' tabindex="-1"' : ` id="${idOf(text)}"`;
        return `<h${depth}${focusable}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const known = href.endsWith(".md") ? guideAddresses[href] : href;
        if (known === undefined) throw new Error(`the guide links to ${href}, which is no guide`);
        return `<a href="${known}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
    hooks: {
      // wide content scrolls on its own, also by keyboard
      postprocess: (html) =>
        html
          .replaceAll("<pre>", '<pre tabindex="0">')
          .replaceAll("<table>", '<div class="scrolls" tabindex="0"><table>')
          .replaceAll("</table>", "</table></div>"),
    },
  });
  return marked.parse(markdown, { async: false });
}

export const guides: Plugin = {
  name: "guides",
  enforce: "pre",
  async load(id) {
    const [file, query] = id.split("?");
    if (query !== "guide" || !file?.endsWith(".md")) return null;
    this.addWatchFile(path.resolve(file));
    return `export const html = ${JSON.stringify(renderGuide(await readFile(file, "utf8")))};`;
  },
};
