import * as texts from "@idanimo/contract/texts";
import { useState } from "react";
import { signOut } from "../../lib/sign-out.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

/** Shown for the problem that requires a fresh sign-in; links to it. */
export function SignInAgainDialog({ onClose }: { readonly onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  async function signInAgain() {
    setBusy(true);
    await signOut("/login");
  }
  return (
    <Dialog
      open
      variant="alert"
      title="Sign in again"
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" busy={busy && "Signing out"} onClick={() => void signInAgain()}>
            Sign in again
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      {texts.signInAgain}
    </Dialog>
  );
}
