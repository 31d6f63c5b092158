import { profile } from "@idanimo/contract/accounts";
import {
  organisationRoles,
  type OrganisationSettings,
  readOrganisation,
  updateOrganisation,
} from "@idanimo/contract/organisations/organisations";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { boolean, object, string } from "zod/mini";
import { call } from "../../lib/call.ts";
import { useForm, validateFields } from "../../lib/form.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { operationQuery } from "../../lib/query.ts";
import { useRight } from "../../lib/use-right.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import form from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { Select } from "../../ui/Select.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./Organisation.module.css";
import { canGive, sortRoles } from "./rules.ts";
import { changedSettings, toSettingsValues } from "./settings-changes.ts";
import { useSubmit } from "./use-submit.ts";

// only changed settings are validated, by the operation's own schema
const values = object({
  name: string(),
  rcNumber: string(),
  officeAddress: string(),
  acceptTerms: boolean(),
  mfaRequired: boolean(),
  idleDays: string(),
  defaultRole: string(),
});

/** Shows the settings, and changes them with the right to. */
export function SettingsForm({ settings }: { readonly settings: OrganisationSettings }) {
  const client = useQueryClient();
  const toast = useToast();
  const canChange = useRight(updateOrganisation.right);
  const canSecure = useRight("sso:manage") && canChange;
  const { data: user } = useQuery(operationQuery(profile, {}));
  const roles = useQuery({ ...operationQuery(organisationRoles, {}), enabled: canChange });
  // what the user types is compared with what was loaded first: a refetch must not overwrite it
  const [before, setBefore] = useState(() => toSettingsValues(settings));
  const fields = useForm(values, () => before);
  const { busy, problem, dismissProblem, submit } = useSubmit();

  async function save() {
    const changes = changedSettings(before, fields.values);
    const invalid = validateFields(updateOrganisation.input, changes);
    if (Object.keys(invalid).length > 0) return fields.showMessages(invalid);
    if (Object.keys(changes).length === 0) return toast({ tone: "info", text: "Nothing was changed yet." });
    const saved = await submit("Saving", () => call(updateOrganisation, changes));
    if (!saved) return;
    setBefore(toSettingsValues(saved));
    fields.set("acceptTerms", saved.liveEnabled);
    client.setQueryData(operationQuery(readOrganisation, {}).queryKey, saved);
    await client.invalidateQueries({ queryKey: [profile.path] });
    toast({ tone: "success", text: "The settings are saved." });
  }

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
      {problem && (
        <Notice tone="problem" announce title="The settings were not saved" onDismiss={dismissProblem}>
          {Object.values(problem.fields ?? {}).join(" ") || problemMessage(problem)}
        </Notice>
      )}
      {canChange && (
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" busy={busy}>
            Save settings
          </Button>
        </div>
      )}
    </form>
  );
}
