import * as texts from "@idanimo/contract/texts";
import { useEffect, useState } from "react";
import type { output } from "zod/mini";
import type { Problem } from "../../lib/call.ts";
import { askClientAddress } from "../../lib/client-address.ts";
import { useForm } from "../../lib/form.ts";
import type { PersonCheck } from "../../lib/person-check.ts";
import { wordsOf } from "../../lib/problem-words.ts";
import { storedSignUpDraft } from "../../lib/storage.ts";
import styles from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { PasswordStrength } from "../../ui/PasswordStrength.tsx";
import { asOnScreen, individualFields } from "./forms.ts";
import { EmailField, NameFields } from "./NameFields.tsx";
import { fromInternational } from "./phone.ts";
import { PhoneField } from "./PhoneField.tsx";
import { ProceedButton } from "./ProceedButton.tsx";
import { register } from "./register.ts";
import { TermsBox } from "./TermsBox.tsx";

type Checked = output<typeof individualFields>;
type Props = { readonly check: PersonCheck; readonly onRegistered: () => void };

/** Signs up a person. Source: A§2 to A§5. */
export function IndividualForm({ check, onRegistered }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const form = useForm(individualFields, startValues);
  const { values } = form;
  useEffect(() => void askClientAddress(), []);

  async function send({ nin, password }: Checked) {
    if (busy || !check.answer) return;
    setBusy(true);
    setProblem(undefined);
    const answer = await register(values, {
      userType: "individual",
      nin,
      password,
      rememberMe: false,
      captcha: check.answer,
    });
    if (answer.ok) return onRegistered();
    setBusy(false);
    check.renew();
    setProblem(answer.problem);
    form.show(asOnScreen(answer.problem.fields));
  }

  return (
    <form className={styles.form} aria-label="Create account" {...form.bind(send)}>
      <NameFields fields={form.text} />
      <EmailField {...form.text("email")} />
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
        {...form.text("password")}
      />
      <PasswordStrength password={values.password} own={[values.firstName, values.lastName, values.email]} />
      <PasswordInput label="Confirm password" autoComplete="new-password" {...form.text("confirmPassword")} />
      <TermsBox {...form.box("accepted")} />
      {/* beside the button that was pressed: the head of a long form is out of sight */}
      {problem && (
        <Notice tone="problem" announce title={texts.signUpFailed}>
          {wordsOf(problem)}
        </Notice>
      )}
      <ProceedButton accepted={values.accepted} check={check} busy={busy} />
    </form>
  );
}

/** Somebody who comes back to mend a mistyped mail finds the rest as it was, except what is never kept. */
function startValues() {
  const kept = storedSignUpDraft.get();
  return {
    firstName: kept?.firstName ?? "",
    lastName: kept?.lastName ?? "",
    email: kept?.email ?? "",
    nin: "",
    password: "",
    confirmPassword: "",
    accepted: false,
    ...fromInternational(kept?.phoneNumber),
  };
}
