import * as texts from "@idanimo/contract/texts";
import { useEffect, useState } from "react";
import type { output } from "zod/mini";
import type { Problem } from "../../lib/call.ts";
import { fetchClientAddress } from "../../lib/client-address.ts";
import { useForm } from "../../lib/form.ts";
import type { CaptchaCheck } from "../../lib/captcha-check.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { storedSignUpDraft } from "../../lib/storage.ts";
import styles from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { PasswordStrength } from "../../ui/PasswordStrength.tsx";
import { toFormErrors, individualFields } from "./form-schemas.ts";
import { EmailField, NameFields } from "./NameFields.tsx";
import { fromInternational } from "./phone.ts";
import { PhoneField } from "./PhoneField.tsx";
import { ProceedButton } from "./ProceedButton.tsx";
import { register } from "./register.ts";
import { TermsCheckbox } from "./TermsCheckbox.tsx";

type CheckedValues = output<typeof individualFields>;
type Props = { readonly check: CaptchaCheck; readonly onRegistered: () => void };

/** Signs up an individual. */
export function IndividualForm({ check, onRegistered }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const form = useForm(individualFields, initialValues);
  const { values } = form;
  useEffect(() => void fetchClientAddress(), []);

  async function send({ nin, password }: CheckedValues) {
    if (busy || !check.solution) return;
    setBusy(true);
    setProblem(undefined);
    const result = await register(values, {
      userType: "individual",
      nin,
      password,
      rememberMe: false,
      captcha: check.solution,
    });
    if (result.ok) return onRegistered();
    setBusy(false);
    check.renew();
    setProblem(result.problem);
    form.showMessages(toFormErrors(result.problem.fields));
  }

  return (
    <form className={styles.form} aria-label="Create account" {...form.formProps(send)}>
      <NameFields fields={form.textProps} />
      <EmailField {...form.textProps("email")} />
      <PhoneField
        country={values.country}
        phone={values.phone}
        error={form.messages["phone"]}
        onCountry={(code) => {
          form.set("country", code);
          form.clear("phone");
        }}
        onPhone={(typed) => form.set("phone", typed)}
      />
      <input type="hidden" name="nin" value={values.nin} />
      <PasswordInput
        label="Password"
        hint="At least 8 characters, with a capital letter, a lowercase letter, a number and a special character."
        autoComplete="new-password"
        {...form.textProps("password")}
      />
      <PasswordStrength password={values.password} personalWords={[values.firstName, values.lastName, values.email]} />
      <PasswordInput label="Confirm password" autoComplete="new-password" {...form.textProps("confirmPassword")} />
      <TermsCheckbox {...form.checkboxProps("accepted")} />
      {/* next to the button that was pressed: the top of a long form is out of view */}
      {problem && (
        <Notice tone="problem" announce title={texts.signUpFailed}>
          {problemMessage(problem)}
        </Notice>
      )}
      <ProceedButton accepted={values.accepted} check={check} busy={busy} />
    </form>
  );
}

/** Restores the input of a user who comes back to correct the email address, except what is never stored. */
function initialValues() {
  const draft = storedSignUpDraft.get();
  return {
    firstName: draft?.firstName ?? "",
    lastName: draft?.lastName ?? "",
    email: draft?.email ?? "",
    nin: "",
    password: "",
    confirmPassword: "",
    accepted: false,
    ...fromInternational(draft?.phoneNumber),
  };
}
