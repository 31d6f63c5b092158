import * as texts from "@idanimo/contract/texts";
import { useEffect, useState } from "react";
import { type PushStatus, readPushStatus, turnOffPush, turnOnPush } from "./push.ts";

/** Notices on this device while no page is open: where it stands, and how to change it. */
export function usePush(): {
  /** Undefined until the browser has said. */
  readonly status: PushStatus | undefined;
  readonly busy: boolean;
  /** Why it could not be turned on. */
  readonly error: string | undefined;
  /** Call it from a press: the browser asks the person then. */
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
