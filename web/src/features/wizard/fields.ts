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
  person: "A person's record in the national register. The person must consent first.",
  business: "A company's record in the public register, by its number or name.",
  financial:
    "A person's credit history at the bureaus you choose. The person must consent first. Or the name on a bank account.",
  vehicle: "A vehicle's history, and whether it was reported stolen.",
} as const satisfies Record<ProfileName, string>;
