import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { renderToStaticMarkup } from "react-dom/server";
import { publicPaths } from "../../tools/documents.ts";
import { brand } from "../brand.ts";
import { Frame } from "../ui/Frame.tsx";
import { renderTestPage as page } from "./rendered-page.ts";

const part = (html: string, tag: string) => html.slice(html.indexOf(`<${tag}`), html.indexOf(`</${tag}>`));
const addressesIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, address]) => address);
const nameOfLink = (address: string) => new RegExp(`<a [^>]*href="${address}"[^>]*>([^<]*)<`);

test("every public page's bar has logo, GET STARTED and theme switch [NAV-09 NAV-10 NAV-11]", () => {
  for (const { path } of publicPaths) {
    const bar = part(page(path.replace(":CLICK_ID", "abc")), "header");
    expect(bar, `bar of ${path}`).toMatch(/<a href="\/" class="[^"]*when-signed-out"[^>]*aria-label="[^"]*start page"/);
    expect(nameOfLink("/login").exec(bar)?.[1], `bar of ${path}`).toBe("GET STARTED");
    expect(bar, `bar of ${path}`).toContain("data-theme-switch");
  }
});

test("the not-found page has the specified texts and one button, to /dashboard [NAV-05 NAV-06]", () => {
  const html = page("/notFoundPage");
  expect(html).toMatch(/<title>Result not found/);
  expect(html).toMatch(/<h1[^>]*>Result not found<\/h1>/);
  expect(html).toContain("Result not found. Please check your input value and try again.");
  expect(addressesIn(part(html, "main"))).toEqual(["/dashboard"]);
});

test("every footer links to the page that verifies a report [LAND-07]", () => {
  const hasLink = (html: string) => addressesIn(part(html, "footer")).includes("/verify");
  for (const { path } of publicPaths)
    expect([path, hasLink(page(path.replace(":CLICK_ID", "abc")))]).toEqual([path, true]);
  const application = renderToStaticMarkup(
    <Frame bar={null} title="A screen" pathname="/dashboard" isNavigating={false}>
      A screen
    </Frame>,
  );
  expect(hasLink(application)).toBe(true); // the application and the sign-in pages
});

test("the footer has only those external links that the operator has set [LAND-07]", async () => {
  const outside = (html: string) => addressesIn(part(html, "footer")).filter((address) => !address?.startsWith("/"));
  expect(outside(page("/")), "no links without settings").toEqual([]);
  const links = {
    blog: "https://blog.example",
    social: [{ label: "Mastodon", address: "https://social.example" }],
    stores: [{ label: "App store", address: "https://store.example" }],
    standards: [{ label: "Regulator", address: "https://regulator.example" }],
  };
  vi.resetModules();
  vi.doMock("../brand.ts", () => ({ brand: { ...brand, links } }));
  const again = await import("./rendered-page.ts");
  vi.doUnmock("../brand.ts");
  expect(outside(again.renderTestPage("/")).toSorted()).toEqual([
    "https://blog.example",
    "https://regulator.example",
    "https://social.example",
    "https://store.example",
  ]);
});

test("the products page names what can be verified [LAND-15]", () => {
  const html = part(page("/products"), "main");
  for (const message of ["NIN", "Phone", "RC", "BVN", "VIN"]) expect(html).toContain(message);
});

test("the primary colour is green in both themes [LAND-20]", () => {
  const tokens = readFileSync(fileURLToPath(new URL("../styles/tokens.css", import.meta.url)), "utf8");
  const [, pair = ""] = /--primary: light-dark\((.+)\);/.exec(tokens) ?? [];
  const primaries = [...pair.matchAll(/#(..)(..)(..)/g)].map(([, ...parts]) =>
    parts.map((two) => Number.parseInt(two, 16)),
  );
  expect(primaries).toHaveLength(2);
  for (const [red = 0, green = 0, blue = 0] of primaries) expect(green).toBeGreaterThan(1.3 * Math.max(red, blue));
});
