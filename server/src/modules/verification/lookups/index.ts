import { isSearchType, catalogueRowOf } from "@idanimo/contract/catalogue";
import type { LiveFace } from "../../../providers/live-face/port.ts";
import type { Sources } from "../../../providers/sources.ts";
import type { LookupPlan, LookupPlans } from "../lookup-plan.ts";
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
  const all: LookupPlans = {
    nin: ninLookup(sources.nin),
    bulk_nin: ninLookup(sources.nin), // each line is a NIN
    phone: phoneLookup(sources),
    ...(liveFace && { nin_face: ninFaceLookup(sources.ninFace, liveFace) }),
    rc: companyLookup(sources.company, "rc"),
    business_name: companyLookup(sources.company, "name"),
    bvn: bvnLookup(sources),
    vin: vinLookup(sources),
    license_number: plateLookup(sources.plate),
    ...(sources.plate.length > 0 && { plate_owner: plateOwnerLookup() }),
    stakeholders: stakeholdersLookup(sources),
    ...(internalMode && {
      demographics: demographicsLookup(sources.demographics),
      fingerprint: fingerprintLookup(sources.fingerprint),
      legitcar: legitCarLookup(sources.stolen),
    }),
  };
  return Object.fromEntries(Object.entries(all).filter(([type, lookUp]) => hasSources(type, lookUp)));
}

function hasSources(type: string, lookUp: LookupPlan): boolean {
  const options = isSearchType(type) ? catalogueRowOf(type).options : [];
  return lookUp.sourcesByStep(options).every((parts) => parts.every((providers) => providers.length > 0));
}
