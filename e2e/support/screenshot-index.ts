import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { themes } from "./appearance.ts";

/** Parts of a picture's file name: `history-slow-360-dark.png`. */
const fileName = new RegExp(`^(.+)-(\\d+)-(${themes.join("|")})\\.png$`);

/** Writes `index.html`: one row per screen, its pictures by width and theme. @returns the number of pictures */
export async function writeIndex(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => fileName.test(name));
  const screens = new Map<string, string[]>();
  for (const name of names) {
    const screen = fileName.exec(name)?.[1] ?? "";
    screens.set(screen, [...(screens.get(screen) ?? []), name]);
  }
  const rows = [...screens]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([screen, files]) => {
      const pictures = files.toSorted(byWidthAndTheme).map((file) => {
        const [, , width, theme] = fileName.exec(file) ?? [];
        return `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${screen}, ${width} px, ${theme}"></a>
<figcaption>${width} px, ${theme}</figcaption></figure>`;
      });
      return `<section id="${screen}"><h2>${screen}</h2><div>${pictures.join("\n")}</div></section>`;
    });
  const links = [...screens.keys()].toSorted().map((screen) => `<a href="#${screen}">${screen}</a>`);
  await writeFile(join(folder, "index.html"), indexPage(links, rows));
  return names.length;
}

function byWidthAndTheme(one: string, other: string): number {
  const [, , width = "", theme = ""] = fileName.exec(one) ?? [];
  const [, , otherWidth = "", otherTheme = ""] = fileName.exec(other) ?? [];
  return Number(width) - Number(otherWidth) || otherTheme.localeCompare(theme);
}

const indexPage = (links: readonly string[], rows: readonly string[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Screens</title>
<style>
body { margin: 1rem; font: 15px/1.5 system-ui, sans-serif; background: #ddd; color: #111; }
nav { columns: 12rem; }
nav a { display: block; }
section > div { display: flex; gap: 1rem; overflow-x: auto; align-items: start; }
figure { margin: 0; }
img { display: block; height: 30rem; width: auto; max-width: 40rem; object-fit: contain; object-position: top; background: #fff; }
</style>
<h1>Screens</h1>
<nav>${links.join("\n")}</nav>
${rows.join("\n")}
</html>
`;
