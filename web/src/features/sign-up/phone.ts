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

export const defaultCountry: CountryCode = "NG";

export type Country = { readonly code: CountryCode; readonly label: string };

/** Every country with its calling code, "Nigeria (+234)", sorted by name. */
export function listCountries(): readonly Country[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return getCountries()
    .map((code) => ({ code, label: `${names.of(code) ?? code} (+${getCountryCallingCode(code)})` }))
    .sort((left, right) => left.label.localeCompare(right.label, "en"));
}

/**
 * Converts the input to an international number, `+2348031234567`; undefined if empty. Invalid input stays
 * unchanged: a sign-up accepts it, a profile does not. A number with + ignores the country.
 */
export function toInternational(country: string, typed: string): string | undefined {
  const text = typed.trim();
  if (!text) return undefined;
  // the library knows only the dialling prefix of Nigeria and misreads 00234
  const nigerian = countryCodeOf(country) === "NG" ? normaliseNigerianPhone(text)?.replace(/^0/, "+234") : undefined;
  return nigerian ?? parsePhoneNumberFromString(text, countryCodeOf(country))?.number ?? text;
}

/** Whether a number can be saved in a profile: empty, or in international form. */
export function isCompleteNumber(country: string, typed: string): boolean {
  const number = toInternational(country, typed);
  return number === undefined || safeParse(accountPhone, number).success;
}

/** The country and national digits of a stored number, to fill the field. */
export function fromInternational(number: string | undefined): { readonly country: string; readonly phone: string } {
  const read = number ? parsePhoneNumberFromString(number) : undefined;
  if (!read?.country) return { country: defaultCountry, phone: number ?? "" };
  return { country: read.country, phone: read.formatNational() };
}

/** Formats a complete number as its country writes it: `0803 123 4567`. */
export function formatAsNational(country: string, typed: string): string {
  const read = parsePhoneNumberFromString(typed, countryCodeOf(country));
  return read?.isPossible() && read.country === country ? read.formatNational() : typed;
}

function countryCodeOf(country: string): CountryCode {
  return isSupportedCountry(country) ? country : defaultCountry;
}
