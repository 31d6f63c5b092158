import type { SearchType } from "../catalogue.ts";
import type { CheckExample } from "./check-example.ts";
import { nameMatchExample } from "./name-match/example.ts";
import { overAgeExample } from "./over-age/example.ts";
import { phoneIsTheirsExample } from "./phone-is-theirs/example.ts";
import { ninAndBvnOnePersonExample } from "./nin-and-bvn-one-person/example.ts";
import { scoreBandExample } from "./score-band/example.ts";
import { plateVinAgreeExample } from "./plate-vin-agree/example.ts";
import { ninExample } from "./nin/example.ts";
import { phoneExample } from "./phone/example.ts";
import { bulkNinExample } from "./bulk-nin/example.ts";
import { ninFaceExample } from "./nin-face/example.ts";
import { demographicsExample } from "./demographics/example.ts";
import { fingerprintExample } from "./fingerprint/example.ts";
import { rcExample } from "./rc/example.ts";
import { businessNameExample } from "./business-name/example.ts";
import { bvnExample } from "./bvn/example.ts";
import { vinExample } from "./vin/example.ts";
import { licenseNumberExample } from "./license-number/example.ts";
import { legitcarExample } from "./legitcar/example.ts";
import { stakeholdersExample } from "./stakeholders/example.ts";
import { plateOwnerExample } from "./plate-owner/example.ts";
import { bankAccountExample } from "./bank-account/example.ts";

/** An example of each type, for the API description and for tests. Nothing in the browser imports them. */
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
