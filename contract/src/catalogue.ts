import { bankAccountRow } from "./checks/bank-account/row.ts";
import { bulkNinRow } from "./checks/bulk-nin/row.ts";
import { businessNameRow } from "./checks/business-name/row.ts";
import { bvnRow } from "./checks/bvn/row.ts";
import { nameMatchRow } from "./checks/name-match/row.ts";
import { ninAndBvnOnePersonRow } from "./checks/nin-and-bvn-one-person/row.ts";
import { overAgeRow } from "./checks/over-age/row.ts";
import { phoneIsTheirsRow } from "./checks/phone-is-theirs/row.ts";
import { plateVinAgreeRow } from "./checks/plate-vin-agree/row.ts";
import { scoreBandRow } from "./checks/score-band/row.ts";
import { demographicsRow } from "./checks/demographics/row.ts";
import { fingerprintRow } from "./checks/fingerprint/row.ts";
import { legitcarRow } from "./checks/legitcar/row.ts";
import { licenseNumberRow } from "./checks/license-number/row.ts";
import { ninRow } from "./checks/nin/row.ts";
import { ninFaceRow } from "./checks/nin-face/row.ts";
import { phoneRow } from "./checks/phone/row.ts";
import { plateOwnerRow } from "./checks/plate-owner/row.ts";
import { rcRow } from "./checks/rc/row.ts";
import { stakeholdersRow } from "./checks/stakeholders/row.ts";
import { vinRow } from "./checks/vin/row.ts";
import { type CheckField, type CheckRow, resultPages } from "./checks/check-row.ts";

/**
 * The verification catalogue: one row per search type. The wizard, the price summary, the server's checks, the
 * history and the result pages all read it.
 */
export const catalogue = {
  // one question each; before the full check of the same profile [AO-11]
  name_match: nameMatchRow,
  over_age: overAgeRow,
  phone_is_theirs: phoneIsTheirsRow,
  nin_and_bvn_one_person: ninAndBvnOnePersonRow,
  score_band: scoreBandRow,
  plate_vin_agree: plateVinAgreeRow,
  nin: ninRow,
  phone: phoneRow,
  bulk_nin: bulkNinRow,
  nin_face: ninFaceRow,
  demographics: demographicsRow,
  fingerprint: fingerprintRow,
  rc: rcRow,
  business_name: businessNameRow,
  bvn: bvnRow,
  vin: vinRow,
  license_number: licenseNumberRow,
  legitcar: legitcarRow,
  stakeholders: stakeholdersRow,
  plate_owner: plateOwnerRow,
  bank_account: bankAccountRow,
} as const satisfies Record<string, CheckRow>;

export type SearchType = keyof typeof catalogue;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const searchTypes = Object.keys(catalogue) as readonly SearchType[];

type Rows = typeof catalogue;
type KeysOfEach<Union> = Union extends unknown ? keyof Union : never;

/** A field of the flat search payload with a value that a person types [WIZARD-29]. */
export type SearchField = KeysOfEach<Rows[SearchType]["fields"]>;
/** An option of the payload that changes what is looked up and what it costs. */
export type SearchOption = Rows[SearchType]["options"][number];
/** The types whose subject must grant consent. */
export type ConsentType = {
  [Type in SearchType]: Rows[Type]["consent"] extends true ? Type : never;
}[SearchType];

/** The types that answer one question instead of showing a record. */
export type AnswerType = {
  [Type in SearchType]: Rows[Type]["resultKind"] extends "answer" ? Type : never;
}[SearchType];

/** A row in the general shape. */
export type CatalogueRow = Omit<CheckRow, "fields" | "options" | "addOn"> & {
  readonly fields: { readonly [Name in SearchField]?: CheckField };
  readonly options: readonly SearchOption[];
  readonly addOn?: { readonly option: SearchOption; readonly priceItem: CheckRow["priceItem"] };
};

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
  resultKind: "record",
  resultPage: "person",
};

/** The row of a search type, in the general shape. */
export function catalogueRowOf(type: SearchType): CatalogueRow {
  return isSearchType(type) ? catalogue[type] : unknownRow;
}

/** Whether a text names a search type. */
export function isSearchType(text: string): text is SearchType {
  return Object.hasOwn(catalogue, text);
}

/** Whether a type answers one question instead of showing a record. */
export function isAnswerType(type: SearchType): type is AnswerType {
  return catalogueRowOf(type).resultKind === "answer";
}

/** Whether a type checks the lines of a file, each of which is an item of its own. */
export const isFileCheck = (type: SearchType): boolean => catalogueRowOf(type).multiplyPriceBy === "records";

/** Whether a type is bought on the result of another check, which also shows what it finds. */
export const isHolderCheck = (type: SearchType): boolean => catalogueRowOf(type).audience === "holder";

/** Whether a row finds companies, whose stakeholders can be bought on the page of its result. */
export const isCompanySearch = (row: Pick<CatalogueRow, "resultPage" | "audience">): boolean =>
  row.resultPage === "companies" && row.audience !== "holder";

/** The types that answer one question, in their order. */
export const answerTypes: readonly AnswerType[] = searchTypes.filter(isAnswerType);

/** The path of the page that shows a type's results; `/result` for a type that only a newer server knows. */
export function resultRouteOf(type: SearchType): `/${string}` {
  return isSearchType(type) ? resultPages[catalogue[type].resultPage] : "/result";
}
