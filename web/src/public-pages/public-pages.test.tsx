import { bulkTemplatePath } from "@idanimo/contract/bulk";
import { expect, test } from "vitest";
import { brand } from "../brand.ts";
import { publicPaths } from "../../tools/documents.ts";
import { renderTestPage as page } from "./rendered-page.ts";

test.each(publicPaths.map(({ path }) => path.replace(":CLICK_ID", "abc")))(
  "%s is a complete document without inline script",
  (path) => {
    const html = page(path);
    expect(html).toMatch(/^<!doctype html><html lang="en"/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]{3,}<\/title>/);
    // a data block is not executed
    expect(html.replace('<script type="application/ld+json">', "")).not.toMatch(/<script(?![^>]*\ssrc=)| on\w+="/);
  },
);

test("every internal link leads to a page or a document of the site", () => {
  const known = new Set([
    ...publicPaths.map(({ path }) => path),
    "/login",
    "/dashboard",
    "/main-dashboard",
    "/profile",
    "/forgot-password",
    "/transparency", // rendered by the server
    "/my-data",
    "/verify",
    "/developers/docs",
    bulkTemplatePath,
  ]);
  for (const { path } of publicPaths.filter((entry) => !entry.path.includes(":"))) {
    const html = page(path);
    for (const [, address = ""] of html.matchAll(/<a [^>]*href="(\/[^"#]*)/g))
      expect(known, `links of ${path}`).toContain(address);
    for (const [, place = ""] of html.matchAll(/href="#([^"]+)"/g))
      expect(html, `ids on ${path}`).toContain(`id="${place}"`);
  }
});

// Covers: LAND-06 LAND-17 LAND-18
test("the pages contain the texts that the specification fixes [LAND-01 LAND-02 LAND-05]", () => {
  expect(page("/")).toContain(">Verify Identity</a>");
  expect(page("/")).toContain("Your one-stop shop for identity verification");
  expect(page("/")).toContain("aggregator of agency data");
  expect(page("/reach/summer")).toBe(page("/"));
  expect(page("/faq")).toContain("A good credit score is 700 and above");
  for (const bureau of ["First Central", "CRC", "Credit Registry"]) expect(page("/faq")).toContain(bureau);
  expect(page("/notFoundPage")).toContain("Result not found. Please check your input value and try again.");
});

test("policy and terms state the retention limits of the contract and the law [LAND-12 LAND-13 LAND-14]", () => {
  for (const path of ["/privacy_policy", "/terms_of_service"]) {
    const html = page(path);
    for (const message of [
      "24 hours while we wait",
      "48 hours after",
      "7 days",
      "Nigeria Data Protection Act 2023",
      "under 18",
      `Version ${brand.policyVersion.number}, in force from`,
    ]) {
      expect(html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ")).toContain(message);
    }
  }
});

const wordsOf = (path: string) =>
  page(path)
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");

test("the questions cover every specified topic [LAND-16]", () => {
  const html = page("/faq");
  for (const topic of [
    "Privacy",
    "Consent",
    "NIN",
    "Payments",
    "Credit",
    "Business",
    "Vehicle",
    "Accounts and security",
  ])
    expect(html).toMatch(new RegExp(`<h2 id="[a-z]+">${topic}</h2>`));
  expect(html.match(/<details/g)?.length).toBeGreaterThan(35);
});

test("the policy covers what the Nigeria Data Protection Act 2023 requires [LAND-12]", () => {
  const policy = wordsOf("/privacy_policy");
  for (const message of [
    "Legal basis: our contract with you",
    "Legal basis: consent of the person on the record",
    "Legal basis: legal obligation",
    "legitimate interest",
    `Write to our data protection officer: ${brand.privacyEmail}`,
    "Nigeria Data Protection Commission",
    "ndpc.gov.ng",
    "within 72 hours",
    "sections 41 to 43",
    "get a copy",
    "withdraw your consent at any time",
    "A minor is a person under 18",
    "no automated decisions about you",
  ])
    expect(policy).toContain(message);
});

test("the terms state when nothing is refunded, and who owns the data [LAND-12]", () => {
  const terms = wordsOf("/terms_of_service");
  for (const message of [
    "No refund",
    "the number or name you entered was wrong, or has no record",
    "the person refused",
    "aggregator of agency data",
    "We have no register of our own",
  ])
    expect(terms).toContain(message);
});

test("the main action depends on the sign-in, and the contact is the brand's [LAND-03 LAND-19]", () => {
  const leads = [...page("/").matchAll(/<a class="[^"]*(when-signed-\w+)[^"]*" href="([^"]+)">Verify Identity<\/a>/g)];
  expect(new Set(leads.map(([, when, to]) => `${when} ${to}`))).toEqual(
    new Set(["when-signed-out /login", "when-signed-in /dashboard"]),
  );
  expect(page("/contact")).toContain(`mailto:${brand.contactEmail}`);
});
