import { nameSpellings } from "@idanimo/contract/name-spellings";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareNames, type NameParts } from "./compare-names.ts";

const name = (firstname: string, lastname: string, middlename?: string): NameParts => ({
  firstname,
  lastname,
  middlename,
});

describe("compareNames [AO-05]", () => {
  test.each([
    ["the same name", name("Ada", "Obi"), name("ADA", "OBI"), "yes"],
    ["the parts in another order", name("Obi", "Ada"), name("ADA", "OBI"), "yes"],
    ["a middle name that was not typed", name("Ada", "Obi"), name("ADA", "OBI", "NGOZI"), "yes"],
    ["the middle name typed as the first", name("Ngozi", "Obi"), name("ADA", "OBI", "NGOZI"), "yes"],
    ["all three parts in another order", name("Obi", "Ngozi", "Ada"), name("ADA", "OBI", "NGOZI"), "yes"],
    ["one half of a double name", name("Ada", "Bello"), name("ADA", "OLA-BELLO"), "yes"],
    ["a double name of which the record has one half", name("Ada", "Ola-Bello"), name("ADA", "BELLO"), "near"],
    ["a hyphen that the record has not", name("Ada", "Ola-Bello"), name("ADA", "OLABELLO"), "yes"],
    ["a hyphen that only the record has", name("Ada", "Olabello"), name("ADA", "OLA-BELLO"), "yes"],
    ["a blank in place of a hyphen", name("Mary Jane", "Obi"), name("MARY-JANE", "OBI"), "yes"],
    ["an apostrophe", name("Sa'id", "N’Jie"), name("SAID", "NJIE"), "yes"],
    ["Yoruba letters with dots below and tones", name("Ṣadé", "Adéwálẹ̀"), name("SADE", "ADEWALE"), "yes"],
    ["ṣ written as sh", name("Ṣọlá", "Bello"), name("SHOLA", "BELLO"), "yes"],
    ["Igbo letters with dots", name("Ịkechukwu", "Ọnwụ"), name("IKECHUKWU", "ONWU"), "yes"],
    ["Hausa letters with hooks", name("Ɓala", "Ƙwari"), name("BALA", "KWARI"), "yes"],
    ["a common spelling", name("Mohammed", "Bello"), name("MUHAMMAD", "BELLO"), "yes"],
    ["a common spelling of a joined double name", name("Abdul-Rahman", "Bello"), name("ABDURRAHMAN", "BELLO"), "yes"],
    ["one letter that differs", name("Ade", "Obii"), name("ADE", "OBI"), "near"],
    ["two letters that differ", name("Chinedu", "Okafor"), name("CHINEDU", "OKAFURU"), "near"],
    ["three letters that differ", name("Chinedu", "Okafor"), name("CHINEDU", "OKAFURUS"), "no"],
    ["a middle name that the record lacks", name("Ada", "Obi", "Ngozi"), name("ADA", "OBI"), "near"],
    ["another middle name", name("Ada", "Obi", "Ngozi"), name("ADA", "OBI", "CHIOMA"), "no"],
    ["another last name", name("Ada", "Okafor"), name("ADA", "OBI"), "no"],
    ["no part that matches", name("Adah", "Obii"), name("ADA", "OBI"), "no"],
    ["the same name typed twice", name("Ada", "Ada"), name("ADA", "OBI"), "no"],
    ["nothing in the record", name("Ada", "Obi"), name("", ""), "unknown"],
  ] as const)("reads %s", (_what, typed, recorded, answer) => {
    expect(compareNames(typed, recorded).answer).toBe(answer);
  });

  test("names the parts that differ, for the subject", () => {
    expect(compareNames(name("Ada", "Okafor", "Ngozi"), name("ADA", "OBI", "NGOZI")).differing).toEqual(["lastname"]);
    expect(compareNames(name("Ada", "Obi", "Ngozi"), name("ADA", "OBI")).differing).toEqual(["middlename"]);
    expect(compareNames(name("Ada", "Obi"), name("OBI", "ADA")).differing).toEqual([]);
  });

  const letters = (from: string) =>
    fc.array(fc.constantFrom(...from), { minLength: 1, maxLength: 20 }).map((all) => all.join(""));
  const part = letters("abcdefghijklmnopqrstuvwxyzéẹọṣńàɓɗƙ'’");
  const hasLetter = (text: string) => /[a-z\p{L}]/u.test(text.normalize("NFD").replace(/['’]/g, ""));
  const word = part.filter(hasLetter);
  const typedName = fc.record({
    firstname: word,
    lastname: word,
    middlename: fc.option(word, { nil: undefined }),
  });

  test("is yes for a record with the same parts, whatever their order, case and marks", () => {
    fc.assert(
      fc.property(typedName, fc.boolean(), fc.boolean(), (typed, isSwapped, isUpper) => {
        const change = (text: string | undefined) => {
          const plain = text?.normalize("NFD").replace(/\p{M}/gu, "");
          return isUpper ? plain?.toUpperCase() : plain;
        };
        const { firstname, lastname, middlename } = typed;
        const recorded = isSwapped
          ? { firstname: change(lastname), lastname: change(middlename), middlename: change(firstname) }
          : { firstname: change(firstname), lastname: change(lastname), middlename: change(middlename) };
        expect(compareNames(typed, recorded).answer).toBe("yes");
      }),
    );
  });

  test("is yes for every two spellings of one name", () => {
    for (const spellings of nameSpellings)
      for (const left of spellings)
        for (const right of spellings)
          expect(compareNames(name(left, "Obi"), name(right, "OBI")).answer, `${left} ${right}`).toBe("yes");
  });

  test("is never yes for a record that lacks a letter of a part, which no spelling explains", () => {
    fc.assert(
      fc.property(letters("bcdfg"), letters("hjklm"), (first, last) => {
        const other = `${last}q`;
        expect(compareNames(name(first, other), name(first, last)).answer).not.toBe("yes");
      }),
    );
  });

  test("takes less than a millisecond for the longest names", () => {
    const long = ["abcdefghijklmn", "opqrstuvwxyzab", "cdefghijklmnop", "qrstuvwxyzabcd"].join("-");
    const [typed, recorded] = [name(long, `${long}x`, `y${long}`), name(`${long}z`, long, `z${long}`)];
    const durations = Array.from({ length: 300 }, () => {
      const startedAt = performance.now();
      compareNames(typed, recorded);
      return performance.now() - startedAt;
    });
    expect(Math.min(...durations)).toBeLessThan(1); // the machine may do other work meanwhile
  });
});
