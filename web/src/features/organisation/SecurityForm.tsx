import { profile } from "@idanimo/contract/accounts";
import {
  organisationRoles,
  type OrganisationSettings,
  updateOrganisation,
} from "@idanimo/contract/organisations/organisations";
import { useQuery } from "@tanstack/react-query";
import { operationQuery } from "../../lib/query.ts";
import { useRight } from "../../lib/use-right.ts";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import form from "../../ui/Form.module.css";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import styles from "./Organisation.module.css";
import { canGive, sortRoles } from "./rules.ts";
import { SaveSettings } from "./SaveSettings.tsx";
import { useSettingsForm } from "./use-settings-form.ts";

/** Shows the rules for members' sign-ins, and changes them with the right to [TM-14]. */
export function SecurityForm({ settings }: { readonly settings: OrganisationSettings }) {
  const canChange = useRight(updateOrganisation.right);
  const canSecure = useRight("sso:manage") && canChange;
  const { data: user } = useQuery(operationQuery(profile, {}));
  const roles = useQuery({ ...operationQuery(organisationRoles, {}), enabled: canChange });
  const { before, fields, busy, problem, dismissProblem, save } = useSettingsForm(settings);
  return (
    <form className={styles.stack} aria-label="Rules for members" {...fields.formProps(save)}>
      <Card title="Rules for members">
        <div className={form.form}>
          <Checkbox
            {...fields.checkboxProps("mfaRequired")}
            disabled={!canSecure}
            label="Require a second sign-in step"
            hint="A member without an authenticator or passkey can do nothing here until they set one up."
          />
          <TextInput
            label="Suspend members without activity after (days)"
            hint="14 to 365. They get an email 14 days and 3 days before."
            inputMode="numeric"
            readOnly={!canSecure}
            {...fields.textProps("idleDays")}
          />
          {canChange && roles.data && (
            <Select
              label="Role of members who join by single sign-on"
              name="defaultRole"
              value={fields.values.defaultRole}
              error={fields.messages["defaultRole"]}
              onChange={({ currentTarget }) => fields.set("defaultRole", currentTarget.value)}
            >
              {sortRoles(roles.data.roles)
                .filter((role) => role.id === before.defaultRole || canGive(user?.organisation, role))
                .map((role) => (
                  <option key={role.id} value={role.id}>
                    {role.name}
                  </option>
                ))}
            </Select>
          )}
        </div>
      </Card>
      <SaveSettings busy={busy} problem={problem} onDismiss={dismissProblem} isAllowed={canChange} />
    </form>
  );
}
