import { type LookupPlan, endWithRecord } from "../lookup-plan.ts";
import { ownerPhone, separateOwner } from "../plate-owner/owner-values.ts";
import { plateSource } from "./plate.ts";

/**
 * The owner of a vehicle. Asks no source: the owner's values come from the result of the registration number. The
 * register has no birth dates.
 */
export const plateOwnerLookup = (): LookupPlan => ({
  sourceLabel: plateSource,
  sourcesByStep: () => [],
  nextStep(values) {
    const { owner = {} } = separateOwner(values);
    return endWithRecord(owner, {
      birthDate: null,
      isAgeUnrecorded: true,
      contact: { phone: ownerPhone(owner), mail: null },
    });
  },
});
