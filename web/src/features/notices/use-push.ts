import * as texts from "@idanimo/contract/texts";
import { useEffect, useState } from "react";
import { type PushStatus, readPushStatus, turnOffPush, turnOnPush } from "./push.ts";

/** The status of push on this device, and how to change it. */
export function usePush(): {
  /** Undefined until the browser has reported it. */
  readonly status: PushStatus | undefined;
  readonly busy: boolean;
  /** Why push could not be turned on. */
  readonly error: string | undefined;
  /** Call it from a user gesture: the browser then asks for permission. */
  readonly turnOn: () => Promise<void>;
  readonly turnOff: () => Promise<void>;
} {
  const [status, setStatus] = useState<PushStatus>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  useEffect(() => {
    let isUnmounted = false;
    void readPushStatus().then((known) => isUnmounted || setStatus(known));
    return () => {
      isUnmounted = true;
    };
  }, []);

  async function change(act: () => Promise<string | undefined>) {
    if (busy) return;
    setBusy(true);
    setError(await act());
    setStatus(await readPushStatus());
    setBusy(false);
  }
  return {
    status,
    busy,
    error,
    turnOn: () =>
      change(async () => {
        const turnOnResult = await turnOnPush();
        if (turnOnResult.kind === "standing") return undefined;
        return turnOnResult.kind === "refused" ? turnOnResult.problem.message : texts.pushRefused;
      }),
    turnOff: () =>
      change(async () => {
        await turnOffPush();
        return undefined;
      }),
  };
}
