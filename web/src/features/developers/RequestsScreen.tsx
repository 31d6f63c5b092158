import { requestRetentionDays } from "@idanimo/contract/developers/limits";
import { useInfiniteQuery } from "@tanstack/react-query";
import { isTestMode } from "../../lib/active-organisation.ts";
import { navigate, useLocation } from "../../lib/router.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { LensIllustration } from "../../ui/illustrations.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { MoreRows } from "../../ui/MoreRows.tsx";
import { Table } from "../../ui/Table.tsx";
import styles from "./Developers.module.css";
import { DevelopersPage } from "./DevelopersPage.tsx";
import { FirstCall } from "./FirstCall.tsx";
import { FindRequestForm } from "./FindRequestForm.tsx";
import { requestColumns } from "./request-columns.tsx";
import { RequestFilterFields } from "./RequestFilterFields.tsx";
import {
  formatRequestFilter,
  hasFilter,
  noRequestFilter,
  parseRequestFilter,
  type RequestFilter,
  requestsQuery,
} from "./requests-query.ts";
import requests from "./Requests.module.css";
import { sections } from "./sections.ts";

/** While the newest page is shown, new calls appear without a reload. */
const refetchMs = 5_000;

const showFilter = (filter: RequestFilter) =>
  navigate(sections.requests.address + formatRequestFilter(filter), { replace: true, preserveScroll: true });

/** `/developers/requests`: the API calls of the organisation's keys [DP-13]. */
export function RequestsScreen() {
  return (
    <DevelopersPage
      section={sections.requests}
      lead={`Calls that your keys made in the last ${requestRetentionDays} days. Bodies and searched values are not stored.`}
    >
      <Requests filter={parseRequestFilter(useLocation().search)} />
    </DevelopersPage>
  );
}

function Requests({ filter }: { readonly filter: RequestFilter }) {
  const query = useInfiniteQuery({
    ...requestsQuery(filter),
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : refetchMs),
  });
  const [first] = query.data?.pages ?? [];
  if (!query.data || !first)
    return query.isError ? (
      <ErrorPanel
        title="The requests could not be loaded"
        next={query.error.message}
        busy={query.isFetching && "Trying again"}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton what="the requests" onRetry={() => void query.refetch()}>
        <SkeletonBlock height="4rem" />
        <SkeletonBlock height="20rem" />
      </Skeleton>
    );
  const rows = query.data.pages.flatMap((page) => page.requests);
  if (rows.length === 0 && !hasFilter(filter)) return <FirstCall mode={isTestMode() ? "test" : "live"} />;
  return (
    <div className={styles.stack}>
      <div className={requests.tools}>
        <RequestFilterFields filter={filter} keys={first.keys} routes={first.routes} onChange={showFilter} />
        <FindRequestForm />
      </div>
      {rows.length === 0 ? (
        <Card>
          <EmptyState
            illustration={<LensIllustration />}
            title="No calls match"
            action={<Button onClick={() => showFilter(noRequestFilter)}>Show all calls</Button>}
          >
            Choose another status, route, key or day.
          </EmptyState>
        </Card>
      ) : (
        <Card flush>
          <Table
            caption="API calls, newest first"
            columns={requestColumns}
            rows={rows}
            keyOf={({ id }) => id}
            pressRows
          />
          <MoreRows count={rows.length} query={query} />
        </Card>
      )}
    </div>
  );
}
