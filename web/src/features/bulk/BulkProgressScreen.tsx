import { formatCount } from "@idanimo/contract/date-format";
import { bulkResultsPath, readBulk, resumeBulk, stopBulk } from "@idanimo/contract/bulk";
import { recordRights } from "@idanimo/contract/organisations/rights";
import { apiBase } from "@idanimo/contract/operation";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { withOrganisation } from "../../lib/active-organisation.ts";
import { call } from "../../lib/call.ts";
import { useLocation } from "../../lib/router.ts";
import { operationQuery } from "../../lib/query.ts";
import { useRight } from "../../lib/use-right.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { Skeleton, SkeletonBlock, SkeletonLine } from "../../ui/Skeleton.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { BulkLines } from "./BulkLines.tsx";
import { BulkReminders } from "./BulkReminders.tsx";
import { InvalidLines } from "./InvalidLines.tsx";
import styles from "./BulkProgressScreen.module.css";
import {
  completedTitle,
  refetchIntervalMs,
  countLinesByOutcome,
  progressKeyOf,
  formatLineCount,
  type BulkProgress,
} from "./rules.ts";

/**
 * The progress of a bought file, at `/bulk/:uploadId`. The server stores it, so a reload or another device shows
 * the same.
 */
export function BulkProgressScreen() {
  const { uploadId = "" } = useLocation().params;
  const query = useQuery({
    ...operationQuery(readBulk, { uploadId }),
    staleTime: 0,
    refetchInterval: ({ state }) => refetchIntervalMs(state.data),
  });
  const refetch = () => void query.refetch();
  return (
    <div className={styles.screen}>
      <PageHeader title="Bulk NIN" back="/main-dashboard" />
      {query.data ? (
        <>
          <FileProgress progress={query.data} onChanged={refetch} />
          {query.data.state !== "checked" && (
            <BulkLines
              uploadId={uploadId}
              progressKey={progressKeyOf(query.data)}
              refetchIntervalMs={refetchIntervalMs(query.data)}
            />
          )}
          {query.isError && (
            <Notice tone="waiting" title="We lost the connection">
              Your file will continue. This page updates when the connection is back.
            </Notice>
          )}
        </>
      ) : query.isError ? (
        <ErrorPanel
          title={
            query.error.problem.code === "not_found" || query.error.problem.code === "bad_input"
              ? "We can't find this file in your account"
              : "We couldn't get the status of your file"
          }
          money="You haven't been charged. Files you've paid for will continue."
          next={query.error.message}
          busy={query.isFetching && "Trying again"}
          onRetry={refetch}
        />
      ) : (
        <Skeleton what="your file" onRetry={refetch}>
          <SkeletonLine tall width="50%" />
          <SkeletonBlock height="1rem" />
          <SkeletonBlock height="10rem" />
        </Skeleton>
      )}
    </div>
  );
}

type FileProgressProps = { readonly progress: BulkProgress; readonly onChanged: () => void };

function FileProgress({ progress, onChanged }: FileProgressProps) {
  if (progress.state === "checked") return <UnpaidFile progress={progress} />;
  const { state, records, begun, waiting, givenBackAt, uploadId } = progress;
  return (
    <section className={styles.card} aria-label="Your file">
      <div role="status">
        <StatusLabel tone={state === "running" ? "waiting" : state === "stopped" ? "info" : "success"}>
          {state === "completed" ? completedTitle(progress) : stateTitles[state]}
        </StatusLabel>
      </div>
      <label className={styles.label}>
        <span className="figures">
          {formatCount(begun)} of {formatLineCount(records)} begun
        </span>
        <progress className={styles.bar} max={Math.max(records, 1)} value={begun} />
      </label>
      <dl className={styles.counts}>
        {countLinesByOutcome(progress).map(({ label, tone, count }) => (
          <div key={label}>
            <dt>
              <StatusLabel tone={tone}>{label}</StatusLabel>
            </dt>
            <dd className="figures">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {state === "stopped" && givenBackAt !== null && (
        <p>
          No more people are asked. We refund what was not started to your wallet{" "}
          <Countdown at={givenBackAt} over="now" after="," /> unless you resume.
        </p>
      )}
      {progress.skippedCount > 0 && (
        <p className="quiet">We left out {formatLineCount(progress.skippedCount)} of the file that were not valid.</p>
      )}
      {waiting > 0 && <p className="quiet">Each person has 24 hours to reply. You can leave this page.</p>}
      {waiting > 0 && <BulkReminders uploadId={uploadId} />}
      <FileActions state={state} uploadId={uploadId} onChanged={onChanged} />
    </section>
  );
}

const stateTitles = {
  running: "In progress",
  stopped: "Stopped",
} as const;

type FileActionsProps = {
  readonly state: Exclude<BulkProgress["state"], "checked">;
  readonly uploadId: string;
  readonly onChanged: () => void;
};

function FileActions({ state, uploadId, onChanged }: FileActionsProps) {
  const [busy, setBusy] = useState(false);
  const canChange = useRight(stopBulk.right);
  const canDownload = useRight(recordRights);
  const showProblem = useProblem();
  async function toggleRunning() {
    setBusy(true);
    const result = await call(state === "running" ? stopBulk : resumeBulk, { uploadId });
    setBusy(false);
    if (result.ok) onChanged();
    else showProblem(result.problem);
  }
  return (
    <div className={styles.acts}>
      {canChange && state === "running" && (
        <Button busy={busy && "Stopping"} onClick={() => void toggleRunning()}>
          Stop
        </Button>
      )}
      {canChange && state === "stopped" && (
        <Button kind="primary" busy={busy && "Resuming"} onClick={() => void toggleRunning()}>
          Resume
        </Button>
      )}
      {canDownload && (
        <LinkButton
          kind={state === "completed" ? "primary" : "secondary"}
          href={withOrganisation(apiBase + bulkResultsPath.replace("{uploadId}", uploadId))}
          download
          icon={<DownloadIcon />}
        >
          Download results
        </LinkButton>
      )}
    </div>
  );
}

function UnpaidFile({ progress }: { readonly progress: BulkProgress }) {
  const { badCount, records } = progress;
  const canCheck = useRight("requests:create");
  return (
    <section className={styles.card} aria-label="Your file">
      <p>
        {badCount === 0
          ? `This file of ${formatLineCount(records)} is not paid yet. No one was asked.`
          : `${formatLineCount(badCount)} of ${formatCount(records)} are not valid. No one was asked.`}
      </p>
      {badCount > 0 && (
        <InvalidLines {...progress}>
          <p>Fix these lines in the file and choose it again. Nothing was charged.</p>
        </InvalidLines>
      )}
      {canCheck && (
        <div className={styles.acts}>
          <LinkButton kind="primary" href="/dashboard">
            Choose a file
          </LinkButton>
        </div>
      )}
    </section>
  );
}
