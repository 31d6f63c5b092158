import { readdirSync, readFileSync } from "node:fs";
import { purposeCodes, purposes } from "@idanimo/contract/consent";
import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { partDescriptions, partsFor, type RecordPart } from "@idanimo/contract/record-parts";
import { describe, expect, test } from "vitest";
import { renderTestPage } from "./rendered-page.ts";

/** Every public document names the parts of the contract's table [CL-12]. */

const privacyFolder = new URL("../../../docs/privacy/", import.meta.url);
const readPrivacyPage = (name: string) => readFileSync(new URL(name, privacyFolder), "utf8");
const plain = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ")
    .trim();

type Rules = Readonly<Record<string, Readonly<Record<string, readonly [required: string, optional: string]>>>>;

/** The names of parts in the table's order. Computed from the table itself, not by the code that the pages use. */
const namesOf = (parts: readonly RecordPart[]) =>
  parts.map((part) => partDescriptions[part].replace(/^your /, "")).join("; ");
const typesInTable = Object.keys(partsFor) as (keyof typeof partsFor)[];
type Rule = { readonly required: readonly RecordPart[]; readonly optional: readonly RecordPart[] };
const rulesOf = (type: keyof typeof partsFor): readonly (readonly [string, Rule])[] =>
  purposeCodes.flatMap((code) => {
    const rules: { readonly [Code in (typeof purposeCodes)[number]]?: Rule } = partsFor[type];
    return rules[code] ? [[purposes[code], rules[code]] as const] : [];
  });
const table: Rules = Object.fromEntries(
  typesInTable.map((type) => [
    catalogueRowOf(type).label,
    Object.fromEntries(
      rulesOf(type).map(([purpose, { required, optional }]) => [
        purpose,
        [namesOf(required), optional.length === 0 ? "nothing more" : namesOf(optional)],
      ]),
    ),
  ]),
);

/** The rows of one table, for each search type that its heading names. */
const rulesIn = (heading: string, rows: readonly (readonly string[])[]) =>
  heading
    .split(", ")
    .map((label) => [
      label,
      Object.fromEntries(rows.map(([purpose = "", required = "", optional = ""]) => [purpose, [required, optional]])),
    ]);

function rulesInPolicy(html: string): Rules {
  const tables = [...html.matchAll(/<table data-checks[^>]*><caption>(.*?)<\/caption>.*?<tbody>(.*?)<\/tbody>/gs)];
  return Object.fromEntries(
    tables.flatMap(([, caption = "", body = ""]) =>
      rulesIn(
        plain(caption),
        [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
          [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = ""]) => plain(cell)),
        ),
      ),
    ),
  );
}

function rulesInMarkdown(page: string): Rules {
  return Object.fromEntries(
    page
      .split("\n## ")
      .slice(2) // the introduction and the list of parts
      .flatMap((section) => {
        const [heading = "", ...lines] = section.split("\n");
        const rows = lines.filter((line) => line.startsWith("| ")).slice(2);
        return rulesIn(
          heading,
          rows.map((row) => row.slice(2, -2).split(" | ")),
        );
      }),
  );
}

/** What a check shows always, and what for some purpose. */
const unionOf = (type: keyof typeof partsFor) => {
  const rules = rulesOf(type).map(([, rule]) => rule);
  const order = Object.keys(partDescriptions) as RecordPart[];
  const required = order.filter((part) => rules.some((rule) => rule.required.includes(part)));
  const optional = order.filter(
    (part) => rules.some((rule) => rule.optional.includes(part)) && !required.includes(part),
  );
  return [namesOf(required), namesOf(optional)];
};
const unionsIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<li data-check="(\w+)">(.*?)<\/li>/gs)].map(([, type = "", item = ""]) => [
      type,
      [...item.matchAll(/<span data-parts[^>]*>(.*?)<\/span>/gs)].map(([, names = ""]) => plain(names)),
    ]),
  );
const soldToPublic = ["nin", "phone", "bulk_nin", "bvn"] as const satisfies readonly SearchType[];
const unions = Object.fromEntries(soldToPublic.map((type) => [type, unionOf(type)]));

