import { waitingApprovalCount } from "@idanimo/contract/organisations/approvals";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLiveUpdates } from "../../lib/live-updates.ts";
import { cancelAndInvalidate, operationQuery } from "../../lib/query.ts";
import { useRight } from "../../lib/use-right.ts";
import styles from "./WaitingCount.module.css";

/** How many colleagues' checks wait for this member's decision; nothing if none does. For organisations only. */
export function WaitingCount() {
  const canDecide = useRight(waitingApprovalCount.right);
  const client = useQueryClient();
  const { data } = useQuery({ ...operationQuery(waitingApprovalCount, {}), enabled: canDecide });
  const refetch = () => void cancelAndInvalidate(client, [waitingApprovalCount.path]);
  useLiveUpdates({
    enabled: canDecide,
    onEvent: (event) => {
      if (event.type === "approval_changed") refetch();
    },
    poll: refetch,
  });
  if (!canDecide || !data || data.waiting === 0) return null;
  return (
    <>
      {" "}
      <span className={styles.count}>
        {data.waiting > 99 ? "99+" : data.waiting}
        <span className="only-heard"> waiting for approval</span>
      </span>
    </>
  );
}
