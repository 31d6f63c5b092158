import { security } from "@idanimo/contract/second-factor";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CallResult, Problem } from "../../lib/call.ts";
import { answerPasskeyChallenge, type PasskeyProof } from "../../lib/passkey-challenge.ts";
import { operationQuery } from "../../lib/query.ts";

/** What confirms again that the member is there. */
export type Proof = { readonly password?: string; readonly code?: string; readonly passkey?: PasskeyProof };

/** The fields that confirm the password or a passkey again, and the call that needs them [DP-01]. */
export function useKeyProof() {
  const { data: methods } = useQuery(operationQuery(security, {}));
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const clear = () => setProblem(undefined);

  /** @returns the value; undefined after a problem, which is shown, or if the device's dialog was cancelled */
  async function submit<Value>(
    label: string,
    by: "password" | "passkey",
    act: (proof: Proof) => Promise<CallResult<Value>>,
  ): Promise<Value | undefined> {
    if (busy !== undefined) return undefined;
    setBusy(label);
    clear();
    const result = await (by === "passkey" ? withPasskey(act) : act(typedProof()));
    setBusy(undefined);
    if (!result) return undefined;
    if (result.ok) return result.value;
    setProblem(result.problem);
    return undefined;
  }
  const typedProof = (): Proof => ({
    ...(methods?.hasPassword && { password }),
    ...(methods?.totp && code !== "" && { code }),
  });

  return { methods, password, setPassword, code, setCode, busy, problem, dismiss: clear, submit };
}

async function withPasskey<Value>(act: (proof: Proof) => Promise<CallResult<Value>>) {
  const answer = await answerPasskeyChallenge(false);
  if (!answer?.ok) return answer;
  return act({ passkey: answer.value });
}

export type KeyProof = ReturnType<typeof useKeyProof>;
