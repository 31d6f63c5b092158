import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import {
  prerenderedPaths,
  publicPaths,
  renderRobotsTxt,
  serverRenderedPages,
  renderSitemap,
} from "../../tools/documents.ts";
import { manifest } from "../../tools/manifest.ts";
import { indexedPages, renderHead, renderOffline, renderPage } from "./render.tsx";

const origin = "https://idanimo.test";
const assets = { styles: ["/s.css"], script: "/p.js", theme: "/t.js", font: "/f.woff2", origin };
const addresses = publicPaths.map(({ path }) => path).filter((path) => !path.includes(":"));
const found = addresses.filter((path) => path !== "/notFoundPage");
const headOf = (path: string) => (renderPage(path, assets) ?? "").split("</head>")[0] ?? "";
const meta = (head: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1];
const inPublic = (path: string) => readFileSync(fileURLToPath(new URL(`../../public${path}`, import.meta.url)));
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)].join("x");

test.each(found)("the head of %s has the metadata for search engines and link previews [LAND-01]", (path) => {
  const head = headOf(path);
  expect(head).toContain(`<link rel="canonical" href="${origin}${path}"/>`);
  expect(head).not.toContain("noindex");
  const description = meta(head, "description") ?? "";
  expect(description.length).toBeGreaterThan(50);
  expect(description.length).toBeLessThan(160);
  expect(meta(head, "og:title")).toBe(/<title>(.*)<\/title>/.exec(head)?.[1]);
  expect((meta(head, "og:title") ?? "").length).toBeLessThan(65);
  expect(meta(head, "og:description")).toBe(description);
  expect(meta(head, "og:url")).toBe(origin + path);
  expect(meta(head, "og:image")).toBe(`${origin}/icons/preview.png`);
  expect(meta(head, "twitter:card")).toBe("summary_large_image");
});

test("titles and descriptions are unique, and the preview image has its stated size [LAND-01]", () => {
  for (const name of ["og:title", "description"])
    expect(new Set(found.map((path) => meta(headOf(path), name))).size, `each ${name} once`).toBe(found.length);
  const head = headOf("/");
  const picture = inPublic("/icons/preview.png");
  expect(sizeOf(picture)).toBe(`${meta(head, "og:image:width")}x${meta(head, "og:image:height")}`);
  expect(picture.length, "small enough for messenger previews").toBeLessThan(300_000);
});

test("the sitemap lists exactly the indexed pages, and the others have noindex", () => {
  const listed = [...renderSitemap(origin, indexedPages).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => address,
  );
  const screens = prerenderedPaths.filter(({ isIndexed: isFound }) => isFound).map(({ path }) => path);
  expect(screens).toContain("/sign-up");
  expect(listed).toEqual([...new Set(listed)]);
  expect(listed.toSorted()).toEqual(
    [...found, ...screens, ...serverRenderedPages.map(({ path }) => path)].map((path) => origin + path).toSorted(),
  );
  expect(renderRobotsTxt(origin)).toContain(`Sitemap: ${origin}/sitemap.xml`);
  for (const closed of ["/api/", "/consent/", "/my-data", "/verify/"])
    expect(renderRobotsTxt(origin)).toContain(`Disallow: ${closed}\n`);
  for (const head of [headOf("/notFoundPage"), renderOffline(assets, "/o.js")]) {
    expect(head).toContain('<meta name="robots" content="noindex"/>');
    expect(head).not.toContain("canonical");
  }
  for (const document of ["app.html", "sign-in.html"])
    expect(readFileSync(fileURLToPath(new URL(`../../${document}`, import.meta.url)), "utf8")).toContain(
      'content="noindex"',
    );
});

type StructuredData = { "@graph": Record<string, unknown>[] };
const dataOf = (path: string) =>
  JSON.parse(
    /<script type="application\/ld\+json">(.*?)<\/script>/.exec(headOf(path))?.[1] ?? "null",
  ) as StructuredData;

test.each(found)("the structured data of %s is one valid block about this page", (path) => {
  const graph = dataOf(path)["@graph"];
  expect(graph[0]).toMatchObject({
    "@id": origin + path,
    url: origin + path,
    isPartOf: { "@id": `${origin}/#website` },
  });
  expect(JSON.stringify(graph), "prices change without a build").not.toMatch(/"(Offer|price)"/);
  expect(headOf(path).match(/<script(?![^>]* src=)/g)).toHaveLength(1);
});

test("the structured data names the publisher and repeats the page's questions [LAND-16]", () => {
  expect(dataOf("/")["@graph"].map((thing) => thing["@type"])).toEqual(["WebPage", "WebSite", "Organization"]);
  const [page] = dataOf("/faq")["@graph"];
  const questions = page?.["mainEntity"] as { name: string; acceptedAnswer: { text: string } }[];
  const html = (renderPage("/faq", assets) ?? "").split("</head>")[1] ?? "";
  expect(questions).toHaveLength(html.split("<main")[1]?.match(/<details/g)?.length ?? -1);
  const read = html
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replace(/<\/(li|p)>/g, " ")
    .replace(/<[^>]+>/g, "")
    .replace(/\s+/g, " ");
  for (const { name, acceptedAnswer } of questions) {
    expect(read).toContain(name);
    expect(read).toContain(acceptedAnswer.text);
    expect(acceptedAnswer.text.length).toBeGreaterThan(20);
  }
});

test("every document links to the icons and the manifest, whose icons have their sizes", () => {
  for (const head of [...addresses.map(headOf), renderOffline(assets, "/o.js"), renderHead(origin)])
    for (const [, href = ""] of head.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g))
      expect(inPublic(href).length, `size of ${href}`).toBeGreaterThan(100);
  for (const head of [...addresses.map(headOf), renderHead(origin)])
    expect(head).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
  for (const { src, sizes } of manifest.icons) expect([src, sizeOf(inPublic(src))]).toEqual([src, sizes]);
  expect(manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
    "any 192x192",
    "any 512x512",
    "maskable 192x192",
    "maskable 512x512",
  ]);
});
