import * as texts from "@idanimo/contract/texts";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Problem } from "../../lib/call.ts";
import { useHeld } from "../../lib/held.ts";
import { wordsOf } from "../../lib/problem-words.ts";
import { type Entered, enteredBy } from "../../lib/signed-in.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { KeyIcon } from "./KeyIcon.tsx";
import type { End } from "./passkey.ts";
import styles from "./PasskeyButton.module.css";

// the browser's part of it is fetched when it is needed: most people come with a password
const load = () => import("./passkey.ts");

type State =
  { readonly at: "rest" | "asking" | "sending" | "left" } | { readonly at: "refused"; readonly problem: Problem };

type Props = {
  readonly label: string;
  /** Also proposes passkeys in the mail field, where the browser can. */
  readonly offered?: boolean;
  readonly onEntered: (entered: Entered) => void;
};

/** Signs in with a passkey of this device: no password, no second step. Nothing where the browser knows none. Source: issue 3. */
export function PasskeyButton({ label, offered = false, onEntered }: Props) {
  const [state, setState] = useState<State>({ at: "rest" });
  const told = useRef(onEntered);
  useEffect(() => {
    told.current = onEntered;
  });
  const hold = useHeld();
  const asking = state.at === "asking" || state.at === "sending";

  const settle = useCallback((end: End | undefined) => {
    if (!end) return setState({ at: "left" });
    if (!end.ok) return setState({ at: "refused", problem: end.problem });
    told.current(enteredBy(end.value));
  }, []);

  useEffect(() => {
    if (!offered || asking) return;
    const over = new AbortController();
    const stopWaiting = whenIdle(() => {
      void canOffer().then(async (can) => {
        if (!can || over.signal.aborted) return;
        const { offerPasskeys, stopAsking } = await load();
        if (over.signal.aborted) return;
        over.signal.addEventListener("abort", stopAsking);
        await offerPasskeys(over.signal, () => setState({ at: "sending" }), settle);
      });
    });
    return () => {
      stopWaiting();
      over.abort();
    };
  }, [offered, asking, settle]);

  async function ask(pressed: Element) {
    hold(pressed);
    setState({ at: "asking" });
    const { signInWithPasskey } = await load();
    settle(await signInWithPasskey("asked", () => setState({ at: "sending" })));
  }

  if (!("PublicKeyCredential" in window)) return null;
  return (
    <div className={styles.way}>
      {state.at === "left" && (
        <Notice tone="info" announce title="No passkey was used.">
          Try again, or choose another way. You can add a passkey in your profile once you are signed in.
        </Notice>
      )}
      {state.at === "refused" && (
        <Notice tone="problem" announce title={texts.loginFailed}>
          {wordsOf(state.problem)}
        </Notice>
      )}
      <Button
        wide
        icon={<KeyIcon />}
        busy={asking && "Waiting for your passkey…"}
        onClick={({ currentTarget }) => void ask(currentTarget)}
      >
        {label}
      </Button>
    </div>
  );
}

/** Whether passkeys can stand among what a field proposes. */
async function canOffer(): Promise<boolean> {
  if (!("PublicKeyCredential" in window)) return false;
  // older browsers lack the question itself
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}
