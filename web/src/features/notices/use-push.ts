import * as texts from "@idanimo/contract/texts";
import { useEffect, useState } from "react";
import { type PushStanding, pushStanding, turnOffPush, turnOnPush } from "./push.ts";

/** Notices on this device while no page is open: where it stands, and how to change it. */
export function usePush(): {
  /** Undefined until the browser has said. */
  readonly standing: PushStanding | undefined;
  readonly busy: boolean;
  /** Why it could not be turned on. */
  readonly fault: string | undefined;
  /** Call it from a press: the browser asks the person then. */
  readonly turnOn: () => Promise<void>;
  readonly turnOff: () => Promise<void>;
} {
  const [standing, setStanding] = useState<PushStanding>();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    let gone = false;
    void pushStanding().then((known) => gone || setStanding(known));
    return () => {
      gone = true;
    };
  }, []);

  async function change(act: () => Promise<string | undefined>) {
    if (busy) return;
    setBusy(true);
    setFault(await act());
    setStanding(await pushStanding());
    setBusy(false);
  }
  return {
    standing,
    busy,
    fault,
    turnOn: () =>
      change(async () => {
        const became = await turnOnPush();
        if (became.kind === "standing") return undefined;
        return became.kind === "refused" ? became.problem.message : texts.pushRefused;
      }),
    turnOff: () =>
      change(async () => {
        await turnOffPush();
        return undefined;
      }),
  };
}
