/** The credit bureaus in the order of the page, by their wire names [RESULT-CREDIT-09]. */
export const bureaus = [
  { name: "First Central", tick: "firstCentral", member: "firstCentral-data", hasScore: false },
  { name: "CRC", tick: "crc", member: "crc-data", hasScore: true },
  { name: "Credit Registry", tick: "creditRegistry", member: "creditRegistry-data", hasScore: false },
] as const;

type Bureau = (typeof bureaus)[number];
type WithScore = Extract<Bureau, { readonly hasScore: true }>;
export type ScoredBureau = WithScore["tick"];

/** The bureaus whose sources report a FICO score: a question about a score can be asked only there. */
export const scoredBureaus: readonly ScoredBureau[] = bureaus
  .filter((bureau): bureau is WithScore => bureau.hasScore)
  .map(({ tick }) => tick);
