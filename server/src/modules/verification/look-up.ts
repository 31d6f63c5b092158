import type { LookupAnswer } from "../../providers/source.ts";
import type { FoundRecord } from "../results/index.ts";
import type { SearchValues } from "./rules.ts";

/** What a look-up found, and whom it is about where that is a person. */
export type Found = {
  readonly record: FoundRecord;
  readonly subject: {
    /** ISO date, or null where the source has none that can be read. */
    readonly birthDate: string | null;
    readonly contact: { readonly phone: string | null; readonly mail: string | null };
  } | null;
};

/** One search type's way to its source. Each lives in a file of its own under `look-ups/`. */
export type LookUp = {
  /** Who answers, in words for the result page. */
  readonly source: string;
  readonly provider: string;
  /** How the source is doing, from our own measurements. */
  standing(): { readonly state: "up" | "slow" | "down"; readonly usualSeconds: number | null };
  /**
   * Asks once. A record of somebody else than asked for is a failure (T-62).
   * @param attemptId travels to the provider as our reference where it takes one
   */
  ask(values: SearchValues, options: readonly string[], attemptId: string): Promise<LookupAnswer<Found>>;
};
