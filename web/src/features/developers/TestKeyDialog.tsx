import { apiKeys, createApiKey } from "@idanimo/contract/developers/keys";
import { keyDaysDefault } from "@idanimo/contract/developers/limits";
import { isKeyScope } from "@idanimo/contract/developers/scopes";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { ProofDialog } from "./ProofDialog.tsx";
import { SecretDialog } from "./SecretDialog.tsx";
import { useKeyProof } from "./use-key-proof.ts";

type Props = {
  /** What the member may give a key. */
  readonly scopes: readonly string[];
  readonly onClose: () => void;
};

/** Creates a key for test mode without any choice, then shows it, once [DP-01 DP-17]. */
export function TestKeyDialog({ scopes, onClose }: Props) {
  const client = useQueryClient();
  const proof = useKeyProof();
  const [secret, setSecret] = useState<string>();
  async function create(by: "password" | "passkey") {
    const input = {
      name: "Test key",
      mode: "test",
      scopes: scopes.filter(isKeyScope),
      expiresInDays: keyDaysDefault,
    } as const;
    const made = await proof.submit("Creating", by, (confirmed) => call(createApiKey, { ...input, ...confirmed }));
    if (!made) return;
    setSecret(made.secret);
    await client.invalidateQueries({ queryKey: [apiKeys.path] });
  }
  if (secret !== undefined) return <SecretDialog title="Your test key" secret={secret} onClose={onClose} />;
  return (
    <ProofDialog
      title="New test key"
      action="Create test key"
      failed="The key was not created"
      proof={proof}
      onSubmit={(by) => void create(by)}
      onClose={onClose}
    >
      <p>
        It makes every call that your roles include, with play money, and expires after {keyDaysDefault} days. No one is
        contacted, and your wallet stays as it is.
      </p>
    </ProofDialog>
  );
}
