/**
 * Draws the product's images from its logo (`public/favicon.svg`), name and tagline: the icons of an installed app,
 * of notices and of old browsers, and the preview image of a shared link. Run it by hand when one of them changes
 * (`node tools/draw-icons.mjs`); the images are committed. Chromium renders them.
 */
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brand } from "@idanimo/contract/brand";
import { tagline } from "@idanimo/contract/texts";
import { chromiumArguments, chromiumPath } from "../../scripts/chromium.mjs";

const publicFolder = path.join(import.meta.dirname, "../public");
const icons = path.join(publicFolder, "icons");
const green = "#0f6b3f";
const chromium = await chromiumPath();
const folder = await mkdtemp(path.join(tmpdir(), "idanimo-icons-"));
await mkdir(icons, { recursive: true });

/** The logo in the 32 units of the favicon; the first shape in it is its background. */
const favicon = await readFile(path.join(publicFolder, "favicon.svg"), "utf8");
const mark = favicon
  .replace(/^<svg[^>]*>/, "")
  .replace(/<rect[^>]*\/>/, "")
  .replace("</svg>", "");

/**
 * The logo on a background.
 * @param {number} scale of the logo about the middle
 * @param {string} ground a shape, or an empty string
 */
const drawing = (scale, ground) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="100%" height="100%">${ground}` +
  `<g transform="translate(16 16) scale(${scale}) translate(-16 -16)">${mark}</g></svg>`;
const whole = `<rect width="32" height="32" fill="${green}"/>`;
const rounded = `<rect width="32" height="32" rx="8" fill="${green}"/>`;

/**
 * A screenshot of a page without margins.
 * @param {string} body @param {number} width @param {number} height @param {string} [style]
 */
async function draw(body, width, height, style = "") {
  const page = path.join(folder, "page.html");
  const picture = path.join(folder, "picture.png");
  await writeFile(
    page,
    `<!doctype html><meta charset="utf-8"><style>html,body{margin:0;height:100%}svg{display:block}${style}</style>${body}`,
  );
  const { status, stderr } = spawnSync(
    chromium,
    [
      ...chromiumArguments(),
      "--headless",
      "--hide-scrollbars",
      "--default-background-color=00000000",
      `--window-size=${width},${height}`,
      `--screenshot=${picture}`,
      `file://${page}`,
    ],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`Chromium failed: ${stderr}`);
  return readFile(picture);
}
/** @param {string} svg @param {number} size */
const icon = (svg, size) => draw(svg, size, size);

/**
 * Several images in one file, as browsers request `/favicon.ico`. Source: the ICO format with PNG inside.
 * @param {readonly { size: number, png: Buffer }[]} pictures
 */
function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** The preview image of a shared link: logo, name and tagline. */
async function preview() {
  const letters = ["latin", "naira", "tones"].map(async (name) => {
    const font = await readFile(path.join(import.meta.dirname, `../src/styles/fonts/inter-${name}.woff2`));
    return `@font-face{font-family:"${name}";font-weight:400 700;src:url(data:font/woff2;base64,${font.toString("base64")})}`;
  });
  const style = `${(await Promise.all(letters)).join("")}
    body{display:grid;grid-template-columns:1fr 400px;gap:56px;align-items:center;box-sizing:border-box;padding:0 72px;background:${green};color:#fff;font:400 26px/1.45 latin,naira,tones,sans-serif}
    .name{display:flex;align-items:center;gap:18px;font-size:38px;font-weight:700;letter-spacing:-0.01em}
    .name svg{width:56px;height:56px}
    h1{margin:44px 0 24px;font-size:58px;line-height:1.12;font-weight:700;letter-spacing:-0.02em;text-wrap:balance}
    .lead{margin:0;color:#d9ece1}
    .card{border-radius:24px;background:#fff;color:#14201a;padding:34px 34px 32px;font-size:21px;line-height:1.35}
    .card h2{margin:0 0 22px;font-size:28px;line-height:1.25;font-weight:700;letter-spacing:-0.01em}
    dl{margin:0 0 28px;display:grid;gap:14px}dt{color:#55635b;font-size:18px}dd{margin:0}
    .yes,.no{border-radius:12px;padding:15px;text-align:center;font-weight:600}
    .yes{background:${green};color:#fff}.no{margin-top:12px;box-shadow:inset 0 0 0 2px #7d8a82}`;
  const body = `<div><div class="name">${drawing(1.25, "")}${brand.name}</div><h1>${tagline}</h1>
    <p class="lead">A person’s record opens only with their leave.</p></div>
    <div class="card"><h2>Bright Homes Ltd asks to see your NIN record</h2>
    <dl><div><dt>Why</dt><dd>Renting a home</dd></div><div><dt>For how long</dt><dd>24 hours</dd></div></dl>
    <div class="yes">Yes, they may see</div><div class="no">No</div></div>`;
  return draw(body, 1200, 630, style);
}

const small = [];
for (const size of [16, 32, 48]) small.push({ size, png: await icon(drawing(1, rounded), size) });
await writeFile(path.join(publicFolder, "favicon.ico"), ico(small));

const pictures = {
  "icon-192.png": () => icon(drawing(0.9, rounded), 192),
  "icon-512.png": () => icon(drawing(0.9, rounded), 512),
  // devices crop these to their own shape: the logo stays within the middle four fifths
  "maskable-192.png": () => icon(drawing(0.74, whole), 192),
  "maskable-512.png": () => icon(drawing(0.74, whole), 512),
  "apple-touch-icon.png": () => icon(drawing(0.86, whole), 180),
  // phone status bars use the shape only
  "badge-96.png": () => icon(drawing(1.25, ""), 96),
  "preview.png": preview,
};
for (const [name, make] of Object.entries(pictures)) {
  const picture = await make();
  await writeFile(path.join(icons, name), picture);
  console.log(`${name} ${(picture.length / 1000).toFixed(1)} kB`);
}
await rm(folder, { recursive: true });
