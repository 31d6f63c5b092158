import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CallResult } from "../lib/call.ts";
import { CallError } from "../lib/query.ts";
import { Card } from "../ui/Card.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { DeskIllustration } from "../ui/illustrations.tsx";
import { Skeleton, SkeletonBlock } from "../ui/Skeleton.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { MoreButton } from "./MoreButton.tsx";

type Page<Row> = { readonly rows: readonly Row[]; readonly next: string | null };
type Props<Row> = {
  readonly queryKey: readonly string[];
  /** @param after the cursor of the page before; undefined for the first page */
  readonly load: (after: string | undefined, signal: AbortSignal) => Promise<CallResult<Page<Row>>>;
  /** What is loading: "the payments". */
  readonly what: string;
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly emptyTitle: string;
  readonly empty: ReactNode;
};

/** A list that is loaded page by page: skeleton, problem with "Try again", nothing yet, or the table. */
export function PagedTable<Row>({ queryKey, load, what, caption, columns, keyOf, emptyTitle, empty }: Props<Row>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const result = await load(pageParam === "" ? undefined : pageParam, signal);
      if (result.ok) return result.value;
      throw new CallError(result.problem);
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  const { data, error, refetch } = query;
  const retry = () => void refetch();
  if (error && !data) return <ErrorPanel title={`We could not load ${what}`} next={error.message} onRetry={retry} />;
  if (!data)
    return (
      <Skeleton what={what} onRetry={retry}>
        <SkeletonBlock height="14rem" />
      </Skeleton>
    );
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0)
    return (
      <EmptyState illustration={<DeskIllustration />} title={emptyTitle}>
        {empty}
      </EmptyState>
    );
  return (
    <>
      <Card flush>
        <Table caption={caption} columns={columns} rows={rows} keyOf={keyOf} />
      </Card>
      <MoreButton query={query} />
    </>
  );
}
