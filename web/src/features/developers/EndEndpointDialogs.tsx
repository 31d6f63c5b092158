import { changeWebhook, deleteWebhook, type WebhookEndpoint } from "@idanimo/contract/developers/webhooks";
import type { ReactNode } from "react";
import { call } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { navigate } from "../../lib/router.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { sections } from "./sections.ts";
import { useWebhookCall } from "./use-webhook-call.ts";

type Props = { readonly endpoint: WebhookEndpoint; readonly onClose: () => void };

/** Stops all deliveries to an endpoint until it is enabled again. */
export function DisableEndpointDialog({ endpoint: { id }, onClose }: Props) {
  const toast = useToast();
  const disabling = useWebhookCall();
  async function disable() {
    if (!(await disabling.run(() => call(changeWebhook, { id, state: "disabled" })))) return;
    toast({ tone: "success", text: "The endpoint is disabled." });
    onClose();
  }
  return (
    <ConfirmDialog
      title="Disable this endpoint?"
      failed="The endpoint was not disabled"
      calling={disabling}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" busy={disabling.isBusy && "Disabling"} onClick={() => void disable()}>
            Disable endpoint
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      It receives no events until you enable it, and events of that time are never sent to it. Pending deliveries fail;
      you can send them again later.
    </ConfirmDialog>
  );
}

/** Deletes an endpoint with its secret and deliveries. */
export function DeleteEndpointDialog({ endpoint: { id }, onClose }: Props) {
  const toast = useToast();
  const deleting = useWebhookCall();
  async function remove() {
    if (!(await deleting.run(() => call(deleteWebhook, { id }), false))) return;
    toast({ tone: "success", text: "The endpoint is deleted." });
    navigate(sections.webhooks.address);
  }
  return (
    <ConfirmDialog
      title="Delete this endpoint?"
      failed="The endpoint was not deleted"
      calling={deleting}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" busy={deleting.isBusy && "Deleting"} onClick={() => void remove()}>
            Delete endpoint
          </Button>
          <Button onClick={onClose}>Keep endpoint</Button>
        </>
      }
    >
      Its secret and its deliveries are deleted too, also those that are pending. This cannot be undone.
    </ConfirmDialog>
  );
}

type ConfirmProps = {
  readonly title: string;
  readonly failed: string;
  readonly calling: ReturnType<typeof useWebhookCall>;
  readonly actions: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Asks before an endpoint changes, and shows why it did not. */
export function ConfirmDialog({ title, failed, calling, actions, onClose, children }: ConfirmProps) {
  const { problem, dismiss } = calling;
  return (
    <Dialog open variant="alert" title={title} onClose={onClose} actions={actions}>
      <ContentOrProblem title={failed} problem={problem && problemMessage(problem)} onDismiss={dismiss}>
        <p>{children}</p>
      </ContentOrProblem>
    </Dialog>
  );
}
