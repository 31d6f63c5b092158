import { email } from "@idanimo/contract/fields";
import { parsePhoneNumberFromString } from "libphonenumber-js";
import * as z from "zod/mini";
import type { PersonFound } from "../source.ts";
import { membersOf, textOf } from "../wire-json.ts";

/** Prembly's wire names of a NIN record and the product's names for them, misspelt ones as they are. Source: providers 2.1, B§2. */

/** For each of the product's names the wire names that may hold it, best first. */
const wireNames = {
  // the main shape
  firstName: ["firstname"],
  middleName: ["middlename"],
  lastName: ["surname"],
  nin: ["nin"],
  gender: ["gender"],
  residenceAddress: ["residence_address", "residence_AddressLine1"],
  maritalStatus: ["maritalstatus"],
  religion: ["religion"],
  educationLevel: ["educationallevel"],
  profession: ["profession"],
  originLGA: ["self_origin_lga"],
  originState: ["self_origin_state"],
  originPlace: ["self_origin_place"],
  birthCountry: ["birthcountry"],
  birthState: ["birthstate"],
  birthLGA: ["birthlga"],
  employmentSatus: ["emplymentstatus", "employmentstatus"],
  residenceLGA: ["residence_lga"],
  residenceState: ["residence_state"],
  height: ["heigth", "height"],
  title: ["title"],
  // what a record has beside it
  residenceTown: ["residence_Town", "residence_town"],
  residenceStatus: ["residencestatus"],
  nationality: ["nationality"],
  maidenName: ["maidenname"],
  spokenLanguage: ["nspokenlang"],
  otherLanguage: ["ospokenlang"],
  nokFirstname: ["nok_firstname"],
  nokMiddlename: ["nok_middlename"],
  nokSurname: ["nok_surname"],
  nokAddress1: ["nok_address1"],
  nokAddress2: ["nok_address2"],
  nokTown: ["nok_town"],
  nokLga: ["nok_lga"],
  nokState: ["nok_state"],
  nokPostalcode: ["nok_postalcode"],
  pfirstname: ["pfirstname"],
  pmiddlename: ["pmiddlename"],
  psurname: ["psurname"],
} as const;

const longestText = 300;
const largestImageBytes = 1024 * 1024;

/** Reads a record, or answers undefined where it is none: without the number it is about nobody can tell whose it is. */
export function personIn(wire: unknown): PersonFound | undefined {
  const members = membersOf(Array.isArray(wire) && wire.length === 1 ? wire[0] : wire);
  const nin = textOf(members["nin"]);
  if (nin === undefined) return undefined;
  const fields: Record<string, string> = {};
  for (const [name, candidates] of Object.entries(wireNames)) {
    const text = candidates.map((candidate) => textOf(members[candidate])).find((found) => found !== undefined);
    if (text !== undefined) fields[name] = text.slice(0, longestText);
  }
  const birthDate = isoDate(textOf(members["birthdate"]));
  const phone = internationalPhone(textOf(members["telephoneno"]));
  const mail = plainMail(textOf(members["email"]));
  const found = {
    dob: birthDate,
    phone,
    email: mail,
    photo: imageIn(members["photo"]),
    signature: imageIn(members["signature"]),
  };
  for (const [name, value] of Object.entries(found)) if (value) fields[name] = value;
  return { number: nin, reference: null, subject: { birthDate, contact: { phone, mail } }, fields };
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const oldestYear = 1880;

/** Reads `02-03-1990`, `2/3/1990`, `1990-03-02` (also with a time behind it) and `2-Aug-1990`, day before month; null for others. */
export function isoDate(text: string | undefined): string | null {
  const dayFirst = /^(\d{1,2})[-/. ]([a-z]{3,9}|\d{1,2})[-/. ](\d{4})$/i.exec(text ?? "");
  const yearFirst = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ].*)?$/.exec(text ?? "");
  const [year, month, day] = dayFirst
    ? [dayFirst[3], dayFirst[2], dayFirst[1]]
    : [yearFirst?.[1], yearFirst?.[2], yearFirst?.[3]];
  if (!year || !month || !day) return null;
  const monthNumber = /^\d/.test(month) ? Number(month) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const date = new Date(Date.UTC(Number(year), monthNumber - 1, Number(day)));
  const isReal =
    Number(year) >= oldestYear && date.getUTCMonth() === monthNumber - 1 && date.getUTCDate() === Number(day);
  return isReal ? date.toISOString().slice(0, 10) : null;
}

/** A number that can be called, with its plus; numbers without a country are Nigerian. */
export function internationalPhone(text: string | undefined): string | null {
  const parsed = text && text.length <= 30 ? parsePhoneNumberFromString(text, "NG") : undefined;
  return parsed?.isValid() ? parsed.number : null;
}

export function plainMail(text: string | undefined): string | null {
  const parsed = z.safeParse(email, (text ?? "").toLowerCase());
  return parsed.success ? parsed.data : null;
}

/** Base64 of a JPEG or PNG of at most 1 MB, without any wrapping around it; null for anything else. */
export function imageIn(value: unknown): string | null {
  const text = typeof value === "string" ? value.replace(/^data:image\/[a-z]+;base64,/, "").replace(/\s+/g, "") : "";
  if (text === "" || text.length > (largestImageBytes / 3) * 4 + 4 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  const isJpeg = bytes.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff));
  const isPng = bytes.subarray(0, 8).equals(Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a));
  return (isJpeg || isPng) && bytes.length <= largestImageBytes ? bytes.toString("base64") : null;
}
