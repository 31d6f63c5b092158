import { type ApiKey, apiKeys } from "@idanimo/contract/developers/keys";
import { keysMax } from "@idanimo/contract/developers/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { operationQuery } from "../../lib/query.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { DoorIllustration } from "../../ui/illustrations.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { Table } from "../../ui/Table.tsx";
import { CreateKeyDialog } from "./CreateKeyDialog.tsx";
import styles from "./Keys.module.css";
import { DevelopersPage } from "./DevelopersPage.tsx";
import { EndKeyDialog } from "./EndKeyDialog.tsx";
import { keyColumns } from "./key-columns.tsx";
import { OrganisationVersion } from "./OrganisationVersion.tsx";
import { RollKeyDialog } from "./RollKeyDialog.tsx";
import { sections } from "./sections.ts";
import { TestKeyDialog } from "./TestKeyDialog.tsx";
import { TransferKeyDialog } from "./TransferKeyDialog.tsx";
import { VersionDialog } from "./VersionDialog.tsx";

type Open =
  | { readonly what: "create" | "test key" | "organisation version" }
  | { readonly what: "roll" | "version" | "transfer" | "end"; readonly key: ApiKey };

/** `/developers/keys`: the API keys of the organisation [DP-01 DP-03]. */
export function KeysScreen() {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <DevelopersPage
      section={sections.keys}
      lead="Keys with which your own systems call Idanimo."
      action={
        <Button kind="primary" icon={<PlusIcon />} onClick={() => setOpen({ what: "create" })}>
          Create key
        </Button>
      }
    >
      <Keys onOpen={setOpen} />
      {open?.what === "create" && <CreateKeyDialog onClose={close} />}
      {open?.what === "test key" && <CreateTestKey onClose={close} />}
      {open?.what === "transfer" && <TransferKey apiKey={open.key} onClose={close} />}
      {open?.what === "roll" && <RollKeyDialog apiKey={open.key} onClose={close} />}
      {(open?.what === "version" || open?.what === "organisation version") && (
        <ChangeVersion apiKey={open.what === "version" ? open.key : undefined} onClose={close} />
      )}
      {open?.what === "end" && <EndKeyDialog apiKey={open.key} onClose={close} />}
    </DevelopersPage>
  );
}

function CreateTestKey({ onClose }: { readonly onClose: () => void }) {
  const { data } = useQuery(operationQuery(apiKeys, {}));
  return data ? <TestKeyDialog scopes={data.scopes} onClose={onClose} /> : null;
}

function TransferKey({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const { data } = useQuery(operationQuery(apiKeys, {}));
  return data?.holders ? <TransferKeyDialog apiKey={apiKey} holders={data.holders} onClose={onClose} /> : null;
}

function ChangeVersion({ apiKey, onClose }: { readonly apiKey: ApiKey | undefined; readonly onClose: () => void }) {
  const { data } = useQuery(operationQuery(apiKeys, {}));
  if (!data) return null;
  const { version, versions } = data;
  return <VersionDialog {...{ apiKey, versions, onClose }} organisationVersion={version} />;
}

function Keys({ onOpen }: { readonly onOpen: (open: Open) => void }) {
  const { data, error, isFetching, refetch } = useQuery(operationQuery(apiKeys, {}));
  if (!data)
    return error ? (
      <ErrorPanel
        title="The keys could not be loaded"
        next={error.message}
        busy={isFetching && "Trying again"}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton what="the keys" onRetry={() => void refetch()}>
        <SkeletonBlock height="14rem" />
      </Skeleton>
    );
  if (data.keys.length === 0)
    return (
      <Card>
        <EmptyState
          illustration={<DoorIllustration />}
          title="No keys yet"
          action={
            <div className={styles.first}>
              {data.modes.includes("test") && data.scopes.length > 0 && (
                <Button kind="primary" onClick={() => onOpen({ what: "test key" })}>
                  Create a test key
                </Button>
              )}
              <Button onClick={() => onOpen({ what: "create" })}>Create the first key</Button>
            </div>
          }
        >
          A key lets your own system get quotes, make checks and read their results, within the scopes that you choose.
          A test key uses play money.
        </EmptyState>
      </Card>
    );
  return (
    <Card flush title="Active keys">
      <Table
        caption="API keys"
        columns={keyColumns({
          onRoll: (key) => onOpen({ what: "roll", key }),
          onTransfer: data.holders === null ? undefined : (key) => onOpen({ what: "transfer", key }),
          onVersion: (key) => onOpen({ what: "version", key }),
          onEnd: (key) => onOpen({ what: "end", key }),
        })}
        rows={data.keys}
        keyOf={({ id }) => id}
      />
      <footer className={styles.foot}>
        {data.keys.length} of {keysMax} keys. Owners get a notice 14 days before one expires.
      </footer>
      <OrganisationVersion
        version={data.version}
        versions={data.versions}
        onChange={() => onOpen({ what: "organisation version" })}
      />
    </Card>
  );
}
