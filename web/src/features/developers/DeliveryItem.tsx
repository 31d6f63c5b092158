import { replayWebhook, type WebhookDelivery, type WebhookEndpoint } from "@idanimo/contract/developers/webhooks";
import { call } from "../../lib/call.ts";
import { Button } from "../../ui/Button.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { useWebhookCall } from "./use-webhook-call.ts";
import { attemptLabel, deliveryLabels } from "./webhook-rules.ts";
import styles from "./Webhooks.module.css";

type Attempt = WebhookDelivery["attempts"][number];
type Props = { readonly endpoint: WebhookEndpoint; readonly delivery: WebhookDelivery };

/** One delivery: its state, and folded what was sent and each attempt. */
export function DeliveryItem({ endpoint, delivery }: Props) {
  const toast = useToast();
  const showProblem = useProblem();
  const sending = useWebhookCall();
  const { id, type, state, createdAt, nextAttemptAt, attempts, body } = delivery;
  const { tone, label } = deliveryLabels[state];
  async function sendAgain() {
    const sent = await sending.run(async () => {
      const result = await call(replayWebhook, { id: endpoint.id, deliveryId: id });
      if (!result.ok) showProblem(result.problem);
      return result;
    });
    if (sent) toast({ tone: "success", text: "The delivery is sent again." });
  }
  return (
    <li className={styles.delivery}>
      <div className={styles.head}>
        <span className={styles.lines}>
          <code>{type}</code>
          <span className={styles.small}>
            <DateText at={createdAt} withTime />
          </span>
        </span>
        <span className={styles.end}>
          <StatusLabel tone={tone}>{label}</StatusLabel>
          {state !== "pending" && endpoint.state === "enabled" && (
            <Button size="small" busy={sending.isBusy && "Sending"} onClick={() => void sendAgain()}>
              Send again
            </Button>
          )}
        </span>
      </div>
      {nextAttemptAt !== null && (
        <p className={styles.small}>
          Next attempt: <DateText at={nextAttemptAt} withTime />
        </p>
      )}
      <details className={styles.folded}>
        <summary>{describeAttempts(attempts.length)}</summary>
        {attempts.length > 0 && (
          <Table
            caption="Attempts, oldest first"
            columns={columns}
            rows={attempts}
            keyOf={({ number }) => String(number)}
          />
        )}
        <h3 className={styles.small}>What we send</h3>
        <pre className={styles.text}>{body}</pre>
      </details>
    </li>
  );
}

const describeAttempts = (count: number) =>
  count === 0 ? "No attempt yet" : count === 1 ? "1 attempt" : `${count} attempts`;

const columns: readonly Column<Attempt>[] = [
  {
    key: "at",
    header: "Attempt, Lagos time",
    phoneSlot: "second",
    cell: ({ at }) => (
      <span className={styles.when}>
        <DateText at={at} withTime="zone_beside" />
      </span>
    ),
  },
  {
    key: "status",
    header: "Status",
    phoneSlot: "first",
    cell: (attempt) => {
      const { tone, label } = attemptLabel(attempt);
      return <StatusLabel tone={tone}>{label}</StatusLabel>;
    },
  },
  { key: "ms", header: "Duration", kind: "number", phoneSlot: "firstEnd", cell: ({ ms }) => `${ms} ms` },
  {
    key: "response",
    header: "Response",
    phoneSlot: "below",
    cell: ({ response, status }) =>
      response === "" ? (
        <span className={styles.small}>{status === null ? "None" : "Empty"}</span>
      ) : (
        <pre className={styles.text}>{response}</pre>
      ),
  },
];
