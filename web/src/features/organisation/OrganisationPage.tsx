import { profile } from "@idanimo/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { operationQuery } from "../../lib/query.ts";
import { hasRight } from "../../lib/use-right.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DoorIllustration } from "../../ui/illustrations.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SectionNavigation } from "../../ui/SectionNavigation.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import styles from "./Organisation.module.css";
import { type Section, sections } from "./sections.ts";
import { WaitingCount } from "./WaitingCount.tsx";

type Props = {
  readonly section: Section;
  /** One sentence under the title. */
  readonly lead: string;
  /** The main action. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of every screen of an organisation: title, navigation, and what is shown to who may not see it. */
export function OrganisationPage({ section, lead, action, children }: Props) {
  const { data: user, error, isFetching, refetch } = useQuery(operationQuery(profile, {}));
  const organisation = user?.organisation;
  const isAllowed = organisation && hasRight(organisation, section.right);
  return (
    <>
      <PageHeader title={section.title} aside={isAllowed && action}>
        {organisation ? <span className={styles.breakable}>{`${organisation.name}. ${lead}`}</span> : lead}
      </PageHeader>
      {organisation && (
        <SectionNavigation
          label="Organisation"
          sections={Object.values(sections)
            .filter(({ right }) => hasRight(organisation, right))
            .map((one) => (one === sections.approvals ? { ...one, aside: <WaitingCount /> } : one))}
          current={section.address}
        />
      )}
      {isAllowed ? (
        children
      ) : organisation ? (
        <Notice tone="info" title="Your role does not include this page">
          Ask an owner or admin of {organisation.name} if you need it.
        </Notice>
      ) : user ? (
        <NoOrganisation />
      ) : error ? (
        <ErrorPanel
          title="Your organisation could not be loaded"
          next={error.message}
          busy={isFetching && "Trying again"}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton what="your organisation" onRetry={() => void refetch()}>
          <SkeletonBlock height="2.75rem" />
          <SkeletonBlock height="14rem" />
        </Skeleton>
      )}
    </>
  );
}

/** Without an active organisation there is nothing to manage [TM-15]. */
function NoOrganisation() {
  return (
    <Card>
      <EmptyState
        illustration={<DoorIllustration />}
        title="You are using your own account"
        action={
          <LinkButton kind="primary" href="#accounts">
            Switch account
          </LinkButton>
        }
      >
        Members, roles and rules belong to an organisation. Switch to yours, or create one.
      </EmptyState>
    </Card>
  );
}
