import { liveFactNames } from "@idanimo/contract/organisations/organisations";
import * as texts from "@idanimo/contract/organisations/texts";
import { LinkButton } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { remainingCapText } from "./caps.ts";
import styles from "./MemberLimits.module.css";
import type { PurchaseLimits } from "./use-purchase-limits.ts";

const joinWords = (words: readonly string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");

/** What is left of a member's caps beside the price, and whether a colleague must approve [TM-06 TM-07]. */
export function MemberLimits({ limits }: { readonly limits: PurchaseLimits | undefined }) {
  if (!limits) return null;
  const { caps, needsApproval, missingFacts } = limits;
  const exceeded = caps.filter((cap) => cap.exceeded);
  const others = caps.filter((cap) => !cap.exceeded);
  return (
    <>
      {others.length > 0 && (
        <ul className={styles.caps} aria-label="Your spending caps">
          {others.map((cap) => (
            <li key={cap.id} className="figures">
              {remainingCapText(cap)}
            </li>
          ))}
        </ul>
      )}
      {missingFacts.length > 0 && (
        <Notice
          tone="problem"
          announce
          title={texts.incompleteTitle}
          actions={
            <LinkButton size="small" href="/organisation/settings">
              Open settings
            </LinkButton>
          }
        >
          It first gives its {joinWords(missingFacts.map((fact) => liveFactNames[fact]))}. An owner or admin can do
          this.
        </Notice>
      )}
      {exceeded.length > 0 && (
        <Notice tone="problem" announce title="This is above your spending cap">
          {exceeded.map((cap) => remainingCapText(cap)).join(" ")} Ask an owner or admin if you need more.
        </Notice>
      )}
      {needsApproval && (
        <Notice tone="waiting" announce title="This needs approval by a colleague">
          Nothing is charged and no one is contacted before they approve. It is then paid from the wallet.
        </Notice>
      )}
    </>
  );
}
