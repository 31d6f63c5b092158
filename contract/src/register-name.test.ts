import { describe, expect, test } from "vitest";
import { completedYears, personName, titleCaseCompany, titleCaseName } from "./register-name.ts";

describe("titleCaseName", () => {
  test.each([
    { raw: "ADÉBÁYỌ̀-WILLIAMS", name: "Adébáyọ̀-Williams" },
    { raw: "ƁALARABE", name: "Ɓalarabe" },
    { raw: "o'brien", name: "O'Brien" },
    { raw: "GRACE  TITILAYO", name: "Grace  Titilayo" },
    { raw: "JOHN III", name: "John III" },
    { raw: "McDonald", name: "McDonald" },
  ])("writes $raw as $name", ({ raw, name }) => {
    expect(titleCaseName(raw)).toBe(name);
  });
});

describe("titleCaseCompany", () => {
  test.each([
    { raw: "BRIGHT HOMES AND PROPERTIES LIMITED", name: "Bright Homes and Properties Limited" },
    { raw: "KPMG NIGERIA LTD", name: "KPMG Nigeria Ltd" },
    { raw: "MTN COMMUNICATIONS PLC", name: "MTN Communications PLC" },
    { raw: "THE MAN OF THE PEOPLE'S STORES", name: "The Man of the People's Stores" },
    { raw: "Kuda Foods", name: "Kuda Foods" },
  ])("writes $raw as $name", ({ raw, name }) => {
    expect(titleCaseCompany(raw)).toBe(name);
  });
});

describe("personName", () => {
  test("puts the first name first and returns the register's form beside it", () => {
    expect(personName({ surname: "DANLADI", firstname: "LADIDI", middlename: "null" })).toEqual({
      name: "Ladidi Danladi",
      raw: "DANLADI, LADIDI",
    });
    expect(personName({ lastName: "Obi", firstName: "Ada" })).toEqual({ name: "Ada Obi", raw: undefined });
    expect(personName({ surname: "BELLO" })).toEqual({ name: "Bello", raw: "BELLO" });
    expect(personName({ firstName: "null" })).toBeUndefined();
    expect(personName(undefined)).toBeUndefined();
  });
});

describe("completedYears", () => {
  test.each([
    { day: "1991-05-04", at: "2026-05-03T23:00:00Z", years: 34 },
    { day: "1991-05-04", at: "2026-05-04T00:00:00Z", years: 35 },
    { day: "04/05/1991", at: "2026-05-04T00:00:00Z", years: 35 },
    { day: "2030-01-01", at: "2026-05-04T00:00:00Z", years: undefined },
    { day: "unknown", at: "2026-05-04T00:00:00Z", years: undefined },
    { day: undefined, at: "2026-05-04T00:00:00Z", years: undefined },
  ])("counts $years completed years from $day to $at", ({ day, at, years }) => {
    expect(completedYears(day, at)).toBe(years);
  });
});
