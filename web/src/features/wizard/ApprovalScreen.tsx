import { profile } from "@idanimo/contract/accounts";
import { money, type Money } from "@idanimo/contract/money";
import { readSession } from "@idanimo/contract/verification";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLiveUpdates } from "../../lib/live-updates.ts";
import { cancelAndInvalidate, operationQuery } from "../../lib/query.ts";
import { navigate, useLocation } from "../../lib/router.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import type { PaymentFrame } from "../payment/payment-frame.ts";
import { ApprovalEnded } from "./ApprovalEnded.tsx";
import { ApprovalWait } from "./ApprovalWait.tsx";
import { ResumePurchase } from "./ResumePurchase.tsx";
import styles from "./ResumePurchase.module.css";

type Props = { readonly PaymentDialog: PaymentFrame; readonly onTopUp: (missing: Money) => void };

/**
 * Where the requester waits for a colleague's decision: an approved check continues on its own, and a rejected one
 * says why [TM-07 TM-08].
 */
export function ApprovalScreen(props: Props) {
  return (
    <>
      <PageHeader title="Approval" />
      <ApprovalContent {...props} />
    </>
  );
}

function ApprovalContent(props: Props) {
  const { params } = useLocation();
  const sessionCode = params["sessionCode"] ?? "";
  const client = useQueryClient();
  const { data: user } = useQuery(operationQuery(profile, {}));
  const query = useQuery({ ...operationQuery(readSession, { sessionCode }), retry: false, staleTime: 0 });
  const session = query.data;
  const refetch = () => void cancelAndInvalidate(client, [readSession.path]);
  useLiveUpdates({
    enabled: session === undefined || session.state === "awaiting_approval",
    onEvent: (event) => {
      if (event.type === "approval_changed") refetch();
    },
    poll: refetch,
    pollsBesideStream: true,
  });
  if (!session)
    return query.isError ? (
      <ErrorPanel
        title={
          query.error.problem.code === "not_found"
            ? "This request is not in this account"
            : "Your request could not be loaded"
        }
        next={query.error.message}
        busy={query.isFetching && "Trying again"}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton what="your request" onRetry={() => void query.refetch()}>
        <div className={styles.resume}>
          <SkeletonBlock height="7rem" />
          <SkeletonBlock height="10rem" />
        </div>
      </Skeleton>
    );
  if (session.state === "awaiting_approval") return <ApprovalWait session={session} onChanged={refetch} />;
  if (session.state === "abandoned") return <ApprovalEnded session={session} />;
  const leave = () => navigate("/dashboard");
  return (
    <ResumePurchase
      {...props}
      session={session}
      wallet={user && money(user.currency, user.walletBalance)}
      onPutAside={leave}
      onStartAgain={leave}
    />
  );
}
