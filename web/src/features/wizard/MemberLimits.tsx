import { Notice } from "../../ui/Notice.tsx";
import { remainingCapText } from "./caps.ts";
import styles from "./MemberLimits.module.css";
import type { PurchaseLimits } from "./use-purchase-limits.ts";

/** What is left of a member's caps beside the price, and whether a colleague must approve [TM-06 TM-07]. */
export function MemberLimits({ limits }: { readonly limits: PurchaseLimits | undefined }) {
  if (!limits) return null;
  const { caps, needsApproval } = limits;
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
