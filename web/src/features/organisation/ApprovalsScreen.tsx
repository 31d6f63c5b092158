import { organisationApprovals, type PurchaseApproval } from "@idanimo/contract/organisations/approvals";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLiveUpdates } from "../../lib/live-updates.ts";
import { cancelAndInvalidate } from "../../lib/query.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { MoreRows } from "../../ui/MoreRows.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { ApprovalDialog } from "./ApprovalDialog.tsx";
import { type ApprovalsView, approvalsQuery } from "./approvals-query.ts";
import { ApprovalsTable } from "./ApprovalsTable.tsx";
import { OrganisationPage } from "./OrganisationPage.tsx";
import { sections } from "./sections.ts";

/** `/organisation/approvals`: checks that wait for a colleague, and those decided [TM-07]. */
export function ApprovalsScreen() {
  return (
    <OrganisationPage
      section={sections.approvals}
      lead="Checks that wait for a colleague. Nothing is paid and no one is contacted before."
    >
      <ApprovalsContent />
    </OrganisationPage>
  );
}

function ApprovalsContent() {
  const client = useQueryClient();
  const [view, setView] = useState<ApprovalsView>("waiting");
  const [open, setOpen] = useState<PurchaseApproval>();
  const refetch = () => void cancelAndInvalidate(client, [organisationApprovals.path]);
  useLiveUpdates({
    onEvent: (event) => {
      if (event.type === "approval_changed") refetch();
    },
    poll: refetch,
    pollsBesideStream: true,
  });
  return (
    <>
      <Tabs<ApprovalsView>
        label="Approvals"
        selected={view}
        onSelect={setView}
        tabs={[
          { key: "waiting", label: "Waiting", content: <ApprovalsList view="waiting" onOpen={setOpen} /> },
          { key: "decided", label: "Decided", content: <ApprovalsList view="decided" onOpen={setOpen} /> },
        ]}
      />
      {open && <ApprovalDialog key={open.id} approval={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

const emptyTexts = {
  waiting: { title: "Nothing waits", text: "When a rule asks for an approval, the check waits here for up to 7 days." },
  decided: { title: "Nothing decided yet", text: "Checks that were approved or rejected stay here." },
} as const satisfies Record<ApprovalsView, object>;

type ListProps = { readonly view: ApprovalsView; readonly onOpen: (approval: PurchaseApproval) => void };

function ApprovalsList({ view, onOpen }: ListProps) {
  const query = useInfiniteQuery(approvalsQuery(view));
  const approvals = query.data?.pages.flatMap((page) => page.approvals);
  if (!approvals)
    return query.isError ? (
      <ErrorPanel
        title="The approvals could not be loaded"
        next={query.error.message}
        busy={query.isFetching && "Trying again"}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton what="the approvals" onRetry={() => void query.refetch()}>
        <SkeletonBlock height="4rem" />
        <SkeletonBlock height="4rem" />
        <SkeletonBlock height="4rem" />
      </Skeleton>
    );
  if (approvals.length === 0)
    return (
      <Card>
        <EmptyState illustration={<DeskIllustration />} title={emptyTexts[view].title}>
          {emptyTexts[view].text}
        </EmptyState>
      </Card>
    );
  return (
    <Card flush>
      <ApprovalsTable view={view} approvals={approvals} onOpen={onOpen} />
      <MoreRows count={approvals.length} query={query} />
    </Card>
  );
}
