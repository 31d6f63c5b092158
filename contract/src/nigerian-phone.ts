/** Characters between the digits of a phone number; `\p{Cf}` are the invisible marks in a number copied from contacts. */
const separators = /[\s\p{Cf}\p{Pd}()./]/gu;

/**
 * Ten national digits after a zero, after the country code 234 or after neither. 00 is the international prefix of
 * most countries, 009 that of Nigeria. The zero may follow the country code, as in `+234 (0) 803 …`.
 */
const nigerianNumber = /^(?:(?:\+|00|009)?2340?|0)?((?:20|[789][0-9])[0-9]{8})$/;

/**
 * Returns the 11 digits of a Nigerian phone number in any of its usual spellings: `+234 803 555 1122` as
 * `08035551122`. Returns undefined for a foreign number, a number that is too short or too long, and any other text
 * [WIZARD-23]. Every page loads the contract, so this does not use libphonenumber-js, which is large. A test in
 * `web` compares the two.
 */
export function normaliseNigerianPhone(text: string): string | undefined {
  const national = nigerianNumber.exec(text.trim().replace(/^tel:/i, "").replace(separators, ""))?.[1];
  return national && `0${national}`;
}
