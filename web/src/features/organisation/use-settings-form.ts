import { profile } from "@idanimo/contract/accounts";
import {
  type OrganisationSettings,
  readOrganisation,
  updateOrganisation,
} from "@idanimo/contract/organisations/organisations";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { boolean, object, string } from "zod/mini";
import { call } from "../../lib/call.ts";
import { useForm, validateFields } from "../../lib/form.ts";
import { operationQuery } from "../../lib/query.ts";
import { useToast } from "../../ui/Toast.tsx";
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

/** A form with some of the settings; saves those that the user has changed. */
export function useSettingsForm(settings: OrganisationSettings) {
  const client = useQueryClient();
  const toast = useToast();
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
  return { fields, busy, problem, dismissProblem, save };
}
