import { accountPhone } from "@idanimo/contract/fields";
import { normaliseNigerianPhone } from "@idanimo/contract/nigerian-phone";
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { safeParse } from "zod/mini";

/** Source: A§2, A§9. */
export const defaultCountry: CountryCode = "NG";

export type Country = { readonly code: CountryCode; readonly label: string };

/** Every country with its calling code, "Nigeria (+234)", in the order of their names. */
export function listCountries(): readonly Country[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return getCountries()
    .map((code) => ({ code, label: `${names.of(code) ?? code} (+${getCountryCallingCode(code)})` }))
    .sort((left, right) => left.label.localeCompare(right.label, "en"));
}

/**
 * What was typed as an international number, `+2348031234567`; undefined when nothing was typed. What is no number stays as it
 * is: a sign-up accepts it, a profile does not. A number that begins with + is read as it stands, whatever the country.
 */
export function toInternational(country: string, typed: string): string | undefined {
  const text = typed.trim();
  if (!text) return undefined;
  // the library knows only the prefix that is dialled in Nigeria, and makes another number of 00234
  const nigerian = countryCodeOf(country) === "NG" ? normaliseNigerianPhone(text)?.replace(/^0/, "+234") : undefined;
  return nigerian ?? parsePhoneNumberFromString(text, countryCodeOf(country))?.number ?? text;
}

/** Whether a number can be set on a profile, where it stays: empty, or in international form. */
export function isCompleteNumber(country: string, typed: string): boolean {
  const number = toInternational(country, typed);
  return number === undefined || safeParse(accountPhone, number).success;
}

/** Country and national digits of a number kept before, so that its field can be filled again. */
export function fromInternational(number: string | undefined): { readonly country: string; readonly phone: string } {
  const read = number ? parsePhoneNumberFromString(number) : undefined;
  if (!read?.country) return { country: defaultCountry, phone: number ?? "" };
  return { country: read.country, phone: read.formatNational() };
}

/** A number as it is written in its country, once it is whole: `0803 123 4567`. */
export function formatAsNational(country: string, typed: string): string {
  const read = parsePhoneNumberFromString(typed, countryCodeOf(country));
  return read?.isPossible() && read.country === country ? read.formatNational() : typed;
}

function countryCodeOf(country: string): CountryCode {
  return isSupportedCountry(country) ? country : defaultCountry;
}
