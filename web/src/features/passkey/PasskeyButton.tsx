import * as texts from "@idanimo/contract/texts";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Problem } from "../../lib/call.ts";
import { useScrollAnchor } from "../../lib/use-scroll-anchor.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { type SignInResult, readSignInResult } from "../../lib/sign-in-result.ts";
import { runWhenIdle } from "../../lib/when-idle.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { KeyIcon } from "./KeyIcon.tsx";
import type { PasskeySignInResult } from "./passkey-sign-in.ts";
import styles from "./PasskeyButton.module.css";

// the WebAuthn code is loaded on demand: most users sign in with a password
const loadPasskeySignIn = () => import("./passkey-sign-in.ts");

type ButtonState =
  | { readonly at: "rest" | "asking" | "sending" | "left" }
  | { readonly at: "refused"; readonly problem: Problem };

type Props = {
  readonly label: string;
  /** Also offers passkeys in the autofill of the email field, if the browser can. */
  readonly autofill?: boolean;
  readonly onEntered: (entered: SignInResult) => void;
};

/**
 * Signs in with a passkey of this device, without password and second step. Renders nothing in a browser without
 * passkeys.
 */
export function PasskeyButton({ label, autofill = false, onEntered }: Props) {
  const [state, setState] = useState<ButtonState>({ at: "rest" });
  const latestOnEntered = useRef(onEntered);
  useEffect(() => {
    latestOnEntered.current = onEntered;
  });
  const keepInPlace = useScrollAnchor();
  const isBusy = state.at === "asking" || state.at === "sending";

  const showResult = useCallback((end: PasskeySignInResult | undefined) => {
    if (!end) return setState({ at: "left" });
    if (!end.ok) return setState({ at: "refused", problem: end.problem });
    latestOnEntered.current(readSignInResult(end.value));
  }, []);

  useEffect(() => {
    if (!autofill || isBusy) return;
    const controller = new AbortController();
    const stopWaiting = runWhenIdle(() => {
      void supportsPasskeyAutofill().then(async (can) => {
        if (!can || controller.signal.aborted) return;
        const { offerPasskeys, cancelPasskeyRequest } = await loadPasskeySignIn();
        if (controller.signal.aborted) return;
        controller.signal.addEventListener("abort", cancelPasskeyRequest);
        await offerPasskeys(controller.signal, () => setState({ at: "sending" }), showResult);
      });
    });
    return () => {
      stopWaiting();
      controller.abort();
    };
  }, [autofill, isBusy, showResult]);

  async function signIn(pressed: Element) {
    keepInPlace(pressed);
    setState({ at: "asking" });
    const { signInWithPasskey } = await loadPasskeySignIn();
    showResult(await signInWithPasskey("asked", () => setState({ at: "sending" })));
  }

  if (!("PublicKeyCredential" in window)) return null;
  return (
    <div className={styles.way}>
      {state.at === "left" && (
        <Notice tone="info" announce title="No passkey was used.">
          Try again, or sign in another way. You can add a passkey in your profile after you sign in.
        </Notice>
      )}
      {state.at === "refused" && (
        <Notice tone="problem" announce title={texts.loginFailed}>
          {problemMessage(state.problem)}
        </Notice>
      )}
      <Button
        wide
        icon={<KeyIcon />}
        busy={isBusy && "Waiting for your passkey…"}
        onClick={({ currentTarget }) => void signIn(currentTarget)}
      >
        {label}
      </Button>
    </div>
  );
}

async function supportsPasskeyAutofill(): Promise<boolean> {
  if (!("PublicKeyCredential" in window)) return false;
  // older browsers lack this method
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}
