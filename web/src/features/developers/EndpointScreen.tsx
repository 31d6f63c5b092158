import { type WebhookEndpoint, webhookEndpoints } from "@idanimo/contract/developers/webhooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { operationQuery } from "../../lib/query.ts";
import { useLocation } from "../../lib/router.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { LensIllustration } from "../../ui/illustrations.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { ChangeSecretDialog } from "./ChangeSecretDialog.tsx";
import { DeleteEndpointDialog, DisableEndpointDialog } from "./EndEndpointDialogs.tsx";
import { Deliveries } from "./Deliveries.tsx";
import styles from "./Developers.module.css";
import { DevelopersPage } from "./DevelopersPage.tsx";
import { EndpointCard } from "./EndpointCard.tsx";
import { EndpointDialog } from "./EndpointDialog.tsx";
import { ReplayDialog } from "./ReplayDialog.tsx";
import { sections } from "./sections.ts";

const refetchInterval = 15_000;

/** `/developers/webhooks/:endpointId`: an endpoint, its deliveries and their attempts [DP-11]. */
export function EndpointScreen() {
  const { endpointId = "" } = useLocation().params;
  return (
    <DevelopersPage section={sections.webhooks} title="Webhook endpoint" lead="What we sent to it in the last 30 days.">
      <EndpointContent id={endpointId} />
    </DevelopersPage>
  );
}

function EndpointContent({ id }: { readonly id: string }) {
  const query = useQuery({ ...operationQuery(webhookEndpoints, {}), refetchInterval });
  if (!query.data)
    return query.isError ? (
      <ErrorPanel
        title="The endpoint could not be loaded"
        next={query.error.message}
        busy={query.isFetching && "Trying again"}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton what="the endpoint" onRetry={() => void query.refetch()}>
        <SkeletonBlock height="14rem" />
        <SkeletonBlock height="14rem" />
      </Skeleton>
    );
  const endpoint = query.data.endpoints.find((one) => one.id === id);
  return endpoint ? <EndpointParts endpoint={endpoint} /> : <NoEndpoint />;
}

type Open = "edit" | "secret" | "disable" | "delete" | "replay";

function EndpointParts({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <div className={styles.stack}>
      <EndpointCard endpoint={endpoint} onOpen={setOpen} />
      <Deliveries endpoint={endpoint} onReplay={() => setOpen("replay")} />
      {open === "edit" && <EndpointDialog endpoint={endpoint} onClose={close} />}
      {open === "secret" && <ChangeSecretDialog endpoint={endpoint} onClose={close} />}
      {open === "disable" && <DisableEndpointDialog endpoint={endpoint} onClose={close} />}
      {open === "delete" && <DeleteEndpointDialog endpoint={endpoint} onClose={close} />}
      {open === "replay" && <ReplayDialog endpoint={endpoint} onClose={close} />}
    </div>
  );
}

function NoEndpoint() {
  return (
    <Card>
      <EmptyState
        illustration={<LensIllustration />}
        title="This endpoint does not exist"
        action={<LinkButton href={sections.webhooks.address}>See all endpoints</LinkButton>}
      >
        It was deleted, or it belongs to the other mode: live and test mode have endpoints of their own.
      </EmptyState>
    </Card>
  );
}
