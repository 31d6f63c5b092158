import {
  organisationRoles,
  type OrganisationSettings,
  updateOrganisation,
} from "@idanimo/contract/organisations/organisations";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../lib/query.ts";
import { useRight } from "../../lib/use-right.ts";
import { classes } from "../../ui/classes.ts";
import { Card } from "../../ui/Card.tsx";
import { Select } from "../../ui/Select.tsx";
import styles from "./Organisation.module.css";
import { sortRoles } from "./rules.ts";
import { SaveSettings } from "./SaveSettings.tsx";
import { useSettingsForm } from "./use-settings-form.ts";

/** The role of people who join by single sign-on [TM-11]. */
export function DefaultRoleCard({ settings }: { readonly settings: OrganisationSettings }) {
  const canChange = useRight(updateOrganisation.right);
  const roles = useQuery(operationQuery(organisationRoles, {}));
  const { fields, busy, problem, dismissProblem, save } = useSettingsForm(settings);
  const { messages, values } = fields;
  return (
    <Card title="Role of new members">
      <form
        className={classes(styles.fields, styles.readable)}
        aria-label="Role of new members"
        {...fields.formProps(save)}
      >
        <Select
          name="defaultRole"
          label="Role"
          hint="For everyone who joins by single sign-on. It does not change the roles of members."
          disabled={!canChange || !roles.data}
          value={values.defaultRole}
          error={messages["defaultRole"]}
          onChange={({ currentTarget }) => fields.set("defaultRole", currentTarget.value)}
        >
          {sortRoles(roles.data?.roles ?? [])
            .filter(({ id }) => id !== "owner")
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </Select>
        <SaveSettings
          kind="secondary"
          label="Save role"
          busy={busy}
          problem={problem}
          onDismiss={dismissProblem}
          isAllowed={canChange}
        />
      </form>
    </Card>
  );
}
