import type { ProfileName, SearchField, SearchOption } from "@idanimo/contract/catalogue";
import { bvnLength, ninLength, phoneMaxLength, vinLength } from "@idanimo/contract/limits";

/** How each field of the catalogue is asked for. What may stand in it is the catalogue's rule; here are words and the kind of box. */

export type FieldLook =
  | {
      readonly kind: "digits";
      readonly label: string;
      readonly hint: string;
      readonly length: number;
      readonly groups: readonly number[];
    }
  | {
      readonly kind: "text";
      readonly label: string;
      readonly hint?: string;
      readonly maxLength: number;
      readonly capitals?: true;
    }
  | { readonly kind: "choice"; readonly label: string; readonly choices: Readonly<Record<string, string>> };

/** A field without a look here cannot be asked for yet, and a search type that needs it is not offered. */
export const fieldLooks: { readonly [Name in SearchField]?: FieldLook } = {
  nin: {
    kind: "digits",
    label: "National ID number (NIN)",
    hint: `${ninLength} digits. It is on the person's NIN slip or card.`,
    length: ninLength,
    groups: [3, 4, 4],
  },
  phone: {
    kind: "digits",
    label: "Phone number",
    hint: "As it is dialled in Nigeria, such as 0803 555 1122.",
    length: phoneMaxLength,
    groups: [4, 3, 4],
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
    kind: "text",
    label: "VIN",
    hint: `${vinLength} characters, without spaces or hyphens.`,
    maxLength: vinLength,
    capitals: true,
  },
  license_number: {
    kind: "text",
    label: "Registration number",
    hint: "Letters and digits only.",
    maxLength: 20,
    capitals: true,
  },
  firstname: { kind: "text", label: "First name", maxLength: 200 },
  lastname: { kind: "text", label: "Last name", maxLength: 200 },
  dateOfBirth: { kind: "text", label: "Date of birth", hint: "DD/MM/YYYY", maxLength: 10 },
  gender: { kind: "choice", label: "Gender", choices: { m: "Male", f: "Female" } },
};

/** Whether there is a box to type a field into. */
export function hasBox(name: SearchField): boolean {
  return fieldLooks[name] !== undefined;
}

export const optionLabels = {
  stolencheck: "Also check whether it is reported stolen",
  legitcar: "Check whether it is reported stolen",
  crc: "CRC",
  firstCentral: "First Central",
  creditRegistry: "Credit Registry",
} as const satisfies Record<SearchOption, string>;

/** What a profile is about, on demand. */
export const profileWords = {
  person: "What the national register holds about a person. The person is asked first and decides.",
  business: "What the companies register holds about a company, by its number or its name.",
  financial: "A person's credit history at the bureaus you choose. The person is asked first and decides.",
  vehicle: "A vehicle's history and whether it is reported stolen.",
} as const satisfies Record<ProfileName, string>;
