import { requestRetentionDays } from "@idanimo/contract/developers/limits";
import { type ApiRequestDetail, apiRequest } from "@idanimo/contract/developers/requests";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../lib/query.ts";
import { useLocation } from "../../lib/router.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { CopyableText } from "../../ui/CopyableText.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { LensIllustration } from "../../ui/illustrations.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { Fact } from "../../ui/Fact.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import styles from "./Developers.module.css";
import { DevelopersPage } from "./DevelopersPage.tsx";
import { callText, durationText, statusText, toneOfStatus } from "./request-labels.ts";
import requests from "./Requests.module.css";
import { sections } from "./sections.ts";
import webhooks from "./Webhooks.module.css";

/** `/developers/requests/:requestId`: one call, with its problem explained [DP-13]. */
export function RequestScreen() {
  const { requestId = "" } = useLocation().params;
  return (
    <DevelopersPage section={sections.requests} title="API call" lead="What a key called, and what we responded.">
      <RequestContent id={requestId} />
    </DevelopersPage>
  );
}

function RequestContent({ id }: { readonly id: string }) {
  const { data, error, isFetching, refetch } = useQuery(operationQuery(apiRequest, { id }));
  if (data) return <RequestParts request={data.request} />;
  if (error?.problem.code === "not_found" || error?.problem.code === "bad_input") return <NoRequest />;
  return error ? (
    <ErrorPanel
      title="The call could not be loaded"
      next={error.message}
      busy={isFetching && "Trying again"}
      onRetry={() => void refetch()}
    />
  ) : (
    <Skeleton what="the call" onRetry={() => void refetch()}>
      <SkeletonBlock height="20rem" />
    </Skeleton>
  );
}

function RequestParts({ request }: { readonly request: ApiRequestDetail }) {
  const { id, status, code, explanation, summary, at, ms, keyId, keyName, keyPrefix } = request;
  return (
    <div className={styles.stack}>
      {explanation !== null && (
        <Notice tone={toneOfStatus(status)} title={code ?? String(status)}>
          {explanation}
        </Notice>
      )}
      <Card title={<span className={requests.breakable}>{callText(request)}</span>}>
        <dl className={webhooks.facts}>
          {summary !== null && <Fact name="What it does">{summary}</Fact>}
          <Fact name="Response">
            <StatusLabel tone={toneOfStatus(status)}>{statusText(request)}</StatusLabel>
          </Fact>
          <Fact name="When">
            <DateText at={at} withTime /> <code className={webhooks.small}>{at}</code>
          </Fact>
          <Fact name="Time taken">{durationText(ms)}</Fact>
          <Fact name="Key">
            <a href={`${sections.requests.address}?key=${keyId}`}>{keyName ?? "Deleted key"}</a>{" "}
            {keyPrefix !== null && <code className={webhooks.small}>{keyPrefix}…</code>}
          </Fact>
          <Fact name="Network">{request.addressBlock ?? "Unknown"}</Fact>
          {request.version !== null && <Fact name="API version">{request.version}</Fact>}
          <Fact name="Idempotency-Key">
            {request.idempotencyKeyHash === null ? (
              "None"
            ) : (
              <>
                Sent <code className={webhooks.small}>{request.idempotencyKeyHash.slice(0, 16)}…</code>
                <p className={webhooks.small}>Calls with the same key have the same digits. We do not store the key.</p>
              </>
            )}
          </Fact>
          <Fact name="Request id">
            <CopyableText text={id} what="The request id" label="Copy the request id" />
          </Fact>
        </dl>
      </Card>
    </div>
  );
}

function NoRequest() {
  return (
    <Card>
      <EmptyState
        illustration={<LensIllustration />}
        title="There is no call with this id"
        action={<LinkButton href={sections.requests.address}>See all calls</LinkButton>}
      >
        Calls are here for {requestRetentionDays} days, within 2 seconds of their response. Live and test mode have logs
        of their own.
      </EmptyState>
    </Card>
  );
}
