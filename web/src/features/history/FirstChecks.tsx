import { profile } from "@idanimo/contract/accounts";
import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import { ownWaitingApprovals } from "@idanimo/contract/organisations/approvals";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../lib/query.ts";
import { useRight } from "../../lib/use-right.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import styles from "./FirstChecks.module.css";

/** The checks that most new users start with; each opens the wizard with the check chosen. */
const firstChecks: readonly SearchType[] = ["nin", "phone", "rc", "vin"];

/** An empty history: what a check is, and the first one to choose. */
export function FirstChecks() {
  const canCheck = useRight("requests:create");
  const { data: user } = useQuery(operationQuery(profile, {}));
  const waiting = useQuery({
    ...operationQuery(ownWaitingApprovals, {}),
    enabled: Boolean(user?.organisation) && canCheck,
  });
  if ((waiting.data?.approvals.length ?? 0) > 0)
    return (
      <EmptyState illustration={<DeskIllustration />} title="No approved checks yet">
        Your checks appear here when a colleague approves them. Nothing was charged yet.
      </EmptyState>
    );
  if (!canCheck)
    return (
      <EmptyState illustration={<DeskIllustration />} title="No checks yet">
        The checks of your colleagues and their status appear here.
      </EmptyState>
    );
  return (
    <EmptyState
      illustration={<DeskIllustration />}
      title="No checks yet"
      action={
        <ul className={styles.checks}>
          {firstChecks.map((type) => (
            <li key={type}>
              <LinkButton href={`/dashboard?check=${type}`}>{catalogueRowOf(type).label}</LinkButton>
            </li>
          ))}
        </ul>
      }
    >
      Choose your first check. You see the full price before you pay, and a person is asked for consent before you see
      their record. Your checks and their status appear here.
    </EmptyState>
  );
}
