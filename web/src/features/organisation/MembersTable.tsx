import type { OrganisationMember } from "@idanimo/contract/organisations/organisations";
import { BreakableEmail } from "../../ui/BreakableEmail.tsx";
import { Button } from "../../ui/Button.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { Badge, StatusLabel } from "../../ui/StatusLabel.tsx";
import styles from "./Organisation.module.css";
import { type Actor, canManage } from "./rules.ts";
import { type SortableColumn, SortableTable } from "./SortableTable.tsx";

type Props = {
  readonly members: readonly OrganisationMember[];
  /** The user's own row. */
  readonly self: OrganisationMember | undefined;
  readonly actor: Actor;
  readonly canManageMembers: boolean;
  readonly onManage: (member: OrganisationMember) => void;
  readonly onLeave: () => void;
};

const roleNames = ({ roles }: OrganisationMember) => roles.map(({ name }) => name).join(", ");

export function MembersTable(props: Props) {
  return (
    <SortableTable caption="Members" columns={columnsFor(props)} rows={props.members} keyOf={({ userId }) => userId} />
  );
}

function columnsFor({
  self,
  actor,
  canManageMembers,
  onManage,
  onLeave,
}: Props): readonly SortableColumn<OrganisationMember>[] {
  return [
    {
      key: "name",
      header: "Member",
      phoneSlot: "first",
      sortBy: ({ name }) => name.toLocaleLowerCase(),
      cell: (member) => (
        <span className={styles.person}>
          <span className={styles.personLine}>
            <strong>{member.name}</strong>
            {member === self && <Badge>You</Badge>}
            {member.state === "suspended" && <StatusLabel tone="waiting">Suspended</StatusLabel>}
          </span>
          <span className={styles.small}>
            <BreakableEmail text={member.email} />
          </span>
        </span>
      ),
    },
    {
      key: "roles",
      header: "Roles",
      phoneSlot: "second",
      sortBy: roleNames,
      cell: (member) => roleNames(member),
    },
    {
      key: "factor",
      header: "Second sign-in step",
      phoneSlot: "second",
      sortBy: ({ secondFactor }) => Number(secondFactor),
      cell: ({ secondFactor }) => (secondFactor ? "Second step on" : "No second step"),
    },
    {
      key: "active",
      header: "Last active",
      phoneSlot: "second",
      sortBy: ({ lastActiveAt }) => -Date.parse(lastActiveAt),
      cell: ({ lastActiveAt }) => (
        <span>
          Active <Countdown at={lastActiveAt} />
        </span>
      ),
    },
    {
      key: "manage",
      header: "Manage",
      kind: "number",
      phoneSlot: "firstEnd",
      cell: (member) =>
        member === self ? (
          <Button size="small" kind="quiet" onClick={onLeave}>
            Leave
          </Button>
        ) : (
          canManageMembers &&
          canManage(actor, member) && (
            <Button size="small" kind="quiet" aria-label={`Manage ${member.name}`} onClick={() => onManage(member)}>
              Manage
            </Button>
          )
        ),
    },
  ];
}
