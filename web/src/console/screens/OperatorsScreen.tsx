import {
  changeOperatorRoles,
  createInvitationLink,
  disableOperator,
  inviteOperator,
  listOperators,
  type OperatorRow,
} from "@idanimo/contract/console/operators";
import { type OperatorRole, operatorRoleNames, operatorRoles } from "@idanimo/contract/console/rights";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Problem } from "../../lib/call.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FieldSet } from "../../ui/Field.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { ActionDialog } from "../ActionDialog.tsx";
import styles from "../console.module.css";
import { callConsole, consoleQuery } from "../lib/call.ts";
import { KeysDialog } from "../OperatorKeys.tsx";
import { QueryContent } from "../QueryContent.tsx";
import { useRight } from "../use-operator.ts";

const stateLabels = {
  invited: { label: "Invited", tone: "waiting" },
  active: { label: "Active", tone: "success" },
  disabled: { label: "Disabled", tone: "info" },
} as const;

type Change = { readonly kind: "invite" } | { readonly kind: "roles" | "disable"; readonly operator: OperatorRow };

const factColumns: readonly Column<OperatorRow>[] = [
  { key: "name", header: "Name", phoneSlot: "first", cell: ({ name }) => name },
  {
    key: "state",
    header: "State",
    phoneSlot: "firstEnd",
    cell: ({ state }) => <StatusLabel tone={stateLabels[state].tone}>{stateLabels[state].label}</StatusLabel>,
  },
  {
    key: "email",
    header: "Email",
    phoneSlot: "below",
    cell: ({ email }) => <span className={styles.id}>{email}</span>,
  },
  {
    key: "roles",
    header: "Roles",
    phoneSlot: "below",
    cell: ({ roles }) => roles.map((role) => operatorRoleNames[role]).join(", "),
  },
  {
    key: "seen",
    header: "Last active",
    phoneSlot: "second",
    hasPhoneLabel: true,
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? "Never" : <DateText at={lastSeenAt} withTime />),
  },
];

type Actions = {
  readonly onLink: (operator: OperatorRow) => Promise<void>;
  readonly onChange: (change: Change) => void;
  readonly onKeys: (operator: OperatorRow) => void;
  readonly canManage: boolean;
};

const actionColumn = (actions: Actions): Column<OperatorRow> => ({
  key: "actions",
  header: "Actions",
  phoneSlot: "below",
  cell: (operator) => renderActions(operator, actions),
});

function renderActions(operator: OperatorRow, { onLink, onChange, onKeys, canManage }: Actions) {
  if (operator.state === "disabled") return null;
  const keys = operator.state === "active" && (
    <Button size="small" onClick={() => onKeys(operator)} aria-label={`Keys of ${operator.name}`}>
      Keys
    </Button>
  );
  if (!canManage) return keys;
  return (
    <span className={styles.rowActions}>
      {operator.state === "invited" && (
        <Button size="small" onClick={() => void onLink(operator)}>
          Create a link
        </Button>
      )}
      <Button size="small" onClick={() => onChange({ kind: "roles", operator })}>
        Change roles
      </Button>
      {keys}
      <Button size="small" onClick={() => onChange({ kind: "disable", operator })}>
        Disable
      </Button>
    </span>
  );
}

/** The operators, their roles and invitations. */
export function OperatorsScreen() {
  const query = useQuery(consoleQuery(listOperators, {}));
  const canManage = useRight("manage_operators");
  const showProblem = useProblem();
  const [change, setChange] = useState<Change>();
  const [link, setLink] = useState<string>();
  async function createLink({ id }: OperatorRow) {
    const result = await callConsole(createInvitationLink, { id });
    if (result.ok) setLink(result.value.url);
    else showProblem(result.problem);
  }
  const [keysOf, setKeysOf] = useState<OperatorRow>();
  const columns = [
    ...factColumns,
    actionColumn({ onLink: createLink, onChange: setChange, onKeys: setKeysOf, canManage }),
  ];
  return (
    <>
      <PageHeader
        title="Operators"
        aside={
          canManage && (
            <Button kind="primary" onClick={() => setChange({ kind: "invite" })}>
              Invite an operator
            </Button>
          )
        }
      >
        A new operator and a change of roles need another owner&apos;s approval.
      </PageHeader>
      <QueryContent query={query} what="the operators">
        {({ operators }) => (
          <Card flush>
            <Table caption="Operators" columns={columns} rows={operators} keyOf={({ id }) => id} />
          </Card>
        )}
      </QueryContent>
      {keysOf && <KeysDialog operator={keysOf} canEnd={canManage} onClose={() => setKeysOf(undefined)} />}
      {change && <ChangeDialog change={change} onClose={() => setChange(undefined)} />}
      {link !== undefined && (
        <Dialog
          open
          title="Link for the new operator"
          onClose={() => setLink(undefined)}
          actions={
            <Button kind="primary" onClick={() => setLink(undefined)}>
              Close
            </Button>
          }
        >
          <p>It works once, within 60 minutes, and is shown only now. Send it to the operator on a safe channel.</p>
          <p className={styles.id}>{link}</p>
        </Dialog>
      )}
    </>
  );
}

function ChangeDialog({ change, onClose }: { readonly change: Change; readonly onClose: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [roles, setRoles] = useState<readonly OperatorRole[]>(change.kind === "roles" ? change.operator.roles : []);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  async function send(reason: string): Promise<Problem | undefined> {
    const result =
      change.kind === "invite"
        ? await callConsole(inviteOperator, { email, name, roles: [...roles], reason })
        : change.kind === "roles"
          ? await callConsole(changeOperatorRoles, { id: change.operator.id, roles: [...roles], reason })
          : await callConsole(disableOperator, { id: change.operator.id, reason });
    if (!result.ok) {
      if (result.problem.fields) setFields(result.problem.fields);
      return result.problem.fields ? undefined : result.problem;
    }
    onClose();
    const text =
      change.kind === "disable" ? "The operator's access has ended." : "Requested. Another owner must approve it.";
    toast({ tone: "success", text });
    await client.invalidateQueries();
    return undefined;
  }
  const titles = { invite: "Invite an operator", roles: "Change roles", disable: "Disable this operator?" } as const;
  const actions = { invite: "Request", roles: "Request", disable: "Disable" } as const;
  return (
    <ActionDialog
      title={titles[change.kind]}
      action={actions[change.kind]}
      busyLabel="Sending"
      onClose={onClose}
      onSend={send}
    >
      {change.kind === "invite" && (
        <>
          <TextInput
            label="Work email"
            type="email"
            autoComplete="off"
            value={email}
            error={fields["email"]}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <TextInput
            label="Name"
            autoComplete="off"
            value={name}
            error={fields["name"]}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </>
      )}
      {change.kind === "disable" ? (
        <p>{change.operator.name} is signed out at once, and this operator&apos;s keys and pending requests end.</p>
      ) : (
        <FieldSet legend="Roles" error={fields["roles"]}>
          {operatorRoles.map((role) => (
            <Checkbox
              key={role}
              label={operatorRoleNames[role]}
              checked={roles.includes(role)}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                setRoles((before) => (checked ? [...before, role] : before.filter((other) => other !== role)));
              }}
            />
          ))}
        </FieldSet>
      )}
    </ActionDialog>
  );
}
