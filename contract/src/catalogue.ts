import type * as z from "zod/mini";
import {
  base64Csv,
  base64Image,
  searchBirthDate,
  searchBvn,
  searchCacId,
  searchCompany,
  searchGender,
  searchName,
  searchNin,
  searchPhone,
  searchPlate,
  searchRc,
  searchVin,
} from "./fields.ts";
import type { PriceItemName } from "./price-items.ts";

/**
 * The verification catalogue: one row per search type. The wizard, the price summary, the server's checks, the
 * history and the result pages all read it. To add a kind of verification, add a row here, one provider adapter and
 * one result view.
 */

export const profiles = {
  person: { card: "Person Identity Profile", type: "Basic Profile" },
  business: { card: "Business Profile", type: "Business Profile" },
  financial: { card: "Financial Credit Profile", type: "Financial Profile" },
  vehicle: { card: "Vehicle History Profile", type: "Vehicle Profile" },
} as const;
export type ProfileName = keyof typeof profiles;

/** The type that a history row shows [DASH-10]. */
export type HistoryType = (typeof profiles)[ProfileName]["type"] | "Search-Extension";

export const searchTypes = [
  "nin",
  "phone",
  "bulk_nin",
  "nin_face",
  "demographics",
  "fingerprint",
  "rc",
  "business_name",
  "bvn",
  "vin",
  "license_number",
  "legitcar",
  "stakeholders",
  "plate_owner",
] as const;
export type SearchType = (typeof searchTypes)[number];

/** A field of the flat search payload with a value that a person types [WIZARD-29]. */
export type SearchField =
  | "nin"
  | "phone"
  | "nin_csv"
  | "firstname"
  | "lastname"
  | "dateOfBirth"
  | "gender"
  | "face"
  | "finger"
  | "rc"
  | "business_name"
  | "cacid"
  | "bvn"
  | "vin"
  | "license_number";
/** An option of the payload that changes what is looked up and what it costs. */
export type SearchOption = "stolencheck" | "crc" | "firstCentral" | "creditRegistry" | "legitcar";

export type CatalogueRow = {
  readonly profile: ProfileName;
  /** The label of the option in the wizard. */
  readonly label: string;
  readonly historyType: HistoryType;
  /** The kind of value in a history row: the filter entries, and two of our own for phone and RC [DASH-05]. */
  readonly searchParameter: string;
  /** The typed fields with their validation; the first one is the value that a history row shows. */
  readonly fields: { readonly [Name in SearchField]?: z.ZodMiniType<string> };
  /** Options, and whether at least one of them is required. */
  readonly options: readonly SearchOption[];
  readonly needsOneOption?: true;
  readonly priceItem: PriceItemName;
  /** Belongs to another purchase and costs nothing. */
  readonly isFree?: true;
  /** An option that adds a price item of its own. */
  readonly addOn?: { readonly option: SearchOption; readonly priceItem: PriceItemName };
  /** The price is multiplied by the number of selected options or of lines in the file. */
  readonly multiplyPriceBy?: "options" | "records";
  /** The subject must grant consent before the record opens. */
  readonly consent: boolean;
  /** Row of the retention table. */
  readonly retention: "person" | "extension" | "financial" | "vehicle" | "register";
  /** `holder`: bought by the owner of another result on its page, never in the wizard. */
  readonly audience: "everyone" | "business" | "internal" | "holder";
  /** Shown but disabled [WIZARD-11]. */
  readonly disabled?: true;
  /** The page that shows the result, opened from the history [C-18]. */
  readonly resultRoute: `/${string}`;
};

const bureaus = ["crc", "firstCentral", "creditRegistry"] as const;

