import {
  addOperatorPasskey,
  listOperatorPasskeys,
  type OperatorPasskey,
  removeOperatorPasskey,
} from "@idanimo/contract/console/passkeys";
import { enteredPassword } from "@idanimo/contract/fields";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { object } from "zod/mini";
import { deviceName } from "../../features/security/rules.ts";
import { useForm } from "../../lib/form.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "../console.module.css";
import { FormDialog } from "../FormDialog.tsx";
import { callConsole, consoleQuery } from "../lib/call.ts";
import { registerPasskey } from "../lib/passkeys.ts";
import { OwnKeys } from "../OperatorKeys.tsx";
import { QueryContent } from "../QueryContent.tsx";
import { operatorQuery } from "../use-operator.ts";

const factColumns: readonly Column<OperatorPasskey>[] = [
  { key: "name", header: "Name", phoneSlot: "first", cell: ({ name }) => name },
  { key: "added", header: "Added", phoneSlot: "second", cell: ({ createdAt }) => <DateText at={createdAt} /> },
  {
    key: "used",
    header: "Last used",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : <DateText at={lastUsedAt} withTime />),
  },
];

const actionColumn = (onRemove: (passkey: OperatorPasskey) => void): Column<OperatorPasskey> => ({
  key: "actions",
  header: "Actions",
  phoneSlot: "below",
  cell: (passkey) => renderAction(passkey, onRemove),
});

function renderAction(passkey: OperatorPasskey, onRemove: (passkey: OperatorPasskey) => void) {
  return (
    <Button size="small" onClick={() => onRemove(passkey)} aria-label={`Remove ${passkey.name}`}>
      Remove
    </Button>
  );
}

/** The operator's own ways to sign in, and keys for the terminal. */
export function AccessScreen() {
  const query = useQuery(consoleQuery(listOperatorPasskeys, {}));
  const { data: operator } = useQuery(operatorQuery);
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<OperatorPasskey>();
  const columns = [...factColumns, actionColumn(setRemoved)];
  return (
    <>
      <PageHeader
        title="Your access"
        aside={
          <Button kind="primary" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        }
      >
        A passkey signs you in with your fingerprint, face or screen lock. Your password and authenticator still work.
      </PageHeader>
      <div className={styles.stack}>
        <QueryContent query={query} what="your passkeys">
          {({ passkeys }) =>
            passkeys.length === 0 ? (
              <Card title="Passkeys">
                <p className={styles.quiet}>You have no passkey.</p>
              </Card>
            ) : (
              <Card title="Passkeys" flush>
                <Table caption="Your passkeys" columns={columns} rows={passkeys} keyOf={({ id }) => id} />
              </Card>
            )
          }
        </QueryContent>
        {operator && <OwnKeys operatorId={operator.id} />}
      </div>
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {removed && <RemoveDialog passkey={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

const addForm = object({ name: addOperatorPasskey.input.shape.name, password: enteredPassword });

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const fields = useForm(addForm, () => ({ name: deviceName(navigator.userAgent), password: "" }));
  return (
    <FormDialog
      title="Add a passkey"
      action="Add the passkey"
      busyLabel="Asking your device"
      formProps={fields.formProps}
      onSend={async ({ name, password }) => {
        const problem = await registerPasskey(name, password);
        if (problem) return problem;
        toast({ tone: "success", text: "The passkey is added." });
        await client.invalidateQueries();
        onClose();
        return undefined;
      }}
      onClose={onClose}
    >
      <TextInput label="Name" hint="A name to recognise it by." maxLength={60} {...fields.textProps("name")} />
      <PasswordInput label="Your password" autoComplete="current-password" {...fields.textProps("password")} />
    </FormDialog>
  );
}

const removeForm = object({ password: enteredPassword });

function RemoveDialog({ passkey, onClose }: { readonly passkey: OperatorPasskey; readonly onClose: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const fields = useForm(removeForm, () => ({ password: "" }));
  return (
    <FormDialog
      title={`Remove ${passkey.name}?`}
      action="Remove the passkey"
      busyLabel="Removing"
      formProps={fields.formProps}
      onSend={async ({ password }) => {
        const result = await callConsole(removeOperatorPasskey, { id: passkey.id, password });
        if (!result.ok) return result.problem;
        toast({ tone: "success", text: "The passkey is removed." });
        await client.invalidateQueries();
        onClose();
        return undefined;
      }}
      onClose={onClose}
    >
      <p>It no longer signs you in. Your password and authenticator still work.</p>
      <PasswordInput label="Your password" autoComplete="current-password" {...fields.textProps("password")} />
    </FormDialog>
  );
}
