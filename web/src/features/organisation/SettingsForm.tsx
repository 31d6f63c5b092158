import { type OrganisationSettings, updateOrganisation } from "@idanimo/contract/organisations/organisations";
import { useRight } from "../../lib/use-right.ts";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import form from "../../ui/Form.module.css";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import styles from "./Organisation.module.css";
import { SaveSettings } from "./SaveSettings.tsx";
import { useSettingsForm } from "./use-settings-form.ts";

/** Shows who the organisation is, and changes it with the right to. */
export function SettingsForm({ settings }: { readonly settings: OrganisationSettings }) {
  const canChange = useRight(updateOrganisation.right);
  const { fields, busy, problem, dismissProblem, save } = useSettingsForm(settings);
  return (
    <form className={styles.stack} aria-label="Settings" {...fields.formProps(save)}>
      <Card title="About" aside={settings.verified && <StatusLabel tone="success">Verified</StatusLabel>}>
        <div className={form.form}>
          <TextInput
            label="Name of the organisation"
            autoComplete="organization"
            readOnly={!canChange}
            {...fields.textProps("name")}
          />
          <div className={form.pair}>
            <TextInput
              label="RC number"
              hint="From your CAC certificate."
              autoComplete="off"
              autoCapitalize="characters"
              readOnly={!canChange}
              {...fields.textProps("rcNumber")}
            />
            <TextInput
              label="Office address"
              hint="Street, city and state."
              autoComplete="street-address"
              readOnly={!canChange}
              {...fields.textProps("officeAddress")}
            />
          </div>
          {settings.liveEnabled ? (
            <p className="quiet">This organisation can check people.</p>
          ) : (
            <>
              <p className="quiet">
                To check people, an organisation needs its RC number, its address, and the accepted terms.
              </p>
              {canChange && (
                <Checkbox
                  {...fields.checkboxProps("acceptTerms")}
                  label={
                    <>
                      I accept the{" "}
                      <a href="/terms_of_service" data-legal>
                        Terms of Service
                      </a>{" "}
                      for this organisation
                    </>
                  }
                />
              )}
            </>
          )}
        </div>
      </Card>
      <SaveSettings busy={busy} problem={problem} onDismiss={dismissProblem} isAllowed={canChange} />
    </form>
  );
}
