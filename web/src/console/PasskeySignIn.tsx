import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { problemMessage } from "../lib/problem-message.ts";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import styles from "./console.module.css";
import { operatorQuery } from "./use-operator.ts";

/** Signs in with a passkey instead of password and code. */
export function PasskeySignIn() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function signIn() {
    setProblem(undefined);
    setBusy(true);
    const { signInWithPasskey } = await import("./lib/passkeys.ts");
    const failed = await signInWithPasskey();
    setBusy(false);
    if (failed === "cancelled") return;
    if (failed) return setProblem(problemMessage(failed));
    await client.invalidateQueries({ queryKey: operatorQuery.queryKey });
  }
  return (
    <div className={styles.passkey}>
      {problem !== undefined && <Notice tone="problem" announce title={problem} />}
      <Button wide busy={busy && "Asking your device"} onClick={() => void signIn()}>
        Sign in with a passkey
      </Button>
    </div>
  );
}
