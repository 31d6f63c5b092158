import { expect, test } from "vitest";
import { publicPaths } from "../../tools/documents.ts";
import { renderPage } from "./render.tsx";

const assets = { styles: ["/s.css"], script: "/p.js", theme: "/t.js", font: "/f.woff2" };
const page = (path: string) => renderPage(path, assets) ?? "";

test.each(publicPaths.map(({ path }) => path.replace(":CLICK_ID", "abc")))(
  "%s is a whole document without script of its own",
  (path) => {
    const html = page(path);
    expect(html).toMatch(/^<!doctype html><html lang="en"/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]{3,}<\/title>/);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)| on\w+="/);
  },
);

test("every link within the site leads to a page or a document of it", () => {
  const known = new Set([
    ...publicPaths.map(({ path }) => path),
    "/login",
    "/dashboard",
    "/main-dashboard",
    "/profile",
  ]);
  for (const { path } of publicPaths.filter((entry) => !entry.path.includes(":"))) {
    const html = page(path);
    for (const [, address = ""] of html.matchAll(/<a [^>]*href="(\/[^"#]*)/g))
      expect(known, `${path} links to`).toContain(address);
    for (const [, place = ""] of html.matchAll(/href="#([^"]+)"/g))
      expect(html, `${path} has`).toContain(`id="${place}"`);
  }
});

test("the words the specification fixes stand where it says", () => {
  expect(page("/")).toContain("Your one-stop shop for identity verification");
  expect(page("/")).toContain("aggregator of agency data");
  expect(page("/reach/summer")).toBe(page("/"));
  expect(page("/faq")).toContain("A good credit score is 700 and above");
  for (const bureau of ["First Central", "CRC", "Credit Registry"]) expect(page("/faq")).toContain(bureau);
  expect(page("/notFoundPage")).toContain("Result not found. Please check your input value and try again.");
});

test("the policy and the terms state the retention limits of the contract and the law", () => {
  for (const path of ["/privacy_policy", "/terms_of_service"]) {
    const html = page(path);
    for (const said of [
      "24 hours waiting",
      "48 hours after",
      "7 days",
      "Nigeria Data Protection Act 2023",
      "under 18",
      "Version 1.0",
    ]) {
      expect(html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ")).toContain(said);
    }
  }
});
