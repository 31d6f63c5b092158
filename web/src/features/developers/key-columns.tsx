import { classes } from "../../ui/classes.ts";
import type { ApiKey } from "@idanimo/contract/developers/keys";
import { isKeyScope, scopes } from "@idanimo/contract/developers/scopes";
import { Button } from "../../ui/Button.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { Badge } from "../../ui/StatusLabel.tsx";
import type { Column } from "../../ui/Table.tsx";
import styles from "./Keys.module.css";

type Actions = Readonly<Record<"onRoll" | "onVersion" | "onEnd", (key: ApiKey) => void>> & {
  /** For owners. */
  readonly onTransfer: ((key: ApiKey) => void) | undefined;
};

const scopeName = (scope: string) => (isKeyScope(scope) ? scopes[scope].name : scope);

export const keyColumns = ({ onRoll, onVersion, onEnd, onTransfer }: Actions): readonly Column<ApiKey>[] => [
  {
    key: "name",
    header: "Key",
    phoneSlot: "first",
    cell: ({ name, prefix, mode, createdBy, version }) => (
      <span className={styles.lines}>
        <span>
          {name} {mode === "test" && <Badge>Test</Badge>}
        </span>
        <code className={classes(styles.small, styles.prefix)}>{prefix}…</code>
        <span className={styles.small}>by {createdBy}</span>
        {version !== null && <span className={styles.small}>Version {version}</span>}
      </span>
    ),
  },
  {
    key: "scopes",
    header: "Scopes",
    phoneSlot: "below",
    cell: ({ scopes: given, networks }) => (
      <span className={styles.lines}>
        {given.map(scopeName).join(", ")}
        {networks.length > 0 && <span className={styles.small}>Only from {networks.join(", ")}</span>}
      </span>
    ),
  },
  {
    key: "used",
    header: "Last use",
    phoneSlot: "second",
    cell: ({ lastUsedAt, lastUsedFrom }) =>
      lastUsedAt === null ? (
        "Not used yet"
      ) : (
        <span className={styles.lines}>
          <span>
            Used <DateText at={lastUsedAt} withTime />
          </span>
          <span className={styles.small}>from {lastUsedFrom}</span>
        </span>
      ),
  },
  {
    key: "expires",
    header: "Expires",
    phoneSlot: "second",
    cell: ({ expiresAt, oldSecretUntil }) => (
      <span className={styles.lines}>
        <span>
          Until <DateText at={expiresAt} />
        </span>
        {oldSecretUntil !== null && (
          <span className={styles.small}>
            Old secret until <DateText at={oldSecretUntil} withTime />
          </span>
        )}
      </span>
    ),
  },
  {
    key: "actions",
    header: <span className="only-heard">Roll, version, give or end</span>,
    kind: "number",
    phoneSlot: "below",
    cell: (key) => (
      <span className={styles.buttons}>
        <Button size="small" kind="quiet" aria-label={`Roll ${key.name}`} onClick={() => onRoll(key)}>
          Roll
        </Button>
        <Button size="small" kind="quiet" aria-label={`Version of ${key.name}`} onClick={() => onVersion(key)}>
          Version
        </Button>
        {onTransfer && (
          <Button
            size="small"
            kind="quiet"
            aria-label={`Give ${key.name} to a colleague`}
            onClick={() => onTransfer(key)}
          >
            Give
          </Button>
        )}
        <Button size="small" kind="quiet" aria-label={`End ${key.name}`} onClick={() => onEnd(key)}>
          End
        </Button>
      </span>
    ),
  },
];
