import { removeTotp } from "@idanimo/contract/second-factor";
import { call } from "../../lib/call.ts";
import { SecondFactorField, ReauthenticationDialog } from "./ReauthenticationDialog.tsx";
import { useReauthentication } from "./use-reauthentication.ts";

type Props = { readonly hasPassword: boolean; readonly onDone: () => void; readonly onClose: () => void };

export function RemoveTotpDialog({ hasPassword, onDone, onClose }: Props) {
  const proof = useReauthentication({ password: hasPassword, code: true });
  return (
    <ReauthenticationDialog
      title="Turn the authenticator off?"
      submitLabel="Turn off"
      busyLabel="Turning off"
      danger
      {...{ proof, hasPassword, onClose }}
      consequence="You will then sign in with your password only. Your recovery codes stop working too."
      description="You can set up an authenticator again at any time."
      onSend={async ({ code, password }) => {
        const input = { code: code ?? "", ...(password !== undefined && { password }) };
        if (await proof.ask(() => call(removeTotp, input))) onDone();
      }}
    >
      <SecondFactorField proof={proof} />
    </ReauthenticationDialog>
  );
}
