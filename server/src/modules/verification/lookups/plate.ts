import type { NamedTexts } from "@idanimo/contract/named-texts";
import type { PlateRecord } from "@idanimo/contract/checks/license-number/record";
import type { Sources } from "../../../providers/sources.ts";
import { endWithRecord, type LookupPlan } from "../lookup-plan.ts";
import { singlePartPlan, definePart } from "../lookup-part.ts";
import { plateFound } from "./result-schemas.ts";

/** The register of vehicles, on result pages. */
export const plateSource = "Vehicle licensing authority";

/** The vehicle and owner registered for a plate. */
export function plateLookup(sources: Sources["plate"]): LookupPlan {
  return singlePartPlan({
    sourceLabel: plateSource,
    part: definePart(
      "main",
      sources,
      plateFound,
      ({ plate }, asked) => normalisePlate(plate) === normalisePlate(asked),
    ),
    inputOf: ({ license_number = "" }) => license_number,
    endWith: ({ plate, fields }) => endWithRecord(plateRecord(normalisePlate(plate), fields)),
  });
}

/** Normalises a plate: upper case, no blanks, no hyphens. */
export const normalisePlate = (plate: string) => plate.toUpperCase().replace(/[^A-Z0-9]/g, "");

function plateRecord(plate: string, fields: NamedTexts): PlateRecord {
  const text = (name: string) => fields[name] ?? null;
  return {
    license_number: plate,
    vin: text("vin"),
    model: text("model"),
    make: text("make"),
    decision: text("decision"),
    reason: text("reason"),
    chassisNumber: text("chassisNumber"),
    stolen: null, // the sources of plates do not report this
    stolenReports: [],
    category: text("category"),
    owner_first_name: text("owner_first_name"),
    owner_middle_name: text("owner_middle_name"),
    owner_last_name: text("owner_last_name"),
    owner_address: text("owner_address"),
    owner_lga: text("owner_lga"),
    owner_state: text("owner_state"),
    owner_phone: text("owner_phone"),
  };
}
