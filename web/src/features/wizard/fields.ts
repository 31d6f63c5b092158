import type { ProfileName, SearchField, SearchOption, SearchType } from "@idanimo/contract/catalogue";
import type { ExpectedName } from "@idanimo/contract/expected-name";
import { bvnLength, ninLength, vinLength } from "@idanimo/contract/limits";

/** The label and input type of each field of the catalogue. The catalogue defines its valid values. */

export type FieldDefinition = { readonly label: string; readonly hint?: string } & (
  | { readonly kind: "digits"; readonly length: number; readonly groups: readonly number[] }
  | { readonly kind: "phone" }
  /** Capitals and digits; input is converted. `isExact`: the length is always `maxLength`. */
  | { readonly kind: "code"; readonly maxLength: number; readonly isExact: boolean }
  | { readonly kind: "text"; readonly maxLength: number }
  /** Day, month and year, separated by slashes. */
  | { readonly kind: "date" }
  | { readonly kind: "choice"; readonly choices: Readonly<Record<string, string>> }
  | { readonly kind: "picture" }
);

/** A field without a definition here belongs to another feature's part, or is not offered. */
export const fieldDefinitions: { readonly [Name in SearchField]?: FieldDefinition } = {
  nin: {
    kind: "digits",
    label: "National ID number (NIN)",
    hint: `${ninLength} digits. It is on the person's NIN slip or card.`,
    length: ninLength,
    groups: [3, 4, 4],
  },
  phone: {
    kind: "phone",
    label: "Phone number",
    hint: "A Nigerian number, such as 0803 555 1122 or +234 803 555 1122.",
  },
  bvn: {
    kind: "digits",
    label: "Bank verification number (BVN)",
    hint: `${bvnLength} digits.`,
    length: bvnLength,
    groups: [3, 4, 4],
  },
  rc: { kind: "text", label: "RC number", hint: "As it is in the companies register.", maxLength: 40 },
  business_name: { kind: "text", label: "Business name", maxLength: 200 },
  vin: {
    kind: "code",
    label: "VIN",
    hint: `${vinLength} characters. Enter it without spaces or hyphens.`,
    maxLength: vinLength,
    isExact: true,
  },
  license_number: {
    kind: "code",
    label: "Registration number",
    hint: "Letters and digits only.",
    maxLength: 20,
    isExact: false,
  },
  firstname: { kind: "text", label: "First name", maxLength: 200 },
  lastname: { kind: "text", label: "Last name", maxLength: 200 },
  dateOfBirth: { kind: "date", label: "Date of birth", hint: "DD/MM/YYYY" },
  gender: { kind: "choice", label: "Gender", choices: { m: "Male", f: "Female" } },
  finger: { kind: "picture", label: "Picture of the finger", hint: "JPG or PNG, at most 2 MB. It is not stored." },
};

/** The parts of a name that the requester was given. */
export const expectedNameLabels = {
  firstname: "First name",
  middlename: "Middle name",
  lastname: "Last name",
} as const satisfies Record<keyof ExpectedName, string>;

/** Fields that are marked as required [WIZARD-28]. */
export const requiredFields: readonly SearchField[] = ["firstname", "lastname", "dateOfBirth", "gender"];

export const optionLabels = {
  stolencheck: "Also check whether it is reported stolen",
  legitcar: "Check whether it is reported stolen",
  crc: "CRC",
  firstCentral: "First Central",
  creditRegistry: "Credit Registry",
} as const satisfies Record<SearchOption, string>;

/** The legend above the options of a search type. */
export const optionGroups: { readonly [Type in SearchType]?: { readonly legend: string; readonly hint?: string } } = {
  bvn: { legend: "Credit bureaus", hint: "Each one you tick is asked and paid for." },
  vin: { legend: "Extra" },
};

/** The description of a profile, shown on demand. */
export const profileDescriptions = {
  person: "What the national register holds about a person. The person is asked first and decides.",
  business: "What the companies register holds about a company, by its number or its name.",
  financial: "A person's credit history at the bureaus you choose. The person is asked first and decides.",
  vehicle: "A vehicle's history and whether it is reported stolen.",
} as const satisfies Record<ProfileName, string>;
