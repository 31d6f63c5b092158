import { testInbox } from "@idanimo/contract/developers/test-mode";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../lib/query.ts";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import styles from "./Developers.module.css";
import { DevelopersPage } from "./DevelopersPage.tsx";
import { MessageCard } from "./MessageCard.tsx";
import { sections } from "./sections.ts";

const refetchMs = 3_000;

/** `/developers/inbox`: what test mode sent, and replies as the recipient [DP-17]. */
export function InboxScreen() {
  return (
    <DevelopersPage
      section={sections.inbox}
      lead="Messages of test mode. No one received them; reply here as the person."
      forTestMode
    >
      <InboxContent />
    </DevelopersPage>
  );
}

function InboxContent() {
  const query = useQuery({ ...operationQuery(testInbox, {}), refetchInterval: refetchMs });
  const messages = query.data?.messages;
  if (!messages)
    return query.isError ? (
      <ErrorPanel
        title="The messages could not be loaded"
        next={query.error.message}
        busy={query.isFetching && "Trying again"}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton what="the messages" onRetry={() => void query.refetch()}>
        <SkeletonBlock height="8rem" />
        <SkeletonBlock height="8rem" />
      </Skeleton>
    );
  if (messages.length === 0)
    return (
      <Card>
        <EmptyState illustration={<DeskIllustration />} title="No messages yet">
          Buy a check of a person in test mode. The SMS that would ask them arrives here.
        </EmptyState>
      </Card>
    );
  return (
    <ul className={styles.messages}>
      {messages.map((message) => (
        <li key={message.id}>
          <MessageCard message={message} />
        </li>
      ))}
    </ul>
  );
}
