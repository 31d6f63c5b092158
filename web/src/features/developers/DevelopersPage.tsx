import { profile } from "@idanimo/contract/accounts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isTestMode } from "../../lib/active-organisation.ts";
import { operationQuery } from "../../lib/query.ts";
import { hasRight } from "../../lib/use-right.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DeskIllustration, DoorIllustration } from "../../ui/illustrations.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SectionNavigation } from "../../ui/SectionNavigation.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { type Section, sections } from "./sections.ts";
import { TestModeButton } from "./TestModeButton.tsx";

type Props = {
  readonly section: Section;
  /** The title of a page within the section, which links back to it. */
  readonly title?: string;
  /** One sentence under the title. */
  readonly lead: string;
  /** The screen has content in test mode alone. */
  readonly forTestMode?: boolean;
  /** The main action. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of every screen for developers: title, navigation, and what a person's own account sees. */
export function DevelopersPage({ section, title, lead, forTestMode = false, action, children }: Props) {
  const { data: user, error, isFetching, refetch } = useQuery(operationQuery(profile, {}));
  const organisation = user?.organisation;
  const isVisible = ({ right }: Section) => !organisation || right === undefined || hasRight(organisation, right);
  const isAllowed = organisation && isVisible(section);
  return (
    <>
      <PageHeader
        title={title ?? section.title}
        {...(title !== undefined && { back: section.address })}
        aside={isAllowed && action}
      >
        {lead}
      </PageHeader>
      <SectionNavigation
        label="Developers"
        sections={Object.values<Section>(sections).filter(isVisible)}
        current={section.address}
      />
      {organisation && !isAllowed ? (
        <Notice tone="info" title="Your role does not include this page">
          Ask an owner or admin of {organisation.name} if you need it.
        </Notice>
      ) : organisation ? (
        forTestMode && !isTestMode() ? (
          <NotInTestMode to={section.address} />
        ) : (
          children
        )
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
          <SkeletonBlock height="14rem" />
        </Skeleton>
      )}
    </>
  );
}

function NotInTestMode({ to }: { readonly to: string }) {
  return (
    <Card>
      <EmptyState
        illustration={<DeskIllustration />}
        title="Test mode is off in this tab"
        action={<TestModeButton to={to} />}
      >
        In test mode you try every check with play money. No one is contacted, and your wallet stays as it is.
      </EmptyState>
    </Card>
  );
}

/** Keys, webhooks and test mode belong to organisations. */
function NoOrganisation() {
  return (
    <Card>
      <EmptyState
        illustration={<DoorIllustration />}
        title="You are using your own account"
        action={
          <LinkButton kind="primary" href="#accounts">
            Create an organisation
          </LinkButton>
        }
      >
        The API, its webhooks and its test mode are for organisations. Switch to yours, or create one.
      </EmptyState>
    </Card>
  );
}
