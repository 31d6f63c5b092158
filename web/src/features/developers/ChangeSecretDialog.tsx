import { webhookSecretOverlapHours } from "@idanimo/contract/developers/limits";
import { rotateWebhookSecret, type WebhookEndpoint } from "@idanimo/contract/developers/webhooks";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "./EndEndpointDialogs.tsx";
import { SecretDialog } from "./SecretDialog.tsx";
import { useWebhookCall } from "./use-webhook-call.ts";

type Props = { readonly endpoint: WebhookEndpoint; readonly onClose: () => void };

/** Gives an endpoint a new secret, then shows it, once [DP-11]. */
export function ChangeSecretDialog({ endpoint: { id, earlierSecretUntil }, onClose }: Props) {
  const changing = useWebhookCall();
  const [secret, setSecret] = useState<string>();
  async function change() {
    const changed = await changing.run(() => call(rotateWebhookSecret, { id }));
    if (changed) setSecret(changed.secret);
  }
  if (secret !== undefined)
    return (
      <SecretDialog title="The new secret of your endpoint" secretOf="webhook" secret={secret} onClose={onClose} />
    );
  return (
    <ConfirmDialog
      title="Change the secret?"
      failed="The secret was not changed"
      calling={changing}
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" busy={changing.isBusy && "Changing"} onClick={() => void change()}>
            Change secret
          </Button>
          <Button onClick={onClose}>Keep secret</Button>
        </>
      }
    >
      You get a new secret. For {webhookSecretOverlapHours} hours we sign with both, so that you can change your system
      without losing an event.
      {earlierSecretUntil !== null && " Secrets of earlier changes sign until their own 24 hours end."}
    </ConfirmDialog>
  );
}
