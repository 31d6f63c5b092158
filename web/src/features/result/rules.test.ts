import fc from "fast-check";
import { expect, test } from "vitest";
import { visibleGroups, formatRegisterDay, formatField, nonEmptyText } from "@idanimo/contract/record-fields";
import { personGroups } from "@idanimo/contract/checks/person/view";
import { extensionRecord } from "@idanimo/contract/checks/phone/record";
import * as z from "zod/mini";
import { messagesFor } from "./messages/messages.ts";
import {
  expiryOnDevice,
  remainingMs,
  expiryUrgency,
  ownFileAddress,
  pictureDataUrl,
  extractRecord,
  formatTimeLeft,
  nextUpdateMs,
} from "./rules.ts";

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
])("shows every field of the shape [$id]", ({ names }) => {
  const known = personGroups.flatMap((group) => group.fields.flatMap((field) => field.names));
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test.each(["", "  ", "null", "NULL", null, undefined, {}, []])("treats %j as empty [RESULT-COMMON-05]", (value) => {
  expect(nonEmptyText(value)).toBeUndefined();
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
])("shows $label of $record as $shown [RESULT-COMMON-04]", ({ label, record, shown }) => {
  expect(formatField(record, field(label))).toBe(shown);
});

test("formats a day independently of the time zone, and leaves other texts unchanged", () => {
  expect(formatRegisterDay("2000-01-01")).toBe("January 1, 2000");
  expect(formatRegisterDay("some day")).toBe("some day");
  for (const none of ["1990-02-31", "31/04/1990", "1990-13-01", "0000-00-00"])
    expect(formatRegisterDay(none)).toBe(none);
});

test("treats a record without a value as none, and finds one in data.data [RESULT-COMMON-07]", () => {
  expect(extractRecord(null)).toBeUndefined();
  expect(extractRecord({ firstName: "null", lastName: "" })).toBeUndefined();
  expect(extractRecord({ data: { surname: "ADEBAYO" } })).toEqual({ surname: "ADEBAYO" });
  expect(extractRecord({ companies: [] })).toBeUndefined();
  const part = { verificationStatus: "NOT-VERIFIED", verificationReference: null, data: null };
  const rejected = { premblyPhoneVerification: part, premblyBvnVerification: part };
  expect(z.safeParse(extensionRecord, extractRecord(rejected)).success, "two failed verifications are a record").toBe(
    true,
  );
});

test("shows next of kin and parent if the record has them [RESULT-NIN-05 RESULT-NIN-06]", () => {
  const titles = (record: Record<string, unknown>) =>
    visibleGroups(record, personGroups, []).map((group) => group.title);
  expect(titles({ nokSurname: "Bello" })).toContain("Next of kin");
  expect(titles({ nokSurname: "null" })).not.toContain("Next of kin");
});

test("leaves out fields and groups of parts that were not granted, not unknown ones [T-46 CL-10]", () => {
  const withheld = ["education_work", "personal_details", "religion", "family"] as const;
  const shown = visibleGroups({ nokSurname: "Bello" }, personGroups, withheld);
  const titles = shown.map(({ title }) => title);
  for (const title of ["Work and education", "Origin", "Next of kin", "Parent"]) expect(titles).not.toContain(title);
  const who = shown.find((group) => group.title === "Personal details");
  const values = who?.fields.map((field) => `${field.label}: ${formatField({ firstName: "Ada" }, field)}`);
  expect(values).toContain("First name: Ada");
  expect(values).toContain("Last name: -");
  expect(who?.fields.map(({ label }) => label)).not.toContain("Religion");
});

test.each([
  { value: "/9j/4AAQ", address: "data:image/jpeg;base64,/9j/4AAQ" },
  { value: "iVBORw0KGgoAAA==", address: "data:image/png;base64,iVBORw0KGgoAAA==" },
  { value: "PHN2ZyBvbmxvYWQ9", address: undefined },
  { value: "javascript:alert(1)", address: undefined },
  { value: '/9j/" onerror="', address: undefined },
  { value: null, address: undefined },
])("accepts only JPEG and PNG pictures: $value", ({ value, address }) => {
  expect(pictureDataUrl(value)).toBe(address);
});

test.each([
  { address: "/api/v2/results/5f0c1a3e-0000-4000-8000-000000000001/source.pdf", opens: true },
  { address: "/api/v2/results/../../login", opens: false },
  { address: "/api/v2/results/1/source.pdf?next=//evil.example", opens: false },
  { address: "/api/v2//evil.example", opens: false },
  { address: "/sms#YES", opens: false },
  { address: "https://reports.example/1.pdf", opens: false },
  { address: "//evil.example/api/v2/1", opens: false },
  { address: "/\\evil.example", opens: false },
  { address: "javascript:alert(1)", opens: false },
  { address: "", opens: false },
  { address: null, opens: false },
])("links only to files of our own: $address [RESULT-VIN-05 T-56 T-60]", ({ address, opens }) => {
  expect(ownFileAddress(address)).toBe(opens ? address : undefined);
});

test("rounds the remaining time down", () => {
  expect(formatTimeLeft(23.2 * 3_600_000)).toBe("23 h 12 min");
  expect(formatTimeLeft(168 * 3_600_000 - 1)).toBe("6 days 23 h");
  expect(formatTimeLeft(48 * 3_600_000 - 1)).toBe("47 h 59 min");
  expect(formatTimeLeft(59_999)).toBe("59 s");
  expect(formatTimeLeft(-5)).toBe("0 s");
});

const hour = 3_600_000;
const now = "2026-11-21T10:00:00.000Z";
const after = (ms: number) => new Date(Date.parse(now) + ms).toISOString();

test("computes the remaining time whatever the device's clocks do [T-51]", () => {
  const times = fc.integer({ min: 0, max: 8 * 24 * hour });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), times, times, times, (wall, reported, ran, jumped) => {
      const asked = { wall, steady: 0 };
      const end = expiryOnDevice(after(reported), now, asked);
      if (!end) return false;
      const left = reported - ran;
      const asleep = remainingMs(end, { wall: wall + ran, steady: 0 });
      const setBack = remainingMs(end, { wall: wall + ran - jumped, steady: ran });
      return (
        asleep === left && setBack === left && remainingMs(end, { wall: wall + ran + jumped, steady: ran }) <= left
      );
    }),
  );
});

