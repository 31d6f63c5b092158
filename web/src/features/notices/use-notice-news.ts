import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLive } from "../../lib/live.ts";
import { storedClientToken } from "../../lib/storage.ts";
import { useToast } from "../../ui/Toast.tsx";

/** Fetched when there is something to tell: no screen waits for it. */
const news = () => import("./news.ts");
const nothing = () => undefined;

/**
 * Says each new notice at the edge of the screen and with a sound, and keeps list, count and balance right. What arrives says only
 * that there is something: everything else is read from the server. Source: PUSH-02, PUSH-03, T-70.
 * @param isOpen the list is on the screen and shows it by itself
 */
export function useNoticeNews(isOpen: boolean, open: () => void): void {
  const client = useQueryClient();
  const toast = useToast();

  // what is said now is pressed later, perhaps on another screen: it opens there
  const latest = useRef({ isOpen, open });
  useEffect(() => {
    latest.current = { isOpen, open };
  });

  async function told(id: string) {
    const { tellNotice } = await news();
    await tellNotice(client, id, latest.current.isOpen ? undefined : { toast, open: () => latest.current.open() });
  }
  useLive({
    onEvent: (event) => event.type === "notice" && void told(event.noticeId).catch(nothing),
    poll: nothing,
  });

  const heard = useEffectEvent(async (message: MessageEvent<unknown>) => {
    const { readPushed } = await news();
    readPushed(client, message, () => latest.current.open());
  });
  useEffect(() => {
    // absent in a private window of some browsers, and on a page that is not served safely
    const worker = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;
    const hear = (message: MessageEvent<unknown>) => void heard(message).catch(nothing);
    worker?.addEventListener("message", hear);
    // a device that was told before goes on being told after a new sign-in
    if (worker && !storedClientToken.get() && globalThis.Notification?.permission === "granted")
      void import("./push.ts").then(({ resumePush }) => resumePush()).catch(nothing);
    return () => worker?.removeEventListener("message", hear);
  }, []);
}
