import {
  createOperatorKey,
  endOperatorKey,
  listOperatorKeys,
  maxOperatorKeys,
  operatorKeyDays,
  type OperatorKeyRow,
} from "@idanimo/contract/console/keys";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { object } from "zod/mini";
import { useForm } from "../lib/form.ts";
import { problemMessage } from "../lib/problem-message.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { CopyableText } from "../ui/CopyableText.tsx";
import { DateText } from "../ui/DateText.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ShownOnceDialog } from "../ui/ShownOnceDialog.tsx";
import { type Column, Table } from "../ui/Table.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { useToast } from "../ui/Toast.tsx";
import { ContentOrProblem } from "../ui/ContentOrProblem.tsx";
import styles from "./console.module.css";
import { FormDialog } from "./FormDialog.tsx";
import { callConsole, consoleQuery } from "./lib/call.ts";
import { QueryContent } from "./QueryContent.tsx";

const factColumns: readonly Column<OperatorKeyRow>[] = [
  { key: "name", header: "Name", phoneSlot: "first", cell: ({ name }) => name },
  {
    key: "prefix",
    header: "Begins with",
    phoneSlot: "below",
    cell: ({ prefix }) => <span className={styles.id}>{prefix}</span>,
  },
  {
    key: "expires",
    header: "Ends",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ expiresAt }) => <DateText at={expiresAt} />,
  },
  {
    key: "used",
    header: "Last used",
    phoneSlot: "below",
    hasPhoneLabel: true,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : <DateText at={lastUsedAt} withTime />),
  },
];

const actionColumn = (onEnd: (key: OperatorKeyRow) => void): Column<OperatorKeyRow> => ({
  key: "actions",
  header: "Actions",
  phoneSlot: "below",
  cell: (key) => renderAction(key, onEnd),
});

function renderAction(key: OperatorKeyRow, onEnd: (key: OperatorKeyRow) => void) {
  return (
    <Button size="small" onClick={() => onEnd(key)} aria-label={`End ${key.name}`}>
      End
    </Button>
  );
}

type ListProps = {
  readonly operatorId: string;
  readonly empty: string;
  readonly caption: string;
  /** Absent for a reader who may not end them. */
  readonly onEnd: ((key: OperatorKeyRow) => void) | undefined;
};

/** The active keys of an operator. */
export function KeyList({ operatorId, empty, caption, onEnd }: ListProps) {
  const query = useQuery(consoleQuery(listOperatorKeys, { id: operatorId }));
  const columns = onEnd ? [...factColumns, actionColumn(onEnd)] : factColumns;
  return (
    <QueryContent query={query} what="the keys">
      {({ keys }) =>
        keys.length === 0 ? (
          <p className={styles.quiet}>{empty}</p>
        ) : (
          <Table caption={caption} columns={columns} rows={keys} keyOf={({ id }) => id} />
        )
      }
    </QueryContent>
  );
}

/** The signed-in operator's own keys for the terminal. [OC-10] */
export function OwnKeys({ operatorId }: { readonly operatorId: string }) {
  const [isCreating, setCreating] = useState(false);
  const [ended, setEnded] = useState<OperatorKeyRow>();
  return (
    <Card
      title="Keys for the terminal"
      aside={
        <Button size="small" onClick={() => setCreating(true)}>
          Make a key
        </Button>
      }
    >
      <p className={styles.quiet}>
        A command at the terminal runs as you, with your roles, if OPERATOR_KEY has one of your keys. A key lasts{" "}
        {operatorKeyDays} days; you can have {maxOperatorKeys}.
      </p>
      <KeyList operatorId={operatorId} empty="You have no key." caption="Your keys" onEnd={setEnded} />
      {isCreating && <CreateDialog operatorId={operatorId} onClose={() => setCreating(false)} />}
      {ended && <EndDialog operatorId={operatorId} ended={ended} onClose={() => setEnded(undefined)} />}
    </Card>
  );
}

const createForm = object({ name: createOperatorKey.input.shape.name });

function CreateDialog({ operatorId, onClose }: { readonly operatorId: string; readonly onClose: () => void }) {
  const client = useQueryClient();
  const [key, setKey] = useState<string>();
  const fields = useForm(createForm, () => ({ name: "" }));
  if (key !== undefined)
    return (
      <ShownOnceDialog title="Your new key" savedLabel="I have saved it" onClose={onClose}>
        <p>
          Store it in your password manager. <strong>We won&apos;t show it again.</strong> Never put it on a command
          line.
        </p>
        <CopyableText text={key} what="The key" label="Copy the key" />
      </ShownOnceDialog>
    );
  return (
    <FormDialog
      title="Make a key"
      action="Make the key"
      busyLabel="Making"
      formProps={fields.formProps}
      onSend={async ({ name }) => {
        const result = await callConsole(createOperatorKey, { id: operatorId, name });
        if (!result.ok) return result.problem;
        setKey(result.value.key);
        await client.invalidateQueries({ queryKey: [listOperatorKeys.path] });
        return undefined;
      }}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        hint="Where you use it, such as Work laptop."
        maxLength={60}
        autoComplete="off"
        {...fields.textProps("name")}
      />
    </FormDialog>
  );
}

type EndProps = { readonly operatorId: string; readonly ended: OperatorKeyRow; readonly onClose: () => void };

function EndDialog({ operatorId, ended, onClose }: EndProps) {
  const { busy, problem, dismiss, end } = useEndKey(operatorId);
  return (
    <Dialog
      open
      title={`End ${ended.name}?`}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" busy={busy && "Ending"} onClick={() => void end(ended).then((ok) => ok && onClose())}>
            End the key
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      <ContentOrProblem title="The key was not ended" problem={problem} onDismiss={dismiss}>
        <p>Commands with it fail from now on. It can&apos;t be used again.</p>
      </ContentOrProblem>
    </Dialog>
  );
}

/** Ends a key, and refreshes the list. */
function useEndKey(operatorId: string) {
  const client = useQueryClient();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function end({ id }: OperatorKeyRow): Promise<boolean> {
    setBusy(true);
    const result = await callConsole(endOperatorKey, { id: operatorId, keyId: id });
    setBusy(false);
    if (!result.ok) {
      setProblem(problemMessage(result.problem));
      return false;
    }
    toast({ tone: "success", text: "The key has ended." });
    await client.invalidateQueries({ queryKey: [listOperatorKeys.path] });
    return true;
  }
  return { busy, problem, dismiss: () => setProblem(undefined), end };
}

type DialogProps = {
  readonly operator: { readonly id: string; readonly name: string };
  readonly canEnd: boolean;
  readonly onClose: () => void;
};

/** Another operator's keys, which an owner ends. */
export function KeysDialog({ operator, canEnd, onClose }: DialogProps) {
  const { problem, dismiss, end } = useEndKey(operator.id);
  return (
    <Dialog
      open
      title={`Keys of ${operator.name}`}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ContentOrProblem title="The key was not ended" problem={problem} onDismiss={dismiss}>
        <p>A command at the terminal runs as this operator with one of these keys. An ended key never works again.</p>
        <KeyList
          operatorId={operator.id}
          empty="This operator has no key."
          caption={`Keys of ${operator.name}`}
          onEnd={canEnd ? (key) => void end(key) : undefined}
        />
      </ContentOrProblem>
    </Dialog>
  );
}
