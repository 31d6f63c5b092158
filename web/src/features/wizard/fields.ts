import { type SearchField, type SearchType, searchTypes } from "@idanimo/contract/catalogue";
import type { FieldInput } from "@idanimo/contract/checks/check-details";
import type { ProfileName } from "@idanimo/contract/checks/check-row";
import { detailsOf } from "@idanimo/contract/checks/details";
import type { ExpectedName } from "@idanimo/contract/expected-name";

/** The parts of a name that the requester was given. */
export const expectedNameLabels = {
  firstname: "First name",
  middlename: "Middle name",
  lastname: "Last name",
} as const satisfies Record<keyof ExpectedName, string>;

/** How the wizard asks for a field of a type; null if another feature's part asks for it. */
export const fieldInputOf = (type: SearchType, name: SearchField): FieldInput | null =>
  detailsOf(type).inputs[name] ?? null;

/** Whether any type has an input for a field. */
export const hasFieldInput = (name: SearchField): boolean =>
  searchTypes.some((type) => fieldInputOf(type, name) !== null);

/** The description of a profile, shown on demand. */
export const profileDescriptions = {
  person: "What the national register holds about a person. The person is asked first and decides.",
  business: "What the companies register holds about a company, by its number or its name.",
  financial:
    "A person's credit history at the bureaus you choose: the person is asked first and decides. Or the name of a bank account's holder.",
  vehicle: "A vehicle's history and whether it is reported stolen.",
} as const satisfies Record<ProfileName, string>;
