import { faceTicket } from "@idanimo/contract/live-face";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { operationQuery } from "../../lib/query.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import styles from "./LiveFaceScreen.module.css";
import { parseCapturedReference, isFrameable, tabChannel, parseTabMessage } from "./face-messages.ts";

/** How long the requesting tab has to accept the capture. */
const tabResponseTimeoutMs = 1_500;

/**
 * The live face capture page in a frame, in a tab of its own: only this document may hold the frame. The reference
 * goes to the tab that requested it, in memory [LIVEFACE-01 LIVEFACE-02 O-42 T-50].
 */
export function LiveFaceScreen() {
  useFreshDocument();
  const [reference, setReference] = useState<string>();
  return (
    <div className={styles.screen}>
      <PageHeader title="Live face">The picture goes to the provider that compares it. We never store it.</PageHeader>
      {reference === undefined ? (
        <CaptureFrame onCaptured={setReference} />
      ) : (
        <ReferenceHandover reference={reference} />
      )}
    </div>
  );
}

/**
 * Only a document loaded at this address may hold the frame and the camera: reloads after a client-side navigation.
 */
function useFreshDocument() {
  useEffect(() => {
    const loaded = performance.getEntriesByType("navigation")[0]?.name;
    if (loaded && new URL(loaded).pathname !== location.pathname) location.reload();
  }, []);
}

function CaptureFrame({ onCaptured }: { readonly onCaptured: (reference: string) => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const query = useQuery({
    ...operationQuery(faceTicket, {}),
    // a ticket is valid once: it is fetched on demand and never refetched automatically
    gcTime: 0,
    staleTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  const ticket = query.data;
  const origin = ticket?.origin;
  useEffect(() => {
    if (origin === undefined) return;
    function receive(event: MessageEvent<unknown>) {
      const reference = parseCapturedReference(event, origin ?? "", frame.current?.contentWindow);
      if (reference !== undefined) onCaptured(reference);
    }
    addEventListener("message", receive);
    return () => removeEventListener("message", receive);
  }, [origin, onCaptured]);

  const refetch = () => void query.refetch();
  const busy = query.isFetching && "Opening it";
  if (query.isError)
    return (
      <ErrorPanel
        title="The capture page could not be opened"
        money="Nothing was charged."
        next={query.error.message}
        busy={busy}
        onRetry={refetch}
      />
    );
  if (!ticket)
    return (
      <p className={styles.opening} role="status">
        <Spinner size={24} /> Opening the capture page
      </p>
    );
  if (!isFrameable(ticket, location.origin))
    return (
      <ErrorPanel
        title="The capture page cannot be shown"
        money="Nothing was charged."
        next="We can't show this address. Try again, or check the person without a face."
        busy={busy}
        onRetry={refetch}
      />
    );
  return (
    <>
      <p className="quiet">
        You can take one picture here. This page expires <Countdown at={ticket.endsAt} over="now" after="." />{" "}
        <LinkButton size="small" kind="quiet" href="/liveFace" target="_self">
          Start again
        </LinkButton>
      </p>
      <iframe
        key={ticket.address}
        ref={frame}
        className={styles.frame}
        title="Capture page"
        src={ticket.address}
        referrerPolicy="no-referrer"
        allow={`camera ${ticket.origin}`}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- safe: never our own origin (isFrameable)
        sandbox="allow-scripts allow-same-origin allow-forms"
      />
    </>
  );
}

/** Offers the capture to the tab that requested it, and shows whether a tab accepted it. */
function ReferenceHandover({ reference }: { readonly reference: string }) {
  const [isTaken, setIsTaken] = useState<boolean>();
  useEffect(() => {
    const channel = new BroadcastChannel(tabChannel);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = parseTabMessage(data);
      if (message?.type === "taken" && message.reference === reference) setIsTaken(true);
    };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- reaches only this origin
    channel.postMessage({ type: "offered", reference });
    const timer = setTimeout(() => setIsTaken((already) => already ?? false), tabResponseTimeoutMs);
    return () => {
      clearTimeout(timer);
      channel.close();
    };
  }, [reference]);

  if (isTaken === undefined)
    return (
      <p className={styles.opening} role="status">
        <Spinner size={24} /> Adding it to your check
      </p>
    );
  return isTaken ? (
    <Notice tone="success" announce title="Face captured">
      It was added to your check. Close this tab and continue in the other one.
    </Notice>
  ) : (
    <Notice
      tone="info"
      announce
      title="No check is waiting for this face"
      actions={
        <LinkButton size="small" kind="primary" href="/dashboard" target="_self">
          Start a check
        </LinkButton>
      }
    >
      The tab you started from is closed. Choose NIN + Face and capture the face from there. Nothing was charged.
    </Notice>
  );
}
