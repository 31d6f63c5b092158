import { resetForm, resetPassword } from "@idanimo/contract/passwords";
import { useState } from "react";
import type { output } from "zod/mini";
import { call } from "../../lib/call.ts";
import { useForm } from "../../lib/form.ts";
import { Breakable } from "../../ui/Breakable.tsx";
import { Button } from "../../ui/Button.tsx";
import styles from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { PasswordStrength } from "../../ui/PasswordStrength.tsx";
import { type Refusal, resetRefusal } from "./words.ts";

type Props = {
  readonly email: string;
  readonly onDone: () => void;
  /** The link was used up or ended meanwhile. */
  readonly onEnded: () => void;
};

/** Sets a new password. The mailed token is a cookie by now; this form never sees it. Source: A§4, A§5, T-12. */
export function ResetForm({ email, onDone, onEnded }: Props) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const form = useForm(resetForm, () => ({ newPassword: "", confirmpassword: "" }));

  async function send(typed: output<typeof resetForm>) {
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    const answer = await call(resetPassword, { email, ...typed });
    if (answer.ok) return onDone();
    setBusy(false);
    const refused = resetRefusal(answer.problem);
    if (!refused) return onEnded();
    const { fields } = answer.problem;
    if (fields) form.show(fields);
    else setRefusal(refused);
  }

  return (
    <form className={styles.form} aria-label="Reset password" {...form.bind(send)}>
      <p>
        For{" "}
        <strong>
          <Breakable text={email} />
        </strong>
      </p>
      {/* for the browser's own keeper of passwords, which must know whose it is */}
      <input hidden readOnly name="username" autoComplete="username" value={email} />
      <PasswordInput
        label="New password"
        hint="At least 8 characters."
        autoComplete="new-password"
        {...form.text("newPassword")}
      />
      <PasswordStrength password={form.values.newPassword} own={[email]} />
      <PasswordInput label="Confirm password" autoComplete="new-password" {...form.text("confirmpassword")} />
      {/* beside the button that was pressed */}
      {refusal && (
        <Notice tone="problem" announce title={refusal.title}>
          {refusal.text}
        </Notice>
      )}
      <Button kind="primary" type="submit" wide busy={busy && "Setting your password…"}>
        Set new password
      </Button>
    </form>
  );
}
