import { resetForm, resetPassword } from "@idanimo/contract/passwords";
import { useState } from "react";
import type { output } from "zod/mini";
import { call } from "../../lib/call.ts";
import { useForm } from "../../lib/form.ts";
import { BreakableEmail } from "../../ui/BreakableEmail.tsx";
import { Button } from "../../ui/Button.tsx";
import styles from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { PasswordStrength } from "../../ui/PasswordStrength.tsx";
import { type FormError, resetPasswordError } from "./form-errors.ts";

type Props = {
  readonly email: string;
  readonly onDone: () => void;
  /** The link was used or expired in the meantime. */
  readonly onLinkExpired: () => void;
};

/** Sets a new password. The token of the link is in a cookie; this form never reads it [T-12]. */
export function ResetPasswordForm({ email, onDone, onLinkExpired }: Props) {
  const [busy, setBusy] = useState(false);
  const [formError, setFormError] = useState<FormError>();
  const form = useForm(resetForm, () => ({ newPassword: "", confirmpassword: "" }));

  async function send(typed: output<typeof resetForm>) {
    if (busy) return;
    setBusy(true);
    setFormError(undefined);
    const result = await call(resetPassword, { email, ...typed });
    if (result.ok) return onDone();
    setBusy(false);
    const resetError = resetPasswordError(result.problem);
    if (!resetError) return onLinkExpired();
    const { fields } = result.problem;
    if (fields) form.showMessages(fields);
    else setFormError(resetError);
  }

  return (
    <form className={styles.form} aria-label="Reset password" {...form.formProps(send)}>
      <p>
        For{" "}
        <strong>
          <BreakableEmail text={email} />
        </strong>
      </p>
      {/* for the browser's password manager, which needs the account name */}
      <input hidden readOnly name="username" autoComplete="username" value={email} />
      <PasswordInput
        label="New password"
        hint="At least 8 characters."
        autoComplete="new-password"
        {...form.textProps("newPassword")}
      />
      <PasswordStrength password={form.values.newPassword} personalWords={[email]} />
      <PasswordInput label="Confirm password" autoComplete="new-password" {...form.textProps("confirmpassword")} />
      {/* next to the button that was pressed */}
      {formError && (
        <Notice tone="problem" announce title={formError.title}>
          {formError.text}
        </Notice>
      )}
      <Button kind="primary" type="submit" wide busy={busy && "Setting your password…"}>
        Set new password
      </Button>
    </form>
  );
}
