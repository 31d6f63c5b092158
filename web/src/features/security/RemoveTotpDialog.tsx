import { removeTotp } from "@idanimo/contract/second-factor";
import { call } from "../../lib/call.ts";
import { CodeField, ProofDialog } from "./ProofDialog.tsx";
import { useProof } from "./use-proof.ts";

type Props = { readonly hasPassword: boolean; readonly onDone: () => void; readonly onClose: () => void };

/** Turns the authenticator off. */
export function RemoveTotpDialog({ hasPassword, onDone, onClose }: Props) {
  const proof = useProof({ password: hasPassword, code: true });
  return (
    <ProofDialog
      title="Turn the authenticator off?"
      act="Turn off"
      acting="Turning off"
      danger
      {...{ proof, hasPassword, onClose }}
      consequence="Your password alone then signs you in. Your recovery codes end too."
      words="You can set up an authenticator again at any time."
      onSend={async ({ code, password }) => {
        const input = { code: code ?? "", ...(password !== undefined && { password }) };
        if (await proof.ask(() => call(removeTotp, input))) onDone();
      }}
    >
      <CodeField proof={proof} />
    </ProofDialog>
  );
}
