import type { SearchType } from "./catalogue.ts";

/** A number of a person in the groups it is read in: `701 2345 6789`, a phone `0803 555 1122`; anything else as it is. */
export function groupIdentityNumber(searchType: SearchType, value: string): string {
  if (searchType === "phone") return value.replace(/^(\d{4})(\d{3})(\d{4})$/, "$1 $2 $3");
  return value.replace(/^(\d{3})(\d{4})(\d{4})$/, "$1 $2 $3");
}
