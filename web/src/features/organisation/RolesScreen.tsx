import { profile } from "@idanimo/contract/accounts";
import { customRolesMax } from "@idanimo/contract/organisations/limits";
import { organisationRoles, type OrganisationRole, saveRole } from "@idanimo/contract/organisations/organisations";
import { rightTexts, rights } from "@idanimo/contract/organisations/rights";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { operationQuery } from "../../lib/query.ts";
import { useRight } from "../../lib/use-right.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PlusIcon } from "../../ui/icons.tsx";
import { Skeleton, SkeletonBlock } from "../../ui/Skeleton.tsx";
import { Badge } from "../../ui/StatusLabel.tsx";
import styles from "./Organisation.module.css";
import { OrganisationPage } from "./OrganisationPage.tsx";
import { RemoveRoleDialog } from "./RemoveRoleDialog.tsx";
import { RoleDialog } from "./RoleDialog.tsx";
import { canGive, describeRole, sortRoles } from "./rules.ts";
import { sections } from "./sections.ts";

type OpenDialog = "new" | { readonly edit: OrganisationRole } | { readonly remove: OrganisationRole };

/** `/organisation/roles`: built-in roles, and custom roles with their rights. */
export function RolesScreen() {
  const canChange = useRight(saveRole.right);
  const [open, setOpen] = useState<OpenDialog>();
  return (
    <OrganisationPage
      section={sections.roles}
      lead="A role is a set of rights. A member can have several."
      action={
        canChange && (
          <Button kind="primary" icon={<PlusIcon />} onClick={() => setOpen("new")}>
            New role
          </Button>
        )
      }
    >
      <RolesContent canChange={canChange} open={open} onOpen={setOpen} />
    </OrganisationPage>
  );
}

type ContentProps = {
  readonly canChange: boolean;
  readonly open: OpenDialog | undefined;
  readonly onOpen: (dialog: OpenDialog | undefined) => void;
};

function RolesContent({ canChange, open, onOpen }: ContentProps) {
  const { data: user } = useQuery(operationQuery(profile, {}));
  const query = useQuery(operationQuery(organisationRoles, {}));
  const actor = user?.organisation;
  const close = () => onOpen(undefined);
  if (!query.data)
    return query.isError ? (
      <ErrorPanel
        title="The roles could not be loaded"
        next={query.error.message}
        busy={query.isFetching && "Trying again"}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton what="the roles" onRetry={() => void query.refetch()}>
        <div className={styles.roles}>
          <SkeletonBlock height="12rem" />
          <SkeletonBlock height="12rem" />
        </div>
      </Skeleton>
    );
  const roles = sortRoles(query.data.roles);
  const customCount = roles.filter(({ builtIn }) => !builtIn).length;
  return (
    <div className={styles.stack}>
      <div className={styles.roles}>
        {roles.map((role) => (
          <RoleCard
            key={role.id}
            role={role}
            isChangeable={canChange && !role.builtIn && canGive(actor, role)}
            onEdit={() => onOpen({ edit: role })}
            onRemove={() => onOpen({ remove: role })}
          />
        ))}
      </div>
      <p className="quiet">{`${customCount} of ${customRolesMax} custom roles.`}</p>
      {open === "new" && <RoleDialog actor={actor} onClose={close} />}
      {typeof open === "object" && "edit" in open && <RoleDialog actor={actor} role={open.edit} onClose={close} />}
      {typeof open === "object" && "remove" in open && <RemoveRoleDialog role={open.remove} onClose={close} />}
    </div>
  );
}

type RoleCardProps = {
  readonly role: OrganisationRole;
  readonly isChangeable: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
};

function RoleCard({ role, isChangeable, onEdit, onRemove }: RoleCardProps) {
  return (
    <Card title={<span className={styles.breakable}>{role.name}</span>} aside={!role.builtIn && <Badge>Custom</Badge>}>
      <div className={styles.role}>
        {role.builtIn && <p>{describeRole(role)}</p>}
        {role.builtIn ? (
          <details className={styles.folded}>
            <summary>{role.rights.length === 1 ? "1 right" : `${role.rights.length} rights`}</summary>
            <RightsList role={role} />
          </details>
        ) : (
          <RightsList role={role} />
        )}
        {isChangeable && (
          <div className={styles.buttons}>
            <Button size="small" aria-label={`Change ${role.name}`} onClick={onEdit}>
              Change
            </Button>
            <Button size="small" kind="quiet" aria-label={`Remove ${role.name}`} onClick={onRemove}>
              Remove
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function RightsList({ role }: Pick<RoleCardProps, "role">) {
  return (
    <ul className={styles.rights} aria-label={`Rights of ${role.name}`}>
      {rights
        .filter((right) => role.rights.includes(right))
        .map((right) => (
          <li key={right}>{rightTexts[right]}</li>
        ))}
    </ul>
  );
}
