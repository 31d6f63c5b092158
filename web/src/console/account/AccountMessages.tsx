import { type AccountDetails, resendMessage, viewAccount } from "@idanimo/contract/console/accounts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { ActionDialog } from "../ActionDialog.tsx";
import styles from "../console.module.css";
import { callConsole } from "../lib/call.ts";
import { readableCode } from "../lib/labels.ts";
import { useRight } from "../use-operator.ts";

type Message = AccountDetails["messages"][number];

const factColumns: readonly Column<Message>[] = [
  { key: "kind", header: "Message", phoneSlot: "first", cell: ({ kind }) => readableCode(kind) },
  { key: "channel", header: "By", phoneSlot: "firstEnd", cell: ({ channel }) => (channel === "sms" ? "SMS" : "Email") },
  { key: "at", header: "Time", phoneSlot: "second", cell: ({ at }) => <DateText at={at} withTime /> },
  { key: "state", header: "State", phoneSlot: "secondEnd", cell: ({ state }) => readableCode(state) },
];

const actionColumn = (onResend: (message: Message) => void): Column<Message> => ({
  key: "actions",
  header: "Actions",
  phoneSlot: "below",
  cell: (message) => renderAction(message, onResend),
});

function renderAction(message: Message, onResend: (message: Message) => void) {
  if (!message.canResend) return null;
  return (
    <Button size="small" onClick={() => onResend(message)}>
      Send again
    </Button>
  );
}

/** Messages with their state; support sends a confirmation again. [OC-08] */
export function AccountMessages({ id, messages }: Pick<AccountDetails, "id" | "messages">) {
  const canHelp = useRight("help_accounts");
  const client = useQueryClient();
  const toast = useToast();
  const [resent, setResent] = useState<Message>();
  const hasAction = canHelp && messages.some(({ canResend }) => canResend);
  const close = () => setResent(undefined);
  return (
    <Card title="Messages to the account holder">
      {messages.length === 0 ? (
        <p className={styles.quiet}>No message in the last 12 months.</p>
      ) : (
        <Table
          caption="Messages to the account holder, newest first"
          columns={hasAction ? [...factColumns, actionColumn(setResent)] : factColumns}
          rows={messages}
          keyOf={({ id: messageId }) => messageId}
        />
      )}
      {resent && (
        <ActionDialog
          title="Send the confirmation email again?"
          action="Send again"
          busyLabel="Sending"
          onClose={close}
          onSend={async (reason) => {
            const result = await callConsole(resendMessage, { id, messageId: resent.id, reason });
            if (!result.ok) return result.problem;
            close();
            toast({ tone: "success", text: "A new email is on its way. The owner gets a notice too." });
            await client.invalidateQueries({ queryKey: [viewAccount.path] });
            return undefined;
          }}
        >
          <p>It has a new link, and the earlier link no longer works. The account&apos;s owner reads the reason.</p>
        </ActionDialog>
      )}
    </Card>
  );
}
