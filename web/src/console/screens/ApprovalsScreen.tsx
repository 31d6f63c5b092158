import { type ApprovalRow, decideApproval, listApprovals } from "@idanimo/contract/console/approvals";
import { isOperatorApprovalKind, operatorApprovalKinds } from "@idanimo/contract/console/rights";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { pagedQuery } from "../../lib/paged-query.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import { Money } from "../../ui/Money.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "../console.module.css";
import { Facts } from "../Facts.tsx";
import { callConsole } from "../lib/call.ts";
import { approvalLabels, readableCode } from "../lib/labels.ts";
import { MoreButton } from "../MoreButton.tsx";

type View = "pending" | "decided";

/** What waits for a second operator, and what was decided. */
export function ApprovalsScreen() {
  const [view, setView] = useState<View>("pending");
  return (
    <>
      <PageHeader title="Approvals">
        Acts that need two operators. Requesting one changes nothing; it expires after 72 hours.
      </PageHeader>
      <Tabs<View>
        label="Approvals"
        selected={view}
        onSelect={setView}
        tabs={[
          { key: "pending", label: "Waiting", content: <ApprovalList state="pending" /> },
          { key: "decided", label: "Decided", content: <ApprovalList state="decided" /> },
        ]}
      />
    </>
  );
}

function ApprovalList({ state }: { readonly state: View }) {
  const query = useInfiniteQuery(
    pagedQuery([listApprovals.path, state], (after, options) =>
      callConsole(listApprovals, { state, ...after }, options),
    ),
  );
  const { data, error, refetch } = query;
  if (error && !data)
    return <ErrorPanel title="We could not load the approvals" next={error.message} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Skeleton what="the approvals" onRetry={() => void refetch()}>
        <SkeletonBlock height="10rem" />
      </Skeleton>
    );
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0)
    return (
      <EmptyState
        illustration={<DeskIllustration />}
        title={state === "pending" ? "Nothing to approve" : "Nothing decided yet"}
      >
        Refunds, ends of suspensions and changes of operators appear here.
      </EmptyState>
    );
  return (
    <div className={styles.stack}>
      {rows.map((row) => (
        <ApprovalCard key={row.id} approval={row} />
      ))}
      <MoreButton query={query} />
    </div>
  );
}

const kindLabel = (kind: string) =>
  isOperatorApprovalKind(kind) ? operatorApprovalKinds[kind].label : readableCode(kind);
const done = {
  approve: "Approved, and done.",
  reject: "Rejected. Nothing was changed.",
  cancel: "Cancelled. Nothing was changed.",
} as const;

function ApprovalCard({ approval }: { readonly approval: ApprovalRow }) {
  const client = useQueryClient();
  const showProblem = useProblem();
  const toast = useToast();
  const [busy, setBusy] = useState<keyof typeof done>();
  const { label, tone } = approvalLabels[approval.state];
  async function decide(decision: keyof typeof done) {
    setBusy(decision);
    const result = await callConsole(decideApproval, { id: approval.id, decision });
    setBusy(undefined);
    if (result.ok) toast({ tone: "success", text: done[decision] });
    else showProblem(result.problem);
    await client.invalidateQueries();
  }
  return (
    <Card
      title={
        <>
          {kindLabel(approval.kind)}
          {approval.amount && (
            <>
              {" "}
              <Money amount={approval.amount} />
            </>
          )}
        </>
      }
      aside={<StatusLabel tone={tone}>{label}</StatusLabel>}
    >
      <Facts
        rows={[
          ...approval.lines.map(({ label: name, value }) => [name, value] as const),
          ["Reason", approval.reason],
          [
            "Requested",
            <span key="requested">
              {approval.isOwn ? "You" : approval.requestedBy}, <DateText at={approval.requestedAt} withTime />
            </span>,
          ],
          approval.decidedAt === null
            ? ["Expires", <DateText key="expires" at={approval.expiresAt} withTime />]
            : [
                "Decided",
                <span key="decided">
                  {approval.decidedBy ?? "No operator"}, <DateText at={approval.decidedAt} withTime />
                </span>,
              ],
        ]}
      />
      {approval.kind === "end_suspension" && (
        <p className={styles.quiet}>
          <a href={`/accounts/${approval.objectId}`}>See the account</a>
        </p>
      )}
      {approval.kind === "refund" && (
        <p className={styles.quiet}>
          <a href={`/requests/${approval.objectId}`}>See the request</a>
        </p>
      )}
      {approval.state === "pending" && (
        <div className={styles.actions}>
          {approval.isOwn ? (
            <Button onClick={() => void decide("cancel")} busy={busy === "cancel" && "Cancelling"}>
              Cancel my request
            </Button>
          ) : (
            <>
              <Button kind="primary" onClick={() => void decide("approve")} busy={busy === "approve" && "Approving"}>
                Approve
              </Button>
              <Button onClick={() => void decide("reject")} busy={busy === "reject" && "Rejecting"}>
                Reject
              </Button>
            </>
          )}
        </div>
      )}
    </Card>
  );
}
