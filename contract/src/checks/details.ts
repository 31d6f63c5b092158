import { isSearchType, type SearchType } from "../catalogue.ts";
import type { GeneralDetails } from "./check-details.ts";
import { bankAccountDetails } from "./bank-account/details.ts";
import { nameMatchDetails } from "./name-match/details.ts";
import { overAgeDetails } from "./over-age/details.ts";
import { phoneIsTheirsDetails } from "./phone-is-theirs/details.ts";
import { ninAndBvnOnePersonDetails } from "./nin-and-bvn-one-person/details.ts";
import { scoreBandDetails } from "./score-band/details.ts";
import { plateVinAgreeDetails } from "./plate-vin-agree/details.ts";
import { bulkNinDetails } from "./bulk-nin/details.ts";
import { businessNameDetails } from "./business-name/details.ts";
import { bvnDetails } from "./bvn/details.ts";
import { demographicsDetails } from "./demographics/details.ts";
import { fingerprintDetails } from "./fingerprint/details.ts";
import { legitcarDetails } from "./legitcar/details.ts";
import { licenseNumberDetails } from "./license-number/details.ts";
import { ninDetails } from "./nin/details.ts";
import { ninFaceDetails } from "./nin-face/details.ts";
import { phoneDetails } from "./phone/details.ts";
import { plateOwnerDetails } from "./plate-owner/details.ts";
import { rcDetails } from "./rc/details.ts";
import { stakeholdersDetails } from "./stakeholders/details.ts";
import { vinDetails } from "./vin/details.ts";

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
