import { type NameMatch, nameMatchText, type NameVerdict as Verdict } from "@idanimo/contract/expected-name";
import { Notice } from "../../ui/Notice.tsx";
import type { Tone } from "../../ui/tone.ts";

const tones = { match: "success", close: "waiting", different: "problem", unknown: "info" } as const satisfies Record<
  Verdict,
  Tone
>;
const titles = {
  match: "Name matches",
  close: "Name is close",
  different: "Name is different",
  unknown: "Name not compared",
} as const satisfies Record<Verdict, string>;

/** How the name that the requester was given compares with the record: the first thing on a result. */
export function NameVerdict({ nameMatch: found }: { readonly nameMatch: NameMatch | null | undefined }) {
  if (!found) return null;
  return (
    <Notice tone={tones[found.verdict]} title={titles[found.verdict]}>
      {nameMatchText(found)} You typed <strong>{found.given}</strong>.
    </Notice>
  );
}