export const catalogue = {
  nin: {
    profile: "person",
    label: "NIN",
    historyType: "Basic Profile",
    searchParameter: "NIN",
    fields: { nin: searchNin },
    options: [],
    priceItem: "nin",
    consent: true,
    retention: "person",
    audience: "everyone",
    resultRoute: "/premblyNinResult",
  },
  phone: {
    profile: "person",
    label: "Phone Number",
    historyType: "Search-Extension",
    searchParameter: "Phone Number",
    fields: { phone: searchPhone },
    options: [],
    priceItem: "phone",
    consent: true,
    retention: "extension",
    audience: "everyone",
    resultRoute: "/search-extension",
  },
  bulk_nin: {
    profile: "person",
    label: "Bulk NIN",
    historyType: "Basic Profile",
    searchParameter: "NIN",
    fields: { nin_csv: base64Csv },
    options: [],
    priceItem: "nin",
    multiplyPriceBy: "records",
    consent: true,
    retention: "person",
    audience: "business",
    resultRoute: "/premblyNinResult",
  },
  nin_face: {
    profile: "person",
    label: "NIN + Face",
    historyType: "Basic Profile",
    searchParameter: "Face+NIN",
    fields: { nin: searchNin, face: base64Image },
    options: [],
    priceItem: "face",
    consent: true,
    retention: "person",
    audience: "everyone",
    disabled: true,
    resultRoute: "/premblyNinResult",
  },
  demographics: {
    profile: "person",
    label: "Demographics",
    historyType: "Basic Profile",
    searchParameter: "Demographics",
    fields: { firstname: searchName, lastname: searchName, dateOfBirth: searchBirthDate, gender: searchGender },
    options: [],
    priceItem: "nin",
    consent: true,
    retention: "person",
    audience: "internal",
    resultRoute: "/premblyNinResult",
  },
  fingerprint: {
    profile: "person",
    label: "Fingerprint",
    historyType: "Basic Profile",
    searchParameter: "Fingerprint+NIN",
    fields: { nin: searchNin, finger: base64Image },
    options: [],
    priceItem: "face",
    consent: true,
    retention: "person",
    audience: "internal",
    resultRoute: "/premblyNinResult",
  },
  rc: {
    profile: "business",
    label: "Registration Number (RC)",
    historyType: "Business Profile",
    searchParameter: "RC NUMBER",
    fields: { rc: searchRc },
    options: [],
    priceItem: "company",
    consent: false,
    retention: "register",
    audience: "everyone",
    resultRoute: "/businessName",
  },
  business_name: {
    profile: "business",
    label: "Business Name",
    historyType: "Business Profile",
    searchParameter: "COMPANY NAME",
    fields: { business_name: searchCompany },
    options: [],
    priceItem: "company",
    consent: false,
    retention: "register",
    audience: "everyone",
    resultRoute: "/businessName",
  },
  bvn: {
    profile: "financial",
    label: "BVN",
    historyType: "Financial Profile",
    searchParameter: "BVN",
    fields: { bvn: searchBvn },
    options: bureaus,
    needsOneOption: true,
    priceItem: "bvn",
    multiplyPriceBy: "options",
    consent: true,
    retention: "financial",
    audience: "everyone",
    resultRoute: "/financial",
  },
  vin: {
    profile: "vehicle",
    label: "Vehicle History (VIN)",
    historyType: "Vehicle Profile",
    searchParameter: "VIN",
    fields: { vin: searchVin },
    options: ["stolencheck"],
    priceItem: "vin",
    addOn: { option: "stolencheck", priceItem: "stolenCheck" },
    consent: false,
    retention: "vehicle",
    audience: "everyone",
    resultRoute: "/vehicle",
  },
  license_number: {
    profile: "vehicle",
    label: "Vehicle Registration Number",
    historyType: "Vehicle Profile",
    searchParameter: "Vehicle Registration Number",
    fields: { license_number: searchPlate },
    options: [],
    priceItem: "licenseNumber",
    consent: false,
    retention: "vehicle",
    audience: "everyone",
    resultRoute: "/vehicle2",
  },
  legitcar: {
    profile: "vehicle",
    label: "Legit car check",
    historyType: "Vehicle Profile",
    searchParameter: "VIN",
    fields: { vin: searchVin },
    options: ["legitcar"],
    needsOneOption: true,
    priceItem: "legitCar",
    consent: false,
    retention: "vehicle",
    audience: "internal",
    resultRoute: "/legit-car",
  },
  stakeholders: {
    profile: "business",
    label: "Stakeholders",
    historyType: "Business Profile",
    searchParameter: "STAKEHOLDERS",
    fields: { business_name: searchCompany, cacid: searchCacId },
    options: [],
    priceItem: "stakeholders",
    consent: false,
    retention: "register",
    audience: "holder",
    resultRoute: "/businessName",
  },
  // the owner of a vehicle, asked from the result of its registration number [CL-15]
  plate_owner: {
    profile: "vehicle",
    label: "Vehicle Owner",
    historyType: "Vehicle Profile",
    searchParameter: "Vehicle Owner",
    fields: { license_number: searchPlate },
    options: [],
    priceItem: "licenseNumber",
    isFree: true,
    consent: true,
    retention: "person",
    audience: "holder",
    resultRoute: "/vehicle2",
  },
} as const satisfies Record<SearchType, CatalogueRow>;

/** For a search type that only a newer server knows: it is never offered or bought. */
const unknownRow: CatalogueRow = {
  profile: "person",
  label: "Check",
  historyType: "Basic Profile",
  searchParameter: "",
  fields: {},
  options: [],
  priceItem: "nin",
  consent: true,
  retention: "person",
  audience: "internal",
  resultRoute: "/result",
};

/** The row of a search type, in the general shape. */
export function catalogueRowOf(type: SearchType): CatalogueRow {
  return isSearchType(type) ? catalogue[type] : unknownRow;
}

/** Whether a text names a search type. */
export function isSearchType(text: string): text is SearchType {
  return Object.hasOwn(catalogue, text);
}
