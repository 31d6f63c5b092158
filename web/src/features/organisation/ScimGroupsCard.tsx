import { type OrganisationRole, organisationRoles } from "@idanimo/contract/organisations/organisations";
import { mapScimGroup, type ScimGroup, scimGroups } from "@idanimo/contract/organisations/scim";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { operationQuery } from "../../lib/query.ts";
import { Card } from "../../ui/Card.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Select } from "../../ui/Select.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { useToast } from "../../ui/Toast.tsx";
import organisation from "./Organisation.module.css";
import { sortRoles } from "./rules.ts";
import styles from "./Scim.module.css";
import { useSubmit } from "./use-submit.ts";

/** The groups that a directory sent, with the role that each gives [TM-12]. */
export function ScimGroupsCard({ groups }: { readonly groups: readonly ScimGroup[] }) {
  const client = useQueryClient();
  const toast = useToast();
  const [saving, setSaving] = useState<string>();
  const { problem, dismissProblem, submit } = useSubmit();
  const roles = useQuery(operationQuery(organisationRoles, {}));
  const choices = sortRoles(roles.data?.roles ?? []).filter(({ id }) => id !== "owner");

  async function map(group: ScimGroup, role: string) {
    setSaving(group.id);
    const saved = await submit("Saving", () => call(mapScimGroup, { id: group.id, role: role === "" ? null : role }));
    await client.invalidateQueries({ queryKey: [scimGroups.path] });
    setSaving(undefined);
    if (saved) toast({ tone: "success", text: `The role of ${group.name} is saved.` });
  }

  const columns = columnsFor({
    choices,
    isDisabled: !roles.data || saving !== undefined,
    onMap: (group, role) => void map(group, role),
  });
  return (
    <Card flush={groups.length > 0} title="Groups of the directory">
      {(groups.length === 0 || problem || roles.isError) && (
        <div className={`${styles.parts} ${groups.length > 0 ? styles.padded : ""}`}>
          {groups.length === 0 && (
            <p className="quiet">No groups yet. When your directory sends some, choose here which role each gives.</p>
          )}
          {problem && (
            <Notice tone="problem" announce title="The role was not saved" onDismiss={dismissProblem}>
              {problem.fields?.["role"] ?? problemMessage(problem)}
            </Notice>
          )}
          {roles.isError && (
            <Notice tone="problem" announce title="The roles could not be loaded">
              {roles.error.message}
            </Notice>
          )}
        </div>
      )}
      {groups.length > 0 && (
        <>
          <Table caption="Groups of the directory" columns={columns} rows={groups} keyOf={({ id }) => id} />
          <footer className={organisation.foot}>
            A change applies to all members of a group at once. A group without a role gives nothing.
          </footer>
        </>
      )}
    </Card>
  );
}

type ColumnOptions = {
  readonly choices: readonly OrganisationRole[];
  readonly isDisabled: boolean;
  readonly onMap: (group: ScimGroup, role: string) => void;
};

const columnsFor = ({ choices, isDisabled, onMap }: ColumnOptions): readonly Column<ScimGroup>[] => [
  {
    key: "name",
    header: "Group",
    phoneSlot: "first",
    cell: ({ name, members }) => (
      <span className={organisation.person}>
        <strong>{name}</strong>
        <span className={organisation.small}>{members === 1 ? "1 member" : `${members} members`}</span>
      </span>
    ),
  },
  {
    key: "role",
    header: "Role of its members",
    phoneSlot: "second",
    cell: (group) => (
      <div className={styles.role}>
        <Select
          labelHidden
          label={`Role of ${group.name}`}
          disabled={isDisabled}
          value={group.role ?? ""}
          onChange={({ currentTarget }) => onMap(group, currentTarget.value)}
        >
          <option value="">No role</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    ),
  },
];
