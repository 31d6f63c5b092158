/** What a check that asks one question can find out [AO-02]. */
export const answers = ["yes", "near", "no", "unknown"] as const;
export type Answer = (typeof answers)[number];

/** The parts of a name that a requester types. */
export const namePartIds = ["firstname", "middlename", "lastname"] as const;
export type NamePart = (typeof namePartIds)[number];

/** What two records of a vehicle are compared by [AO-12]. */
export const vehicleFields = ["make", "model", "year", "colour"] as const;
export type VehicleField = (typeof vehicleFields)[number];
