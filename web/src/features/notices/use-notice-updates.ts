import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLiveUpdates } from "../../lib/live-updates.ts";
import { storedClientToken } from "../../lib/storage.ts";
import { useToast } from "../../ui/Toast.tsx";

/** Loaded on demand: no screen waits for it. */
const loadIncomingNotices = () => import("./incoming-notices.ts");
const ignore = () => undefined;

/**
 * Shows a toast and plays a sound for each new notice, and keeps list, count and balance up to date. An event only
 * says that something changed: the data is fetched from the server [PUSH-02 PUSH-03 T-70].
 * @param isOpen whether the list is open, which shows new notices itself
 */
export function useNoticeUpdates(isOpen: boolean, open: () => void): void {
  const client = useQueryClient();
  const toast = useToast();

  // a toast may be pressed later, on another screen, and opens the list there
  const latest = useRef({ isOpen, open });
  useEffect(() => {
    latest.current = { isOpen, open };
  });

  async function announce(id: string) {
    const { announceNotice } = await loadIncomingNotices();
    await announceNotice(client, id, latest.current.isOpen ? undefined : { toast, open: () => latest.current.open() });
  }
  useLiveUpdates({
    onEvent: (event) => event.type === "notice" && void announce(event.noticeId).catch(ignore),
    poll: ignore,
  });

  const receiveWorkerMessage = useEffectEvent(async (message: MessageEvent<unknown>) => {
    const { receivePushMessage } = await loadIncomingNotices();
    receivePushMessage(client, message, () => latest.current.open());
  });
  useEffect(() => {
    // not available in some private windows and in insecure contexts
    const worker = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;
    const onWorkerMessage = (message: MessageEvent<unknown>) => void receiveWorkerMessage(message).catch(ignore);
    worker?.addEventListener("message", onWorkerMessage);
    // a device with push keeps it after a new sign-in
    if (worker && !storedClientToken.get() && globalThis.Notification?.permission === "granted")
      void import("./push.ts").then(({ resumePush }) => resumePush()).catch(ignore);
    return () => worker?.removeEventListener("message", onWorkerMessage);
  }, []);
}
