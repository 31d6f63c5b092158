import { webhookSubscriptions } from "@idanimo/contract/developers/webhook-events";
import type { WebhookEndpoint } from "@idanimo/contract/developers/webhooks";
import { Badge, StatusLabel } from "../../ui/StatusLabel.tsx";
import type { Column } from "../../ui/Table.tsx";
import styles from "./Keys.module.css";
import { sections } from "./sections.ts";
import { describeSuccess, endpointLabel } from "./webhook-rules.ts";

const describeEvents = (events: WebhookEndpoint["events"]) =>
  events.length === webhookSubscriptions.length ? "All events" : events.join(", ");

export const webhookColumns: readonly Column<WebhookEndpoint>[] = [
  {
    key: "url",
    header: "Endpoint",
    phoneSlot: "first",
    cell: ({ id, url, mode, createdBy }) => (
      <span className={styles.lines}>
        <span>
          <a href={`${sections.webhooks.address}/${id}`} data-row-action>
            {url}
          </a>{" "}
          {mode === "test" && <Badge>Test</Badge>}
        </span>
        <span className={styles.small}>by {createdBy}</span>
      </span>
    ),
  },
  {
    key: "events",
    header: "Events",
    phoneSlot: "below",
    cell: ({ events }) => <span className={styles.lines}>{describeEvents(events)}</span>,
  },
  {
    key: "state",
    header: "State",
    phoneSlot: "second",
    cell: (endpoint) => {
      const { tone, label } = endpointLabel(endpoint);
      return <StatusLabel tone={tone}>{label}</StatusLabel>;
    },
  },
  {
    key: "success",
    header: "Success rate",
    phoneSlot: "secondEnd",
    cell: ({ attempts }) => describeSuccess(attempts),
  },
];
