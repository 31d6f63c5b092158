/**
 * The stolen status of a vehicle, in English. The specification fixes these texts [RESULT-VIN-08 RESULT-VIN-09].
 */
export const english = {
  stolenCheck: "Stolen vehicle check",
  stolen: "This vehicle is in our database of stolen vehicles",
  stolenNext: "Do not buy it. Tell the police where it is.",
  register: "In our database of stolen vehicles:",
  notFound: "not found",
};

/** The messages that every language must have. */
export type Messages = Readonly<Record<keyof typeof english, string>>;
