import * as texts from "@idanimo/contract/organisations/texts";
import { readSso, saveSso, type SsoSettings, ssoStates } from "@idanimo/contract/organisations/single-sign-on";
import { useQueryClient } from "@tanstack/react-query";
import { enum as oneOf, object, string } from "zod/mini";
import { call } from "../../lib/call.ts";
import { useForm, validateFields } from "../../lib/form.ts";
import { operationQuery } from "../../lib/query.ts";
import { useToast } from "../../ui/Toast.tsx";
import { type SsoValues, toSsoInput, toSsoValues } from "./sso-values.ts";
import { useSubmit } from "./use-submit.ts";

// what is sent is validated, by the operation's own schema
const values = object({
  issuer: string(),
  clientId: string(),
  clientSecret: string(),
  state: oneOf(ssoStates),
  exemptUserId: string(),
});

/** The form with the connection. */
export function useSsoForm(settings: SsoSettings) {
  const client = useQueryClient();
  const toast = useToast();
  const fields = useForm<SsoValues, typeof values>(values, () => toSsoValues(settings));
  const { busy, problem, dismissProblem, submit } = useSubmit();

  async function save() {
    const input = toSsoInput(fields.values);
    const invalid = {
      ...validateFields(saveSso.input, input),
      ...(!settings.connection && fields.values.clientSecret === "" && { clientSecret: texts.clientSecretRequired }),
      ...(input.state === "enforced" && input.exemptUserId === null && { exemptUserId: texts.ssoNeedsExemptOwner }),
    };
    if (Object.keys(invalid).length > 0) return fields.showMessages(invalid);
    const saved = await submit("Checking your provider", async () => {
      const result = await call(saveSso, input);
      if (!result.ok) fields.showMessages(result.problem.fields ?? {});
      return result;
    });
    if (!saved) return;
    fields.set("clientSecret", "");
    client.setQueryData(operationQuery(readSso, {}).queryKey, saved);
    toast({ tone: "success", text: "Single sign-on is saved." });
  }
  return { fields, busy, problem, dismissProblem, save };
}
