import { forgotPassword } from "@idanimo/contract/passwords";
import * as texts from "@idanimo/contract/texts";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { useForm } from "../../lib/form.ts";
import type { PersonCheck } from "../../lib/person-check.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { forgotFields } from "./forms.ts";
import { forgotRefusal, type Refusal } from "./words.ts";

type Props = {
  readonly check: PersonCheck;
  /** Typed before on another screen. */
  readonly email: string;
  readonly onSent: () => void;
};

/** Asks for a mail with a link to set a new password. Source: A§2, A§4, A§5, A§8. */
export function ForgotForm({ check, email: known, onSent }: Props) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const form = useForm(forgotFields, () => ({ email: known }));

  async function send({ email }: { readonly email: string }) {
    if (busy || !check.answer) return;
    setBusy(true);
    setRefusal(undefined);
    const answer = await call(forgotPassword, { email, captcha: check.answer });
    if (answer.ok && answer.value.result === "success") return onSent();
    setBusy(false);
    check.renew();
    if (answer.ok)
      return form.show({ email: `${answer.value.result}. Look for a slip of the keys, or create an account.` });
    setRefusal(forgotRefusal(answer.problem));
    if (answer.problem.fields?.["email"]) form.show({ email: texts.validEmailRequired });
  }

  return (
    <form className={styles.form} aria-label="Forgotten password" {...form.bind(send)}>
      <TextInput
        label="Email"
        hint="The one of your account."
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.text("email")}
      />
      {check.line}
      {/* beside the button that was pressed */}
      {refusal && (
        <Notice tone="problem" announce title={refusal.title}>
          {refusal.text}
        </Notice>
      )}
      <Button
        kind="primary"
        type="submit"
        wide
        disabled={!check.answer && !busy}
        aria-describedby={check.lineId}
        busy={busy && "Sending the mail…"}
      >
        {texts.resetButton}
      </Button>
    </form>
  );
}
