import { catalogueRowOf, type SearchField, type SearchOption, searchTypes } from "@idanimo/contract/catalogue";
import type { FieldInput, ProfileName } from "@idanimo/contract/checks/check-row";
import type { ExpectedName } from "@idanimo/contract/expected-name";

/** Inputs and labels of the wizard that the catalogue's rows do not have. */

/** The parts of a name that the requester was given. */
export const expectedNameLabels = {
  firstname: "First name",
  middlename: "Middle name",
  lastname: "Last name",
} as const satisfies Record<keyof ExpectedName, string>;

/** How the wizard asks for a field, alike in all its types; null if another feature's part asks for it. */
export function fieldInputOf(name: SearchField): FieldInput | null {
  const type = searchTypes.find((known) => catalogueRowOf(known).fields[name]?.input);
  return (type && catalogueRowOf(type).fields[name]?.input) ?? null;
}

export const optionLabels = {
  stolencheck: "Also check whether it is reported stolen",
  legitcar: "Check whether it is reported stolen",
  crc: "CRC",
  firstCentral: "First Central",
  creditRegistry: "Credit Registry",
} as const satisfies Record<SearchOption, string>;

/** The description of a profile, shown on demand. */
export const profileDescriptions = {
  person: "What the national register holds about a person. The person is asked first and decides.",
  business: "What the companies register holds about a company, by its number or its name.",
  financial: "A person's credit history at the bureaus you choose. The person is asked first and decides.",
  vehicle: "A vehicle's history and whether it is reported stolen.",
} as const satisfies Record<ProfileName, string>;
