import { removePasskey } from "@idanimo/contract/second-factor";
import { call } from "../../lib/call.ts";
import { ReauthenticationDialog } from "./ReauthenticationDialog.tsx";
import { useReauthentication } from "./use-reauthentication.ts";

type Props = {
  readonly passkey: { readonly id: string; readonly name: string };
  readonly hasPassword: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

export function RemovePasskeyDialog({ passkey, hasPassword, onDone, onClose }: Props) {
  const proof = useReauthentication({ password: hasPassword });
  return (
    <ReauthenticationDialog
      title={`Remove “${passkey.name}”?`}
      submitLabel="Remove passkey"
      busyLabel="Removing"
      danger
      {...{ proof, hasPassword, onClose }}
      consequence="It can no longer be used to sign in."
      description="Your device may still list it. Delete it there too."
      onSend={async ({ password }) => {
        const input = { id: passkey.id, ...(password !== undefined && { password }) };
        if (await proof.ask(() => call(removePasskey, input))) onDone();
      }}
    />
  );
}
