import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLiveUpdates } from "../../lib/live-updates.ts";
import { storedClientToken } from "../../lib/storage.ts";
import { useToast } from "../../ui/Toast.tsx";

/** Fetched when there is something to tell: no screen waits for it. */
const loadIncomingNotices = () => import("./incoming-notices.ts");
const ignore = () => undefined;

/**
 * Says each new notice at the edge of the screen and with a sound, and keeps list, count and balance right. What arrives says only
 * that there is something: everything else is read from the server. Source: PUSH-02, PUSH-03, T-70.
 * @param isOpen the list is on the screen and shows it by itself
 */
export function useNoticeUpdates(isOpen: boolean, open: () => void): void {
  const client = useQueryClient();
  const toast = useToast();

  // what is said now is pressed later, perhaps on another screen: it opens there
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
    // absent in a private window of some browsers, and on a page that is not served safely
    const worker = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;
    const onWorkerMessage = (message: MessageEvent<unknown>) => void receiveWorkerMessage(message).catch(ignore);
    worker?.addEventListener("message", onWorkerMessage);
    // a device that was told before goes on being told after a new sign-in
    if (worker && !storedClientToken.get() && globalThis.Notification?.permission === "granted")
      void import("./push.ts").then(({ resumePush }) => resumePush()).catch(ignore);
    return () => worker?.removeEventListener("message", onWorkerMessage);
  }, []);
}
