import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLiveUpdates } from "../../lib/live-updates.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { Skeleton, SkeletonLine } from "../../ui/Skeleton.tsx";
import { NoticeSettings } from "./NoticeSettings.tsx";
import { NoticeRow } from "./NoticeRow.tsx";
import styles from "./NoticesPanel.module.css";
import { markRead, noticesQuery } from "./queries.ts";

type Props = { readonly onClose: () => void };

/**
 * The user's notices, newest first. Marks notices as read when the list opens, when more are loaded, and when it
 * closes.
 */
export function NoticesPanel({ onClose }: Props) {
  const client = useQueryClient();
  const query = useInfiniteQuery(noticesQuery);
  const refetch = () => void client.invalidateQueries({ queryKey: noticesQuery.queryKey });
  useLiveUpdates({ onEvent: (event) => event.type === "notice" && refetch(), poll: refetch });
  const rows = query.data?.pages.flatMap((page) => page.notices) ?? [];
  const [now] = useState(() => Date.now());
  // stays highlighted while the list is open, although the server has it as read
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  const reportedIds = useRef(new Set<string>());

  function markRowsRead() {
    const unread = rows.filter((row) => !row.read && !reportedIds.current.has(row.id)).map((row) => row.id);
    if (unread.length === 0) return;
    for (const id of unread) reportedIds.current.add(id);
    setNewIds((before) => new Set([...before, ...unread]));
    void markRead(client, unread);
  }
  // only after the user loads a page: a notice that arrives is not user activity
  const pages = query.data?.pages.length ?? 0;
  const markRowsReadNow = useEffectEvent(() => markRowsRead());
  useEffect(() => {
    if (pages > 0) markRowsReadNow();
  }, [pages]);

  function close() {
    markRowsRead();
    onClose();
  }

  return (
    <Sheet open title="Notices" onClose={close}>
      <div className={styles.panel}>
        <NoticeSettings />
        {query.isPending ? (
          <Skeleton what="your notices" onRetry={() => void query.refetch()}>
            {[70, 55, 80, 60].map((width) => (
              <div key={width} className={styles.shape}>
                <SkeletonLine width={`${width}%`} />
                <SkeletonLine />
              </div>
            ))}
          </Skeleton>
        ) : query.isError && rows.length === 0 ? (
          <ErrorPanel
            title="Your notices could not be loaded"
            next={query.error.message}
            busy={query.isFetching && "Trying again"}
            onRetry={() => void query.refetch()}
          />
        ) : rows.length === 0 ? (
          <EmptyState
            illustration={<DeskIllustration />}
            title="No notices yet"
            heading="h3"
            action={
              <LinkButton kind="primary" href="/dashboard">
                New check
              </LinkButton>
            }
          >
            We tell you here when money arrives, a person replies or a result is ready.
          </EmptyState>
        ) : (
          <ul className={styles.list}>
            {rows.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} isNew={!notice.read || newIds.has(notice.id)} now={now} />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button size="small" busy={query.isFetchingNextPage && "Loading"} onClick={() => void query.fetchNextPage()}>
            Load more
          </Button>
        )}
        {query.isFetchNextPageError && <p role="alert">More could not be loaded. {query.error.message}</p>}
      </div>
    </Sheet>
  );
}
