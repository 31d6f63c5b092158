import { expect, test } from "vitest";
import { fullName, hasGroup, longDay, shownValue, textOf } from "@idanimo/contract/record-fields";
import { personGroups } from "@idanimo/contract/record-views";
import { pictureAddress, recordIn, timeLeft } from "./rules.ts";

const usual = [
  "firstName middleName lastName nin dob gender residenceAddress phone maritalStatus religion educationLevel profession",
  "email originLGA originState originPlace birthCountry birthState birthLGA employmentSatus residenceLGA residenceState height title",
].flatMap((line) => line.split(" "));
const alternate = [
  "firstname middlename surname birthDate telephoneno maritalstatus educationallevel birthstate birthlga residenceLga residenceTown",
  "employmentstatus heigth selfOriginState selfOriginLga selfOriginPlace",
  "nokFirstname nokMiddlename nokSurname nokAddress1 nokAddress2 nokTown nokState nokLga pfirstname psurname",
].flatMap((line) => line.split(" "));

test.each([
  { id: "RESULT-NIN-03", names: usual },
  { id: "RESULT-NIN-04 to RESULT-NIN-06", names: alternate },
])("$id: every field of the shape has its place", ({ names }) => {
  const known = personGroups.flatMap((group) => group.fields.flatMap((field) => field.names));
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test.each(["", "  ", "null", "NULL", null, undefined, {}, []])("RESULT-COMMON-05: %j is empty", (value) => {
  expect(textOf(value)).toBeUndefined();
});

const field = (label: string) =>
  personGroups[0]?.fields.find((known) => known.label === label) ?? { label, names: [label] };

test.each([
  { label: "Date of birth", record: { dob: "1991-05-04" }, shown: "May 4, 1991" },
  { label: "Date of birth", record: { birthDate: "04-05-1991" }, shown: "May 4, 1991" },
  { label: "NIN", record: { nin: "70123456789" }, shown: "701 2345 6789" },
  { label: "Gender", record: { gender: "f" }, shown: "Female" },
  { label: "Marital status", record: { maritalstatus: "MARRIED" }, shown: "Married" },
  { label: "Height", record: { heigth: "167" }, shown: "167 cm" },
  { label: "Middle name", record: { middleName: "null" }, shown: "-" },
])("RESULT-COMMON-04: $label of $record reads $shown", ({ label, record, shown }) => {
  expect(shownValue(record, field(label))).toBe(shown);
});

test("a day stays the same day in every time zone, and what is no day is shown as it came", () => {
  expect(longDay("2000-01-01")).toBe("January 1, 2000");
  expect(longDay("some day")).toBe("some day");
});

test("RESULT-COMMON-07: a record without a single value is no record; one under data.data is found", () => {
  expect(recordIn(null)).toBeUndefined();
  expect(recordIn({ firstName: "null", lastName: "" })).toBeUndefined();
  expect(recordIn({ data: { surname: "ADEBAYO" } })).toEqual({ surname: "ADEBAYO" });
});

test("RESULT-NIN-05, RESULT-NIN-06: next of kin and parent are shown where the record knows them", () => {
  const titles = (record: Record<string, unknown>) =>
    personGroups.filter((group) => hasGroup(record, group)).map((group) => group.title);
  expect(titles({ nokSurname: "Bello" })).toContain("Next of kin");
  expect(titles({ nokSurname: "null" })).not.toContain("Next of kin");
});

test.each([
  { value: "/9j/4AAQ", address: "data:image/jpeg;base64,/9j/4AAQ" },
  { value: "iVBORw0KGgoAAA==", address: "data:image/png;base64,iVBORw0KGgoAAA==" },
  { value: "PHN2ZyBvbmxvYWQ9", address: undefined },
  { value: "javascript:alert(1)", address: undefined },
  { value: '/9j/" onerror="', address: undefined },
  { value: null, address: undefined },
])("a picture is only what begins as a JPEG or a PNG: $value", ({ value, address }) => {
  expect(pictureAddress(value)).toBe(address);
});

test("the time left is rounded down", () => {
  expect(timeLeft(23.2 * 3_600_000)).toBe("23 h 12 min");
  expect(timeLeft(168 * 3_600_000 - 1)).toBe("6 days 23 h");
  expect(timeLeft(48 * 3_600_000 - 1)).toBe("47 h 59 min");
  expect(timeLeft(59_999)).toBe("59 s");
  expect(timeLeft(-5)).toBe("0 s");
});

test("a name that is missing is a dash", () => {
  expect(fullName({ surname: "ADEBAYO", firstname: "Oluwaseun", middlename: "null" })).toEqual({
    last: "ADEBAYO",
    others: "Oluwaseun",
  });
  expect(fullName(undefined).last).toBe("-");
});
