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
      {organisation && <SectionNavigation current={section} organisation={organisation} />}
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

type NavigationProps = {
  readonly current: Section;
  readonly organisation: { readonly rights: readonly string[] } & Parameters<typeof hasRight>[0];
};

/** Scrolls the current tab into view, which a phone's width may hide. */
const scrollIntoRow = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: "nearest", inline: "nearest" });

function SectionNavigation({ current, organisation }: NavigationProps) {
  return (
    <nav aria-label="Organisation" className={styles.navigation}>
      {Object.values(sections)
        .filter(({ right }) => hasRight(organisation, right))
        .map(({ title, address }) => (
          <a
            key={address}
            ref={address === current.address ? scrollIntoRow : undefined}
            href={address}
            aria-current={address === current.address ? "page" : undefined}
          >
            {title}
            {address === sections.approvals.address && <WaitingCount />}
          </a>
        ))}
    </nav>
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
