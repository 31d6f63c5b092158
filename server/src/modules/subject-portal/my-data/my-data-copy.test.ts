import { describe, expect, test } from "vitest";
import { type Language, languages, offeredLanguages } from "../../consent/index.ts";
import { contactPage } from "./pages/sign-in-pages.ts";
import { parseContact } from "./parse-contact.ts";
import { requestOutcome } from "./rules.ts";
import { myDataCopy } from "./my-data-copy.ts";

/** Every text of a language by its path: `row.asked`. */
function textsOf(of: object, path = ""): readonly (readonly [string, string])[] {
  return Object.entries(of).flatMap(([key, value]: [string, unknown]) => {
    const name = path === "" ? key : `${path}.${key}`;
    if (typeof value === "string") return [[name, value] as const];
    return typeof value === "object" && value !== null ? textsOf(value, name) : [];
  });
}
const blanksOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([blank]) => blank).toSorted();
const all = Object.keys(myDataCopy) as Language[];

describe("myDataCopy [CONSENT-02]", () => {
  test.each(all)("has the keys and placeholders of English in %s", (language) => {
    const english = new Map(textsOf(myDataCopy.en));
    const own = textsOf(myDataCopy[language]);
    expect(own.map(([name]) => name)).toEqual([...english.keys()]);
    for (const [name, text] of own) {
      expect([name, text.trim().length > 0]).toEqual([name, true]);
      expect([name, blanksOf(text)]).toEqual([name, blanksOf(english.get(name) ?? "")]);
    }
  });

  test.each(offeredLanguages.map(({ code }) => code))(
    "has at most 15 words in each sentence: %s [T-46]",
    (language) => {
      const long = textsOf(myDataCopy[language]).flatMap(([name, text]) =>
        text
          .split(/(?<=[.?!:])\s+/)
          .filter((sentence) => sentence.split(/\s+/).length > 15)
          .map((sentence) => `${name}: ${sentence}`),
      );
      expect(long).toEqual([]);
    },
  );

  test("links to no unapproved language, and no language is a copy of English", () => {
    const page = contactPage({ brandName: "Idanimo", language: "en", path: "/my-data" }).draw(undefined);
    for (const { code, approved } of languages) {
      if (code === "en") continue;
      expect([code, page.includes(`lang=${code}`)]).toEqual([code, approved]);
      const same = textsOf(myDataCopy[code]).filter(
        ([name, text]) => text === new Map(textsOf(myDataCopy.en)).get(name),
      );
      expect(same.length).toBeLessThan(40);
    }
  });
});

test.each([
  ["08031234567", "+2348031234567"],
  ["0803 123-4567", "+2348031234567"],
  ["+234 (803) 123.4567", "+2348031234567"],
  ["2349012345678", "+2349012345678"],
  ["  Ngozi@Example.NG ", "ngozi@example.ng"],
  ["0603 123 4567", undefined],
  ["+447700900123", undefined],
  ["234", undefined],
  ["me@example", undefined],
  ["me@example.ng,you@example.ng", undefined],
  [undefined, undefined],
  [["08031234567"], undefined],
])("reads %j as %s [T-05]", (typed, value) => {
  expect(parseContact(typed)?.value).toBe(value);
});

const at = (hours: number) => new Date(Date.UTC(2026, 10, 21) + hours * 3_600_000);
const nothing = { askedAt: null, deadline: null, goneAt: null, unreachedAt: null, leftAt: null, cancelledAt: null };
test.each([
  [{ state: "initiate" }, "waiting_to_ask"],
  [{ state: "pending", deadline: at(1) }, "open"],
  [{ state: "pending", deadline: at(0) }, "unanswered"],
  [{ state: "granted", goneAt: at(1) }, "standing"],
  [{ state: "granted", goneAt: at(0) }, "gone"],
  [{ state: "denied" }, "refused"],
  [{ state: "no_data_found" }, "nothing_found"],
  [{ state: "terminated" }, "stopped"],
  [{ state: "terminated", askedAt: at(-2) }, "unanswered"],
  [{ state: "terminated", askedAt: at(-2), unreachedAt: at(-1) }, "unreached"],
  [{ state: "terminated", askedAt: at(-2), goneAt: at(-1) }, "taken_back"],
  [{ state: "terminated", askedAt: at(-2), goneAt: at(-1), leftAt: at(-1) }, "requester_closed"],
  [{ state: "terminated", askedAt: at(-2), cancelledAt: at(-1) }, "cancelled"],
] as const)("describes %j as %s [R-08]", (consent, outcome) => {
  expect(requestOutcome({ ...nothing, ...consent }, at(0))).toBe(outcome);
});
