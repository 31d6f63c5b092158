import { type OrganisationSettings, updateOrganisation } from "@idanimo/contract/organisations/organisations";
import { idleFinalWarningDays, idleWarningDays } from "@idanimo/contract/organisations/limits";
import { useRight } from "../../lib/use-right.ts";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import form from "../../ui/Form.module.css";
import { TextInput } from "../../ui/TextInput.tsx";
import styles from "./Organisation.module.css";
import { SaveSettings } from "./SaveSettings.tsx";
import { useSettingsForm } from "./use-settings-form.ts";

/** Shows the rules for members' sign-ins, and changes them with the right to [TM-14]. */
export function SecurityForm({ settings }: { readonly settings: OrganisationSettings }) {
  const canChange = useRight(updateOrganisation.right);
  const canSecure = useRight("sso:manage") && canChange;
  const { fields, busy, problem, dismissProblem, save } = useSettingsForm(settings);
  return (
    <Card title="Rules for members">
      <form className={styles.readable} aria-label="Rules for members" {...fields.formProps(save)}>
        <div className={form.form}>
          <Checkbox
            {...fields.checkboxProps("mfaRequired")}
            disabled={!canSecure}
            label="Require a second sign-in step"
            hint="A member without an authenticator or passkey can do nothing here until they set one up."
          />
          <TextInput
            label="Suspend members without activity after (days)"
            hint={`14 to 365. They get an email ${idleWarningDays} days and ${idleFinalWarningDays} days before.`}
            inputMode="numeric"
            readOnly={!canSecure}
            {...fields.textProps("idleDays")}
          />
          <SaveSettings
            kind="secondary"
            label="Save rules"
            busy={busy}
            problem={problem}
            onDismiss={dismissProblem}
            isAllowed={canSecure}
          />
        </div>
      </form>
    </Card>
  );
}
