import { isSearchType, rowOf } from "@idanimo/contract/catalogue";
import type { LiveFace } from "../../../providers/live-face/port.ts";
import type { Sources } from "../../../providers/sources.ts";
import type { LookUp, LookUps } from "../look-up.ts";
import { bvnLookUp } from "./bvn.ts";
import { companyLookUp } from "./company.ts";
import { demographicsLookUp, fingerprintLookUp } from "./internal.ts";
import { legitCarLookUp } from "./legitcar.ts";
import { ninFaceLookUp } from "./nin-face.ts";
import { ninLookUp } from "./nin.ts";
import { phoneLookUp } from "./phone.ts";
import { plateLookUp } from "./plate.ts";
import { stakeholdersLookUp } from "./stakeholders.ts";
import { vinLookUp } from "./vin.ts";

/**
 * Every look-up whose sources are all there: what nobody can be asked for is not offered. Demographics, fingerprint and the basic
 * stolen check are for the operator's own use, in internal mode; a face needs somebody who captures it. Source: O-49, B§1.
 */
export function openLookUps(
  sources: Sources,
  { internalMode, liveFace }: { readonly internalMode: boolean; readonly liveFace: LiveFace | undefined },
): LookUps {
  const all: LookUps = {
    nin: ninLookUp(sources.nin),
    bulk_nin: ninLookUp(sources.nin), // each line is a NIN
    phone: phoneLookUp(sources),
    ...(liveFace && { nin_face: ninFaceLookUp(sources.ninFace, liveFace) }),
    rc: companyLookUp(sources.company, "rc"),
    business_name: companyLookUp(sources.company, "name"),
    bvn: bvnLookUp(sources),
    vin: vinLookUp(sources),
    license_number: plateLookUp(sources.plate),
    stakeholders: stakeholdersLookUp(sources),
    ...(internalMode && {
      demographics: demographicsLookUp(sources.demographics),
      fingerprint: fingerprintLookUp(sources.fingerprint),
      legitcar: legitCarLookUp(sources.stolen),
    }),
  };
  return Object.fromEntries(Object.entries(all).filter(([type, lookUp]) => hasSources(type, lookUp)));
}

function hasSources(type: string, lookUp: LookUp): boolean {
  const options = isSearchType(type) ? rowOf(type).options : [];
  return lookUp.needs(options).every((parts) => parts.every((providers) => providers.length > 0));
}
