import { labelCaseKind, subjectCaseKinds, subjectCaseLabels } from "@idanimo/contract/console/case-kinds";
import type { Urgency } from "@idanimo/contract/console/case-work";
import type { arrivalWays } from "@idanimo/contract/console/grievances";
import type { Tone } from "../ui/tone.ts";

const withCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Without what the label adds for the terminal, such as a command. */
export const caseTitle = (kind: string): string => withCapital(labelCaseKind(kind).replace(/ \(.*\)$/, ""));

export function grievanceTitle(kind: string): string {
  const known = subjectCaseKinds.find((one) => one === kind);
  return withCapital(known ? subjectCaseLabels[known] : kind);
}

export const urgencyLabels = {
  overdue: { label: "Overdue", tone: "problem" },
  soon: { label: "Due soon", tone: "problem" },
  later: { label: "Open", tone: "waiting" },
  done: { label: "Done", tone: "success" },
} as const satisfies Record<Urgency, { readonly label: string; readonly tone: Tone }>;

export const arrivalLabels = { post: "By post", email: "By email" } as const satisfies Record<
  (typeof arrivalWays)[number],
  string
>;
