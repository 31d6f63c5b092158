import { webhookFailureDays } from "@idanimo/contract/developers/limits";
import {
  changeWebhook,
  testWebhook,
  type WebhookDisabledReason,
  type WebhookEndpoint,
} from "@idanimo/contract/developers/webhooks";
import { call } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { Fact } from "../../ui/Fact.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { useWebhookCall } from "./use-webhook-call.ts";
import { describeSuccess, endpointLabel } from "./webhook-rules.ts";
import styles from "./Webhooks.module.css";

const disabledTexts = {
  member: "A member disabled this endpoint",
  failing: `Disabled after ${webhookFailureDays} days of failures only`,
  gone: "Disabled because it responded with 410",
} as const satisfies Record<WebhookDisabledReason, string>;

type Props = {
  readonly endpoint: WebhookEndpoint;
  readonly onOpen: (what: "edit" | "secret" | "disable" | "delete") => void;
};

/** The settings of an endpoint and what a member can do with it. */
export function EndpointCard({ endpoint, onOpen }: Props) {
  const toast = useToast();
  const testing = useWebhookCall();
  const enabling = useWebhookCall();
  const problem = testing.problem ?? enabling.problem;
  const { id, state, disabledReason, failingSince, earlierSecretUntil } = endpoint;
  const { tone, label } = endpointLabel(endpoint);

  async function sendTest() {
    const sent = await testing.run(() => call(testWebhook, { id }));
    if (sent) toast({ tone: "success", text: "A test event is on its way." });
  }
  async function enable() {
    const enabled = await enabling.run(() => call(changeWebhook, { id, state: "enabled" }));
    if (enabled) toast({ tone: "success", text: "The endpoint is enabled." });
  }
  return (
    <Card title="Endpoint" aside={<StatusLabel tone={tone}>{label}</StatusLabel>}>
      <div className={styles.parts}>
        {state === "disabled" && (
          <Notice
            tone={disabledReason === "member" ? "info" : "problem"}
            title={disabledTexts[disabledReason ?? "member"]}
          >
            It receives nothing. After you enable it, send its failed deliveries again.
          </Notice>
        )}
        {state === "enabled" && failingSince !== null && (
          <Notice tone="waiting" title="Attempts are failing">
            Every attempt since <DateText at={failingSince} withTime />, failed. After {webhookFailureDays} days of
            failures only, we disable the endpoint.
          </Notice>
        )}
        <dl className={styles.facts}>
          <Fact name="URL">{endpoint.url}</Fact>
          <Fact name="Events">{endpoint.events.join(", ")}</Fact>
          <Fact name="Success rate">{describeSuccess(endpoint.attempts)}</Fact>
          <Fact name="Added">
            <DateText at={endpoint.createdAt} /> by {endpoint.createdBy}
          </Fact>
          {earlierSecretUntil !== null && (
            <Fact name="Earlier secret">
              Signs too until <DateText at={earlierSecretUntil} withTime />
            </Fact>
          )}
        </dl>
        {problem && (
          <Notice
            tone="problem"
            title={testing.problem ? "The test event was not sent" : "The endpoint was not enabled"}
            announce
          >
            {problemMessage(problem)}
          </Notice>
        )}
        <div className={styles.buttons}>
          {state === "enabled" ? (
            <Button size="small" busy={testing.isBusy && "Sending"} onClick={() => void sendTest()}>
              Send test event
            </Button>
          ) : (
            <Button size="small" busy={enabling.isBusy && "Enabling"} onClick={() => void enable()}>
              Enable
            </Button>
          )}
          <Button size="small" kind="quiet" onClick={() => onOpen("edit")}>
            Edit
          </Button>
          <Button size="small" kind="quiet" onClick={() => onOpen("secret")}>
            Change secret
          </Button>
          {state === "enabled" && (
            <Button size="small" kind="quiet" onClick={() => onOpen("disable")}>
              Disable
            </Button>
          )}
          <Button size="small" kind="quiet" onClick={() => onOpen("delete")}>
            Delete
          </Button>
        </div>
      </div>
    </Card>
  );
}
