import { webhookEndpointsMax } from "@idanimo/contract/developers/limits";
import { webhookEndpoints } from "@idanimo/contract/developers/webhooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { operationQuery } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { DeskIllustration } from "../../ui/illustrations.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { Table } from "../../ui/Table.tsx";
import { DevelopersPage } from "./DevelopersPage.tsx";
import { EndpointDialog } from "./EndpointDialog.tsx";
import styles from "./Keys.module.css";
import { sections } from "./sections.ts";
import { webhookColumns } from "./webhook-columns.tsx";

/** `/developers/webhooks`: the endpoints that receive events of the organisation [DP-06 DP-11]. */
export function WebhooksScreen() {
  const [isCreating, setCreating] = useState(false);
  return (
    <DevelopersPage
      section={sections.webhooks}
      lead="Addresses of your own systems that Idanimo calls when something happens."
      action={
        <Button kind="primary" icon={<PlusIcon />} onClick={() => setCreating(true)}>
          Add endpoint
        </Button>
      }
    >
      <Endpoints onAdd={() => setCreating(true)} />
      {isCreating && <EndpointDialog onClose={() => setCreating(false)} />}
    </DevelopersPage>
  );
}

function Endpoints({ onAdd }: { readonly onAdd: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(operationQuery(webhookEndpoints, {}));
  if (!data)
    return error ? (
      <ErrorPanel
        title="The endpoints could not be loaded"
        next={error.message}
        busy={isFetching && "Trying again"}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton what="the endpoints" onRetry={() => void refetch()}>
        <SkeletonBlock height="14rem" />
      </Skeleton>
    );
  if (data.endpoints.length === 0)
    return (
      <Card>
        <EmptyState
          illustration={<DeskIllustration />}
          title="No endpoints yet"
          action={
            <Button kind="primary" onClick={onAdd}>
              Add the first endpoint
            </Button>
          }
        >
          Your system learns at once that a person decided, a check ended or a payment settled, without asking again and
          again.
        </EmptyState>
      </Card>
    );
  return (
    <Card flush title="Endpoints">
      <Table
        caption="Webhook endpoints"
        columns={webhookColumns}
        rows={data.endpoints}
        keyOf={({ id }) => id}
        pressRows
      />
      <footer className={styles.foot}>
        {data.endpoints.length} of {webhookEndpointsMax} endpoints. The success rate counts attempts of the last 30
        days.
      </footer>
    </Card>
  );
}
