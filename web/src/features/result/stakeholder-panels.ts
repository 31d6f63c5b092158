import type { StakeholderRecord } from "@idanimo/contract/checks/company/record";

/** The panels of the people and organisations behind a company. Pure. */

/** How many entries of a panel are rendered before "show more". */
export const peoplePerPage = 50;

export type Panel = {
  readonly title: string;
  readonly emptyMessage: string;
  readonly people: readonly StakeholderRecord[];
  /** Whether the entries have shares of the company. */
  readonly hasShares: boolean;
};

/** The two panels; a person who is both is in both [RESULT-BUSINESS-09]. */
export function groupByStake(found: readonly StakeholderRecord[]): readonly Panel[] {
  const of = (stake: StakeholderRecord["stake"]) => found.filter((one) => one.stake === stake);
  return [
    {
      title: "Shareholders",
      emptyMessage: "The register names no shareholders.",
      people: of("Shareholder"),
      hasShares: true,
    },
    { title: "Directors", emptyMessage: "The register names no directors.", people: of("Director"), hasShares: false },
  ];
}
