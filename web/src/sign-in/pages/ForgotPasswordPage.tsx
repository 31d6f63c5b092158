import { useState } from "react";
import { usePersonCheck } from "../../features/captcha/use-person-check.tsx";
import { ForgotForm } from "../../features/password-reset/ForgotForm.tsx";
import { go } from "../../lib/place.ts";
import { rememberedEmail } from "../../lib/storage.ts";
import type { NoticeName } from "../arrival.ts";
import { Column } from "../Column.tsx";

/** `/forgot-password`. Source: A§2. */
export function ForgotPasswordPage() {
  const check = usePersonCheck("fpassword");
  const [email] = useState(rememberedEmail.get);
  return (
    <Column
      title="Forgot your password?"
      lead="Tell us your email. We send you a link to set a new password."
      back="/login"
      after={
        <>
          You remember it? <a href="/login">Sign in</a>
        </>
      }
    >
      <ForgotForm
        check={check}
        email={email}
        onSent={() => go("/login", { said: "reset_sent" satisfies NoticeName })}
      />
    </Column>
  );
}
