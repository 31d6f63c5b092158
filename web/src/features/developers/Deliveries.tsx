import {
  type WebhookDelivery,
  type WebhookDeliveryState,
  type WebhookEndpoint,
  webhookDeliveries,
  webhookDeliveryStates,
} from "@idanimo/contract/developers/webhooks";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { pagedQuery } from "../../lib/paged-query.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { LensIllustration } from "../../ui/illustrations.tsx";
import { Select } from "../../ui/Select.tsx";
import { MoreRows } from "../../ui/MoreRows.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { DeliveryItem } from "./DeliveryItem.tsx";
import { deliveryLabels, refetchMs } from "./webhook-rules.ts";
import styles from "./Webhooks.module.css";

type StateFilter = WebhookDeliveryState | "all";

const deliveriesQuery = (id: string, filter: StateFilter) => ({
  ...pagedQuery([webhookDeliveries.path, id, filter], (after, options) =>
    call(webhookDeliveries, { id, ...(filter !== "all" && { state: filter }), ...after }, options),
  ),
  placeholderData: keepPreviousData,
});

type Props = { readonly endpoint: WebhookEndpoint; readonly onReplay: () => void };

/** The deliveries of an endpoint, newest first. */
export function Deliveries({ endpoint, onReplay }: Props) {
  const [filter, setFilter] = useState<StateFilter>("all");
  return (
    <Card
      flush
      title="Deliveries"
      aside={
        endpoint.state === "enabled" && (
          <Button size="small" onClick={onReplay}>
            Send failed again
          </Button>
        )
      }
    >
      <div className={styles.filter}>
        <Select
          label="State"
          value={filter}
          onChange={({ currentTarget }) =>
            setFilter(webhookDeliveryStates.find((state) => state === currentTarget.value) ?? "all")
          }
        >
          <option value="all">All</option>
          {webhookDeliveryStates.map((state) => (
            <option key={state} value={state}>
              {deliveryLabels[state].label}
            </option>
          ))}
        </Select>
      </div>
      <DeliveryList endpoint={endpoint} filter={filter} />
    </Card>
  );
}

function DeliveryList({ endpoint, filter }: { readonly endpoint: WebhookEndpoint; readonly filter: StateFilter }) {
  const query = useInfiniteQuery({
    ...deliveriesQuery(endpoint.id, filter),
    refetchInterval: ({ state }) => refetchMs(deliveriesOf(state.data?.pages), Date.now()),
  });
  if (!query.data)
    return (
      <div className={styles.inset}>
        {query.isError ? (
          <ErrorPanel
            title="The deliveries could not be loaded"
            next={query.error.message}
            busy={query.isFetching && "Trying again"}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Skeleton what="the deliveries" onRetry={() => void query.refetch()}>
            <SkeletonBlock height="12rem" />
          </Skeleton>
        )}
      </div>
    );
  const deliveries = deliveriesOf(query.data.pages);
  if (deliveries.length === 0)
    return (
      <EmptyState
        illustration={<LensIllustration />}
        heading="h3"
        title={filter === "all" ? "No deliveries yet" : "No deliveries in this state"}
      >
        {filter === "all" ? "Send a test event to see one." : "Choose another state."}
      </EmptyState>
    );
  return (
    <>
      <ul className={styles.deliveries} aria-label="Deliveries, newest first">
        {deliveries.map((delivery) => (
          <DeliveryItem key={delivery.id} endpoint={endpoint} delivery={delivery} />
        ))}
      </ul>
      <MoreRows count={deliveries.length} query={query} />
    </>
  );
}

const deliveriesOf = (
  pages: readonly { readonly deliveries: readonly WebhookDelivery[] }[] | undefined,
): readonly WebhookDelivery[] => pages?.flatMap((page) => page.deliveries) ?? [];
