import * as texts from "@idanimo/contract/texts";
import { useEffect, useState } from "react";
import type { output } from "zod/mini";
import type { Problem } from "../../lib/call.ts";
import { fetchClientAddress } from "../../lib/client-address.ts";
import { useForm } from "../../lib/form.ts";
import type { CaptchaCheck } from "../../lib/captcha-check.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { storedBusinessDraft } from "../../lib/storage.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { PasswordStrength } from "../../ui/PasswordStrength.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { toFormErrors, businessFields } from "./form-schemas.ts";
import { readBusinessDraft } from "./business-draft.ts";
import { EmailField, NameFields } from "./NameFields.tsx";
import { NinField } from "./NinField.tsx";
import { fromInternational, toInternational } from "./phone.ts";
import { PhoneField } from "./PhoneField.tsx";
import { ProceedButton } from "./ProceedButton.tsx";
import { register } from "./register.ts";
import { TermsCheckbox } from "./TermsCheckbox.tsx";

type CheckedValues = output<typeof businessFields>;
type Props = {
  readonly check: CaptchaCheck;
  readonly onRegistered: () => void;
  /** The step about the business was skipped; the input is stored. */
  readonly onDetailsMissing: () => void;
};

/** Signs up the representative of a business. */
export function BusinessForm({ check, onRegistered, onDetailsMissing }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [dialog, setDialog] = useState<"registered" | "refused">();
  const form = useForm(businessFields, initialValues);
  const { values } = form;
  useEffect(() => void fetchClientAddress(), []);
  useEffect(() => storeDraft(values), [values]);

  async function send({ designation, nin, password }: CheckedValues) {
    if (busy || !check.solution) return;
    const details = readBusinessDraft();
    if (!details) return onDetailsMissing();
    setBusy(true);
    setProblem(undefined);
    const own = { userType: "business", designation, nin, password, ...details, captcha: check.solution } as const;
    const result = await register(values, own);
    setBusy(false);
    if (result.ok) {
      storedBusinessDraft.remove();
      return setDialog("registered");
    }
    check.renew();
    setProblem(result.problem);
    setDialog("refused");
  }

  function closeErrorDialog() {
    setDialog(undefined);
    // after the dialog has closed: content behind it cannot get the focus
    form.showMessages(toFormErrors(problem?.fields));
  }

  return (
    <form className={styles.form} aria-label="Create account" {...form.formProps(send)}>
      <TextInput
        label="Designation"
        hint="Your role, e.g. Director."
        autoComplete="organization-title"
        {...form.textProps("designation")}
      />
      <NameFields fields={form.textProps} />
      <NinField value={values.nin} error={form.messages["nin"]} onChange={(typed) => form.set("nin", typed)} />
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
      <PasswordInput
        label="Password"
        hint="At least 8 characters."
        autoComplete="new-password"
        {...form.textProps("password")}
      />
      <PasswordStrength password={values.password} personalWords={[values.firstName, values.lastName, values.email]} />
      <PasswordInput label="Confirm password" autoComplete="new-password" {...form.textProps("confirmPassword")} />
      <TermsCheckbox {...form.checkboxProps("accepted")} />
      {/* next to the button that was pressed: the top of a long form is out of view */}
      {problem && !dialog && (
        <Notice tone="problem" announce title={texts.signUpFailed}>
          {problemMessage(problem)}
        </Notice>
      )}
      <ProceedButton accepted={values.accepted} check={check} busy={busy} />
      <Dialog
        open={dialog === "refused"}
        variant="alert"
        title={texts.errorTitle}
        onClose={closeErrorDialog}
        actions={
          <Button kind="primary" onClick={closeErrorDialog}>
            Back to the form
          </Button>
        }
      >
        {texts.signUpFailedLong}. No account was created. What you typed is still in the form, with the reason.
      </Dialog>
      <Dialog
        open={dialog === "registered"}
        title="Account created"
        onClose={onRegistered}
        actions={
          <Button kind="primary" onClick={onRegistered}>
            Enter the code
          </Button>
        }
      >
        We sent you a six-digit code. Enter it to activate your account.
      </Dialog>
    </form>
  );
}

type FormValues = ReturnType<typeof initialValues>;

/** Stores the input for a reload or a visit to the previous step. Never the NIN and the passwords [T-19]. */
function storeDraft({ designation, firstName, lastName, email, country, phone }: FormValues) {
  const typed = { designation, firstName, lastName, email, phoneNumber: toInternational(country, phone) ?? "" };
  const before = storedBusinessDraft.get();
  if (before || Object.values(typed).some(Boolean)) storedBusinessDraft.set({ ...before, ...typed });
}

function initialValues() {
  const draft = storedBusinessDraft.get();
  return {
    designation: draft?.designation ?? "",
    firstName: draft?.firstName ?? "",
    lastName: draft?.lastName ?? "",
    nin: "",
    email: draft?.email ?? "",
    password: "",
    confirmPassword: "",
    accepted: false,
    ...fromInternational(draft?.phoneNumber),
  };
}