test("sets no expiry for a register, and treats an unreadable one as over [T-51]", () => {
  const asked = { wall: 5, steady: 5 };
  expect(expiryOnDevice(null, now, asked)).toBeNull();
  expect(expiryOnDevice("soon", now, asked)).toEqual(asked);
});

test("updates the remaining time when its text changes and every 30 seconds", () => {
  for (const left of [1, 999, 1_000, 30_500, 60_000, 60_001, 3_599_999, 26 * hour + 1]) {
    const wait = nextUpdateMs(left);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(Math.min(left, 30_000));
    if (wait < Math.min(left, 30_000)) expect(formatTimeLeft(left - wait)).not.toBe(formatTimeLeft(left));
    expect(formatTimeLeft(left - wait + 1)).toBe(formatTimeLeft(left));
  }
  expect([hour + 1, hour, 600_001, 600_000].map(expiryUrgency)).toEqual(["far", "near", "near", "last"]);
});

test("shows the banner in the reader's first available language, else English [RESULT-VIN-06 O-37]", () => {
  const made = { ...messagesFor([]).messages, notFound: "ba a samu ba" };
  const known = { en: messagesFor([]).messages, ha: made };
  expect(messagesFor(["fr-FR", "HA-Latn-NG", "en"], known)).toEqual({ language: "ha", messages: made });
  expect(messagesFor(["fr", "toString", "__proto__"], known).language).toBe("en");
  expect(messagesFor(["yo"]).messages).toMatchObject({
    stolen: "This vehicle is in our database of stolen vehicles",
    notFound: "not found",
  });
});
