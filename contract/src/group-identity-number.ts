import type { SearchType } from "./catalogue.ts";

/**
 * Groups the digits of a person's number for reading: `701 2345 6789`, a phone `0803 555 1122`; anything else
 * unchanged.
 */
export function groupIdentityNumber(searchType: SearchType, value: string): string {
  if (searchType === "phone") return value.replace(/^(\d{4})(\d{3})(\d{4})$/, "$1 $2 $3");
  return value.replace(/^(\d{3})(\d{4})(\d{4})$/, "$1 $2 $3");
}