describe("public documents name the parts of the contract's table", () => {
  test("the privacy policy, for each check and reason [CL-12]", () => {
    expect(rulesInPolicy(renderTestPage("/privacy_policy"))).toEqual(table);
  });

  test("docs/privacy/parts.md, for each check and purpose [CL-12]", () => {
    expect(rulesInMarkdown(readPrivacyPage("parts.md"))).toEqual(table);
  });

  test.each(["/faq", "/products"])("%s, for each check that is sold to the public [CL-12]", (path) => {
    expect(unionsIn(renderTestPage(path))).toEqual(unions);
  });

  test("the landing picture, for renting a home [CL-12]", () => {
    const picture = /<figure.*?<\/figure>/s.exec(renderTestPage("/"))?.[0] ?? "";
    const facts = [...picture.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name = "", value = ""]) => [
      name,
      value.includes("<li>") ? [...value.matchAll(/<li>(.*?)<\/li>/g)].map(([, part = ""]) => part).join("; ") : value,
    ]);
    const { required, optional } = partsFor.nin.tenancy;
    expect(Object.fromEntries(facts)).toMatchObject({
      Why: purposes.tenancy,
      "They will see": namesOf(required),
      "You may also show": namesOf(optional),
    });
  });

  test("the landing page, for a person and a credit record [CL-12]", () => {
    const landing = plain(renderTestPage("/"));
    for (const type of ["nin", "bvn"] as const)
      for (const names of unionOf(type)) expect(landing).toContain(names.replaceAll("&", "&amp;"));
  });

  test("religion is named for a family matter only [CL-06 CL-12]", () => {
    expect(plain(renderTestPage("/faq"))).toContain("Religion can be shown for the reason “A family matter” only.");
    const rows = [
      table,
      rulesInMarkdown(readPrivacyPage("parts.md")),
      rulesInPolicy(renderTestPage("/privacy_policy")),
    ];
    for (const rules of rows)
      for (const [purpose, [required, optional]] of Object.values(rules).flatMap((one) => Object.entries(one)))
        expect([purpose, `${required} ${optional}`.includes("religion")]).toEqual([
          purpose,
          purpose === purposes.family && optional.includes("religion"),
        ]);
  });
});

const documents = [
  ...["/", "/faq", "/products", "/privacy_policy", "/terms_of_service"].map((path) => ({
    name: path,
    text: plain(renderTestPage(path)),
  })),
  ...readdirSync(privacyFolder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({ name: `docs/privacy/${name}`, text: readPrivacyPage(name).replace(/\s+/g, " ") })),
];

describe("public documents describe how consent works", () => {
  test.each(documents)("$name has no sentence about boxes ticked in advance [CL-01 CL-12]", ({ text }) => {
    expect(text).not.toMatch(/le(ave|aves|ft|aving) (\w+ ){0,3}out\b|deselect|untick|ticked by default/i);
    expect(text).not.toMatch(/part "(life|reach|picture)"|their (photo and signature|phone, mail and address)/i);
    expect(text).not.toMatch(/taken? (their |a |your )?(yes )?back\b/i);
    for (const [sentence] of text.matchAll(/[^.]*ticked (in advance|for them)[^.]*/g))
      expect(sentence).toMatch(/\bno(thing)?\b/i);
  });

  test.each(["/faq", "/privacy_policy", "docs/privacy/parts.md", "docs/privacy/rights.md"])(
    "%s says that nothing is ticked and what a YES by SMS shows [CL-01 CL-04]",
    (path) => {
      const text = documents.find(({ name }) => name === path)?.text ?? "";
      expect(text).toMatch(/(no box is ticked (for them|in advance)|nothing is ticked in advance)/i);
      expect(text).toMatch(/`?YES`? by SMS (shows?|adds none)/);
    },
  );

  test.each(["/faq", "/privacy_policy", "docs/privacy/rights.md"])(
    "%s says how to withdraw by page and by SMS [CL-05 CL-12]",
    (path) => {
      const text = documents.find(({ name }) => name === path)?.text ?? "";
      const start = text.search(/withdraw consent at any|withdraw my consent|to withdraw consent/);
      const withdrawal = text.slice(start, start + 350);
      expect(withdrawal).toMatch(/page|receipt/);
      expect(withdrawal).toMatch(/SMS/);
      expect(withdrawal).toMatch(/`?NO`?,? (with|and) (its|the) code/);
      expect(withdrawal).toMatch(/STOP/);
    },
  );
});
