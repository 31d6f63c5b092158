import { profile } from "@idanimo/contract/accounts";
import { inviteMember, type OrganisationMember } from "@idanimo/contract/organisations/organisations";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { operationQuery } from "../../lib/query.ts";
import { useRight } from "../../lib/use-right.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import { MoreRows } from "../../ui/MoreRows.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { InvitationsCard } from "./InvitationsCard.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { MemberDialog } from "./MemberDialog.tsx";
import { membersQuery } from "./members-query.ts";
import { MembersTable } from "./MembersTable.tsx";
import styles from "./Organisation.module.css";
import { OrganisationPage } from "./OrganisationPage.tsx";
import { sections } from "./sections.ts";

type OpenDialog = "invite" | "leave" | { readonly member: OrganisationMember };

/** `/organisation/members`: members with their roles, and open invitations [TM-01]. */
export function MembersScreen() {
  const canInvite = useRight(inviteMember.right);
  const [open, setOpen] = useState<OpenDialog>();
  const invite = () => setOpen("invite");
  return (
    <OrganisationPage
      section={sections.members}
      lead="Everyone who can work here."
      action={
        canInvite && (
          <Button kind="primary" icon={<PlusIcon />} onClick={invite}>
            Invite
          </Button>
        )
      }
    >
      <MembersContent canInvite={canInvite} open={open} onOpen={setOpen} />
    </OrganisationPage>
  );
}

type ContentProps = {
  readonly canInvite: boolean;
  readonly open: OpenDialog | undefined;
  readonly onOpen: (dialog: OpenDialog | undefined) => void;
};

function MembersContent({ canInvite, open, onOpen }: ContentProps) {
  const { data: user } = useQuery(operationQuery(profile, {}));
  const query = useInfiniteQuery(membersQuery);
  const members = query.data?.pages.flatMap((page) => page.members);
  const invitations = query.data?.pages[0]?.invitations ?? [];
  const actor = user?.organisation;
  const self = members?.find(({ email }) => email === user?.email);
  const close = () => onOpen(undefined);

  if (!members)
    return query.isError ? (
      <ErrorPanel
        title="The members could not be loaded"
        next={query.error.message}
        busy={query.isFetching && "Trying again"}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton what="the members" onRetry={() => void query.refetch()}>
        <SkeletonBlock height="4rem" />
        <SkeletonBlock height="4rem" />
        <SkeletonBlock height="4rem" />
      </Skeleton>
    );
  return (
    <div className={styles.stack}>
      <Card flush>
        <MembersTable
          members={members}
          self={self}
          actor={actor}
          canManageMembers={canInvite}
          onManage={(member) => onOpen({ member })}
          onLeave={() => onOpen("leave")}
        />
        <MoreRows count={members.length} query={query} />
      </Card>
      {canInvite && members.length === 1 && invitations.length === 0 && (
        <Card>
          <EmptyState
            illustration={<DeskIllustration />}
            title="Invite your first colleague"
            action={<Button onClick={() => onOpen("invite")}>Invite a colleague</Button>}
          >
            Everyone signs in with their own account, and you choose what they can see and do.
          </EmptyState>
        </Card>
      )}
      {invitations.length > 0 && <InvitationsCard invitations={invitations} canRevoke={canInvite} />}
      {open === "invite" && <InviteDialog actor={actor} onClose={close} />}
      {open === "leave" && self && actor && (
        <LeaveDialog userId={self.userId} organisationName={actor.name} onClose={close} />
      )}
      {typeof open === "object" && <MemberDialog actor={actor} member={open.member} onClose={close} />}
    </div>
  );
}
