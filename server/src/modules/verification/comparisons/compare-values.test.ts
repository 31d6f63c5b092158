import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareAge, comparePersons, comparePhones, compareScore } from "./compare-values.ts";

describe("compareAge", () => {
  test.each([
    ["2008-11-27", 18, "2026-11-26T22:59:59Z", "no", "a second before the birthday in Lagos"],
    ["2008-11-27", 18, "2026-11-26T23:00:00Z", "yes", "at midnight in Lagos"],
    ["2005-11-28", 21, "2026-11-27T12:00:00Z", "no", "a day before"],
    ["2005-11-27", 21, "2026-11-27T12:00:00Z", "yes", "on the day"],
    ["2008-02-29", 18, "2026-02-28T22:59:59Z", "no", "born on 29 February, before 1 March"],
    ["2008-02-29", 18, "2026-02-28T23:00:00Z", "yes", "born on 29 February, on 1 March"],
    [null, 18, "2026-11-27T12:00:00Z", "unknown", "without a birth date"],
    ["1990-02-30", 18, "2026-11-27T12:00:00Z", "unknown", "with a date that does not exist"],
    ["1990", 18, "2026-11-27T12:00:00Z", "unknown", "with a year only"],
  ] as const)("of %s and %s at %s is %s: %s [AO-06]", (birthDate, age, now, answer, _why) => {
    expect(compareAge(birthDate, age, new Date(now))).toBe(answer);
  });
});

describe("comparePhones", () => {
  test.each([
    ["08031234567", ["+2348031234567"], "yes"],
    ["0803 123 4567", [null, "+2347011111111", "2348031234567"], "yes"],
    ["08031234567", ["+2348031234568"], "no"],
    ["08031234567", [null, "", undefined], "unknown"],
    ["08031234567", ["+447700900123"], "no"],
  ] as const)("of %s and %j is %s", (typed, recorded, answer) => {
    expect(comparePhones(typed, recorded)).toBe(answer);
  });
});

describe("compareScore", () => {
  test.each([
    ["701", 701, "yes"],
    ["700.9", 701, "no"],
    ["850", 540, "yes"],
    ["-", 540, "unknown"],
    [null, 540, "unknown"],
  ] as const)("of %s and %s is %s", (score, atLeast, answer) => {
    expect(compareScore(score, atLeast)).toBe(answer);
  });
});

describe("comparePersons", () => {
  const person = (firstname: string, lastname: string, birthDate: string | null = "1990-03-02", middlename = "") => ({
    name: { firstname, lastname, middlename },
    birthDate,
  });
  test.each([
    [person("ADA", "OBI"), person("Ada", "Obi"), "yes", "the same names and birth date"],
    [person("ADA", "OBI", "1990-03-02", "NGOZI"), person("Ada", "Obi"), "yes", "a middle name in one register"],
    [person("ADA", "OBI"), person("Ada", "Obii"), "near", "one letter that differs"],
    [person("ADA", "OBI"), person("Ada", "Okafor"), "no", "another last name"],
    [person("ADA", "OBI"), person("Ada", "Obi", "1990-03-03"), "no", "another birth date"],
    [person("ADA", "OBI", null), person("Ada", "Obi"), "unknown", "no birth date"],
    [person("", ""), person("Ada", "Obi"), "unknown", "no names"],
  ] as const)("of %j and %j is %s: %s [AO-09]", (left, right, answer, _why) => {
    expect(comparePersons(left, right)).toBe(answer);
    expect(comparePersons(right, left)).toBe(answer);
  });

  test("does not depend on the order of the registers", () => {
    const word = fc.constantFrom("ada", "adah", "obi", "obii", "bello", "ola-bello", "ngozi", "");
    const birthDate = fc.constantFrom("1990-03-02", "1991-03-02", null);
    const any = fc
      .record({ firstname: word, lastname: word, middlename: word, birthDate })
      .map(({ birthDate: born, ...name }) => ({ name, birthDate: born }));
    fc.assert(
      fc.property(any, any, (left, right) => {
        expect(comparePersons(left, right)).toBe(comparePersons(right, left));
      }),
    );
  });
});
