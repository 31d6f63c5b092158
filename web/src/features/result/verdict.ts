import { nameMatchText, type NameVerdict } from "@idanimo/contract/expected-name";
import { noRecordFound } from "@idanimo/contract/texts";
import type { ReactNode } from "react";
import type { Tone } from "../../ui/tone.ts";
import type { ResultRequest } from "./result-query.ts";

/** What a result says first. */
export type Verdict = { readonly tone: Tone; readonly title: string; readonly text?: ReactNode };

const nameTones = {
  match: "success",
  close: "waiting",
  different: "problem",
  unknown: "info",
} as const satisfies Record<NameVerdict, Tone>;
const nameTitles = {
  match: "Name matches",
  close: "Name is close",
  different: "Name is different",
  unknown: "Name not compared",
} as const satisfies Record<NameVerdict, string>;

export const recordFound: Verdict = { tone: "success", title: "Record found" };
export const recordMissing: Verdict = { tone: "problem", title: noRecordFound };

/**
 * The verdict of a record about a person: how the typed name compares with it, else that there is one. Undefined if
 * the result could not be loaded [RESULT-COMMON-06].
 */
export function verdictOf(request: ResultRequest | undefined, found: Verdict = recordFound): Verdict | undefined {
  if (!request) return undefined;
  const { nameMatch } = request;
  if (!nameMatch) return found;
  const { verdict, given } = nameMatch;
  return {
    tone: nameTones[verdict],
    title: nameTitles[verdict],
    text: `${nameMatchText(nameMatch)} You typed ${given}.`,
  };
}
