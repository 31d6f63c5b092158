import { formatCount } from "@idanimo/contract/date-format";
import { webhookRetentionDays } from "@idanimo/contract/developers/limits";
import { replayWebhook, type WebhookEndpoint } from "@idanimo/contract/developers/webhooks";
import { useId, useState } from "react";
import { call } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./Keys.module.css";
import { useWebhookCall } from "./use-webhook-call.ts";

const periods = [
  { hours: 1, label: "The last hour" },
  { hours: 24, label: "The last 24 hours" },
  { hours: 72, label: "The last 3 days" },
  { hours: 168, label: "The last 7 days" },
  { hours: webhookRetentionDays * 24, label: `The last ${webhookRetentionDays} days` },
];
const hourMs = 3_600_000;

type Props = { readonly endpoint: WebhookEndpoint; readonly onClose: () => void };

/** Sends all failed deliveries of a period again, the oldest first [DP-11]. */
export function ReplayDialog({ endpoint: { id }, onClose }: Props) {
  const formId = useId();
  const toast = useToast();
  const sending = useWebhookCall();
  const [hours, setHours] = useState(24);
  async function send() {
    const failedSince = new Date(Date.now() - hours * hourMs).toISOString();
    const sent = await sending.run(() => call(replayWebhook, { id, failedSince }));
    if (!sent) return;
    toast(
      sent.count === 0
        ? { tone: "info", text: "No delivery of this time has failed." }
        : {
            tone: "success",
            text: `${formatCount(sent.count)} ${sent.count === 1 ? "delivery is" : "deliveries are"} sent again.`,
          },
    );
    onClose();
  }
  return (
    <Dialog
      open
      title="Send failed deliveries again"
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" type="submit" form={formId} busy={sending.isBusy && "Sending"}>
            Send again
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <form
        id={formId}
        aria-label="Send failed deliveries again"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <ContentOrProblem
          title="Nothing was sent again"
          problem={sending.problem && problemMessage(sending.problem)}
          onDismiss={sending.dismiss}
        >
          <div className={styles.parts}>
            <p>Every delivery that failed is sent with the same id, the oldest first.</p>
            <Select
              label="Events of"
              value={String(hours)}
              onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
            >
              {periods.map((period) => (
                <option key={period.hours} value={period.hours}>
                  {period.label}
                </option>
              ))}
            </Select>
          </div>
        </ContentOrProblem>
      </form>
    </Dialog>
  );
}
