import { isSearchType, catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import type { LiveFace } from "../../../providers/live-face/port.ts";
import type { Sources } from "../../../providers/sources.ts";
import type { LookupPlan, LookupPlans } from "../lookup-plan.ts";
import {
  nameMatchLookup,
  ninAndBvnLookup,
  overAgeLookup,
  phoneIsTheirsLookup,
  plateVinLookup,
  scoreBandLookup,
} from "./answers.ts";
import { bvnLookup } from "./bvn.ts";
import { companyLookup } from "./company.ts";
import { demographicsLookup, fingerprintLookup } from "./internal-mode.ts";
import { legitCarLookup } from "./legitcar.ts";
import { ninFaceLookup } from "./nin-face.ts";
import { ninLookup } from "./nin.ts";
import { phoneLookup } from "./phone.ts";
import { plateOwnerLookup } from "./plate-owner.ts";
import { plateLookup } from "./plate.ts";
import { stakeholdersLookup } from "./stakeholders.ts";
import { vinLookup } from "./vin.ts";

/**
 * Creates the plans whose sources are all configured. Demographics, fingerprint and the basic stolen check are
 * offered in internal mode only; a face search needs a capture provider [O-49].
 */
export function createLookupPlans(
  sources: Sources,
  { internalMode, liveFace }: { readonly internalMode: boolean; readonly liveFace: LiveFace | undefined },
): LookupPlans {
  const all: Readonly<Record<SearchType, LookupPlan | undefined>> = {
    nin: ninLookup(sources.nin),
    bulk_nin: ninLookup(sources.nin), // each line is a NIN
    phone: phoneLookup(sources),
    nin_face: liveFace && ninFaceLookup(sources.ninFace, liveFace),
    demographics: internalMode ? demographicsLookup(sources.demographics) : undefined,
    fingerprint: internalMode ? fingerprintLookup(sources.fingerprint) : undefined,
    rc: companyLookup(sources.company, "rc"),
    business_name: companyLookup(sources.company, "name"),
    bvn: bvnLookup(sources),
    vin: vinLookup(sources),
    license_number: plateLookup(sources.plate),
    legitcar: internalMode ? legitCarLookup(sources.stolen) : undefined,
    stakeholders: stakeholdersLookup(sources),
    name_match: nameMatchLookup(sources.nin),
    over_age: overAgeLookup(sources.nin),
    phone_is_theirs: phoneIsTheirsLookup(sources.nin),
    nin_and_bvn_one_person: ninAndBvnLookup(sources),
    score_band: scoreBandLookup(sources),
    plate_vin_agree: plateVinLookup(sources),
    plate_owner: sources.plate.length > 0 ? plateOwnerLookup() : undefined,
  };
  return Object.fromEntries(Object.entries(all).filter(([type, plan]) => plan && hasSources(type, plan)));
}

function hasSources(type: string, lookUp: LookupPlan): boolean {
  const options = isSearchType(type) ? catalogueRowOf(type).options : [];
  return lookUp.sourcesByStep(options).every((parts) => parts.every((providers) => providers.length > 0));
}
