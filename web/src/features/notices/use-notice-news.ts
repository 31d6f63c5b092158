import { profile } from "@idanimo/contract/accounts";
import { notices } from "@idanimo/contract/notices";
import { paymentHistory } from "@idanimo/contract/wallet";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { call } from "../../lib/call.ts";
import { useLive } from "../../lib/live.ts";
import { storedClientToken } from "../../lib/storage.ts";
import { useToast } from "../../ui/Toast.tsx";
import { isPushPressed, pushedKind, toneOfKind } from "./rules.ts";

const sound = () => void import("./sound.ts").then(({ soundNotice }) => soundNotice()).catch(() => undefined);

/**
 * Says each new notice at the edge of the screen and with a sound, and keeps list and count right. What arrives says only that
 * there is something: the words, the count and the balance are read from the server. Source: PUSH-02, PUSH-03, T-70.
 * @param isOpen the list is on the screen and shows it by itself
 */
export function useNoticeNews(isOpen: boolean, open: () => void): void {
  const client = useQueryClient();
  const toast = useToast();
  const latest = useRef({ isOpen, open });
  useEffect(() => {
    latest.current = { isOpen, open };
  });

  const again = useCallback(
    (...paths: readonly string[]) => {
      for (const path of paths) void client.invalidateQueries({ queryKey: [path] });
    },
    [client],
  );

  async function told(id: string) {
    sound();
    again(notices.path);
    if (latest.current.isOpen || document.visibilityState === "hidden") return;
    const answer = await call(notices, { size: 5 });
    const notice = answer.ok ? answer.value.notices.find((one) => one.id === id) : undefined;
    if (!notice || notice.read) return;
    toast({
      tone: toneOfKind[notice.kind] === "success" ? "success" : "info",
      text: notice.title,
      action: { label: "Read", onPress: () => latest.current.open() },
    });
  }
  useLive({
    onEvent: (event) => event.type === "notice" && void told(event.noticeId),
    poll: () => again(notices.path),
  });

  useEffect(() => {
    // undefined in a private window and on a page that is not served safely
    const worker = "serviceWorker" in navigator ? navigator.serviceWorker : undefined;
    const heard = ({ data, ports }: MessageEvent<unknown>) => {
      if (isPushPressed(data)) {
        latest.current.open();
        ports[0]?.postMessage("opened");
      }
      const kind = pushedKind(data);
      if (kind === undefined) return;
      sound();
      again(notices.path, profile.path);
      if (kind === "REFUND_INITIATED") again(paymentHistory.path);
    };
    worker?.addEventListener("message", heard);
    // a device that was told before goes on being told after a new sign-in
    if (worker && !storedClientToken.get() && globalThis.Notification?.permission === "granted")
      void import("./push.ts").then(({ resumePush }) => resumePush()).catch(() => undefined);
    return () => worker?.removeEventListener("message", heard);
  }, [again]);
}
