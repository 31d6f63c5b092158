import { changePassword } from "@idanimo/contract/passwords";
import { security } from "@idanimo/contract/second-factor";
import * as texts from "@idanimo/contract/texts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { output } from "zod/mini";
import { call, type Problem } from "../../lib/call.ts";
import { useForm } from "../../lib/form.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "../../ui/Form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { PasswordStrength } from "../../ui/PasswordStrength.tsx";
import { useProblem } from "../../ui/Problems.tsx";

type Props = {
  /** False for an account with other sign-in methods only: then the form does not ask for the old password. */
  readonly hasPassword: boolean;
  /** The account's email, so that the browser's password manager stores the password for the right account. */
  readonly email: string;
  /** Names and email: a password that contains them is weak. */
  readonly own: readonly string[];
  readonly onChanged: () => void;
};

/** Changes the password [PASSWORD-09 to PASSWORD-13]. */
export function ChangePasswordForm({ hasPassword, email, own, onChanged }: Props) {
  const client = useQueryClient();
  const showProblem = useProblem();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const form = useForm(changePassword.input, () => ({
    ...(hasPassword && { oldPassword: "" }),
    newPassword: "",
    confirm_password: "",
  }));

  async function send(passwords: output<typeof changePassword.input>) {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    const result = await call(changePassword, passwords);
    if (result.ok) {
      void client.invalidateQueries({ queryKey: [security.path] });
      return onChanged();
    }
    setBusy(false);
    const { problem } = result;
    if (problem.code === "sign_in_again") return showProblem(problem);
    if (problem.code === "incorrect_old_password") return form.showMessages({ oldPassword: problem.message });
    setProblem(problem);
    form.showMessages(problem.fields ?? {});
  }

  return (
    <form className={styles.form} aria-label={texts.changePassword} {...form.formProps(send)}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <PasswordInput
          label="Old password"
          autoComplete="current-password"
          name="oldPassword"
          value={form.values.oldPassword ?? ""}
          error={form.messages["oldPassword"]}
          onChange={({ currentTarget }) => form.set("oldPassword", currentTarget.value)}
        />
      )}
      <div className={styles.form}>
        <PasswordInput
          label="New password"
          hint="At least 8 characters."
          autoComplete="new-password"
          {...form.textProps("newPassword")}
        />
        <PasswordStrength password={form.values.newPassword} personalWords={own} />
      </div>
      <PasswordInput label="Confirm password" autoComplete="new-password" {...form.textProps("confirm_password")} />
      {problem && (
        <Notice tone="problem" announce title="Your password was not changed">
          {problemMessage(problem)}
        </Notice>
      )}
      <Button kind="primary" type="submit" wide busy={busy && "Saving"}>
        {hasPassword ? texts.changePassword : "Set a password"}
      </Button>
    </form>
  );
}
