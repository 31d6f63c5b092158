import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CallError } from "../lib/query.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Skeleton, SkeletonBlock } from "../ui/Skeleton.tsx";

type Props<Value> = {
  readonly query: UseQueryResult<Value, CallError>;
  /** What is loading: "the audit log". */
  readonly what: string;
  readonly children: (value: Value) => ReactNode;
};

/** The content of a query: its skeleton, its problem with "Try again", or its value. */
export function QueryContent<Value>({ query, what, children }: Props<Value>) {
  const { data, error, isFetching, refetch } = query;
  const retry = () => void refetch();
  if (data !== undefined) return <>{children(data)}</>;
  if (error)
    return (
      <ErrorPanel
        title={`We could not load ${what}`}
        next={error.problem.message}
        onRetry={retry}
        busy={isFetching && "Loading"}
      />
    );
  return (
    <Skeleton what={what} onRetry={retry}>
      <SkeletonBlock height="14rem" />
    </Skeleton>
  );
}
