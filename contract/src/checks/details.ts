import { isSearchType, type SearchType } from "../catalogue.ts";
import type { CheckExample } from "./check-example.ts";
import type { GeneralDetails } from "./check-details.ts";
import { bankAccountDetails, bankAccountExample } from "./bank-account/details.ts";
import { nameMatchDetails, nameMatchExample } from "./name-match/details.ts";
import { overAgeDetails, overAgeExample } from "./over-age/details.ts";
import { phoneIsTheirsDetails, phoneIsTheirsExample } from "./phone-is-theirs/details.ts";
import { ninAndBvnOnePersonDetails, ninAndBvnOnePersonExample } from "./nin-and-bvn-one-person/details.ts";
import { scoreBandDetails, scoreBandExample } from "./score-band/details.ts";
import { plateVinAgreeDetails, plateVinAgreeExample } from "./plate-vin-agree/details.ts";
import { bulkNinDetails, bulkNinExample } from "./bulk-nin/details.ts";
import { businessNameDetails, businessNameExample } from "./business-name/details.ts";
import { bvnDetails, bvnExample } from "./bvn/details.ts";
import { demographicsDetails, demographicsExample } from "./demographics/details.ts";
import { fingerprintDetails, fingerprintExample } from "./fingerprint/details.ts";
import { legitcarDetails, legitcarExample } from "./legitcar/details.ts";
import { licenseNumberDetails, licenseNumberExample } from "./license-number/details.ts";
import { ninDetails, ninExample } from "./nin/details.ts";
import { ninFaceDetails, ninFaceExample } from "./nin-face/details.ts";
import { phoneDetails, phoneExample } from "./phone/details.ts";
import { plateOwnerDetails, plateOwnerExample } from "./plate-owner/details.ts";
import { rcDetails, rcExample } from "./rc/details.ts";
import { stakeholdersDetails, stakeholdersExample } from "./stakeholders/details.ts";
import { vinDetails, vinExample } from "./vin/details.ts";

/** The details of each type. In the browser only the wizard and the page of labelled records import them. */
const details = {
  name_match: nameMatchDetails,
  over_age: overAgeDetails,
  phone_is_theirs: phoneIsTheirsDetails,
  nin_and_bvn_one_person: ninAndBvnOnePersonDetails,
  score_band: scoreBandDetails,
  plate_vin_agree: plateVinAgreeDetails,
  nin: ninDetails,
  phone: phoneDetails,
  bulk_nin: bulkNinDetails,
  nin_face: ninFaceDetails,
  demographics: demographicsDetails,
  fingerprint: fingerprintDetails,
  rc: rcDetails,
  business_name: businessNameDetails,
  bvn: bvnDetails,
  vin: vinDetails,
  license_number: licenseNumberDetails,
  legitcar: legitcarDetails,
  stakeholders: stakeholdersDetails,
  plate_owner: plateOwnerDetails,
  bank_account: bankAccountDetails,
} as const satisfies Record<SearchType, GeneralDetails>;

/** The details of a search type, in the general shape; nothing for a type that only a newer server knows. */
export function detailsOf(type: SearchType): GeneralDetails {
  return isSearchType(type) ? details[type] : { inputs: {} };
}

/** An example of each type, for the API description and for tests. The browser's bundles leave them out. */
export const examples: Readonly<Record<SearchType, CheckExample>> = {
  name_match: nameMatchExample,
  over_age: overAgeExample,
  phone_is_theirs: phoneIsTheirsExample,
  nin_and_bvn_one_person: ninAndBvnOnePersonExample,
  score_band: scoreBandExample,
  plate_vin_agree: plateVinAgreeExample,
  nin: ninExample,
  phone: phoneExample,
  bulk_nin: bulkNinExample,
  nin_face: ninFaceExample,
  demographics: demographicsExample,
  fingerprint: fingerprintExample,
  rc: rcExample,
  business_name: businessNameExample,
  bvn: bvnExample,
  vin: vinExample,
  license_number: licenseNumberExample,
  legitcar: legitcarExample,
  stakeholders: stakeholdersExample,
  plate_owner: plateOwnerExample,
  bank_account: bankAccountExample,
};
