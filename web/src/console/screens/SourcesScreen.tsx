import { listSources, type SourceRow, switchSource } from "@idanimo/contract/console/sources";
import { type SourceMessage, sourceMessageCodes, sourceMessages } from "@idanimo/contract/source-messages";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Problem } from "../../lib/call.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Select } from "../../ui/Select.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { ActionDialog } from "../ActionDialog.tsx";
import { callConsole, consoleQuery } from "../lib/call.ts";
import { readableCode, searchTypeLabel } from "../lib/labels.ts";
import { QueryContent } from "../QueryContent.tsx";
import { useRight } from "../use-operator.ts";

const healthLabels = {
  up: { label: "Up", tone: "success" },
  slow: { label: "Slow", tone: "waiting" },
  down: { label: "Down", tone: "problem" },
} as const;

const factColumns: readonly Column<SourceRow>[] = [
  { key: "source", header: "Source", phoneSlot: "first", cell: ({ source }) => readableCode(source) },
  {
    key: "switch",
    header: "Switch",
    phoneSlot: "firstEnd",
    cell: ({ isOpen }) => <StatusLabel tone={isOpen ? "success" : "problem"}>{isOpen ? "Open" : "Closed"}</StatusLabel>,
  },
  {
    key: "health",
    header: "Measured",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ health, usualSeconds }) => (
      <>
        <StatusLabel tone={healthLabels[health].tone}>{healthLabels[health].label}</StatusLabel>
        {usualSeconds !== null && ` ${usualSeconds} s`}
      </>
    ),
  },
  {
    key: "types",
    header: "Used by",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ searchTypes }) => searchTypes.map(searchTypeLabel).join(", "),
  },
  {
    key: "change",
    header: "Last change",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ message, changedBy, changedAt }) =>
      changedAt === null ? (
        "Never changed"
      ) : (
        <>
          {message !== null && `“${sourceMessages[message]}”, `}
          {changedBy}, <DateText at={changedAt} withTime />
        </>
      ),
  },
];

const actionColumn = (onChoose: (row: SourceRow) => void): Column<SourceRow> => ({
  key: "actions",
  header: "Actions",
  phoneSlot: "below",
  cell: (row) => (
    <Button size="small" onClick={() => onChoose(row)}>
      {row.isOpen ? "Close" : "Open"}
      <span className="only-heard"> {readableCode(row.source)}</span>
    </Button>
  ),
});

/** The sources with their measured health; closing one stops new purchases on every process. */
export function SourcesScreen() {
  const query = useQuery(consoleQuery(listSources, {}));
  const canSwitch = useRight("switch_sources");
  const [chosen, setChosen] = useState<SourceRow>();
  const columns = canSwitch ? [...factColumns, actionColumn(setChosen)] : factColumns;
  return (
    <>
      <PageHeader title="Sources">
        A closed source sells no new check, from five seconds later. Checks that are paid already continue.
      </PageHeader>
      <QueryContent query={query} what="the sources">
        {({ sources }) => (
          <Card flush>
            <Table caption="Sources" columns={columns} rows={sources} keyOf={({ source }) => source} />
          </Card>
        )}
      </QueryContent>
      {chosen && <SwitchDialog row={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

function SwitchDialog({ row, onClose }: { readonly row: SourceRow; readonly onClose: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const [messageCode, setMessageCode] = useState<SourceMessage>("outage");
  const name = readableCode(row.source);
  async function send(reason: string): Promise<Problem | undefined> {
    const result = await callConsole(switchSource, {
      source: row.source,
      reason,
      ...(row.isOpen ? { state: "closed", messageCode } : { state: "open" }),
    });
    if (!result.ok) return result.problem;
    onClose();
    toast({ tone: "success", text: row.isOpen ? `${name} is closed.` : `${name} is open.` });
    await client.invalidateQueries();
    return undefined;
  }
  return (
    <ActionDialog
      title={row.isOpen ? `Close ${name}?` : `Open ${name}?`}
      action={row.isOpen ? "Close the source" : "Open the source"}
      busyLabel="Sending"
      onClose={onClose}
      onSend={send}
    >
      {row.isOpen && (
        <Select
          label="What customers read"
          name="messageCode"
          value={messageCode}
          onChange={({ currentTarget: { value } }) =>
            setMessageCode(sourceMessageCodes.find((code) => code === value) ?? "outage")
          }
        >
          {sourceMessageCodes.map((code) => (
            <option key={code} value={code}>
              {sourceMessages[code]}
            </option>
          ))}
        </Select>
      )}
    </ActionDialog>
  );
}
