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
import styles from "./Developers.module.css";
import { type Section, sections } from "./sections.ts";

type Props = {
  readonly section: Section;
  /** One sentence under the title. */
  readonly lead: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of every screen for developers: title, tabs, and what is shown to those who may not see it. */
export function DevelopersScreen({ section, lead, action, children }: Props) {
  const { data: user, error, isFetching, refetch } = useQuery(operationQuery(profile, {}));
  const organisation = user?.organisation;
  const isAllowed = organisation && hasRight(organisation, section.right);
  return (
    <>
      <PageHeader title={section.title} aside={isAllowed && action}>
        {organisation ? <span className={styles.breakable}>{`${organisation.name}. ${lead}`}</span> : lead}
      </PageHeader>
      {organisation && (
        <nav aria-label="Developers" className={styles.navigation}>
          {Object.values<Section>(sections)
            .filter(({ right }) => hasRight(organisation, right))
            .map(({ title, address }) => (
              <a key={address} href={address} aria-current={address === section.address ? "page" : undefined}>
                {title}
              </a>
            ))}
        </nav>
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

/** Keys belong to an organisation. */
function NoOrganisation() {
  return (
    <Card>
      <EmptyState
        illustration={<DoorIllustration />}
        title="The API is for organisations"
        action={
          <LinkButton kind="primary" href="#accounts">
            Create an organisation
          </LinkButton>
        }
      >
        Keys, checks and money of a program belong to an organisation, not to one person. Create one, or switch to
        yours.
      </EmptyState>
    </Card>
  );
}
