import { formatLogTime } from "@idanimo/contract/date-format";
import type { ApiRequest } from "@idanimo/contract/developers/requests";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import type { Column } from "../../ui/Table.tsx";
import { callText, durationText, statusText, toneOfStatus } from "./request-labels.ts";
import styles from "./Requests.module.css";
import { sections } from "./sections.ts";

export const requestColumns: readonly Column<ApiRequest>[] = [
  {
    key: "call",
    header: "Call",
    phoneSlot: "first",
    cell: (request) => (
      <a className={styles.call} href={`${sections.requests.address}/${request.id}`} data-row-action>
        <code>{callText(request)}</code>
      </a>
    ),
  },
  {
    key: "status",
    header: "Response",
    phoneSlot: "second",
    cell: (request) => (
      <StatusLabel tone={toneOfStatus(request.status)}>
        <span className={styles.status}>{statusText(request)}</span>
      </StatusLabel>
    ),
  },
  {
    key: "ms",
    header: "Time taken",
    kind: "number",
    phoneSlot: "firstEnd",
    cell: ({ ms }) => <span className={styles.whole}>{durationText(ms)}</span>,
  },
  {
    key: "key",
    header: "Key",
    phoneSlot: "hidden",
    cell: ({ keyName }) => <span className={styles.breakable}>{keyName ?? "Deleted key"}</span>,
  },
  {
    key: "at",
    header: "Lagos time",
    phoneSlot: "secondEnd",
    cell: ({ at }) => (
      <span className={styles.whole}>
        <time dateTime={at}>{formatLogTime(at)}</time>
      </span>
    ),
  },
];
