import type { OrganisationRole } from "@idanimo/contract/organisations/organisations";
import { organisationRoles } from "@idanimo/contract/organisations/organisations";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../lib/query.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { FieldSet } from "../../ui/Field.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import styles from "./Organisation.module.css";
import { type Actor, canGive, describeRole, sortRoles, toggle } from "./rules.ts";

type Props = {
  readonly actor: Actor;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly error?: string | undefined;
};

/** Checkboxes of the organisation's roles. A role with rights that the user does not have cannot be given. */
export function RoleChoice({ actor, chosen, onChange, error }: Props) {
  const query = useQuery(operationQuery(organisationRoles, {}));
  if (query.isError && !query.data)
    return (
      <ErrorPanel
        title="The roles could not be loaded"
        next={query.error.message}
        busy={query.isFetching && "Trying again"}
        onRetry={() => void query.refetch()}
      />
    );
  if (!query.data)
    return (
      <Skeleton what="the roles" onRetry={() => void query.refetch()}>
        <SkeletonBlock height="20rem" />
      </Skeleton>
    );
  const isLocked = (role: OrganisationRole) => !canGive(actor, role);
  return (
    <FieldSet legend="Roles" hint="The rights of several roles add up." error={error}>
      <div className={styles.choices}>
        {sortRoles(query.data.roles).map((role) => (
          <Checkbox
            key={role.id}
            name={`role-${role.id}`}
            label={role.name}
            hint={isLocked(role) ? "Only an owner can give this role." : describeRole(role)}
            disabled={isLocked(role)}
            checked={chosen.includes(role.id)}
            onChange={({ currentTarget }) => onChange(toggle(chosen, role.id, currentTarget.checked))}
          />
        ))}
      </div>
    </FieldSet>
  );
}
