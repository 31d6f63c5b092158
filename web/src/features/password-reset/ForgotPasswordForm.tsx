import { forgotPassword } from "@idanimo/contract/passwords";
import * as texts from "@idanimo/contract/texts";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { useForm } from "../../lib/form.ts";
import type { CaptchaCheck } from "../../lib/captcha-check.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { forgotPasswordFields } from "./forgot-password-fields.ts";
import { forgotPasswordError, type FormError } from "./form-errors.ts";

type Props = {
  readonly check: CaptchaCheck;
  /** The address typed on another screen. */
  readonly email: string;
  readonly onSent: () => void;
};

/** Requests an email with a link to set a new password [PASSWORD-02]. */
export function ForgotPasswordForm({ check, email: initialEmail, onSent }: Props) {
  const [busy, setBusy] = useState(false);
  const [formError, setFormError] = useState<FormError>();
  const form = useForm(forgotPasswordFields, () => ({ email: initialEmail }));

  async function send({ email }: { readonly email: string }) {
    if (busy || !check.solution) return;
    setBusy(true);
    setFormError(undefined);
    const result = await call(forgotPassword, { email, captcha: check.solution });
    if (result.ok && result.value.result === "success") return onSent();
    setBusy(false);
    check.renew();
    if (result.ok)
      return form.showMessages({ email: `${result.value.result}. Check the spelling or create an account.` });
    setFormError(forgotPasswordError(result.problem));
    if (result.problem.fields?.["email"]) form.showMessages({ email: texts.validEmailRequired });
  }

  return (
    <form className={styles.form} aria-label="Forgotten password" {...form.formProps(send)}>
      <TextInput
        label="Email"
        hint="Enter the email on your account."
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.textProps("email")}
      />
      {check.statusLine}
      {/* next to the button that was pressed */}
      {formError && (
        <Notice tone="problem" announce title={formError.title}>
          {formError.text}
        </Notice>
      )}
      <Button
        kind="primary"
        type="submit"
        wide
        disabled={!check.solution && !busy}
        aria-describedby={check.statusLineId}
        busy={busy && "Sending the email…"}
      >
        {texts.resetButton}
      </Button>
    </form>
  );
}
