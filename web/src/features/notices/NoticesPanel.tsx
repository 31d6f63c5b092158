import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLive } from "../../lib/live.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { Skeleton, SkeletonLine } from "../../ui/Skeleton.tsx";
import { HowTold } from "./HowTold.tsx";
import { NoticeRow } from "./NoticeRow.tsx";
import styles from "./NoticesPanel.module.css";
import { markRead, noticesQuery } from "./queries.ts";

type Props = { readonly onClose: () => void };

/**
 * What this person was told, newest first. Whatever a person has had before them here is read: what was there when it opened, what
 * they asked for more, and, when they close it, what arrived meanwhile.
 */
export function NoticesPanel({ onClose }: Props) {
  const client = useQueryClient();
  const query = useInfiniteQuery(noticesQuery);
  const again = () => void client.invalidateQueries({ queryKey: noticesQuery.queryKey });
  useLive({ onEvent: (event) => event.type === "notice" && again(), poll: again });
  const rows = query.data?.pages.flatMap((page) => page.notices) ?? [];
  const [now] = useState(() => Date.now());
  // stays marked while the list is open, although the server has been told that it is read
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const told = useRef(new Set<string>());

  function tell() {
    const unread = rows.filter((row) => !row.read && !told.current.has(row.id)).map((row) => row.id);
    if (unread.length === 0) return;
    for (const id of unread) told.current.add(id);
    setFresh((before) => new Set([...before, ...unread]));
    void markRead(client, unread);
  }
  // only after a press, which brings a page: what arrives by itself is no activity of the person
  const pages = query.data?.pages.length ?? 0;
  const tellAt = useEffectEvent(() => tell());
  useEffect(() => {
    if (pages > 0) tellAt();
  }, [pages]);

  function close() {
    tell();
    onClose();
  }

  return (
    <Sheet open title="Notices" onClose={close}>
      <div className={styles.panel}>
        <HowTold />
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
            title="Nothing to tell yet"
            heading="h3"
            action={
              <LinkButton kind="primary" href="/dashboard">
                Verify somebody
              </LinkButton>
            }
          >
            When money arrives, a person answers or a result is ready, you read it here.
          </EmptyState>
        ) : (
          <ul className={styles.list}>
            {rows.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} isNew={!notice.read || fresh.has(notice.id)} now={now} />
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
